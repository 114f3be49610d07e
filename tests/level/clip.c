// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Thin edges against solids: parts inside are removed, parts outside and on the boundary stay. Known cases, then random
// scenes in which points of the chains and of the tiles' thin sides are compared with the shapes.
#include "base/vec.h"
#include "level/maps.h"

#include <math.h>

enum { MAX_SHAPES = 8, MAX_POINTS = 8, CHAINS = 3, CHAIN_TAG = 100 };

static const carom_vec2 block[] = {{0, 0}, {16, 0}, {16, 16}, {0, 16}};

/// A level of the block and one chain.
static carom_level *level_of_chain(const carom_vec2 *points, int count, bool one_way) {
    const carom_outline outlines[] = {
        {.points = block, .count = 4},
        {.points = points, .count = count, .open = true, .one_way = one_way, .tag = CHAIN_TAG}};
    return level_of_outlines(outlines, 2);
}

static bool has_edge(const carom_level *level, carom_vec2 a, carom_vec2 b) {
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        if (e.a.x == a.x && e.a.y == a.y && e.b.x == b.x && e.b.y == b.y && e.tag == CHAIN_TAG) return true;
    }
    return false;
}

/// Expects the given parts of a segment, drawn one-way and two-sided: `parts` pairs of ends.
static void expect_parts(carom_vec2 a, carom_vec2 b, const carom_vec2 *ends, int parts) {
    const carom_vec2 points[] = {a, b};
    carom_level *level = level_of_chain(points, 2, true);
    assert_int_equal(carom_level_edge_count(level), 4 + parts);
    for (int i = 0; i < parts; ++i) assert_true(has_edge(level, ends[2 * i], ends[2 * i + 1]));
    carom_level_free(level);
    level = level_of_chain(points, 2, false);
    assert_int_equal(carom_level_edge_count(level), 4 + 2 * parts);
    for (int i = 0; i < parts; ++i) {
        assert_true(has_edge(level, ends[2 * i], ends[2 * i + 1]));
        assert_true(has_edge(level, ends[2 * i + 1], ends[2 * i]));
    }
    carom_level_free(level);
}

#define EXPECT_PARTS(ax, ay, bx, by, parts, ...)                                                                       \
    expect_parts((carom_vec2){ax, ay}, (carom_vec2){bx, by}, (const carom_vec2[]){__VA_ARGS__, {0, 0}}, parts)

static void known_segments_are_clipped(void **state) {
    (void)state;
    EXPECT_PARTS(2, 3, 14, 9, 0, {0, 0});                                  // inside
    EXPECT_PARTS(-8, 4, 8, 4, 1, {-8, 4}, {0, 4});                         // into
    EXPECT_PARTS(8, 4, -8, 4, 1, {0, 4}, {-8, 4});                         // out of
    EXPECT_PARTS(-8, 4, 24, 4, 2, {-8, 4}, {0, 4}, {16, 4}, {24, 4});      // through
    EXPECT_PARTS(-4, -4, 20, 20, 2, {-4, -4}, {0, 0}, {16, 16}, {20, 20}); // through two corners
    EXPECT_PARTS(0, 0, 16, 16, 0, {0, 0});                                 // from corner to corner
    EXPECT_PARTS(-4, 0, 20, 0, 1, {-4, 0}, {20, 0});                       // along a side
    EXPECT_PARTS(2, 16, 12, 16, 1, {2, 16}, {12, 16});                     // a part of a side
    EXPECT_PARTS(-4, 4, 4, -4, 1, {-4, 4}, {4, -4});                       // touches a corner
    EXPECT_PARTS(0, 4, -8, 4, 1, {0, 4}, {-8, 4});                         // from the boundary outward
    EXPECT_PARTS(0, 4, 8, 9, 0, {0, 0});                                   // from the boundary inward
    EXPECT_PARTS(0, 16, 20, -4, 1, {16, 0}, {20, -4});                     // from a corner inward
    EXPECT_PARTS(16, 16, 16, 20, 1, {16, 16}, {16, 20});                   // extends a side
    EXPECT_PARTS(-8, 20, 24, 20, 1, {-8, 20}, {24, 20});                   // apart
}

