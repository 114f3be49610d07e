// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sweeps of shapes with area against a brute-force reference, which sweeps against every edge from both sides: the
// earliest time of impact must be the same to the last bit. Half of the sweeps aim at vertices.
#include "level/maps.h"
#include "level/same.h"

#include "geom/relation.h"

static carom_shape edge_shape(const carom_level *level, int i) {
    carom_level_edge e = carom_level_edge_at(level, i);
    return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e.a, .b = e.b}};
}

/// True if the shape penetrates no edge.
static bool is_clear(const carom_level *level, const carom_shape *a) {
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_shape edge = edge_shape(level, i);
        if (cr_relate(a, &edge) == CR_INSIDE) return false;
    }
    return true;
}

static float earliest_of_all(const carom_level *level, const carom_shape *a, carom_vec2 move) {
    float t = 2;
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_shape edge = edge_shape(level, i);
        carom_sweep_hit hit = carom_sweep(a, move, &edge, (carom_vec2){0, 0});
        if (hit.hit && hit.t < t) t = hit.t;
    }
    return t;
}

static float deepest_of_all(const carom_level *level, const carom_shape *a) {
    float depth = 0;
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_shape edge = edge_shape(level, i);
        float d = -carom_distance(a, &edge).distance;
        if (cr_relate(a, &edge) == CR_INSIDE && d > depth) depth = d;
    }
    return depth;
}

/// A random shape at the origin, sized for maps with cells of 16.
static carom_shape random_shape(random_source *r) {
    carom_shape shape;
    float size = random_below(r, 2) ? 0.5f * (float)(1 + random_below(r, 8)) : random_range(r, 0.05f, 6);
    switch (random_below(r, 4)) {
    case 0: carom_make_circle((carom_vec2){0, 0}, size, &shape); break;
    case 1: carom_make_box((carom_vec2){0, 0}, (carom_vec2){size, random_below(r, 2) ? size : 2}, &shape); break;
    case 2: carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){size, 1}, 1, &shape); break;
    default: { // a spike
        carom_vec2 tip = random_direction(r, size + 1);
        if (random_below(r, 2))
            tip = (carom_vec2){(float)(16 * random_below(r, 2) - 8), (float)(8 * random_below(r, 3) - 8)};
        carom_vec2 spike[3] = {{0, 0}, tip, {tip.x + tip.y / 16, tip.y - tip.x / 16}};
        carom_make_polygon(spike, 3, &shape);
    }
    }
    assert_int_equal(carom_shape_check(&shape), CAROM_STATUS_OK);
    return shape;
}

static carom_vec2 random_point_in(const map *m, random_source *r) {
    float width = (float)m->tiles.columns * m->tiles.cell.x, height = (float)m->tiles.rows * m->tiles.cell.y;
    if (random_below(r, 2)) return (carom_vec2){random_range(r, 0, width), random_range(r, 0, height)};
    return (carom_vec2){floorf(random_range(r, 0, width)), floorf(random_range(r, 0, height))};
}

static carom_vec2 random_target(const carom_level *level, random_source *r) {
    carom_level_edge e = carom_level_edge_at(level, random_below(r, carom_level_edge_count(level)));
    return e.a;
}

static void expect_nearest(const carom_level *level, const carom_shape *a, carom_vec2 from, carom_vec2 move) {
    carom_sweep_hit hit = carom_level_sweep(level, a, move);
    float t = earliest_of_all(level, a, move);
    assert_false(hit.inside);
    assert_int_equal(hit.hit, t <= 1);
    assert_same_float(hit.t, hit.hit ? t : 1);
    if (hit.hit) {
        double into = (double)hit.normal.x * (double)move.x + (double)hit.normal.y * (double)move.y;
        assert_true(into < 1e-3 * (fabs((double)move.x) + fabs((double)move.y)));
    }
    // At the final position the shape penetrates nothing by more than the rounding of its vertices.
    carom_shape there = carom_shape_at(a, (carom_vec2){hit.at.x - from.x, hit.at.y - from.y});
    if (a->kind == CAROM_SHAPE_CIRCLE) {
        there.circle.center = hit.at;
        assert_true(is_clear(level, &there));
    }
    assert_true(deepest_of_all(level, &there) < 1e-4f);
}

