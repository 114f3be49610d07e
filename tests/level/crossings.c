// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Shapes with very many crossings. The limit on crossings also limits the work: a build fails if it takes more than
// 512 steps for each edge and each crossing allowed. So a level that builds with the exact number of crossings
// allowed takes time linear in both.
#include "ledger.h"
#include "level/maps.h"

#include "level/build/arrange.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_SHAPES = 4000, STAR = 41 };

static carom_vec2 points[STAR * MAX_SHAPES];
static carom_outline outlines[MAX_SHAPES];
static carom_tiles grids[MAX_SHAPES];

static carom_status try_make(carom_level_desc desc, carom_level **level, carom_error *error) {
    *error = (carom_error){0};
    return carom_level_make(&desc, level, error);
}

/// Builds with exactly this number of crossings allowed, and fails with one less.
static void expect_crossings(carom_level_desc desc, int crossings, int outline) {
    carom_level *level;
    carom_error error;
    desc.max_crossings = crossings;
    assert_int_equal(try_make(desc, &level, &error), CAROM_STATUS_OK);
    assert_int_equal(carom_level_edge_count(level), outline);
    carom_level_free(level);
    --desc.max_crossings;
    assert_int_equal(try_make(desc, &level, &error), CAROM_STATUS_TOO_LARGE);
    assert_null(level);
    assert_non_null(strstr(error.message, "max_crossings"));
}

/// The star polygon {n/(n/2)}: each edge crosses all others except the two that share a vertex with it.
static carom_level_desc star_of(int n) {
    for (int i = 0; i < n; ++i) {
        double angle = 6.283185307179586 * (i * (n / 2) % n) / n;
        points[i] = (carom_vec2){(float)(1000 * cos(angle)), (float)(1000 * sin(angle))};
    }
    outlines[0] = (carom_outline){.points = points, .count = n};
    return (carom_level_desc){.outlines = outlines, .outlines_count = 1};
}

static void work_on_stars_is_linear_in_crossings(void **state) {
    (void)state;
    expect_crossings(star_of(101), 101 * 49, 202);
    expect_crossings(star_of(301), 301 * 149, 602);
}

static carom_level_desc slopes_of(int n) {
    static const uint8_t slope = CAROM_TILE_SLOPE_45;
    for (int i = 0; i < n; ++i) {
        grids[i] = (carom_tiles){.columns = 1, .rows = 1, .cell = {16, 16}, .codes = &slope};
        grids[i].origin = (carom_vec2){(float)i / 128, (float)i / 256};
    }
    return (carom_level_desc){.tiles = grids, .tiles_count = n};
}

/// Each pair of slopes has two crossings.
static void work_on_overlapping_slopes_is_linear_in_crossings(void **state) {
    (void)state;
    expect_crossings(slopes_of(200), 200 * 199, 799);
}

static carom_level_desc fan_of(int n, bool open) {
    for (int i = 0; i < n; ++i) {
        double from = 6.283185307179586 * i / n, to = from + 2.5 / n;
        points[3 * i] = (carom_vec2){0, 0};
        points[3 * i + 1] = (carom_vec2){(float)(1000 * cos(from)), (float)(1000 * sin(from))};
        points[3 * i + 2] = (carom_vec2){(float)(1000 * cos(to)), (float)(1000 * sin(to))};
        outlines[i] = (carom_outline){.points = points + 3 * i, .count = 3, .open = open};
    }
    return (carom_level_desc){.outlines = outlines, .outlines_count = n};
}

/// Regression: the time was cubic in the number of edges at the vertex.
static void many_edges_may_meet_in_one_point(void **state) {
    (void)state;
    carom_level *level;
    carom_error error;
    for (int open = 0; open < 2; ++open) {
        assert_int_equal(try_make(fan_of(1000, open), &level, &error), CAROM_STATUS_OK);
        assert_int_equal(carom_level_edge_count(level), open ? 4000 : 3000);
        for (int i = 0; i < carom_level_edge_count(level); ++i) {
            carom_level_edge e = carom_level_edge_at(level, i);
            assert_true(e.next >= 0);
            assert_int_equal(carom_level_edge_at(level, e.next).prev, i);
        }
        carom_level_free(level);
    }
}

