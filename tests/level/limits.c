// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The limits of a description and of an edit: each value beside its limit is refused, and changes nothing.
#include "level/maps.h"

#include <float.h>
#include <limits.h>
#include <math.h>

static carom_status made(const carom_level_desc *desc) {
    carom_level *level;
    carom_error error = {0};
    carom_status status = carom_level_make(desc, &level, &error), quiet;
    assert_int_equal(error.status, status);
    assert_int_equal(level == NULL, status != CAROM_STATUS_OK);
    carom_level_free(level);
    quiet = carom_level_make(desc, &level, NULL);
    assert_int_equal(quiet, status);
    carom_level_free(level);
    return status;
}

#define OK  CAROM_STATUS_OK
#define BAD CAROM_STATUS_BAD_ARGUMENT

static void counts_without_a_list_are_refused(void **state) {
    (void)state;
    assert_int_equal(made(&(carom_level_desc){0}), OK);
    assert_int_equal(made(&(carom_level_desc){.tiles_count = -1}), BAD);
    assert_int_equal(made(&(carom_level_desc){.tiles_count = 1}), BAD);
    assert_int_equal(made(&(carom_level_desc){.outlines_count = -1}), BAD);
    assert_int_equal(made(&(carom_level_desc){.outlines_count = 1}), BAD);
    assert_int_equal(made(&(carom_level_desc){.tile_shapes_count = -1}), BAD);
    assert_int_equal(made(&(carom_level_desc){.tile_shapes_count = 1}), BAD);
    assert_int_equal(made(&(carom_level_desc){.fields_count = -1}), BAD);
    assert_int_equal(made(&(carom_level_desc){.fields_count = 1}), BAD);
    assert_int_equal(made(&(carom_level_desc){.size = 3}), BAD);
}

static carom_status made_of_tiles(carom_tiles tiles) {
    static const uint8_t codes[4] = {CAROM_TILE_SOLID};
    if (tiles.tag == 0) tiles.codes = codes;
    return made(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1});
}

static void tile_grids_have_limits(void **state) {
    (void)state;
    const carom_tiles good = {.columns = 2, .rows = 2, .cell = {1, 1}};
    carom_tiles t = good;
    assert_int_equal(made_of_tiles(t), OK);
    t.tag = 1;
    assert_int_equal(made_of_tiles(t), BAD); // codes is null
    static const int wrong[] = {0, -1, INT_MIN, 262145, INT_MAX};
    for (int i = 0; i < 5; ++i) {
        t = good;
        t.columns = wrong[i];
        assert_int_equal(made_of_tiles(t), BAD);
        t = good;
        t.rows = wrong[i];
        assert_int_equal(made_of_tiles(t), BAD);
    }
    static const float sizes[] = {0, -1};
    for (int i = 0; i < 2; ++i) {
        t = good;
        t.cell.x = sizes[i];
        assert_int_equal(made_of_tiles(t), BAD);
        t = good;
        t.cell.y = sizes[i];
        assert_int_equal(made_of_tiles(t), BAD);
    }
    float *numbers[] = {&t.origin.x, &t.origin.y, &t.cell.x, &t.cell.y};
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 2; ++k) {
            t = good;
            *numbers[i] = k ? INFINITY : NAN;
            assert_int_equal(made_of_tiles(t), CAROM_STATUS_NOT_FINITE);
        }
    }
}

