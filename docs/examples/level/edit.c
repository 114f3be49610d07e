// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tiles that change at run time. The cost depends on the edges near them only.
#include <carom.h>
#include <stdio.h>

int main(void) {
    uint8_t codes[8 * 4];
    for (int i = 0; i < 8 * 4; i++) codes[i] = i >= 8 ? CAROM_TILE_SOLID : CAROM_TILE_EMPTY;
    carom_tiles tiles = {.columns = 8, .rows = 4, .cell = {16, 16}, .codes = codes};
    carom_level *level;
    carom_level_desc desc = {.tiles = &tiles, .tiles_count = 1, .editable = true};
    if (carom_level_make(&desc, &level, NULL) != CAROM_STATUS_OK) return 1;

    carom_level_set_tile(level, 0, 1, 1, CAROM_TILE_EMPTY); // a hole of one cell
    uint8_t slope = CAROM_TILE_SLOPE_45;
    uint8_t pit[] = {carom_tile_code(slope, true, 0), CAROM_TILE_EMPTY, slope};
    carom_level_set_tiles(level,
                          &(carom_tile_block){.grid = 0, .column = 4, .row = 1, .columns = 3, .rows = 1, .codes = pit});

    printf("tile (5, 1) is %s now\n", carom_tile_name(carom_level_tile(level, 0, 5, 1)));
    printf("%d edges\n", carom_level_edge_count(level));
    carom_level_free(level);
}

// Prints:
// tile (5, 1) is empty now
// 12 edges
