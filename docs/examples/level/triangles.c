// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Triangles of the solid area of a level, to fill it on screen.
#include <carom.h>
#include <stdio.h>

int main(void) {
    uint8_t codes[] = {0,
                       carom_tile_code(CAROM_TILE_SLOPE_45, false, 0),
                       CAROM_TILE_SOLID,
                       0, //
                       CAROM_TILE_SOLID,
                       CAROM_TILE_SOLID,
                       CAROM_TILE_SOLID,
                       CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 4, .rows = 2, .cell = {16, 16}, .codes = codes};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1}, &level, NULL) != CAROM_STATUS_OK)
        return 1;

    carom_triangle triangles[16];
    int count;
    carom_level_triangles(level, triangles, 16, &count);
    printf("%d triangles; the first is (%g, %g) (%g, %g) (%g, %g)\n", count, triangles[0].v[0].x, triangles[0].v[0].y,
           triangles[0].v[1].x, triangles[0].v[1].y, triangles[0].v[2].x, triangles[0].v[2].y);
    carom_level_free(level);
}

// Prints:
// 6 triangles; the first is (32, 0) (48, 0) (16, 16)