static carom_vec2 point_in_ulp(float x, float y) {
    return (carom_vec2){0x1p20f + x / 8, 0x1p20f + y / 8};
}

/// Two solids of four vertices each, and an edge across the gap between them.
static carom_level *level_of_gap(const carom_vec2 *left, const carom_vec2 *right, const carom_vec2 *edge,
                                 bool one_way) {
    const carom_outline outlines[] = {{.points = left, .count = 4},
                                      {.points = right, .count = 4},
                                      {.points = edge, .count = 2, .open = true, .one_way = one_way, .tag = CHAIN_TAG}};
    return level_of_outlines(outlines, 3);
}

/// Between two walls less than an ulp apart, no part of an edge is left. Coordinates are in ulp, at 2^20.
static void gaps_of_less_than_an_ulp_are_closed(void **state) {
    (void)state;
    for (int i = 0; i < 4; ++i) { // from either side, one-way or not
        const bool back = i & 1, one_way = i & 2;
        const carom_vec2 left[] = {point_in_ulp(0, 0), point_in_ulp(10, 0), point_in_ulp(11, 64), point_in_ulp(0, 64)},
                         right[] = {point_in_ulp(11, 0), point_in_ulp(40, 0), point_in_ulp(40, 64),
                                    point_in_ulp(11, 64)};
        const carom_vec2 from = point_in_ulp(back ? 60 : -5, 40), to = point_in_ulp(back ? -5 : 60, 40);
        const carom_vec2 points[] = {from, to}, into = point_in_ulp(back ? 40 : 0, 40),
                         out = point_in_ulp(back ? 0 : 40, 40);
        carom_level *level = level_of_gap(left, right, points, one_way);
        assert_int_equal(carom_level_edge_count(level), 8 + (one_way ? 2 : 4));
        assert_true(has_edge(level, from, into) && has_edge(level, out, to));
        carom_level_free(level);
    }
}

/// An edge that begins or ends on a wall, with another wall less than half an ulp before it: there is no part between.
static void an_end_in_a_gap_of_less_than_an_ulp_is_closed(void **state) {
    (void)state;
    const carom_vec2 left[] = {point_in_ulp(0, 0), point_in_ulp(10, 0), point_in_ulp(10, 64), point_in_ulp(0, 64)};
    const carom_vec2 right[] = {point_in_ulp(10, -10), point_in_ulp(40, -10), point_in_ulp(40, 54),
                                point_in_ulp(11, 54)};
    const carom_vec2 on_left = point_in_ulp(10, 20), side = point_in_ulp(40, 20), far = point_in_ulp(60, 20);
    for (int i = 0; i < 4; ++i) { // in either direction, one-way or not
        const bool back = i & 1, one_way = i & 2;
        const carom_vec2 points[] = {back ? far : on_left, back ? on_left : far};
        carom_level *level = level_of_gap(left, right, points, one_way);
        assert_int_equal(carom_level_edge_count(level), 8 + (one_way ? 1 : 2));
        assert_true(back ? has_edge(level, far, side) : has_edge(level, side, far));
        carom_level_free(level);
    }
}

/// A chain is cut at the wall that it enters, and leaves no gap for a ray.
static void nothing_passes_between_a_chain_and_a_wall(void **state) {
    (void)state;
    random_source r = {41};
    for (int n = 0; n < 200; ++n) {
        const carom_vec2 points[] = {{random_range(&r, -20, -1), random_range(&r, -8, 24)},
                                     {random_range(&r, 1, 15), random_range(&r, 1, 15)}};
        carom_level *level = level_of_chain(points, 2, n % 2);
        carom_vec2 junction = {0, 0};
        int thin = 0;
        for (int i = 0; i < carom_level_edge_count(level); ++i) {
            carom_level_edge e = carom_level_edge_at(level, i);
            if (e.tag != CHAIN_TAG || e.a.x != points[0].x) continue;
            junction = e.b;
            ++thin;
        }
        assert_int_equal(thin, 1);
        assert_true(carom_level_solid(level, junction));
        // From the right of the chain: every ray close to the junction must hit.
        for (int k = 0; k < 40; ++k) {
            float x = junction.x - (k < 20 ? (float)k * 0x1p-22f : random_range(&r, 0, 0.5f));
            carom_vec2 from = {x, junction.y - 100};
            assert_true(carom_level_ray(level, from, (carom_vec2){0, 200}).hit);
        }
        carom_level_free(level);
    }
}