static void copies_are_compared_once(void **state) {
    (void)state;
    static const carom_vec2 square[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {0, 9}, {9, 9}, {9, 0}};
    for (int i = 0; i < MAX_SHAPES; ++i) outlines[i] = (carom_outline){.points = square + i % 2 * 4, .count = 4};
    carom_level *level = level_of_outlines(outlines, MAX_SHAPES);
    assert_int_equal(carom_level_edge_count(level), 4);
    carom_level_free(level);
    for (int i = 0; i < MAX_SHAPES; ++i) outlines[i] = (carom_outline){.points = square, .count = 2, .open = true};
    level = level_of_outlines(outlines, MAX_SHAPES);
    assert_int_equal(carom_level_edge_count(level), 2 * MAX_SHAPES);
    carom_level_free(level);
}

/// Each overlapping edge is cut at every end of every other.
static void the_default_limit_rejects_too_many_crossings(void **state) {
    (void)state;
    for (int i = 0; i < MAX_SHAPES; ++i) {
        carom_vec2 *p = points + 4 * i;
        p[0] = (carom_vec2){0, 0}, p[1] = (carom_vec2){9 + (float)i, 0};
        p[2] = (carom_vec2){9 + (float)i, 9}, p[3] = (carom_vec2){0, 9};
        outlines[i] = (carom_outline){.points = p, .count = 4};
    }
    carom_level *level;
    carom_error error;
    carom_level_desc desc = {.outlines = outlines, .outlines_count = MAX_SHAPES};
    assert_int_equal(try_make(desc, &level, &error), CAROM_STATUS_TOO_LARGE);
    assert_memory_equal(error.where, "outline ", 8);
    desc.outlines_count = 100;
    assert_int_equal(try_make(desc, &level, &error), CAROM_STATUS_OK);
    assert_int_equal(carom_level_edge_count(level), 4);
    carom_level_free(level);
}

/// Adds the star polygon {STAR/n} as outline i.
static void set_star(int i, int n, carom_vec2 centre, int tag) {
    carom_vec2 *p = points + STAR * i;
    for (int k = 0; k < STAR; ++k) {
        double angle = 6.283185307179586 * (k * n % STAR) / STAR;
        p[k] = (carom_vec2){centre.x + (float)(100 * cos(angle)), centre.y + (float)(100 * sin(angle))};
    }
    outlines[i] = (carom_outline){.points = p, .count = STAR, .tag = tag};
}

/// The limit does not grow with the number of edges: 4,000 stars with 369 crossings each exceed it, and 2,000 do not.
/// They are refused before memory is taken for crossings: the lists and the index of the edges take less than 250 bytes
/// an edge.
static void crossings_are_counted_before_they_take_memory(void **state) {
    (void)state;
    for (int i = 0; i < MAX_SHAPES; ++i) set_star(i, 10, (carom_vec2){(float)(i % 64) * 200, (float)(i / 64) * 200}, 0);
    ledger l = {.left = -1};
    const carom_allocator allocator = allocator_of(&l);
    carom_level *level;
    carom_error error;
    carom_level_desc desc = {.outlines = outlines, .outlines_count = MAX_SHAPES, .allocator = &allocator};
    assert_int_equal(try_make(desc, &level, &error), CAROM_STATUS_TOO_LARGE);
    assert_true(l.held == 0);
    assert_true(l.most < 250 * STAR * MAX_SHAPES);
    desc.outlines_count = 2000;
    assert_int_equal(try_make(desc, &level, &error), CAROM_STATUS_OK);
    assert_int_equal(carom_level_edge_count(level), 2000 * 2 * STAR);
    carom_level_free(level);
    assert_true(l.held == 0);
    assert_true(l.most < 500 * 369 * 2000 + 250 * STAR * 2000);
}