static void sweeps_match_the_earliest_edge(void **state) {
    (void)state;
    random_source r = {3};
    static map m;
    int queried = 0, hits = 0;
    for (int n = 0; n < 60; ++n) {
        map_make(&m, 8, 6, 16);
        map_fill(&m, &r);
        // Thin edges are not hit from both sides, as the reference assumes.
        for (int i = 0; i < 48; ++i) {
            if ((m.codes[i] & 31) >= CAROM_TILE_EDGE && (m.codes[i] & 31) <= CAROM_TILE_EDGES_THREE) m.codes[i] = 0;
        }
        carom_level *level = level_of_map(&m);
        for (int k = 0; k < 1000 && carom_level_edge_count(level) > 0; ++k) {
            carom_shape local = random_shape(&r);
            carom_vec2 from = random_point_in(&m, &r),
                       to = random_below(&r, 2) ? random_target(level, &r) : random_point_in(&m, &r);
            carom_shape a = carom_shape_at(&local, from);
            if (carom_shape_check(&a) != CAROM_STATUS_OK || carom_level_solid(level, from) || !is_clear(level, &a))
                continue;
            float stretch = (float)(1 + random_below(&r, 3));
            carom_vec2 move = {(to.x - from.x) * stretch, (to.y - from.y) * stretch};
            expect_nearest(level, &a, from, move);
            ++queried;
            hits += carom_level_sweep(level, &a, move).hit;
        }
        carom_level_free(level);
    }
    assert_true(queried > 5000);
    assert_true(hits > 3000);
    assert_true(hits < queried);
}

/// A level scaled by a power of two returns the same bits, scaled.
static void powers_of_two_scale_results_exactly(void **state) {
    (void)state;
    random_source r = {11};
    static map m, scaled;
    for (int n = 0; n < 20; ++n) {
        map_make(&m, 8, 6, 16);
        map_fill(&m, &r);
        float scale = n % 2 ? 0x1p30f : 0x1p-40f;
        scaled = m;
        scaled.tiles.codes = scaled.codes;
        scaled.tiles.cell = (carom_vec2){16 * scale, 16 * scale};
        carom_level *level = level_of_map(&m), *other = level_of_map(&scaled);
        for (int k = 0; k < 300; ++k) {
            carom_vec2 from = random_point_in(&m, &r), move = random_direction(&r, random_range(&r, 0.1f, 100));
            float radius = random_range(&r, 0.1f, 4);
            carom_shape a, b;
            carom_make_circle(from, radius, &a);
            carom_make_circle((carom_vec2){from.x * scale, from.y * scale}, radius * scale, &b);
            carom_sweep_hit hit = carom_level_sweep(level, &a, move);
            carom_sweep_hit same = carom_level_sweep(other, &b, (carom_vec2){move.x * scale, move.y * scale});
            hit.at = (carom_vec2){hit.at.x * scale, hit.at.y * scale};
            hit.point = (carom_vec2){hit.point.x * scale, hit.point.y * scale};
            assert_same_sweep_hit(hit, same);
            assert_int_equal(hit.part_b, same.part_b);
        }
        carom_level_free(level);
        carom_level_free(other);
    }
}

static carom_vec2 random_whole(random_source *r, int size) {
    return (carom_vec2){(float)(random_below(r, 2 * size + 1) - size), (float)(random_below(r, 2 * size + 1) - size)};
}

/// A convex solid about a whole number.
static carom_shape random_solid(random_source *r, carom_vec2 origin) {
    carom_shape solid = {0};
    while (carom_shape_check(&solid) != CAROM_STATUS_OK) {
        carom_vec2 points[5];
        int count = 3 + random_below(r, 3);
        for (int i = 0; i < count; ++i) {
            points[i] = random_whole(r, 7);
            points[i] = (carom_vec2){points[i].x + origin.x, points[i].y + origin.y};
        }
        carom_make_hull(points, count, &solid);
        carom_vec2 size = {1 + (float)random_below(r, 6), 1 + (float)random_below(r, 6)};
        carom_vec2 max = {origin.x + size.x, origin.y + size.y};
        if (random_below(r, 2)) carom_make_box(origin, max, &solid);
    }
    return solid;
}