/// The far end of a grid may be at 2^17 cells from the origin, and not one cell farther, on both axes and sides.
static void cells_must_fit_floats(void **state) {
    (void)state;
    static const uint8_t samples[4] = {0};
    for (int axis = 0; axis < 2; ++axis) {
        carom_tiles t = {.columns = 2, .rows = 2, .cell = {1, 1}};
        float *along = axis ? &t.origin.y : &t.origin.x;
        *along = 0x1p17f - 2;
        assert_int_equal(made_of_tiles(t), OK);
        *along = 0x1p17f - 1;
        assert_int_equal(made_of_tiles(t), CAROM_STATUS_TOO_LARGE);
        *along = -0x1p17f;
        assert_int_equal(made_of_tiles(t), OK);
        *along = -0x1p17f - 1;
        assert_int_equal(made_of_tiles(t), CAROM_STATUS_TOO_LARGE);
        carom_field f = {.columns = 2, .rows = 2, .cell = {1, 1}, .samples = samples};
        along = axis ? &f.origin.y : &f.origin.x;
        const carom_level_desc desc = {.fields = &f, .fields_count = 1};
        *along = 0x1p14f - 2;
        assert_int_equal(made(&desc), OK);
        *along = 0x1p14f - 1;
        assert_int_equal(made(&desc), CAROM_STATUS_TOO_LARGE);
        // Below FLT_MIN, floats are as far apart as there.
        t.origin = f.origin = (carom_vec2){0, 0};
        float *size = axis ? &t.cell.y : &t.cell.x;
        *size = 0x1p-143f;
        assert_int_equal(made_of_tiles(t), OK);
        *size -= FLT_TRUE_MIN;
        assert_int_equal(made_of_tiles(t), CAROM_STATUS_TOO_LARGE);
        size = axis ? &f.cell.y : &f.cell.x;
        *size = 0x1p-140f;
        assert_int_equal(made(&desc), OK);
        *size -= FLT_TRUE_MIN;
        assert_int_equal(made(&desc), CAROM_STATUS_TOO_LARGE);
    }
}

static void fields_have_limits(void **state) {
    (void)state;
    static const uint8_t samples[4] = {255, 0, 0, 255};
    const carom_field good = {.columns = 2, .rows = 2, .cell = {1, 1}, .samples = samples};
    carom_field f = good;
    const carom_level_desc desc = {.fields = &f, .fields_count = 1};
    assert_int_equal(made(&desc), OK);
    f.samples = NULL;
    assert_int_equal(made(&desc), BAD);
    static const int wrong[] = {0, -1, 65535, INT_MAX};
    for (int i = 0; i < 4; ++i) {
        f = good;
        f.columns = wrong[i];
        assert_int_equal(made(&desc), BAD);
        f = good;
        f.rows = wrong[i];
        assert_int_equal(made(&desc), BAD);
    }
    f = good;
    f.threshold = 255;
    f.tolerance = 0.5f;
    assert_int_equal(made(&desc), OK);
    f.threshold = 256;
    assert_int_equal(made(&desc), BAD);
    f.threshold = -1;
    assert_int_equal(made(&desc), BAD);
    float *numbers[] = {&f.cell.x, &f.cell.y, &f.tolerance, &f.origin.x, &f.origin.y};
    for (int i = 0; i < 5; ++i) {
        f = good;
        *numbers[i] = NAN;
        assert_int_equal(made(&desc), CAROM_STATUS_NOT_FINITE);
        f = good;
        *numbers[i] = -1;
        assert_int_equal(made(&desc), i < 3 ? BAD : OK);
        f = good;
        *numbers[i] = 0;
        assert_int_equal(made(&desc), i < 2 ? BAD : OK);
    }
}

enum { CLOSED = 4 };

/// A tile shape of closed parts.
static carom_status made_of_parts(const carom_vec2 *points, int parts_count, const int *counts) {
    static const uint8_t codes[1] = {CAROM_TILE_USER};
    carom_outline parts[CLOSED];
    for (int i = 0; i < parts_count; ++i) {
        parts[i] = (carom_outline){.points = points, .count = counts[i]};
        points += counts[i];
    }
    const carom_tile_shape shape = {CAROM_TILE_USER, parts, parts_count};
    const carom_tiles tiles = {.columns = 1, .rows = 1, .cell = {1, 1}, .codes = codes};
    return made(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1, .tile_shapes = &shape, .tile_shapes_count = 1});
}

// ---- Edges ----------------------------------------------------------------------------------------------------------

static carom_error failure_of(carom_level_desc desc, size_t max_edges) {
    carom_level *level;
    carom_error error = {0};
    desc.max_edges = max_edges;
    carom_level_make(&desc, &level, &error);
    carom_level_free(level);
    return error;
}