/// The error names the tile grid or outline with the most crossings, and its tag.
static void the_error_names_the_shape_with_the_most_crossings(void **state) {
    (void)state;
    static const uint8_t codes[] = {CAROM_TILE_SOLID, CAROM_TILE_SLOPE_45};
    const carom_tiles tiles[] = {
        {.columns = 2, .rows = 1, .codes = codes, .origin = {-600, 0}, .cell = {16, 16}},
        {.columns = 2, .rows = 1, .codes = codes, .origin = {-300, 0}, .cell = {16, 16}, .tag = 31},
    };
    carom_level *level;
    carom_error error;
    for (int i = 0; i < 6; ++i) set_star(i, 2, (carom_vec2){(float)i * 300, 0}, i);
    outlines[1].open = true;
    points[STAR] = points[STAR + 1]; // an edge without length is not counted
    points[2 * STAR] = points[2 * STAR + 1];
    for (int worst = 2; worst < 6; ++worst) {
        set_star(worst, 20, (carom_vec2){(float)worst * 300, 0}, 70 + worst);
        carom_level_desc desc = {.tiles = tiles, .tiles_count = 2, .outlines = outlines, .outlines_count = 6};
        desc.max_crossings = 600;
        char expected[64];
        assert_int_equal(try_make(desc, &level, &error), CAROM_STATUS_TOO_LARGE);
        snprintf(expected, sizeof expected, "outline %d", worst);
        assert_string_equal(error.where, expected);
        snprintf(expected, sizeof expected, "(tag %d)", 70 + worst);
        assert_non_null(strstr(error.message, expected));
        set_star(worst, 2, (carom_vec2){(float)worst * 300, 0}, worst);
    }
    // A star of many crossings over the second tile grid.
    carom_level_desc desc = {.tiles = tiles, .tiles_count = 2, .outlines = outlines, .outlines_count = 1};
    static const carom_vec2 comb[] = {{-290, 40}, {-288, -5}, {-286, 40}, {-284, -5}, {-282, 40}};
    outlines[0] = (carom_outline){.points = comb, .count = 5};
    desc.max_crossings = 3;
    assert_int_equal(try_make(desc, &level, &error), CAROM_STATUS_TOO_LARGE);
    assert_string_equal(error.where, "tiles 1");
    assert_non_null(strstr(error.message, "(tag 31)"));
}

/// A cut of an edge divides all of its copies, and counts once for each.
static void cuts_of_copies_are_counted(void **state) {
    (void)state;
    enum { COPIES = 10 };
    static const carom_vec2 square[] = {{0, 0}, {16, 0}, {16, 16}, {0, 16}},
                            other[] = {{8, 8}, {24, 8}, {24, 24}, {8, 24}};
    for (int i = 0; i < COPIES; ++i) outlines[i] = (carom_outline){.points = square, .count = 4};
    outlines[COPIES] = (carom_outline){.points = other, .count = 4};
    const carom_level_desc desc = {.outlines = outlines, .outlines_count = COPIES + 1};
    expect_crossings(desc, COPIES + 1, 8); // two cuts for each crossing allowed: two of each copy, two of the other
}

/// Edges beside each other take work, though none crosses another.
static void work_on_slivers_is_limited(void **state) {
    (void)state;
    enum { SLIVERS = 200 };
    for (int i = 0; i < SLIVERS; ++i) {
        float y = (float)i / 64;
        carom_vec2 *p = points + 3 * i;
        p[0] = (carom_vec2){0, y};
        p[1] = (carom_vec2){1024, 1024 + y};
        p[2] = (carom_vec2){1024, 1024 + y + 0x1p-7f};
        outlines[i] = (carom_outline){.points = p, .count = 3, .tag = 9};
    }
    carom_level_desc desc = {.outlines = outlines, .outlines_count = SLIVERS, .max_crossings = 1};
    carom_level *level;
    carom_error error;
    assert_int_equal(try_make(desc, &level, &error), CAROM_STATUS_TOO_LARGE);
    assert_non_null(strstr(error.message, "run close beside each other, most of them here (tag 9)"));
    desc.max_crossings = 0;
    assert_int_equal(try_make(desc, &level, &error), CAROM_STATUS_OK);
    assert_int_equal(carom_level_edge_count(level), 3 * SLIVERS);
    carom_level_free(level);
    // With a triangle across all of them, the limit on crossings is reached first if few are allowed, else the limit on
    // steps. In between, at 220, one edge exceeds both.
    static const carom_vec2 across[] = {{500, -9}, {510, -9}, {505, 600}};
    outlines[SLIVERS] = (carom_outline){.points = across, .count = 3, .tag = 4};
    ++desc.outlines_count;
    for (int allowed = 215; allowed < 225; ++allowed) {
        desc.max_crossings = allowed;
        assert_int_equal(try_make(desc, &level, &error), CAROM_STATUS_TOO_LARGE);
        assert_non_null(strstr(error.message, "(tag 4)")); // which has the most crossings
    }
    desc.max_crossings = 0;
    assert_int_equal(try_make(desc, &level, &error), CAROM_STATUS_OK);
    carom_level_free(level);
}

/// Equal triangles with a fan of others at the middle of a side: each of the fan cuts that side at the same point,
/// which counts once for each of the equal triangles.
static void cuts_at_one_point_count_once(void **state) {
    (void)state;
    enum { COPIES = 4, FAN = 4 };
    for (int i = 0; i < COPIES + FAN; ++i) {
        carom_vec2 *p = points + 3 * i;
        const float x = 7 + 0.5f * (float)(i - COPIES);
        p[0] = i < COPIES ? (carom_vec2){0, 0} : (carom_vec2){8, 0};
        p[1] = i < COPIES ? (carom_vec2){16, 0} : (carom_vec2){x + 0.25f, 8};
        p[2] = i < COPIES ? (carom_vec2){8, -9} : (carom_vec2){x, 8};
        outlines[i] = (carom_outline){.points = p, .count = 3};
    }
    expect_crossings((carom_level_desc){.outlines = outlines, .outlines_count = COPIES + FAN}, FAN, 4 + 3 * FAN);
}

