// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The union of overlapping free shapes and tiles: edges inside of solid are removed, all others stay. Compared with the
// winding number of each shape.
#include "level/maps.h"

enum { MAX_POINTS = 12, MAX_SHAPES = 40 };

typedef struct scene {
    map m;
    int shapes, tile_grids;
    carom_outline outlines[MAX_SHAPES];
    carom_vec2 points[MAX_SHAPES][MAX_POINTS];
} scene;

static bool is_solid(const scene *s, double x, double y) {
    if (s->tile_grids > 0 && map_solid(&s->m, x, y)) return true;
    for (int i = 0; i < s->shapes; ++i) {
        if (winding_of(&s->outlines[i], x, y) != 0) return true;
    }
    return false;
}

static carom_level *make_level(const scene *s) {
    carom_level *level;
    carom_error error;
    carom_level_desc desc = {.tiles = &s->m.tiles, .tiles_count = s->tile_grids};
    desc.outlines = s->outlines;
    desc.outlines_count = s->shapes;
    assert_int_equal(carom_level_make(&desc, &level, &error), CAROM_STATUS_OK);
    return level;
}

/// True if no boundary is within `reach` of the point: all points around it have the same result.
static bool is_clear(const scene *s, double x, double y, double reach) {
    static const double ways[][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    bool solid = is_solid(s, x, y);
    for (int i = 0; i < 8; ++i) {
        if (is_solid(s, x + ways[i][0] * reach, y + ways[i][1] * reach) != solid) return false;
    }
    return true;
}

static void expect_solid_as_drawn(const scene *s, random_source *r, int samples, float size) {
    carom_level *level = make_level(s);
    for (int i = 0; i < samples; ++i) {
        carom_vec2 p = {random_range(r, -1, size + 1), random_range(r, -1, size + 1)};
        if (!is_clear(s, (double)p.x, (double)p.y, 1e-3)) continue;
        assert_int_equal(carom_level_solid(level, p), is_solid(s, (double)p.x, (double)p.y));
    }
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        double dx = (double)e.b.x - (double)e.a.x, dy = (double)e.b.y - (double)e.a.y, length = sqrt(dx * dx + dy * dy);
        assert_true(e.next >= 0);
        assert_int_equal(carom_level_edge_at(level, e.next).prev, i);
        if (length < 0.05) continue;
        double x = (double)e.a.x + 0.47 * dx, y = (double)e.a.y + 0.47 * dy, reach = 2e-5 / length;
        double left_x = x - dy * reach, left_y = y + dx * reach, right_x = x + dy * reach, right_y = y - dx * reach;
        if (is_clear(s, left_x, left_y, 1e-5)) assert_true(is_solid(s, left_x, left_y));
        if (is_clear(s, right_x, right_y, 1e-5)) assert_false(is_solid(s, right_x, right_y));
    }
    carom_level_free(level);
}

// ---- Known cases ----------------------------------------------------------------------------------------------------

static void expect_edges(const carom_vec2 *points, int count, int shapes, int each, int edges) {
    carom_outline outlines[8];
    for (int i = 0; i < shapes; ++i) outlines[i] = (carom_outline){.points = points + i * each, .count = each};
    assert_int_equal(count, shapes * each);
    carom_level *level = level_of_outlines(outlines, shapes);
    assert_int_equal(carom_level_edge_count(level), edges);
    carom_level_free(level);
}

#define EXPECT_EDGES(points, shapes, edges)                                                                            \
    expect_edges(points, (int)(sizeof(points) / sizeof(points[0])), shapes,                                            \
                 (int)(sizeof(points) / sizeof(points[0])) / (shapes), edges)

