// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The passes of a cellular automaton on two alternating maps, and tiles for the cells between the samples.
#include "bench/cave.h"

#include <stdlib.h>

static bool on_border(int n, int x, int y) {
    return x == 0 || y == 0 || x == n - 1 || y == n - 1;
}

static int solid_around(const uint8_t *cave, int n, int x, int y) {
    int solid = 0;
    for (int i = 0; i < 9; ++i) solid += cave[(y + i / 3 - 1) * n + x + i % 3 - 1];
    return solid;
}

uint8_t *cave_make(int n, uint64_t seed) {
    size_t size = (size_t)n * (size_t)n;
    uint8_t *cave = malloc(size), *smooth = malloc(size);
    random_source r = {seed};
    for (int i = 0; cave && smooth && i < n * n; ++i) {
        float f = random_unit(&r); // drawn for the border as well, to keep the sequence
        cave[i] = on_border(n, i % n, i / n) || f < 0.45f;
    }
    for (int pass = 0; cave && smooth && pass < 4; ++pass) {
        for (int i = 0; i < n * n; ++i) {
            int x = i % n, y = i / n;
            smooth[i] = on_border(n, x, y) || solid_around(cave, n, x, y) >= 5;
        }
        uint8_t *before = cave;
        cave = smooth;
        smooth = before;
    }
    bool whole = cave && smooth;
    free(smooth);
    if (whole) return cave;
    free(cave);
    return NULL;
}

/// A cell between four samples, one bit each, clockwise from the upper left. If two opposite samples are solid, their
/// corners stay separate, and the second one is on the second layer.
static void set_cell(int bits, uint8_t *code, uint8_t *second) {
    for (int turns = 0; turns < 4; ++turns) {
        // Rotates the bits until the lower left sample is the only solid one, or the first of several.
        int turned = (bits << 4 | bits) >> turns & 15;
        if (turned == 8) *code = carom_tile_code(CAROM_TILE_CORNER, false, turns);
        if (turned == 12) *code = carom_tile_code(CAROM_TILE_HALF, false, turns);
        if (turned == 14) *code = carom_tile_code(CAROM_TILE_BEVEL, false, turns);
        if (turned == 10) *(turns < 2 ? code : second) = carom_tile_code(CAROM_TILE_CORNER, false, turns);
    }
    if (bits == 15) *code = CAROM_TILE_SOLID;
}

void cave_codes(const uint8_t *cave, int n, uint8_t *codes) {
    int cells = n - 1, count = cells * cells;
    uint8_t *second = codes + count;
    for (int i = 0; i < count; ++i) {
        const uint8_t *s = cave + i / cells * n + i % cells;
        codes[i] = second[i] = CAROM_TILE_EMPTY;
        set_cell(s[0] | s[1] << 1 | s[n + 1] << 2 | s[n] << 3, &codes[i], &second[i]);
    }
}

/// Two small triangles in opposite corners of a cell: the catalogue has no tile for them.
static const carom_vec2 lower_left[] = {{0, 0.5f}, {0.5f, 1}, {0, 1}}, upper_right[] = {{0.5f, 0}, {1, 0}, {1, 0.5f}};
static const carom_outline corners[] = {{.points = lower_left, .count = 3}, {.points = upper_right, .count = 3}};
static const carom_tile_shape opposite_corners = {.base = CAROM_TILE_USER, .parts = corners, .parts_count = 2};

carom_level *cave_level(const uint8_t *cave, int n) {
    int cells = n - 1;
    size_t count = (size_t)cells * (size_t)cells;
    uint8_t *codes = malloc(2 * count);
    if (!codes) return NULL;
    cave_codes(cave, n, codes);
    for (size_t i = 0; i < count; ++i) {
        if (codes[count + i] != CAROM_TILE_EMPTY) codes[i] = carom_tile_code(CAROM_TILE_USER, false, codes[i] >> 6);
    }
    carom_tiles tiles = {cells, cells, {0, 0}, {1, 1}, codes, 0};
    carom_level_desc desc = {
        .tiles = &tiles, .tiles_count = 1, .tile_shapes = &opposite_corners, .tile_shapes_count = 1};
    carom_level *level;
    carom_level_make(&desc, &level, NULL);
    free(codes);
    return level;
}

bool cave_solid(const uint8_t *cave, int n, carom_vec2 at) {
    size_t column = (size_t)at.x, row = (size_t)at.y;
    const uint8_t *cell = cave + row * (size_t)n + column;
    bool a = cell[0], b = cell[1], c = cell[n], d = cell[n + 1];
    double x = (double)at.x - (double)column, y = (double)at.y - (double)row;
    int solid = a + b + c + d;
    if (solid % 4 == 0) return solid == 4;
    if (solid == 2 && a == d) return a ? x + y < 0.5 || x + y > 1.5 : x - y > 0.5 || y - x > 0.5;
    if (solid == 2 && a == b) return a ? y < 0.5 : y > 0.5;
    if (solid == 2) return a ? x < 0.5 : x > 0.5;
    bool lone = solid == 1; // or the only empty one
    double right = b == lone || d == lone ? 1 - x : x, below = c == lone || d == lone ? 1 - y : y;
    return lone ? right + below < 0.5 : right + below > 0.5;
}

carom_vec2 cave_start(const uint8_t *cave, int n, random_source *r, float offset) {
    int x, y;
    do {
        x = (int)(random_unit(r) * (float)n);
        y = (int)(random_unit(r) * (float)n);
    } while (cave[y * n + x]);
    float px =
        (float)x + random_range(r, -offset, offset); // draws x first, whatever the compiler's order of evaluation
    return (carom_vec2){px, (float)y + random_range(r, -offset, offset)};
}