/// A shape at whole numbers, most of them without an area.
static carom_shape random_whole_shape(random_source *r, carom_vec2 a) {
    carom_shape shape = {0};
    carom_vec2 by = random_whole(r, 5), b = {a.x + by.x, a.y + by.y};
    carom_vec2 max = {a.x + (float)random_below(r, 5), a.y + (float)random_below(r, 3)};
    const carom_vec2 points[3] = {a, b, {b.x + 1, b.y}};
    switch (random_below(r, 6)) {
    case 0: carom_make_circle(a, (float)random_below(r, 4), &shape); break;
    case 1: carom_make_box(a, max, &shape); break;
    case 2: carom_make_capsule(a, b, (float)random_below(r, 2), &shape); break;
    case 3: carom_make_hull(points, 3, &shape); break;
    default: carom_make_segment(a, b, &shape);
    }
    return shape;
}

static carom_level *level_of_solid(const carom_shape *solid) {
    carom_box box = solid->box;
    const carom_vec2 sides[4] = {box.min, {box.max.x, box.min.y}, box.max, {box.min.x, box.max.y}};
    bool is_box = solid->kind == CAROM_SHAPE_BOX;
    carom_outline outline = {.points = is_box ? sides : solid->polygon.v, .count = is_box ? 4 : solid->polygon.count};
    carom_level *level;
    carom_level_desc desc = {.outlines = &outline, .outlines_count = 1};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    return level;
}

/// A level of one convex solid is hit as the solid is. At whole numbers, ends of segments pass exactly through corners.
static void one_solid_is_hit_as_in_geom(void **state) {
    (void)state;
    random_source r = {77};
    const float origins[4] = {0, -1000, 65536, -1048576};
    int hits = 0, queried = 0;
    for (int n = 0; n < 400; ++n) {
        carom_vec2 origin = {origins[random_below(&r, 4)], origins[random_below(&r, 4)]};
        carom_shape solid = random_solid(&r, origin);
        carom_level *level = level_of_solid(&solid);
        for (int k = 0; k < 200; ++k) {
            carom_vec2 from = random_whole(&r, 14), move = random_whole(&r, 14);
            if (random_below(&r, 3) == 0) move.y = random_below(&r, 2) ? 0 : move.x;
            carom_shape a = random_whole_shape(&r, (carom_vec2){from.x + origin.x, from.y + origin.y});
            if (carom_shape_check(&a) != CAROM_STATUS_OK || cr_relate(&a, &solid) == CR_INSIDE) continue;
            carom_sweep_hit expected = carom_sweep(&a, move, &solid, (carom_vec2){0, 0});
            carom_sweep_hit hit = carom_level_sweep(level, &a, move);
            assert_int_equal(hit.hit, expected.hit);
            assert_same_float(hit.t, expected.t);
            hits += hit.hit;
            ++queried;
        }
        carom_level_free(level);
    }
    assert_true(queried > 50000);
    assert_true(hits > 5000);
}

/// Four tiles of which two touch in a corner are joined there: the end of a segment does not pass.
static void no_end_passes_between_solids_that_touch(void **state) {
    (void)state;
    random_source r = {78};
    for (int n = 0; n < 2; ++n) {
        const uint8_t codes[4] = {n == 0, n == 1, n == 1, n == 0};
        carom_tiles tiles = {.columns = 2, .rows = 2, .origin = {-16, -16}, .cell = {16, 16}, .codes = codes};
        carom_level *level;
        carom_level_desc desc = {.tiles = &tiles, .tiles_count = 1};
        assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
        float side = n == 0 ? -1 : 1;
        for (int k = 0; k < 2000; ++k) {
            carom_vec2 p = {side * (float)(1 + random_below(&r, 6)), (float)(1 + random_below(&r, 6))};
            carom_vec2 q = {side * (float)random_below(&r, 12), (float)random_below(&r, 12)};
            carom_shape a;
            assert_int_equal(carom_make_segment(p, q, &a), CAROM_STATUS_OK);
            assert_true(carom_level_sweep(level, &a, (carom_vec2){-2 * p.x, -2 * p.y}).hit);
        }
        carom_level_free(level);
    }
}