static void known_unions(void **state) {
    (void)state;
    static const carom_vec2 square[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    EXPECT_EDGES(square, 1, 4);
    static const carom_vec2 backwards[] = {{0, 0}, {0, 4}, {4, 4}, {4, 0}};
    EXPECT_EDGES(backwards, 1, 4);
    static const carom_vec2 twice[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {0, 4}, {4, 4}, {4, 0}};
    EXPECT_EDGES(twice, 2, 4);
    static const carom_vec2 side_by_side[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {4, 0}, {8, 0}, {8, 4}, {4, 4}};
    EXPECT_EDGES(side_by_side, 2, 4);
    static const carom_vec2 crossing[] = {{0, 1}, {4, 1}, {4, 3}, {0, 3}, {1, 0}, {3, 0}, {3, 4}, {1, 4}};
    EXPECT_EDGES(crossing, 2, 12);
    static const carom_vec2 within[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {1, 1}, {2, 1}, {2, 2}, {1, 2}};
    EXPECT_EDGES(within, 2, 4);
    static const carom_vec2 apart[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {5, 1}, {6, 1}, {6, 2}, {5, 2}};
    EXPECT_EDGES(apart, 2, 8);
    static const carom_vec2 bow_tie[] = {{0, 0}, {4, 4}, {4, 0}, {0, 4}};
    EXPECT_EDGES(bow_tie, 1, 6);
    static const carom_vec2 flat[] = {{0, 0}, {4, 4}, {8, 8}};
    EXPECT_EDGES(flat, 1, 0);
    static const carom_vec2 spur[] = {{0, 0}, {4, 0}, {9, 0}, {4, 0}, {4, 4}, {0, 4}};
    EXPECT_EDGES(spur, 1, 4);
    static const carom_vec2 notch[] = {{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}};
    EXPECT_EDGES(notch, 1, 5);
    static const carom_vec2 point[] = {{9, 9}, {9, 9}, {9, 9}, {9, 9}, {0, 0}, {4, 4}, {4, 0}, {0, 4}};
    EXPECT_EDGES(point, 2, 6);
}

static void seams_between_shapes_and_tiles_are_removed(void **state) {
    (void)state;
    static scene s;
    map_draw(&s.m, "##..\n##..\n", 16);
    s.tile_grids = 1;
    static const carom_vec2 box[] = {{32, 0}, {48, 0}, {48, 32}, {32, 32}};
    s.shapes = 1;
    s.outlines[0] = (carom_outline){.points = box, .count = 4};
    carom_level *level = make_level(&s);
    assert_int_equal(carom_level_edge_count(level), 4);
    assert_int_equal(carom_level_seams_removed(level), 16);
    carom_level_free(level);
    s.outlines[0].tag = 7; // different tags: the floors are not merged
    level = make_level(&s);
    assert_int_equal(carom_level_edge_count(level), 6);
    carom_level_free(level);
}

/// Of coinciding sides, the edge has the tag of the first outline. A tooth makes the outlines differ; each of them is
/// in each place of the list, and each side is the first of its outline.
static void a_common_side_has_the_tag_of_the_first_outline(void **state) {
    (void)state;
    enum { COUNT = 5 };
    static const carom_vec2 square[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    for (int n = 0; n < 1 << COUNT; ++n) {
        static scene s;
        int first = -1, edges = 0;
        s.shapes = COUNT;
        s.tile_grids = 0;
        for (int i = 0; i < COUNT; ++i) {
            bool is_there = n >> i & 1; // the others are far away
            for (int k = 0; k < 4; ++k) {
                s.points[i][(k + n) % 4] =
                    (carom_vec2){square[k].x + (is_there ? 0 : (float)(10 + 8 * i)), square[k].y};
            }
            if (is_there)
                s.points[i][(2 + n) % 4].y = (float)(5 + (i + n) % COUNT); // the upper side and the left coincide
            s.outlines[i] = (carom_outline){.points = s.points[i], .count = 4, .tag = 100 - i};
            if (is_there && first < 0) first = i;
        }
        carom_level *level = make_level(&s);
        for (int i = 0; i < carom_level_edge_count(level); ++i) {
            carom_level_edge e = carom_level_edge_at(level, i);
            if (e.a.x > 4 || e.b.x > 4 || (e.a.y != e.b.y && (e.a.x != 0 || e.b.x != 0))) continue;
            assert_int_equal(e.tag, 100 - first);
            ++edges;
        }
        assert_int_equal(edges, n == 0 ? 0 : 2);
        carom_level_free(level);
    }
}

// ---- Random scenes --------------------------------------------------------------------------------------------------

/// Half of the scenes have integer coordinates, so that vertices, edges and crossings coincide.
static void draw_shape(scene *s, random_source *r, float size, bool whole) {
    int i = s->shapes++;
    int count = 3 + random_below(r, MAX_POINTS - 2);
    for (int k = 0; k < count; ++k) {
        carom_vec2 p = {random_range(r, 0, size), random_range(r, 0, size)};
        s->points[i][k] = whole ? (carom_vec2){floorf(p.x), floorf(p.y)} : p;
    }
    s->outlines[i] = (carom_outline){.points = s->points[i], .count = count};
}

static void random_shapes_are_united(void **state) {
    (void)state;
    random_source r = {6};
    static scene s;
    for (int n = 0; n < 400; ++n) {
        s.shapes = s.tile_grids = 0;
        float size = n % 4 < 2 ? 8 : 60;
        for (int k = 1 + random_below(&r, 5); k > 0; --k) draw_shape(&s, &r, size, n % 2);
        expect_solid_as_drawn(&s, &r, 200, size);
    }
}

static void random_shapes_join_tiles(void **state) {
    (void)state;
    random_source r = {7};
    static scene s;
    for (int n = 0; n < 150; ++n) {
        s.shapes = 0;
        s.tile_grids = 1;
        map_make(&s.m, 6, 6, n % 2 ? 6 : 10.1f);
        map_fill(&s.m, &r);
        for (int i = 0; i < 36; ++i) { // thin edges are not compared
            int base = s.m.codes[i] & 31;
            if (base >= CAROM_TILE_EDGE && base <= CAROM_TILE_EDGES_THREE) s.m.codes[i] = CAROM_TILE_SOLID;
        }
        for (int k = 1 + random_below(&r, 4); k > 0; --k) draw_shape(&s, &r, 6 * s.m.tiles.cell.x, n % 3);
        expect_solid_as_drawn(&s, &r, 200, 6 * s.m.tiles.cell.x);
    }
}

/// The same polygon in every cell, overlapping its neighbours.
static void many_equal_shapes_are_united(void **state) {
    (void)state;
    random_source r = {8};
    static scene s;
    s.shapes = s.tile_grids = 0;
    static const carom_vec2 shape[] = {{-0.1f, 0}, {1.1f, 0.3f}, {0.5f, 0.6f}, {1.1f, 1}, {0, 1.2f}};
    for (int k = 0; k < 36; ++k) {
        s.shapes = k + 1;
        for (int i = 0; i < 5; ++i) {
            s.points[k][i] = (carom_vec2){shape[i].x + (float)(k % 6), shape[i].y + (float)(k / 6)};
        }
        s.outlines[k] = (carom_outline){.points = s.points[k], .count = 5};
    }
    expect_solid_as_drawn(&s, &r, 5000, 6);
}

/// Regression: where crossings bend edges, a run that lost its bends crossed a vertex beside it, and the boundary was
/// open there. Coordinates are in ulp, at 2^20.
static void bent_runs_pass_no_vertex(void **state) {
    (void)state;
    static const float known[][10] = {{19, 14, 0, 19, 5, 18, 17, 14, 0, 17}};
    static const float pairs[][12] = {{33, 35, 22, 23, 8, 1, 1, 0, 32, 26, 31, 4},
                                      {3, 10, 0, 2, 0, 4, 1, 8, 10, 8, 0, 1}};
    random_source r = {41};
    for (int i = 0; i < 20003; ++i) {
        carom_vec2 points[2][5];
        int sizes[2] = {3 + random_below(&r, 3), 3 + random_below(&r, 2)}, size = 12 + random_below(&r, 30);
        if (i < 3) sizes[0] = i == 0 ? 5 : 3, sizes[1] = 3;
        const float *given = i == 0 ? known[0] : i < 3 ? pairs[i - 1] : NULL;
        for (int k = 0; k < 2; ++k) {
            for (int n = 0; n < sizes[k]; ++n) {
                float x = (float)random_below(&r, size), y = (float)random_below(&r, size);
                if (given && (i > 0 || k == 0)) x = given[2 * (3 * k + n)], y = given[2 * (3 * k + n) + 1];
                points[k][n] = (carom_vec2){1048576 + x / 8, 1048576 + y / 8};
            }
        }
        const carom_outline outlines[] = {{.points = points[0], .count = sizes[0]},
                                          {.points = points[1], .count = sizes[1]}};
        carom_level *level = level_of_desc(&(carom_level_desc){.outlines = outlines, .outlines_count = i == 0 ? 1 : 2});
        for (int k = 0; k < carom_level_edge_count(level); ++k) {
            assert_true(carom_level_edge_at(level, k).next >= 0);
            assert_true(carom_level_edge_at(level, k).prev >= 0);
        }
        carom_level_free(level);
    }
}

/// Three triangles apart, in a flat level. Toward -x of a vertex of the second one, one long edge has the nearer end,
/// but the other long edge passes the vertex before it.
static void the_edge_that_passes_nearest_decides(void **state) {
    (void)state;
    static const carom_vec2 triangles[][3] = {
        {{846, 10}, {845, 10}, {841, 8}}, {{820, 5}, {818, 3}, {818, 7}}, {{452, 4}, {242, 2}, {518, 5}}};
    carom_outline outlines[3];
    for (int i = 0; i < 3; ++i) outlines[i] = (carom_outline){.points = triangles[i], .count = 3};
    carom_level *level = level_of_desc(&(carom_level_desc){.outlines = outlines, .outlines_count = 3});
    assert_int_equal(carom_level_edge_count(level), 9);
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_unions),
        cmocka_unit_test(seams_between_shapes_and_tiles_are_removed),
        cmocka_unit_test(a_common_side_has_the_tag_of_the_first_outline),
        cmocka_unit_test(random_shapes_are_united),
        cmocka_unit_test(random_shapes_join_tiles),
        cmocka_unit_test(many_equal_shapes_are_united),
        cmocka_unit_test(the_edge_that_passes_nearest_decides),
        cmocka_unit_test(bent_runs_pass_no_vertex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
