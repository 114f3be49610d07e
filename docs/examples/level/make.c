// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tiles and free shapes become one boundary. Sides that two tiles share are not part of it.
#include <carom.h>
#include <stdio.h>

int main(void) {
    uint8_t slope = carom_tile_code(CAROM_TILE_SLOPE_45, true, 0); // flipped: it falls to the right
    uint8_t codes[12] = {[8] = CAROM_TILE_SOLID, [9] = CAROM_TILE_SOLID, [10] = slope}; // the rows above are empty
    carom_tiles tiles = {.columns = 4, .rows = 3, .cell = {1, 1}, .codes = codes};
    carom_level *level;
    carom_status status = carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1}, &level, NULL);
    if (status != CAROM_STATUS_OK) return 1;

    printf("%d edges, %d seams removed\n", carom_level_edge_count(level), carom_level_seams_removed(level));
    for (int i = 0; i < carom_level_edge_count(level); i++) {
        carom_level_edge edge = carom_level_edge_at(level, i);
        printf("(%g, %g) to (%g, %g)\n", edge.a.x, edge.a.y, edge.b.x, edge.b.y);
    }
    carom_box bounds = carom_level_bounds(level);
    printf("bounds (%g, %g) to (%g, %g)\n", bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y);

    carom_shape ball;
    carom_vec2 move = {0, 3};
    carom_make_circle((carom_vec2){1, 0.5f}, 0.25f, &ball);
    carom_sweep_hit hit = carom_level_sweep(level, &ball, move);
    printf("a ball above the seam lands at (%g, %g)\n", hit.at.x, hit.at.y);
    carom_level_free(level);
}

// Prints:
// 4 edges, 7 seams removed
// (0, 2) to (2, 2)
// (0, 3) to (0, 2)
// (3, 3) to (0, 3)
// (2, 2) to (3, 3)
// bounds (0, 0) to (4, 3)
// a ball above the seam lands at (1, 1.75)