/// The steps of comparing a line with the lines in its cells.
typedef struct work {
    const cr_index *index;
    int line, last[32]; // for each line, the last one that visited it
    int64_t steps, pairs;
} work;

static double count_steps(void *context, const uint32_t *refs, int count) {
    work *w = context;
    w->steps += count;
    for (int i = 0; i < count; ++i) {
        const int k = (int)(refs[i] >> CR_REF_SHIFT);
        const cr_edge_line *lines = w->index->lines;
        if (w->last[k] == w->line) continue;
        w->last[k] = w->line;
        if (k > w->line && cr_boxes_overlap(cr_edge_line_box(lines[w->line]), cr_edge_line_box(lines[k]))) ++w->pairs;
    }
    return 1;
}

/// Of edges without crossings, each is visited in each cell of another one, for touches and for crossings. Only pairs
/// with boxes that overlap are compared: diagonals beside each other and over short edges, but not the short ones.
static void only_edges_with_boxes_that_overlap_are_compared(void **state) {
    (void)state;
    enum { COUNT = 24 };
    int64_t most = 0;
    for (int diagonals = 0; diagonals <= COUNT; ++diagonals) {
        cr_edges edges = {0};
        for (int i = 0; i < COUNT; ++i) {
            const float x = (float)i, slope = i < diagonals ? COUNT : 0.5f;
            assert_true(cr_edges_add(&edges, NULL, (cr_edge){.a = {x, 0}, .b = {x + slope, slope}, .tag = i}));
        }
        cr_edge copies[COUNT];
        memcpy(copies, edges.items, sizeof copies);
        cr_index index;
        assert_true(cr_index_build(&index, NULL, copies, COUNT));
        work w = {.index = &index};
        for (int i = 0; i < COUNT; ++i) w.last[i] = -1;
        for (w.line = 0; w.line < COUNT; ++w.line) cr_index_walk_line(&index, index.lines[w.line], count_steps, &w);
        cr_crossing_budget budget = {0};
        assert_int_equal(cr_arrange(NULL, &edges, &budget), CAROM_STATUS_OK);
        assert_int_equal(edges.count, COUNT);
        assert_int_equal(CR_STEPS * COUNT - budget.steps, 2 * (w.steps + 8 * w.pairs));
        assert_int_equal(w.pairs > 0, diagonals > 0);
        most = w.pairs > most ? w.pairs : most;
        cr_edges_free(&edges, NULL);
        cr_index_free(&index, NULL);
    }
    assert_true(most > 100);
}

/// The place of a point in one of the eight orientations, scaled.
static carom_vec2 oriented(carom_vec2 p, int orientation, float scale) {
    if (orientation & 1) p.x = -p.x;
    if (orientation & 2) p.y = -p.y;
    if (orientation & 4) p = (carom_vec2){p.y, p.x};
    return (carom_vec2){p.x * scale, p.y * scale};
}

/// From the overlay tests of JTS (misc/TestOverlay.xml): an edge passes a vertex of another triangle within a fraction
/// of an ulp. Each crossing rounds to a point an ulp further along both; cut there, the rest crosses again, for ever.
static void crossings_beside_a_vertex_end(void **state) {
    (void)state;
    static const carom_vec2 a[] = {{-3608.19921875f, -785.19091796875f},
                                   {-3665.139404296875f, -693.4072875976562f},
                                   {-3614.254638671875f, -762.5869750976562f}},
                            b[] = {{-3598.49365234375f, -821.42041015625f}, {-3614.254638671875f, -762.5869750976562f}},
                            thirds[] = {{-3500, -700}, {-3700, -900}};
    for (int i = 0; i < 48; ++i) {
        const float scale = i / 16 == 0 ? 1 : i / 16 == 1 ? 0x1p-40f : 0x1p30f;
        carom_vec2 first[3], second[3] = {b[0], b[1], thirds[i & 1]};
        for (int k = 0; k < 3; ++k) {
            first[k] = oriented(a[k], i / 2 & 7, scale);
            second[k] = oriented(second[k], i / 2 & 7, scale);
        }
        const carom_outline triangles[] = {{.points = first, .count = 3}, {.points = second, .count = 3}};
        carom_level *level;
        carom_error error;
        const carom_level_desc desc = {.outlines = triangles, .outlines_count = 2};
        if (carom_level_make(&desc, &level, &error)) fail_msg("%s", error.message);
        assert_in_range(carom_level_edge_count(level), 5, 9);
        const carom_vec2 centre = {first[0].x / 3 + first[1].x / 3 + first[2].x / 3,
                                   first[0].y / 3 + first[1].y / 3 + first[2].y / 3};
        assert_true(carom_level_solid(level, centre));
        carom_level_free(level);
    }
}

