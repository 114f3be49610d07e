// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Levels have no unit: with all coordinates multiplied by a power of two, a level has the same edges in the same order,
// and every query the same result, to the bit. So no tolerance and no constant is absolute.
#include "level/maps.h"
#include "level/same.h"

#include "geom/predicate.h"
#include "level/build/arrange.h"

#include <math.h>

enum { OUTLINES = 6, CORNERS = 5, QUERIES = 60 };

typedef struct drawing {
    map m;
    carom_vec2 points[OUTLINES][CORNERS];
    carom_outline outlines[OUTLINES];
    carom_level_desc desc;
} drawing;

static carom_vec2 scaled(carom_vec2 v, float scale) {
    return (carom_vec2){v.x * scale, v.y * scale};
}

static void draw(drawing *d, random_source *r) {
    map_make(&d->m, 1 + random_below(r, 8), 1 + random_below(r, 6), random_below(r, 2) ? 16 : 10.1f);
    d->m.tiles.origin = random_below(r, 2) ? (carom_vec2){0, 0} : (carom_vec2){-3.7f, 21.3f};
    map_fill(&d->m, r);
    for (int i = 0; i < OUTLINES; ++i) {
        float size = random_below(r, 2) ? 0.7f : 40;
        carom_vec2 at = {random_range(r, -20, 130), random_range(r, -20, 100)};
        int kind = random_below(r, 3);
        for (int k = 0; k < CORNERS; ++k) {
            carom_vec2 p = {at.x + random_range(r, -size, size), at.y + random_range(r, -size, size)};
            if (kind == 1) p = (carom_vec2){floorf(p.x), floorf(p.y)};
            if (kind == 2) p.x = at.x + (float)random_below(r, 5) * 0x1p-18f; // steep: some ulp wide
            d->points[i][k] = p;
        }
        d->outlines[i] = (carom_outline){.points = d->points[i],
                                         .count = 3 + random_below(r, CORNERS - 2),
                                         .open = random_below(r, 3) == 0,
                                         .one_way = random_below(r, 3) == 0,
                                         .tag = i};
    }
    d->desc = (carom_level_desc){.tiles = &d->m.tiles,
                                 .tiles_count = 1,
                                 .outlines = d->outlines,
                                 .outlines_count = random_below(r, OUTLINES + 1)};
}

static carom_level *level_at_scale(const drawing *d, float scale) {
    static carom_vec2 points[OUTLINES][CORNERS];
    carom_tiles tiles = d->m.tiles;
    tiles.origin = scaled(tiles.origin, scale);
    tiles.cell = scaled(tiles.cell, scale);
    carom_outline outlines[OUTLINES];
    for (int i = 0; i < OUTLINES; ++i) {
        for (int k = 0; k < CORNERS; ++k) points[i][k] = scaled(d->points[i][k], scale);
        outlines[i] = d->outlines[i];
        outlines[i].points = points[i];
    }
    carom_level_desc desc = d->desc;
    desc.tiles = &tiles;
    desc.outlines = outlines;
    carom_level *level;
    carom_error error;
    if (carom_level_make(&desc, &level, &error) != CAROM_STATUS_OK) fail_msg("%s: %s", error.where, error.message);
    return level;
}

static void expect_same_edges(const carom_level *level, const carom_level *other, float scale) {
    int count = carom_level_edge_count(level);
    assert_int_equal(carom_level_edge_count(other), count);
    assert_int_equal(carom_level_seams_removed(other), carom_level_seams_removed(level));
    for (int i = 0; i < count; ++i) {
        carom_level_edge e = carom_level_edge_at(level, i), f = carom_level_edge_at(other, i);
        assert_same_point(f.a, scaled(e.a, scale));
        assert_same_point(f.b, scaled(e.b, scale));
        assert_int_equal(f.next, e.next);
        assert_int_equal(f.prev, e.prev);
        assert_int_equal(f.corner_a, e.corner_a);
        assert_int_equal(f.corner_b, e.corner_b);
        assert_int_equal(f.one_way, e.one_way);
        assert_int_equal(f.tag, e.tag);
    }
}

static carom_shape body_at(int kind, carom_vec2 at, float size) {
    carom_shape shape;
    switch (kind) {
    case 0: carom_make_circle(at, size, &shape); break;
    case 1: carom_make_box(at, (carom_vec2){at.x + size, at.y + 2 * size}, &shape); break;
    case 2: carom_make_capsule(at, (carom_vec2){at.x + size, at.y + size}, size, &shape); break;
    default: carom_make_point(at, &shape); break;
    }
    return shape;
}