/// Builds with exactly `edges` allowed. With one less, the error names `part`.
static void expect_edges(carom_level_desc desc, size_t edges, const char *part) {
    assert_int_equal(failure_of(desc, edges).status, OK);
    assert_int_equal(failure_of(desc, 0).status, OK);
    carom_error error = failure_of(desc, edges - 1);
    assert_int_equal(error.status, CAROM_STATUS_TOO_LARGE);
    assert_string_equal(error.where, part);
    assert_non_null(strstr(error.message, "max_edges"));
    desc.editable = true;
    assert_int_equal(failure_of(desc, edges).status, OK);
    assert_string_equal(failure_of(desc, edges - 1).where, part);
}

static void edges_have_a_limit(void **state) {
    (void)state;
    enum { SIDE = 8 };
    uint8_t codes[SIDE * SIDE], samples[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; ++i) {
        codes[i] = (i + i / SIDE) % 2 ? CAROM_TILE_SOLID : CAROM_TILE_EMPTY;
        samples[i] = i % 2 && i / SIDE % 2 ? 255 : 0;
    }
    static const uint8_t floor[4] = {CAROM_TILE_SOLID, CAROM_TILE_SOLID, CAROM_TILE_SOLID, CAROM_TILE_EDGE};
    const carom_tiles grids[] = {{.columns = SIDE, .rows = SIDE, .cell = {1, 1}, .codes = codes},
                                 {.columns = 4, .rows = 1, .origin = {20, 0}, .cell = {1, 1}, .codes = floor}};
    carom_level_desc desc = {.tiles = grids, .tiles_count = 1};
    expect_edges(desc, 4 * SIDE * SIDE / 2, "tiles 0");
    desc.tiles_count = 2;
    expect_edges(desc, 4 * SIDE * SIDE / 2 + 9, "tiles 1"); // 8 sides of three cells, not yet merged, and an edge
    const carom_vec2 points[] = {{30, 0}, {40, 0}, {40, 10}, {30, 10}};
    const carom_outline outlines[] = {{.points = points, .count = 4}, {.points = points, .count = 3, .open = true}};
    const carom_tiles cell = {.columns = 1, .rows = 1, .cell = {1, 1}, .codes = floor};
    desc = (carom_level_desc){.tiles = &cell, .tiles_count = 1, .outlines = outlines, .outlines_count = 1};
    expect_edges(desc, 4 + 4, "outline 0");
    desc.outlines_count = 2;
    expect_edges(desc, 4 + 4 + 4, "outline 1"); // both sides of two edges
    const carom_field field = {.columns = SIDE, .rows = SIDE, .cell = {1, 1}, .samples = samples};
    expect_edges((carom_level_desc){.fields = (carom_field[]){field}, .fields_count = 1}, SIDE * SIDE, "field 0");
    const carom_field fields[] = {
        field, {.columns = 1, .rows = 1, .origin = {20, 20}, .cell = {1, 1}, .samples = samples + SIDE + 1}};
    expect_edges((carom_level_desc){.fields = fields, .fields_count = 2}, SIDE * SIDE + 4, "field 1");
    desc = (carom_level_desc){.outlines = outlines, .outlines_count = 1, .fields = &fields[1], .fields_count = 1};
    expect_edges(desc, 4 + 4, "ring of fields 0");
    desc.max_edges = SIZE_MAX;
    assert_int_equal(made(&desc), OK); // as 0
}

