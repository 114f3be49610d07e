// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Building a level: rejected descriptions and the part that the error names; running out of memory at any allocation;
// the caller's allocator.
#include "ledger.h"
#include "level/maps.h"
#include "level/same.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static uint8_t one_code[1] = {CAROM_TILE_SOLID};
static const carom_vec2 triangle[] = {{0, 0}, {4, 0}, {0, 4}};

static void expect_rejected(const carom_tiles *tiles, const carom_outline *outlines, carom_status status,
                            const char *where) {
    carom_level_desc desc = {.tiles = tiles, .tiles_count = tiles != NULL};
    desc.outlines = outlines;
    desc.outlines_count = outlines ? 2 : 0;
    carom_level *level = (carom_level *)&desc;
    carom_error error = {0};
    assert_int_equal(carom_level_make(&desc, &level, &error), status);
    assert_null(level);
    assert_int_equal(error.status, status);
    assert_string_equal(error.where, where);
    assert_true(error.message[0] != 0);
    level = (carom_level *)&desc;
    assert_int_equal(carom_level_make(&desc, &level, NULL), status); // without an error record
    assert_null(level);
}

static void invalid_tiles_are_rejected(void **state) {
    (void)state;
    const carom_tiles good = {.columns = 1, .rows = 1, .cell = {16, 16}, .codes = one_code};
    carom_tiles t = good;
    t.columns = 0;
    expect_rejected(&t, NULL, CAROM_STATUS_BAD_ARGUMENT, "tiles 0");
    t = good, t.rows = 1 << 20;
    expect_rejected(&t, NULL, CAROM_STATUS_BAD_ARGUMENT, "tiles 0");
    t = good, t.codes = NULL;
    expect_rejected(&t, NULL, CAROM_STATUS_BAD_ARGUMENT, "tiles 0");
    t = good, t.cell.y = 0;
    expect_rejected(&t, NULL, CAROM_STATUS_BAD_ARGUMENT, "tiles 0");
    t = good, t.cell.x = NAN;
    expect_rejected(&t, NULL, CAROM_STATUS_NOT_FINITE, "tiles 0");
    t = good, t.origin.y = INFINITY;
    expect_rejected(&t, NULL, CAROM_STATUS_NOT_FINITE, "tiles 0");
    t = good, t.origin.x = 1e9f;
    expect_rejected(&t, NULL, CAROM_STATUS_TOO_LARGE, "tiles 0");
    t = good, t.cell.x = 3e38f, t.origin.x = 3e38f;
    expect_rejected(&t, NULL, CAROM_STATUS_TOO_LARGE, "tiles 0");
    uint8_t user = CAROM_TILE_USER;
    t = good, t.codes = &user;
    expect_rejected(&t, NULL, CAROM_STATUS_BAD_ARGUMENT, "tiles 0");
}

static void invalid_outlines_are_rejected(void **state) {
    (void)state;
    const carom_outline good = {.points = triangle, .count = 3};
    carom_outline outlines[2] = {good, good};
    outlines[1].points = NULL;
    expect_rejected(NULL, outlines, CAROM_STATUS_BAD_ARGUMENT, "outline 1");
    outlines[1] = good, outlines[1].count = 2;
    expect_rejected(NULL, outlines, CAROM_STATUS_TOO_FEW_VERTICES, "outline 1");
    outlines[1].open = true, outlines[1].count = 1;
    expect_rejected(NULL, outlines, CAROM_STATUS_TOO_FEW_VERTICES, "outline 1");
    static const carom_vec2 bad[] = {{0, 0}, {4, NAN}, {0, 4}};
    outlines[1] = good, outlines[1].points = bad;
    expect_rejected(NULL, outlines, CAROM_STATUS_NOT_FINITE, "outline 1");
}

static void expect_error(const carom_level_desc *desc, const char *where, const char *message) {
    carom_level *level;
    carom_error error = {0};
    assert_int_not_equal(carom_level_make(desc, &level, &error), CAROM_STATUS_OK);
    assert_string_equal(error.where, where);
    assert_non_null(strstr(error.message, message));
}