// ---- Random scenes --------------------------------------------------------------------------------------------------

typedef struct scene {
    map m;
    int shapes;
    carom_outline outlines[MAX_SHAPES + CHAINS];
    carom_vec2 points[MAX_SHAPES + CHAINS][MAX_POINTS];
} scene;

static bool is_solid(const scene *s, double x, double y) {
    if (map_solid(&s->m, x, y)) return true;
    for (int i = 0; i < s->shapes; ++i) {
        if (winding_of(&s->outlines[i], x, y) != 0) return true;
    }
    return false;
}

/// Returns +1 if a neighbourhood of the point is solid, -1 if it is empty, otherwise 0.
static int surroundings(const scene *s, double x, double y) {
    int solid = 0;
    for (int k = 0; k < 16; ++k) solid += is_solid(s, x + 1e-3 * cos(k * 0.4), y + 1e-3 * sin(k * 0.4));
    return solid == 16 ? 1 : solid == 0 ? -1 : 0;
}

static void draw_points(scene *s, random_source *r, int i, int count, bool closed) {
    bool whole = random_below(r, 2);
    for (int k = 0; k < count; ++k) {
        carom_vec2 p = {random_range(r, -4, 52), random_range(r, -4, 52)};
        s->points[i][k] = whole ? (carom_vec2){floorf(p.x), floorf(p.y)} : p;
    }
    s->outlines[i] = (carom_outline){.points = s->points[i], .count = count, .open = !closed, .tag = closed ? 0 : i};
}

static void draw_scene(scene *s, random_source *r) {
    map_make(&s->m, 3, 3, 16);
    map_fill(&s->m, r);
    s->shapes = random_below(r, MAX_SHAPES);
    for (int i = 0; i < s->shapes; ++i) draw_points(s, r, i, 3 + random_below(r, 4), true);
    for (int i = s->shapes; i < s->shapes + CHAINS; ++i) {
        draw_points(s, r, i, 2 + random_below(r, MAX_POINTS - 1), false);
        s->outlines[i].one_way = random_below(r, 2);
        s->outlines[i].tag = CHAIN_TAG + i;
    }
}

/// True if an edge with the tag passes through the point in the direction a -> b.
static bool has_edge_at(const carom_level *level, int tag, double x, double y, carom_vec2 a, carom_vec2 b) {
    double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y;
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        double ex = (double)e.b.x - (double)e.a.x, ey = (double)e.b.y - (double)e.a.y, length = sqrt(ex * ex + ey * ey);
        double sx = x - (double)e.a.x, sy = y - (double)e.a.y, way = (sx * ex + sy * ey) / length;
        if (e.tag != tag || dx * ex + dy * ey <= 0 || way < 0 || way > length) continue;
        if (fabs(sx * ey - sy * ex) / length < 1e-4 && fabs(dx * ey - dy * ex) < (1e-4 * length + 2e-5) * hypot(dx, dy))
            return true;
    }
    return false;
}

/// A thin edge of the scene.
typedef struct thin_edge {
    carom_vec2 a, b;
    int tag;
    bool both_ways;
} thin_edge;

/// Compares points of an edge with the shapes, and counts the points that stay and that are removed.
static void compare_along(const scene *s, const carom_level *level, random_source *r, thin_edge edge, int *counts) {
    carom_vec2 a = edge.a, b = edge.b;
    for (int k = 0; k < 12; ++k) {
        double t = (double)random_unit(r), x = (double)a.x + t * ((double)b.x - (double)a.x),
               y = (double)a.y + t * ((double)b.y - (double)a.y);
        int around = surroundings(s, x, y);
        if (around == 0) continue;
        assert_int_equal(has_edge_at(level, edge.tag, x, y, a, b), around < 0);
        if (edge.both_ways) assert_int_equal(has_edge_at(level, edge.tag, x, y, b, a), around < 0);
        ++counts[around > 0];
    }
}