/// A capsule that touches a side of a tile exactly is free there; one ulp deeper it starts in penetration. At
/// coordinates of which all sums are exact, and on each side.
static void touching_a_side_exactly_is_not_penetration(void **state) {
    (void)state;
    const uint8_t solid = 1;
    carom_tiles tiles = {.columns = 1, .rows = 1, .origin = {64, 64}, .cell = {64, 64}, .codes = &solid};
    carom_level *level;
    carom_level_desc desc = {.tiles = &tiles, .tiles_count = 1};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    const carom_vec2 outward[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    for (int k = 0; k < 4; ++k) {
        for (int ulp = -1; ulp <= 1; ++ulp) {
            carom_vec2 n = outward[k];
            float reach = 32 + 1.375f + (float)ulp * 0x1p-16f;
            carom_vec2 p = {96 + n.x * reach, 96 + n.y * reach};
            carom_shape a;
            carom_vec2 q = {p.x + 4 * n.y, p.y + 4 * n.x};
            assert_int_equal(carom_make_capsule(p, q, 1.375f, &a), CAROM_STATUS_OK);
            carom_sweep_hit rest = carom_level_sweep(level, &a, (carom_vec2){0, 0});
            assert_int_equal(rest.hit && rest.inside, ulp < 0);
            carom_sweep_hit in = carom_level_sweep(level, &a, (carom_vec2){-n.x, -n.y});
            assert_true(in.hit);
            assert_int_equal(in.inside, ulp < 0);
            assert_false(ulp == 0 && in.t != 0);
        }
    }
    carom_level_free(level);
}

/// A circle or capsule about the origin touches a side of a tile at distance 1, up to an offset of which the sum with
/// that distance is rounded, in double, too.
static void penetration_that_double_rounds_off_is_penetration(void **state) {
    (void)state;
    const uint8_t solid = 1;
    const carom_vec2 outward[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    for (int k = 0; k < 8; ++k) {
        const carom_vec2 n = outward[k / 2];
        carom_tiles tiles = {.columns = 1, .rows = 1, .cell = {2, 2}, .codes = &solid};
        tiles.origin = (carom_vec2){-2 * n.x - 1, -2 * n.y - 1};
        carom_level *level = level_of_desc(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1});
        for (int off = -1; off <= 1; ++off) {
            const carom_vec2 p = {n.x * (float)off * 0x1p-60f, n.y * (float)off * 0x1p-60f};
            carom_shape a;
            if (k % 2)
                assert_int_equal(carom_make_capsule(p, (carom_vec2){p.x + 4 * n.x, p.y + 4 * n.y}, 1, &a),
                                 CAROM_STATUS_OK);
            else
                assert_int_equal(carom_make_circle(p, 1, &a), CAROM_STATUS_OK);
            assert_int_equal(carom_level_sweep(level, &a, n).inside, off < 0);
            const carom_sweep_hit in = carom_level_sweep(level, &a, (carom_vec2){-n.x, -n.y});
            assert_true(in.hit);
            assert_int_equal(in.inside, off < 0);
        }
        carom_level_free(level);
    }
}

/// One of the eight symmetries of the square.
static carom_vec2 turned(carom_vec2 p, int symmetry) {
    if (symmetry & 1) p.x = -p.x;
    if (symmetry & 2) p.y = -p.y;
    return symmetry & 4 ? (carom_vec2){p.y, p.x} : p;
}

/// A segment moves into the wedge between two triangles, where an ulp is an eighth: rounding puts it behind a wall, in
/// which it is not. It goes back until its centre is in front of both.
static void rounding_takes_no_segment_through_a_wedge(void **state) {
    (void)state;
    static const carom_vec2 walls[2][3] = {{{-0.875f, 0.125f}, {-0.125f, 0.625f}, {-0.625f, -0.75f}},
                                           {{0.125f, -0.375f}, {-0.125f, 0.625f}, {0.125f, -0.875f}}},
                            ends[2] = {{-0.5f, -0.75f}, {-0.375f, -1.1875f}}, origin = {0x1p20f, 0x1p19f};
    for (int k = 0; k < 8; ++k) {
        carom_vec2 points[2][3], p[2];
        carom_outline outlines[2];
        for (int i = 0; i < 2; ++i) {
            for (int n = 0; n < 3; ++n)
                points[i][n] = turned((carom_vec2){origin.x + walls[i][n].x, origin.y + walls[i][n].y}, k);
            outlines[i] = (carom_outline){.points = points[i], .count = 3};
            p[i] = turned((carom_vec2){origin.x + ends[i].x, origin.y + ends[i].y}, k);
        }
        carom_level *level = level_of_desc(&(carom_level_desc){.outlines = outlines, .outlines_count = 2});
        carom_shape a;
        assert_int_equal(carom_make_segment(p[0], p[1], &a), CAROM_STATUS_OK);
        const carom_sweep_hit hit = carom_level_sweep(level, &a, turned((carom_vec2){0.375f, 1.375f}, k));
        assert_true(hit.hit && hit.t > 0.9f);
        const carom_vec2 first = points[0][2], apex = points[0][1], second = points[1][2];
        const double x = (double)hit.at.x + ((double)p[1].x - (double)p[0].x) / 2 - (double)apex.x,
                     y = (double)hit.at.y + ((double)p[1].y - (double)p[0].y) / 2 - (double)apex.y;
        const double left = ((double)first.x - (double)apex.x) * y - ((double)first.y - (double)apex.y) * x,
                     right = ((double)second.x - (double)apex.x) * y - ((double)second.y - (double)apex.y) * x;
        assert_true(left * right <= 0); // between the two walls
        carom_level_free(level);
    }
}

/// A point near (1.5 2^23, 1.5 2^23), where an ulp is 1.
static carom_vec2 about_ulps(carom_vec2 p) {
    return (carom_vec2){0x1.8p23f + p.x, 0x1.8p23f + p.y};
}

/// A level where an ulp is 1, of open chains about (2^23, 2^23). Each chain has up to 4 points.
static carom_level *level_of_ulps(const carom_vec2 points[][4], const int *counts, int chains, bool one_way) {
    carom_vec2 moved[3][4];
    carom_outline outlines[3];
    for (int i = 0; i < chains; ++i) {
        for (int k = 0; k < counts[i]; ++k)
            moved[i][k] = (carom_vec2){0x1p23f + points[i][k].x, 0x1p23f + points[i][k].y};
        outlines[i] = (carom_outline){.points = moved[i], .count = counts[i], .open = true, .one_way = one_way};
    }
    return level_of_desc(&(carom_level_desc){.outlines = outlines, .outlines_count = chains});
}

/// A segment hits the corner of a one-way chain from behind one of its edges. Rounding puts it into that of another
/// chain, and none of the positions nearby takes it across the corner.
static void rounding_takes_no_segment_across_a_one_way_corner(void **state) {
    (void)state;
    static const carom_vec2 chains[2][4] = {{{1, 4}, {8, 6}, {3, 5}, {11, 9}}, {{3, 13}, {16, 13}, {11, 8}}};
    static const int counts[2] = {4, 3};
    carom_level *level = level_of_ulps(chains, counts, 2, true);
    const carom_vec2 from = {0x1p23f + 10, 0x1p23f + 4}, to = {0x1p23f + 2, 0x1p23f + 14};
    carom_shape a;
    assert_int_equal(carom_make_segment(from, to, &a), CAROM_STATUS_OK);
    const carom_sweep_hit hit = carom_level_sweep(level, &a, (carom_vec2){-7, 3});
    assert_true(hit.hit && hit.feature == CAROM_FEATURE_END_B);
    const carom_shape there = carom_shape_at(&a, (carom_vec2){hit.at.x - from.x, hit.at.y - from.y});
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        const carom_shape edge = edge_shape(level, i);
        assert_true(cr_relate(&there, &edge) != CR_INSIDE || cr_relate(&a, &edge) == CR_INSIDE);
    }
    carom_level_free(level);
}