static void errors_name_the_cell_and_the_point(void **state) {
    (void)state;
    static const uint8_t codes[] = {1, 1, 1, 1, 1, CAROM_TILE_USER + 1};
    const carom_tiles t = {.columns = 2, .rows = 3, .cell = {16, 16}, .codes = codes};
    expect_error(&(carom_level_desc){.tiles = &t, .tiles_count = 1}, "tiles 0", "code 22 in column 1, row 2");
    static const carom_vec2 points[] = {{0, 0}, {4, 0}, {NAN, 4}};
    const carom_outline o = {.points = points, .count = 3};
    expect_error(&(carom_level_desc){.outlines = &o, .outlines_count = 1}, "outline 0", "point 2 is not finite");
}

static void errors_name_the_list_or_its_count(void **state) {
    (void)state;
    expect_error(&(carom_level_desc){.tiles_count = -1}, "tiles_count", "-1 is negative");
    expect_error(&(carom_level_desc){.tiles_count = 3}, "tiles", "null, but tiles_count is 3");
    expect_error(&(carom_level_desc){.outlines_count = INT_MIN}, "outlines_count", "-2147483648 is negative");
    expect_error(&(carom_level_desc){.tile_shapes_count = 1}, "tile_shapes", "null, but tile_shapes_count is 1");
    expect_error(&(carom_level_desc){.fields_count = -2}, "fields_count", "-2 is negative");
}

static void an_empty_level_has_no_hits(void **state) {
    (void)state;
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){0}, &level, NULL), CAROM_STATUS_OK);
    assert_int_equal(carom_level_edge_count(level), 0);
    carom_box bounds = carom_level_bounds(level);
    assert_true(bounds.min.x > bounds.max.x);
    carom_shape circle;
    carom_make_circle((carom_vec2){0, 0}, 1, &circle);
    assert_false(carom_level_sweep(level, &circle, (carom_vec2){1, 2}).hit);
    assert_true(carom_level_sweep(level, &circle, (carom_vec2){1, 2}).at.y == 2);
    assert_false(carom_level_ray(level, (carom_vec2){0, 0}, (carom_vec2){1, 2}).hit);
    assert_int_equal(carom_level_overlap(level, &circle, NULL, 0), 0);
    assert_false(carom_level_solid(level, (carom_vec2){0, 0}));
    carom_level_free(level);
    carom_level_free(NULL);
}

static void invalid_queries_have_no_hits(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "##\n##\n", 16);
    carom_level *level = level_of_map(&m);
    carom_shape none = {0}, circle = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{NAN, 0}, 1}};
    assert_false(carom_level_sweep(level, &none, (carom_vec2){1, 1}).hit);
    assert_false(carom_level_sweep(level, &circle, (carom_vec2){1, 1}).hit);
    circle.circle = (carom_circle){{-8, 8}, 4};
    assert_false(carom_level_sweep(level, &circle, (carom_vec2){INFINITY, 0}).hit);
    assert_true(carom_level_sweep(level, &circle, (carom_vec2){8, 0}).hit);
    assert_false(carom_level_ray(level, (carom_vec2){NAN, 0}, (carom_vec2){1, 0}).hit);
    assert_false(carom_level_ray(level, (carom_vec2){-1, 8}, (carom_vec2){8, NAN}).hit);
    assert_false(carom_level_solid(level, (carom_vec2){NAN, 8}));
    assert_int_equal(carom_level_overlap(level, &none, NULL, 0), 0);
    assert_int_equal(carom_level_edge_at(level, 4).tag, 0);
    assert_int_equal(carom_level_edge_at(level, -1).next, 0);
    carom_level_free(level);
}