/// The limit is one of the build: edits may exceed it, also near free shapes, and where they rebuild the level.
static void edits_may_add_edges(void **state) {
    (void)state;
    enum { SIDE = 5 };
    uint8_t codes[SIDE * SIDE] = {0}, block[SIDE * SIDE];
    codes[SIDE * SIDE / 2] = CAROM_TILE_SOLID;
    const carom_vec2 points[] = {{2.25f, 2.25f}, {2.75f, 3.5f}, {2.125f, 3.5f}};
    const carom_tiles grid = {.columns = SIDE, .rows = SIDE, .cell = {1, 1}, .codes = codes};
    const carom_outline outline = {.points = points, .count = 3};
    const carom_level_desc desc = {
        .tiles = &grid, .tiles_count = 1, .outlines = &outline, .outlines_count = 1, .editable = true, .max_edges = 7};
    carom_level *level = level_of_desc(&desc);
    for (int i = 0; i < SIDE * SIDE; ++i) {
        uint8_t code = i % 2 ? CAROM_TILE_SOLID : CAROM_TILE_EMPTY;
        assert_int_equal(carom_level_set_tile(level, 0, i % SIDE, i / SIDE, code), OK);
        block[i] = i % 2 ? CAROM_TILE_EMPTY : CAROM_TILE_SOLID;
    }
    assert_int_equal(carom_level_set_tiles(level, &(carom_tile_block){0, 0, 0, SIDE, SIDE, block}), OK);
    carom_level_free(level);
}

static void points_of_tile_shapes_lie_in_the_cell(void **state) {
    (void)state;
    const int three = 3;
    carom_vec2 p[3] = {{0, 0}, {1, 0}, {0, 1}};
    assert_int_equal(made_of_parts(p, 1, &three), OK);
    static const struct {
        float value;
        carom_status status;
    } cases[] = {{-0x1p-20f, BAD},
                 {0x1.000002p0f, BAD},
                 {NAN, CAROM_STATUS_NOT_FINITE},
                 {INFINITY, CAROM_STATUS_NOT_FINITE},
                 {-INFINITY, CAROM_STATUS_NOT_FINITE}};
    for (int i = 0; i < 5; ++i) {
        for (int axis = 0; axis < 2; ++axis) {
            carom_vec2 q[3] = {{0, 0}, {1, 0}, {0, 1}};
            *(axis ? &q[2].y : &q[1].x) = cases[i].value;
            assert_int_equal(made_of_parts(q, 1, &three), cases[i].status);
        }
    }
}

/// Parts of a tile shape may share vertices. They must not share more: in each order of the edges.
static void parts_of_tile_shapes_share_vertices_only(void **state) {
    (void)state;
    static const struct {
        int counts[2];
        carom_vec2 points[8];
        carom_status status;
    } cases[] = {
        // a common vertex
        {{4, 3}, {{0, 0}, {.5f, 0}, {.5f, .5f}, {0, .5f}, {.5f, .5f}, {1, .5f}, {1, 1}}, OK},
        // a vertex of the second inside of an edge of the first: the first, second or last of its vertices
        {{4, 3}, {{0, 0}, {.5f, 0}, {.5f, .5f}, {0, .5f}, {.5f, .25f}, {1, .25f}, {1, .75f}}, BAD},
        {{4, 3}, {{0, 0}, {.5f, 0}, {.5f, .5f}, {0, .5f}, {1, .75f}, {.5f, .25f}, {1, .25f}}, BAD},
        {{4, 3}, {{0, 0}, {.5f, 0}, {.5f, .5f}, {0, .5f}, {1, .25f}, {1, .75f}, {.5f, .25f}}, BAD},
        // a vertex of the first inside of an edge of the second
        {{3, 4}, {{.5f, .25f}, {1, .25f}, {1, .75f}, {0, 0}, {.5f, 0}, {.5f, .5f}, {0, .5f}}, BAD},
        {{3, 4}, {{1, .75f}, {.5f, .25f}, {1, .25f}, {0, 0}, {.5f, 0}, {.5f, .5f}, {0, .5f}}, BAD},
        {{3, 4}, {{1, .25f}, {1, .75f}, {.5f, .25f}, {0, 0}, {.5f, 0}, {.5f, .5f}, {0, .5f}}, BAD},
        // a common edge, in the same and in the other direction
        {{4, 3}, {{0, 0}, {.5f, 0}, {.5f, .5f}, {0, .5f}, {0, 0}, {.5f, 0}, {.25f, .25f}}, BAD},
        {{4, 3}, {{0, 0}, {.5f, 0}, {.5f, .5f}, {0, .5f}, {.5f, .5f}, {.5f, 0}, {1, .25f}}, BAD},
        // a crossing
        {{3, 3}, {{0, .5f}, {1, .25f}, {1, .75f}, {.5f, 0}, {.75f, 1}, {.25f, 1}}, BAD},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        carom_status status = made_of_parts(cases[i].points, 2, cases[i].counts);
        if (status != cases[i].status) fail_msg("case %d: %s", (int)i, carom_status_text(status));
    }
}

