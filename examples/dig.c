// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Edits a level at run time: a tunnel and a crater in a hill of tiles with a boulder, and a ray cast after each edit.
#include <carom.h>
#include <stdio.h>

enum { COLUMNS = 40, ROWS = 20, CELL = 16 };

/// Replaces 5 x 5 tiles by a crater: empty tiles with slopes around them.
static void blast(carom_level *level, int column, int row) {
    const uint8_t solid = CAROM_TILE_SOLID, slope = CAROM_TILE_SLOPE_45;
    const uint8_t upper_left = carom_tile_code(slope, true, 1), upper_right = carom_tile_code(slope, true, 2);
    const uint8_t lower_left = carom_tile_code(slope, true, 0), lower_right = carom_tile_code(slope, false, 0);
    const uint8_t codes[] = {
        solid,      upper_left, 0, upper_right, solid,       //
        upper_left, 0,          0, 0,           upper_right, //
        0,          0,          0, 0,           0,           //
        lower_left, 0,          0, 0,           lower_right, //
        solid,      lower_left, 0, lower_right, solid,       //
    };
    carom_level_set_tiles(level, &(carom_tile_block){0, column - 2, row - 2, 5, 5, codes});
}

static void report(const carom_level *level, const char *when, carom_vec2 from) {
    carom_ray_hit hit = carom_level_ray(level, from, (carom_vec2){COLUMNS * CELL, 0});
    printf("%s the ray reaches %.0f units, and the boundary has %d edges\n", when, (double)(hit.point.x - from.x),
           carom_level_edge_count(level));
}

int main(void) {
    static uint8_t codes[COLUMNS * ROWS];
    for (int i = 0; i < COLUMNS * ROWS; i++) codes[i] = i % COLUMNS < 4 ? CAROM_TILE_EMPTY : CAROM_TILE_SOLID;
    const carom_tiles hill = {.columns = COLUMNS, .rows = ROWS, .cell = {CELL, CELL}, .codes = codes};
    const carom_vec2 corners[] = {{410, 150}, {460, 140}, {480, 180}, {440, 200}, {400, 185}};
    const carom_outline boulder = {.points = corners, .count = 5};
    const carom_level_desc desc = {
        .tiles = &hill, .tiles_count = 1, .outlines = &boulder, .outlines_count = 1, .editable = true};
    carom_level *level;
    carom_error error;
    if (carom_level_make(&desc, &level, &error) != CAROM_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", error.where, error.message);
        return 1;
    }
    const carom_vec2 eye = {24, 10.5f * CELL};
    report(level, "before the hill", eye);
    for (int column = 4; column < 14; column++) carom_level_set_tile(level, 0, column, 10, CAROM_TILE_EMPTY);
    report(level, "through the tunnel", eye);
    blast(level, 16, 10);
    report(level, "after the blast", eye);
    for (int column = 19; column < 30; column++) carom_level_set_tile(level, 0, column, 10, CAROM_TILE_EMPTY);
    report(level, "up to the boulder", eye);
    carom_level_free(level);
    return 0;
}