/// Five points beside one line: each cut bends an edge across another one, and the rounds do not end.
static void crossings_without_an_end_are_refused(void **state) {
    (void)state;
    static const carom_vec2 slopes[] = {{8181.7915f, 8310.99023f},
                                        {8337.20312f, 8195.82812f},
                                        {8302.72852f, 8221.36816f},
                                        {8218.10059f, 8284.08496f},
                                        {8228.65234f, 8275.3418f}};
    for (int i = 0; i < 16; ++i) { // mirrored in x or y, with a square before it, and as a one-way loop
        static const carom_vec2 square[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
        carom_vec2 p[5];
        for (int k = 0; k < 5; ++k) p[k] = oriented(slopes[k], i & 3, 1);
        const carom_outline both[] = {{.points = square, .count = 4},
                                      {.points = p, .count = 5, .one_way = (i & 8) != 0, .tag = 3}};
        const carom_level_desc desc = {.outlines = both + !(i & 4), .outlines_count = 1 + (i >> 2 & 1)};
        carom_level *level;
        carom_error error;
        assert_int_equal(try_make(desc, &level, &error), CAROM_STATUS_BAD_ARGUMENT);
        assert_null(level);
        assert_non_null(strstr(error.message, "too often within a few units of rounding"));
        if (i & 8) assert_string_equal(error.where, i & 4 ? "outline 1" : "outline 0");
    }
}

/// Points beside one line, whose edges cross within a few ulp of their ends. A crossing becomes an end of the edge that
/// is compared, or of the other one, unless that end is beyond the other edge.
static void crossings_near_ends_end_there(void **state) {
    (void)state;
    static const struct {
        carom_vec2 points[5];
        int count, edges; // of the level: recorded
    } cases[] = {
        {{{5751.07129f, 6640.13428f},
          {5785.15527f, 6826.53516f},
          {5773.06152f, 6760.39551f},
          {5783.8418f, 6819.35156f}},
         4,
         1008},
        {{{6941.19287f, 4538.12061f},
          {6818.33105f, 4431.47363f},
          {6964.36279f, 4558.23242f},
          {6822.85645f, 4435.40186f}},
         4,
         939},
        {{{5054.05322f, 8186.92383f},
          {4875.33447f, 7892.67627f},
          {4994.03711f, 8088.11182f},
          {5034.58057f, 8154.86377f},
          {4898.70947f, 7931.16162f}},
         5,
         560},
    };
    for (int i = 0; i < 3; ++i) {
        const carom_outline outline = {.points = cases[i].points, .count = cases[i].count};
        carom_level *level = level_of_outlines(&outline, 1);
        assert_int_equal(carom_level_edge_count(level), cases[i].edges);
        for (int k = 0; k < carom_level_edge_count(level); ++k) {
            carom_level_edge e = carom_level_edge_at(level, k);
            assert_true(e.next >= 0 && e.prev >= 0);
        }
        assert_true(area_of(level) > 0 && area_of(level) < 1);
        carom_level_free(level);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_on_stars_is_linear_in_crossings),
        cmocka_unit_test(work_on_overlapping_slopes_is_linear_in_crossings),
        cmocka_unit_test(many_edges_may_meet_in_one_point),
        cmocka_unit_test(copies_are_compared_once),
        cmocka_unit_test(the_default_limit_rejects_too_many_crossings),
        cmocka_unit_test(crossings_are_counted_before_they_take_memory),
        cmocka_unit_test(the_error_names_the_shape_with_the_most_crossings),
        cmocka_unit_test(cuts_of_copies_are_counted),
        cmocka_unit_test(work_on_slivers_is_limited),
        cmocka_unit_test(cuts_at_one_point_count_once),
        cmocka_unit_test(only_edges_with_boxes_that_overlap_are_compared),
        cmocka_unit_test(crossings_beside_a_vertex_end),
        cmocka_unit_test(crossings_without_an_end_are_refused),
        cmocka_unit_test(crossings_near_ends_end_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