/// A segment hits the end of a one-way edge, and rounding puts it into the next one, which it comes to from behind.
static void rounding_may_take_a_segment_into_a_one_way_edge_from_behind(void **state) {
    (void)state;
    static const carom_vec2 bend[1][4] = {{{14, 6}, {9, 8}, {12, 17}}};
    static const int count = 3;
    carom_level *level = level_of_ulps(bend, &count, 1, true);
    const carom_vec2 from = {0x1p23f + 10, 0x1p23f + 16}, to = {0x1p23f + 6, 0x1p23f + 7};
    carom_shape a;
    assert_int_equal(carom_make_segment(from, to, &a), CAROM_STATUS_OK);
    const carom_sweep_hit hit = carom_level_sweep(level, &a, (carom_vec2){4, -14});
    assert_same_float(hit.t, 0.25f);
    assert_int_equal(hit.feature, CAROM_FEATURE_END_B);
    assert_true(hit.at.x == 0x1p23f + 11 && hit.at.y == 0x1p23f + 13);
    carom_level_free(level);
}

/// A point moves into the corner of a floor and a wall, or onto one of them, where an ulp is 1. It ends beside them.
static void rounding_puts_no_point_onto_a_wall(void **state) {
    (void)state;
    static const carom_vec2 walls[2][2] = {{{2, 0}, {-4, 0}}, {{-1, 0}, {-1, -3}}};
    static const carom_vec2 paths[4][3] = {{{0, -4}, {-1, 1}, {0, -1}}, // from, to, expected end
                                           {{3, -4}, {-1, 0}, {0, -1}},
                                           {{4, -1}, {-2, -2}, {0, -2}},
                                           {{0, -4}, {1, 1}, {1, -1}}};
    for (int k = 0; k < 8 * 4; ++k) {
        carom_vec2 points[2][2], path[3];
        carom_outline outlines[2];
        for (int i = 0; i < 2; ++i) {
            for (int n = 0; n < 2; ++n) points[i][n] = about_ulps(turned(walls[i][n], k % 8));
            outlines[i] = (carom_outline){.points = points[i], .count = 2, .open = true};
        }
        for (int n = 0; n < 3; ++n) path[n] = about_ulps(turned(paths[k / 8][n], k % 8));
        carom_level *level = level_of_desc(&(carom_level_desc){.outlines = outlines, .outlines_count = 2});
        const carom_shape a = {.kind = CAROM_SHAPE_POINT, .point = path[0]};
        const carom_vec2 move = {path[1].x - path[0].x, path[1].y - path[0].y};
        const carom_sweep_hit hit = carom_level_sweep(level, &a, move);
        assert_true(hit.hit && hit.at.x == path[2].x && hit.at.y == path[2].y);
        carom_level_free(level);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_match_the_earliest_edge),
        cmocka_unit_test(powers_of_two_scale_results_exactly),
        cmocka_unit_test(one_solid_is_hit_as_in_geom),
        cmocka_unit_test(no_end_passes_between_solids_that_touch),
        cmocka_unit_test(touching_a_side_exactly_is_not_penetration),
        cmocka_unit_test(rounding_takes_no_segment_through_a_wedge),
        cmocka_unit_test(rounding_takes_no_segment_across_a_one_way_corner),
        cmocka_unit_test(rounding_puts_no_point_onto_a_wall),
        cmocka_unit_test(rounding_may_take_a_segment_into_a_one_way_edge_from_behind),
        cmocka_unit_test(penetration_that_double_rounds_off_is_penetration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
