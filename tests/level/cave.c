// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cave of the benchmark workloads, whose counts other engines agree on: how many edges its outline has once
// straight runs are merged, and how many of a million rays hit it.
#include "carom/level.h"

#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct cave {
    int n;
    uint8_t *solid; // n x n samples
} cave;

static bool on_border(const cave *c, int i) {
    int x = i % c->n, y = i / c->n;
    return x == 0 || y == 0 || x == c->n - 1 || y == c->n - 1;
}

static void smooth(cave *c, uint8_t *next) {
    for (int i = 0; i < c->n * c->n; ++i) {
        int block = 0;
        for (int k = 0; k < 9 && !on_border(c, i); ++k) block += c->solid[i + (k / 3 - 1) * c->n + k % 3 - 1];
        next[i] = on_border(c, i) || block >= 5;
    }
    memcpy(c->solid, next, (size_t)c->n * (size_t)c->n);
}

static cave make_cave(int n, uint64_t seed) {
    cave c = {n, malloc((size_t)n * (size_t)n)};
    uint8_t *next = malloc((size_t)n * (size_t)n);
    assert_true(c.solid && next);
    random_source r = {seed};
    for (int i = 0; i < n * n; ++i) {
        bool noise = random_unit(&r) < 0.45f; // drawn for the border as well
        c.solid[i] = noise || on_border(&c, i);
    }
    for (int pass = 0; pass < 4; ++pass) smooth(&c, next);
    free(next);
    return c;
}

/// A cell between four samples, a bit each, clockwise from the upper left. Where two opposite ones are solid their
/// corners stay two, so that the second goes to a layer of its own.
static void set_cell(int bits, uint8_t *code, uint8_t *second) {
    for (int turns = 0; turns < 4; ++turns) {
        // Turned back to where the lower left sample is the only solid one, or the first of several.
        int turned = (bits << 4 | bits) >> turns & 15;
        if (turned == 8) *code = carom_tile_code(CAROM_TILE_CORNER, false, turns);
        if (turned == 12) *code = carom_tile_code(CAROM_TILE_HALF, false, turns);
        if (turned == 14) *code = carom_tile_code(CAROM_TILE_BEVEL, false, turns);
        if (turned == 10) *(turns < 2 ? code : second) = carom_tile_code(CAROM_TILE_CORNER, false, turns);
    }
    if (bits == 15) *code = CAROM_TILE_SOLID;
}

/// Marching squares with midpoints, as tiles.
static carom_level *make_level(const cave *c) {
    int n = c->n, cells = n - 1;
    uint8_t *codes = calloc((size_t)cells * (size_t)cells, 2), *second = codes + cells * cells;
    assert_non_null(codes);
    for (int i = 0; i < cells * cells; ++i) {
        const uint8_t *s = c->solid + i / cells * n + i % cells;
        set_cell(s[0] | s[1] << 1 | s[n + 1] << 2 | s[n] << 3, &codes[i], &second[i]);
    }
    carom_tiles layers[2] = {{cells, cells, {0, 0}, {1, 1}, codes}, {cells, cells, {0, 0}, {1, 1}, second}};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.tiles = layers, .tiles_count = 2}, &level, NULL), CAROM_OK);
    free(codes);
    return level;
}

/// The tiles end at the last samples, which are solid: four edges more, all around.
static void straight_runs_are_merged(void **state) {
    (void)state;
    static const struct { int n, edges; } caves[] = {{256, 6580}, {512, 26002}};
    for (int i = 0; i < 2; ++i) {
        cave c = make_cave(caves[i].n, 1);
        carom_level *level = make_level(&c);
        assert_int_equal(carom_level_edge_count(level), caves[i].edges + 4);
        carom_level_free(level);
        free(c.solid);
    }
}

static carom_vec2 draw_start(const cave *c, random_source *r, float offset) {
    int x, y;
    do {
        x = (int)(random_unit(r) * (float)c->n);
        y = (int)(random_unit(r) * (float)c->n);
    } while (c->solid[y * c->n + x]);
    float px = (float)x + random_range(r, -offset, offset);
    return (carom_vec2){px, (float)y + random_range(r, -offset, offset)};
}

static void short_rays_hit_as_often_as_they_should(void **state) {
    (void)state;
    cave c = make_cave(1024, 1);
    carom_level *level = make_level(&c);
    random_source r = {7};
    int hits = 0;
    for (int i = 0; i < 1000000; ++i) {
        carom_vec2 from = draw_start(&c, &r, 0.2f);
        hits += carom_level_ray(level, from, random_direction(&r, 4)).hit;
    }
    assert_int_equal(hits, 327481);
    carom_level_free(level);
    free(c.solid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_runs_are_merged),
        cmocka_unit_test(short_rays_hit_as_often_as_they_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