static void edits_outside_of_the_grid_are_refused(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "#..\n.#.\n", 16);
    carom_level_desc desc = {.tiles = &m.tiles, .tiles_count = 1};
    carom_level *level = level_of_desc(&desc);
    static const uint8_t codes[9] = {0};
    assert_int_equal(carom_level_set_tiles(level, &(carom_tile_block){0, 0, 0, 1, 1, codes}), CAROM_STATUS_UNSUPPORTED);
    carom_level_free(level);
    desc.editable = true;
    level = level_of_desc(&desc);
    static const int cells[][3] = {{0, -1, 0}, {0, 3, 0}, {0, 0, -1}, {0, 0, 2}, {-1, 0, 0}, {1, 0, 0}};
    for (int i = 0; i < 6; ++i) {
        const int *c = cells[i];
        assert_int_equal(carom_level_set_tile(level, c[0], c[1], c[2], 1), BAD);
        assert_int_equal(carom_level_tile(level, c[0], c[1], c[2]), CAROM_TILE_EMPTY);
        assert_int_equal(carom_level_set_tiles(level, &(carom_tile_block){c[0], c[1], c[2], 1, 1, codes}), BAD);
    }
    static const int blocks[][4] = {{0, 0, 4, 1},  {1, 0, 3, 1},       {2, 1, 2, 1},      {0, 0, 1, 3},
                                    {0, 1, 1, 2},  {0, 0, 0, 1},       {0, 0, 1, 0},      {0, 0, -1, 1},
                                    {0, 0, 1, -1}, {1, 1, INT_MAX, 1}, {1, 1, 1, INT_MAX}};
    for (int i = 0; i < 11; ++i) {
        const int *b = blocks[i];
        assert_int_equal(carom_level_set_tiles(level, &(carom_tile_block){0, b[0], b[1], b[2], b[3], codes}), BAD);
    }
    assert_int_equal(carom_level_edge_count(level), 8);
    assert_int_equal(carom_level_set_tiles(level, &(carom_tile_block){0, 0, 0, 3, 2, codes}), OK);
    assert_int_equal(carom_level_edge_count(level), 0);
    carom_level_free(level);
}

static void queries_of_points_that_are_not_finite_miss(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "###\n###\n", 16);
    carom_level *level = level_of_map(&m);
    assert_true(carom_level_solid(level, (carom_vec2){20, 20}));
    static const float wrong[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; ++i) {
        assert_false(carom_level_solid(level, (carom_vec2){wrong[i], 20}));
        assert_false(carom_level_solid(level, (carom_vec2){20, wrong[i]}));
    }
    int count = 7;
    assert_int_equal(carom_level_triangles(NULL, NULL, 0, &count), BAD);
    assert_int_equal(carom_level_triangles(level, NULL, 0, NULL), BAD);
    assert_int_equal(carom_level_triangles(level, NULL, 1, &count), BAD);
    assert_int_equal(carom_level_triangles(level, NULL, -1, &count), BAD);
    assert_int_equal(carom_level_triangles(level, NULL, 0, &count), OK);
    assert_int_equal(count, 2);
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_without_a_list_are_refused),
        cmocka_unit_test(tile_grids_have_limits),
        cmocka_unit_test(cells_must_fit_floats),
        cmocka_unit_test(fields_have_limits),
        cmocka_unit_test(edges_have_a_limit),
        cmocka_unit_test(edits_may_add_edges),
        cmocka_unit_test(points_of_tile_shapes_lie_in_the_cell),
        cmocka_unit_test(parts_of_tile_shapes_share_vertices_only),
        cmocka_unit_test(edits_outside_of_the_grid_are_refused),
        cmocka_unit_test(queries_of_points_that_are_not_finite_miss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