static void compare_all(const scene *s, const carom_level *level, random_source *r, int *counts) {
    for (int i = s->shapes; i < s->shapes + CHAINS; ++i) {
        const carom_outline *chain = &s->outlines[i];
        for (int k = 0; k + 1 < chain->count; ++k) {
            carom_vec2 a = chain->points[k], b = chain->points[k + 1];
            if (a.x != b.x || a.y != b.y)
                compare_along(s, level, r, (thin_edge){a, b, chain->tag, !chain->one_way}, counts);
        }
    }
    for (int cell = 0; cell < 9; ++cell) {
        cr_tile_shape shape;
        cr_tile_shape_of(s->m.codes[cell], &shape);
        for (cr_tile_side side = CR_TOP; side < CR_SIDES; ++side) {
            cr_lattice from, to;
            if (!(shape.thin >> side & 1)) continue;
            cr_tile_side_ends(side, &from, &to);
            carom_vec2 corner = {(float)(cell % 3 * 16), (float)(cell / 3 * 16)};
            carom_vec2 a = {corner.x + 16 * (float)from.x / CR_CELL, corner.y + 16 * (float)from.y / CR_CELL};
            carom_vec2 b = {corner.x + 16 * (float)to.x / CR_CELL, corner.y + 16 * (float)to.y / CR_CELL};
            compare_along(s, level, r, (thin_edge){a, b, 0, false}, counts);
        }
    }
}

static void random_chains_are_clipped(void **state) {
    (void)state;
    random_source r = {42};
    static scene s;
    int counts[2] = {0};
    for (int n = 0; n < 1500; ++n) {
        draw_scene(&s, &r);
        carom_level_desc desc = {.tiles = &s.m.tiles, .tiles_count = 1, .outlines = s.outlines};
        desc.outlines_count = s.shapes + CHAINS;
        carom_level *level;
        assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
        compare_all(&s, level, &r, counts);
        carom_level_free(level);
    }
    assert_true(counts[0] > 10000);
    assert_true(counts[1] > 10000);
}

static int count_parts(const carom_level *level, carom_vec2 (*parts)[2]) {
    int count = 0;
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        const carom_level_edge e = carom_level_edge_at(level, i);
        if (e.tag != CHAIN_TAG) continue;
        assert_true(count < 2); // a triangle divides an edge in two
        parts[count][0] = e.a;
        parts[count++][1] = e.b;
    }
    return count;
}

/// The rest of an edge beside a triangle stays the rest, to the bit, when it is clipped once more; except at most
/// one part in ten, which crosses a side at a small angle.
static void clipped_parts_are_clipped_no_further(void **state) {
    (void)state;
    random_source r = {43};
    int kept = 0, moved = 0;
    for (int n = 0; n < 4000; ++n) {
        carom_vec2 points[5], parts[2][2], again[2][2];
        for (int i = 0; i < 5; ++i) points[i] = (carom_vec2){random_range(&r, 0, 16), random_range(&r, 0, 16)};
        carom_outline outlines[3] = {{.points = points, .count = 3}};
        for (int i = 1; i < 3; ++i)
            outlines[i] = (carom_outline){
                .points = i == 1 ? points + 3 : parts[1], .count = 2, .open = true, .one_way = true, .tag = CHAIN_TAG};
        carom_level *level = level_of_outlines(outlines, 2);
        const int count = count_parts(level, parts);
        carom_level_free(level);
        outlines[1].points = parts[0];
        level = level_of_outlines(outlines, 1 + count);
        assert_int_equal(count_parts(level, again), count);
        for (int i = 0; i < count; ++i) {
            const bool whole = cr_same_point(parts[i][0], points[3]) && cr_same_point(parts[i][1], points[4]);
            const bool same = has_edge(level, parts[i][0], parts[i][1]);
            assert_true(same || !whole);
            kept += same && !whole;
            moved += !same;
        }
        carom_level_free(level);
    }
    assert_true(kept > 1000 && moved * 10 < kept);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_segments_are_clipped),
        cmocka_unit_test(gaps_of_less_than_an_ulp_are_closed),
        cmocka_unit_test(an_end_in_a_gap_of_less_than_an_ulp_is_closed),
        cmocka_unit_test(nothing_passes_between_a_chain_and_a_wall),
        cmocka_unit_test(clipped_parts_are_clipped_no_further),
        cmocka_unit_test(random_chains_are_clipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