/// Lengths of the results are scaled back before they are compared.
static void expect_same_results(const carom_level *level, const carom_level *other, float scale, random_source *r) {
    int count = carom_level_edge_count(level);
    for (int i = 0; i < QUERIES; ++i) {
        carom_vec2 at = {random_range(r, -20, 130), random_range(r, -20, 100)}, move = random_direction(r, 40);
        if (count > 0 && random_below(r, 2)) at = carom_level_edge_at(level, random_below(r, count)).b;
        int kind = random_below(r, 4);
        float size = (float)(1 + random_below(r, 32)) / 4, back = 1 / scale;
        carom_shape a = body_at(kind, at, size), b = body_at(kind, scaled(at, scale), size * scale);
        carom_ray_hit ray = carom_level_ray(other, scaled(at, scale), scaled(move, scale));
        ray.point = scaled(ray.point, back);
        carom_ray_hit expected_ray = carom_level_ray(level, at, move);
        assert_same_ray_hit(ray, expected_ray);
        assert_int_equal(ray.part, expected_ray.part);
        carom_sweep_hit sweep = carom_level_sweep(other, &b, scaled(move, scale));
        sweep.at = scaled(sweep.at, back);
        sweep.point = scaled(sweep.point, back);
        carom_sweep_hit expected_sweep = carom_level_sweep(level, &a, move);
        assert_same_sweep_hit(sweep, expected_sweep);
        assert_int_equal(sweep.part_b, expected_sweep.part_b);
        carom_separation near = carom_level_nearest(other, &b, 30 * scale),
                         expected = carom_level_nearest(level, &a, 30);
        assert_same_float(near.distance * back, expected.distance);
        assert_same_point(near.normal, expected.normal);
        assert_int_equal(carom_level_overlap(other, &b, NULL, 0), carom_level_overlap(level, &a, NULL, 0));
        assert_int_equal(carom_level_solid(other, scaled(at, scale)), carom_level_solid(level, at));
    }
}

static void a_scaled_level_is_the_same_level(void **state) {
    (void)state;
    static const float scales[] = {0x1p-30f, 0x1p-9f, 0x1p6f, 0x1p40f};
    random_source r = {1};
    static drawing d;
    for (int n = 0; n < 120; ++n) {
        draw(&d, &r);
        float scale = scales[n % 4];
        carom_level *level = level_at_scale(&d, 1), *other = level_at_scale(&d, scale);
        expect_same_edges(level, other, scale);
        expect_same_results(level, other, scale, &r);
        carom_level_free(level);
        carom_level_free(other);
    }
}

/// True if each of two edges has its ends on both sides of the other.
static bool do_cross(cr_edge_line e, cr_edge_line f) {
    return cr_side(e.a, e.b, f.a) * cr_side(e.a, e.b, f.b) < 0 && cr_side(f.a, f.b, e.a) * cr_side(f.a, f.b, e.b) < 0;
}

/// The crossing is on both lines, and exactly within the boxes of both edges.
static void expect_on_both(carom_vec2 at, cr_edge_line e, cr_edge_line f) {
    const carom_box point = {at, at};
    assert_true(cr_boxes_overlap(cr_edge_line_box(e), point) && cr_boxes_overlap(cr_edge_line_box(f), point));
    const cr_edge_line lines[] = {e, f};
    for (int i = 0; i < 2; ++i) {
        cr_vec2d along = cr_subtract(cr_widen(lines[i].b), cr_widen(lines[i].a));
        double off = cr_cross(along, cr_subtract(cr_widen(at), cr_widen(lines[i].a)));
        assert_true(fabs(off) <= 1e-6 * cr_length(along));
    }
}

/// The point where two edges cross does not depend on their order nor on their directions. If one lies along an axis,
/// the point does too, although the other one is rounded there.
static void a_crossing_has_one_point(void **state) {
    (void)state;
    random_source r = {2};
    int crossings = 0;
    for (int n = 0; n < 20000; ++n) {
        carom_vec2 p[4];
        for (int i = 0; i < 4; ++i) {
            p[i] = (carom_vec2){random_range(&r, -4, 4), random_range(&r, -4, 4)};
            if (n % 2) p[i] = (carom_vec2){floorf(p[i].x), floorf(p[i].y)};
            if (n % 8 == 2 && i > 1) p[i].y = 0;
            if (n % 8 == 4 && i > 1) p[i].x = 0;
        }
        if (n % 5 == 0) p[2] = p[random_below(&r, 2)]; // a common end
        if (cr_same_point(p[0], p[1]) || cr_same_point(p[2], p[3])) continue;
        cr_edge_line e = {p[0], p[1]}, f = {p[2], p[3]}, e_back = {p[1], p[0]}, f_back = {p[3], p[2]};
        carom_vec2 at = cr_crossing_point(e, f);
        const carom_vec2 others[] = {cr_crossing_point(f, e), cr_crossing_point(e_back, f),
                                     cr_crossing_point(f, e_back), cr_crossing_point(e_back, f_back)};
        for (int i = 0; i < 4; ++i) {
            if (isnan(at.x) && isnan(others[i].x)) continue;
            assert_same_point(others[i], at);
        }
        if (do_cross(e, f)) expect_on_both(at, e, f);
        crossings += do_cross(e, f);
    }
    assert_true(crossings > 2000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scaled_level_is_the_same_level),
        cmocka_unit_test(a_crossing_has_one_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