static void overlap_lists_touched_edges(void **state) {
    (void)state;
    static map m;
    map_draw(&m, "..\n.#\n", 16);
    carom_level *level = level_of_map(&m);
    carom_shape box;
    carom_make_box((carom_vec2){10, 20}, (carom_vec2){16, 30}, &box);
    int edges[2] = {-1, -1};
    assert_int_equal(carom_level_overlap(level, &box, edges, 2),
                     1); // the left side
    assert_same_float(carom_level_edge_at(level, edges[0]).a.x, 16);
    assert_same_float(carom_level_edge_at(level, edges[0]).b.x, 16);
    carom_make_box((carom_vec2){10, 10}, (carom_vec2){16, 16}, &box);
    assert_int_equal(carom_level_overlap(level, &box, edges, 1), 2);
    carom_level_free(level);
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

/// Tiles of all kinds, and shapes that cross them, themselves and each other.
static carom_status build(ledger *l, carom_level **level, carom_error *error) {
    static map m;
    random_source r = {10};
    map_make(&m, 8, 8, 16);
    map_fill(&m, &r);
    static const carom_vec2 star[] = {{5, 5}, {90, 40}, {10, 80}, {60, 2}, {50, 100}};
    const carom_outline outlines[] = {
        {.points = star, .count = 5},
        {.points = triangle, .count = 3},
        {.points = star, .count = 5, .one_way = true},
        {.points = star, .count = 4, .open = true},
        {.points = star, .count = 4, .open = true, .one_way = true},
    };
    carom_allocator allocator = allocator_of(l);
    const carom_outline roof = {.points = (carom_vec2[]){{0, 1}, {0.5f, 0}, {1, 1}}, .count = 3};
    const carom_tile_shape shape = {.base = CAROM_TILE_USER, .parts = &roof, .parts_count = 1};
    m.codes[9] = CAROM_TILE_USER;
    carom_level_desc desc = {.tiles = &m.tiles, .tiles_count = 1, .outlines = outlines, .outlines_count = 5};
    desc.allocator = &allocator;
    desc.tile_shapes = &shape;
    desc.tile_shapes_count = 1;
    return carom_level_make(&desc, level, error);
}

static void failed_allocations_leak_nothing(void **state) {
    (void)state;
    int calls = 0;
    for (;; ++calls) {
        ledger l = {.left = calls};
        carom_level *level = NULL;
        carom_error error = {0};
        carom_status status = build(&l, &level, &error);
        if (status == CAROM_STATUS_OK) {
            assert_true(l.held > 0);
            carom_level_free(level);
            assert_true(l.held == 0);
            break;
        }
        assert_int_equal(status, CAROM_STATUS_NO_MEMORY);
        assert_int_equal(error.status, CAROM_STATUS_NO_MEMORY);
        assert_string_equal(error.where, "");
        assert_string_equal(error.message, "out of memory");
        assert_null(level);
        assert_true(l.held == 0);
    }
    assert_true(calls > 50);
}

static void null_pointers_are_rejected(void **state) {
    (void)state;
    carom_level_desc desc = {0};
    carom_level *level = (carom_level *)&desc;
    carom_error error = {0};
    assert_int_equal(carom_level_make(NULL, &level, &error), CAROM_STATUS_BAD_ARGUMENT);
    assert_null(level);
    assert_int_equal(error.status, CAROM_STATUS_BAD_ARGUMENT);
    assert_string_equal(error.where, "");
    assert_string_equal(error.message, "desc or out is null");
    assert_int_equal(carom_level_make(&desc, NULL, &error), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_level_make(NULL, NULL, NULL), CAROM_STATUS_BAD_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_pointers_are_rejected),        cmocka_unit_test(invalid_tiles_are_rejected),
        cmocka_unit_test(invalid_outlines_are_rejected),     cmocka_unit_test(errors_name_the_cell_and_the_point),
        cmocka_unit_test(errors_name_the_list_or_its_count), cmocka_unit_test(an_empty_level_has_no_hits),
        cmocka_unit_test(invalid_queries_have_no_hits),      cmocka_unit_test(overlap_lists_touched_edges),
        cmocka_unit_test(failed_allocations_leak_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
