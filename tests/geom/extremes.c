// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Numbers at the limits of float: every query on finite shapes and motions has a finite result, or reports that there
// is none. Compounds with too many parts to traverse hit nothing, without delay.
#include "carom/geom.h"

#include "geom/extremes.h"
#include "random.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Any kind but compounds; NONE if the numbers make no valid shape.
static carom_shape extreme_shape(random_source *r) {
    carom_shape s = {.kind = CAROM_SHAPE_NONE};
    carom_vec2 v[6];
    for (int i = 0; i < 6; ++i) v[i] = extreme_place(r);
    float radius = fabsf(extreme(r));
    switch (random_below(r, 7)) {
    case 0: carom_make_point(v[0], &s); break;
    case 1: carom_make_segment(v[0], v[1], &s); break;
    case 2: carom_make_one_sided(v[0], v[1], &s); break;
    case 3: carom_make_circle(v[0], radius, &s); break;
    case 4: {
        carom_vec2 min = {fminf(v[0].x, v[1].x), fminf(v[0].y, v[1].y)};
        carom_make_box(min, (carom_vec2){fmaxf(v[0].x, v[1].x), fmaxf(v[0].y, v[1].y)}, &s);
        break;
    }
    case 5: carom_make_capsule(v[0], v[1], radius, &s); break;
    default:
        carom_make_hull(v, 6, &s);
        if (s.kind == CAROM_SHAPE_POLYGON && random_below(r, 2)) s.polygon.radius = radius;
    }
    return s;
}

static bool is_finite(carom_vec2 v) {
    return isfinite(v.x) && isfinite(v.y);
}

static bool is_normal(carom_vec2 n) {
    double length = sqrt((double)n.x * (double)n.x + (double)n.y * (double)n.y);
    return length < 1.000001;
}

static void expect_finite_sweep(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move) {
    carom_sweep_hit hit = carom_sweep(a, a_move, b, b_move);
    assert_true(hit.t >= 0);
    assert_true(hit.t <= 1);
    assert_true(is_finite(hit.at));
    assert_true(is_finite(hit.point));
    assert_true(is_normal(hit.normal));
}

static void expect_finite_answers(const carom_shape *a, const carom_shape *b, carom_vec2 a_move, carom_vec2 b_move) {
    carom_separation gap = carom_distance(a, b);
    assert_true(isfinite(gap.distance) || gap.distance == INFINITY);
    assert_true(is_finite(gap.on_a));
    assert_true(is_finite(gap.on_b));
    assert_true(is_normal(gap.normal));
    carom_contact_points contact = carom_contact(a, b);
    assert_true(isfinite(contact.depth));
    assert_true(contact.depth >= 0);
    assert_true(is_normal(contact.normal));
    for (int i = 0; i < contact.count; ++i) assert_true(is_finite(contact.points[i]));
    carom_ray_hit ray = carom_ray(a_move, b_move, b);
    assert_true(ray.t >= 0);
    assert_true(ray.t <= 1);
    assert_true(!isnan(ray.exit));
    assert_true(is_finite(ray.point));
    assert_true(is_normal(ray.normal));
    assert_true(carom_overlap(a, b) == carom_overlap(b, a));
    expect_finite_sweep(a, a_move, b, (carom_vec2){0, 0});
    expect_finite_sweep(a, a_move, b, b_move);
    expect_finite_sweep(a, (carom_vec2){0, 0}, b, b_move);
}

static void finite_poses_have_finite_results(void **state) {
    (void)state;
    random_source r = {2};
    for (int n = 0; n < 40000; ++n) {
        carom_shape a = extreme_shape(&r), b = extreme_shape(&r);
        carom_pose a_pose = {.position = extreme_place(&r)}, b_pose = {.position = extreme_place(&r)};
        a_pose.rotation = carom_rotation_of(extreme(&r));
        b_pose.rotation = carom_rotation_normalized((carom_rotation){1, extreme(&r)});
        carom_shape at = carom_shape_posed(&a, a_pose), bt = carom_shape_posed(&b, b_pose);
        assert_int_equal(carom_posed_overlap(&a, a_pose, &b, b_pose), carom_overlap(&at, &bt));
        carom_vec2 a_move = extreme_place(&r), b_move = extreme_place(&r);
        expect_finite_answers(&at, &bt, a_move, b_move);
    }
}

static void finite_shapes_have_finite_results(void **state) {
    (void)state;
    random_source r = {1};
    for (int n = 0; n < 40000; ++n) {
        carom_shape a = extreme_shape(&r), b = extreme_shape(&r);
        carom_vec2 a_move = extreme_place(&r), b_move = extreme_place(&r);
        expect_finite_answers(&a, &b, a_move, b_move);
    }
}

static carom_vec3 extreme_place3(random_source *r) {
    carom_vec2 p = extreme_place(r);
    return (carom_vec3){p.x, p.y, extreme_place(r).x};
}

static bool is_finite3(carom_vec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static void finite_spheres_have_finite_results(void **state) {
    (void)state;
    random_source r = {2};
    for (int n = 0; n < 40000; ++n) {
        carom_vec3 from = extreme_place3(&r), move = extreme_place3(&r), a = extreme_place3(&r);
        float radius = fabsf(extreme_place(&r).x);
        carom_hit3 hits[] = {carom_ray_sphere(from, move, a, radius),
                             carom_sweep_sphere_segment(from, radius, move, a, extreme_place3(&r))};
        for (int i = 0; i < 2; ++i) {
            assert_true(hits[i].t >= 0 && hits[i].t <= 1 && isfinite(hits[i].exit));
            assert_true(is_finite3(hits[i].at) && is_finite3(hits[i].point) && is_finite3(hits[i].normal));
        }
    }
}

/// The depth of boxes that overlap by more than a float is the largest float.
static void the_depth_of_a_contact_is_a_float(void **state) {
    (void)state;
    carom_shape all = {.kind = CAROM_SHAPE_BOX, .box = {{-FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX}}};
    carom_shape half = {.kind = CAROM_SHAPE_BOX, .box = {{-FLT_MAX, -FLT_MAX}, {0, FLT_MAX}}};
    assert_true(carom_contact(&all, &all).depth == FLT_MAX);
    assert_true(carom_contact(&all, &half).depth == FLT_MAX);
    assert_true(carom_contact(&half, &all).depth == FLT_MAX);
}

/// A segment that turns at the limit of float, and hits one with its one end when its other end is beyond the limit.
static void an_end_of_a_turning_segment_may_leave_float(void **state) {
    (void)state;
    carom_shape turns, rests;
    assert_int_equal(carom_make_segment((carom_vec2){-1e38f, 0}, (carom_vec2){1e38f, 0}, &turns), CAROM_STATUS_OK);
    assert_int_equal(carom_make_segment((carom_vec2){2e38f, -3e37f}, (carom_vec2){2.8e38f, -3e37f}, &rests),
                     CAROM_STATUS_OK);
    const carom_turning motion = {.pose = {{3.2e38f, 0}, {0, 1}}, .angle = -1.5f}, still = {.pose.rotation = {1, 0}};
    carom_turning_hit hit = carom_sweep_turning(&turns, &motion, &rests, &still);
    assert_true(hit.hit && !hit.inside && fabs((double)hit.t - atan2(4, 3) / 1.5) < 1e-3);
    assert_true(isfinite(hit.at.position.x) && isfinite(hit.at.position.y));
    assert_true(fabsf(hit.point.x - 2.8e38f) < 1e33f && fabsf(hit.point.y + 3e37f) < 1e33f);
    carom_turning_hit swapped = carom_sweep_turning(&rests, &still, &turns, &motion);
    assert_true(swapped.hit && swapped.t == hit.t && swapped.at.position.x == 0 && swapped.at.position.y == 0);
}

/// A ray that leaves at a time between the greatest float and 2^128: through the side of a box, and through the vertex
/// of a rounded triangle, whose other vertices it does not come near.
static void a_ray_may_leave_after_the_last_float(void **state) {
    (void)state;
    const carom_vec2 points[] = {{-2, -4}, {0x1p25f - 2, 0}, {-2, 4}};
    carom_shape shapes[2];
    assert_int_equal(carom_make_box((carom_vec2){-2, -1}, (carom_vec2){0x1p25f - 2, 1}, &shapes[0]), CAROM_STATUS_OK);
    assert_int_equal(carom_make_polygon(points, 3, &shapes[1]), CAROM_STATUS_OK);
    shapes[1].polygon.radius = 1;
    for (int i = 0; i < 2; ++i) {
        for (int shift = -104; shift <= -102; ++shift) {
            carom_ray_hit hit = carom_ray((carom_vec2){-1, 0}, (carom_vec2){ldexpf(1, shift), 0}, &shapes[i]);
            assert_true(hit.hit && hit.inside);
            assert_true(hit.exit == (shift == -102 ? 0x1p127f : INFINITY) || (shift == -103 && hit.exit == FLT_MAX));
        }
    }
}

/// Circles that graze, by less than the rounding of double, after a path of 2^20 radii or more: the normal is across
/// it, and of length 1, although the computed distance from the path may exceed the radius.
static void normals_of_grazes_far_along_the_path_are_unit(void **state) {
    (void)state;
    random_source r = {47};
    int hits = 0, misses = 0;
    for (int i = 0; i < 20000; ++i) {
        float far = ldexpf(1, 22 + i % 3), y = random_range(&r, 1, 2), side = i & 1 ? -1 : 1;
        float u = (float)(1 + random_below(&r, 32)), v = (float)(random_below(&r, 65) - 32);
        double length = hypot((double)u, (double)v), distance = (double)y * (double)u / length; // of b from the path
        float wide = (float)(distance * (1 - 0x1p-24)), rest = (float)(distance - (double)wide);
        carom_shape a, b;
        assert_int_equal(carom_make_circle((carom_vec2){-u * far, -v * far}, wide, &a), CAROM_STATUS_OK);
        assert_int_equal(carom_make_circle((carom_vec2){0, side * y}, rest, &b), CAROM_STATUS_OK);
        carom_sweep_hit hit = carom_sweep(&a, (carom_vec2){2 * u * far, 2 * v * far}, &b, (carom_vec2){0, 0});
        misses += !hit.hit;
        if (!hit.hit) continue;
        ++hits;
        assert_true(fabs((double)(side * hit.normal.x) - (double)v / length) < 1e-6);
        assert_true(fabs((double)(side * hit.normal.y) + (double)u / length) < 1e-6);
    }
    assert_true(hits > 8000 && misses > 8000);
}

/// Few: exact signs of numbers as far apart as these take long.
static void finite_turns_have_finite_results(void **state) {
    (void)state;
    random_source r = {3};
    for (int n = 0; n < 40; ++n) {
        carom_shape a = extreme_shape(&r), b = extreme_shape(&r);
        carom_turning of_a = {.pose = {.position = extreme_place(&r)}, .move = extreme_place(&r)}, of_b = of_a;
        of_a.angle = random_range(&r, -3, 3);
        of_b.pose.rotation = carom_rotation_of(extreme(&r));
        if (random_below(&r, 2)) of_b = (carom_turning){.pose = {.position = extreme_place(&r)}};
        carom_turning_hit hit = carom_sweep_turning(&a, &of_a, &b, &of_b);
        assert_true(hit.t >= 0 && hit.t <= 1);
        assert_true(is_finite(hit.at.position) && is_finite(hit.point) && is_finite(hit.velocity));
        assert_true(is_normal(hit.normal));
    }
}

// ---- Tiny circles ---------------------------------------------------------------------------------------------------

static carom_vec2 turned(carom_vec2 v, int way) {
    if (way & 4) v = (carom_vec2){v.y, v.x};
    return (carom_vec2){way & 1 ? -v.x : v.x, way & 2 ? -v.y : v.y};
}

/// A point that comes from far away through the origin hits a circle about R * (x, y), of a radius R that its position
/// at the float t loses, or its double. In units of R, where numbers are moderate, the normal is known.
static void expect_normal_of_circle(double x, double y, float radius, int way) {
    const double along[2] = {-0.6, -0.8};
    double foot = along[0] * x + along[1] * y, across = along[0] * y - along[1] * x;
    double s = foot - sqrt(1 - across * across);
    carom_vec2 normal = turned((carom_vec2){(float)(s * along[0] - x), (float)(s * along[1] - y)}, way);
    carom_vec2 center = turned((carom_vec2){(float)x * radius, (float)y * radius}, way);
    carom_vec2 from = turned((carom_vec2){0x3p20f, 0x4p20f}, way), move = turned((carom_vec2){-0x3p30f, -0x4p30f}, way);
    carom_shape point, circle;
    assert_int_equal(carom_make_point(from, &point), CAROM_STATUS_OK);
    assert_int_equal(carom_make_circle(center, radius, &circle), CAROM_STATUS_OK);
    carom_sweep_hit hits[2] = {carom_sweep(&point, move, &circle, (carom_vec2){0, 0}),
                               carom_sweep(&circle, (carom_vec2){-move.x, -move.y}, &point, (carom_vec2){0, 0})};
    carom_ray_hit ray = carom_ray(from, move, &circle);
    assert_true(hits[0].hit && hits[1].hit && ray.hit);
    assert_true(fabsf(hits[0].normal.x - normal.x) + fabsf(hits[0].normal.y - normal.y) < 1e-6f);
    assert_true(fabsf(hits[1].normal.x + normal.x) + fabsf(hits[1].normal.y + normal.y) < 1e-6f);
    assert_true(fabsf(ray.normal.x - normal.x) + fabsf(ray.normal.y - normal.y) < 1e-6f);
}

static void tiny_circles_far_along_the_path_have_their_normals(void **state) {
    (void)state;
    static const float radii[] = {0x1p-4f, 0x1p-12f, 0x1p-24f, 0x1p-40f, 0x1p-80f, 0x1p-120f, 0x1p-146f};
    for (int i = 0; i < 7 * 8 * 9 * 9; ++i) {
        double x = (i % 9 - 4) / 8.0, y = (i / 9 % 9 - 4) / 8.0;
        expect_normal_of_circle(x, y, radii[i / 81 % 7], i / (81 * 7));
    }
}

// ---- Compounds with too many parts ----------------------------------------------------------------------------------

static void expect_refused(const carom_shape *compound, carom_status status) {
    carom_shape ball = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, 1}};
    carom_vec2 move = {1, 0};
    assert_int_equal(carom_shape_check(compound), status);
    carom_box bounds = carom_shape_bounds(compound);
    assert_true(bounds.min.x > bounds.max.x);
    assert_false(carom_overlap(compound, &ball) || carom_overlap(&ball, compound) || carom_overlap(compound, compound));
    assert_true(carom_distance(compound, &ball).distance == INFINITY);
    assert_true(carom_distance(compound, compound).distance == INFINITY);
    assert_false(carom_contact(&ball, compound).hit || carom_contact(compound, compound).hit);
    assert_false(carom_ray((carom_vec2){-5, 0}, move, compound).hit);
    assert_false(carom_sweep(&ball, move, compound, (carom_vec2){0, 0}).hit);
    assert_false(carom_sweep(compound, move, &ball, (carom_vec2){0, 0}).hit);
    assert_false(carom_sweep(compound, move, compound, (carom_vec2){0, 0}).hit);
}

/// Every level of nesting shares the next one: too many parts to traverse, with none or one at the bottom.
static void compounds_that_contain_themselves_hit_nothing(void **state) {
    (void)state;
    enum { PARTS = 64 };
    carom_shape parts[PARTS], nest[CAROM_MAX_COMPOUND_DEPTH][PARTS];
    carom_shape ball = {.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, 1}};
    carom_shape in_itself = {.kind = CAROM_SHAPE_COMPOUND, .compound = {parts, PARTS}};
    for (int first = 0; first < 3; ++first) { // contains itself in every part, or behind a part
        for (int i = 0; i < PARTS; ++i) parts[i] = i < first ? ball : in_itself;
        expect_refused(&in_itself, CAROM_STATUS_TOO_DEEP);
    }
    for (int empty = 0; empty < 2; ++empty) { // depth within the limit, and 64^7 parts
        carom_shape inner = empty ? (carom_shape){.kind = CAROM_SHAPE_COMPOUND} : ball;
        for (int k = 0; k + 1 < CAROM_MAX_COMPOUND_DEPTH; ++k) {
            for (int i = 0; i < PARTS; ++i) nest[k][i] = inner;
            inner = (carom_shape){.kind = CAROM_SHAPE_COMPOUND, .compound = {nest[k], PARTS}};
        }
        expect_refused(&inner, CAROM_STATUS_TOO_LARGE);
    }
}

static void compounds_of_the_maximum_size_are_hit(void **state) {
    (void)state;
    static carom_shape parts[CAROM_MAX_COMPOUND_PARTS + 1];
    for (int i = 0; i <= CAROM_MAX_COMPOUND_PARTS; ++i)
        parts[i] = (carom_shape){.kind = CAROM_SHAPE_CIRCLE, .circle = {{(float)i, 0}, 0.25f}};
    carom_shape compound, point;
    assert_int_equal(carom_make_compound(parts, CAROM_MAX_COMPOUND_PARTS, &compound), CAROM_STATUS_OK);
    assert_int_equal(carom_make_point((carom_vec2){CAROM_MAX_COMPOUND_PARTS - 1, 0}, &point), CAROM_STATUS_OK);
    assert_true(carom_overlap(&point, &compound));
    compound.compound.count = CAROM_MAX_COMPOUND_PARTS + 1;
    expect_refused(&compound, CAROM_STATUS_TOO_LARGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finite_shapes_have_finite_results),
        cmocka_unit_test(finite_poses_have_finite_results),
        cmocka_unit_test(finite_spheres_have_finite_results),
        cmocka_unit_test(the_depth_of_a_contact_is_a_float),
        cmocka_unit_test(tiny_circles_far_along_the_path_have_their_normals),
        cmocka_unit_test(an_end_of_a_turning_segment_may_leave_float),
        cmocka_unit_test(a_ray_may_leave_after_the_last_float),
        cmocka_unit_test(normals_of_grazes_far_along_the_path_are_unit),
        cmocka_unit_test(finite_turns_have_finite_results),
        cmocka_unit_test(compounds_that_contain_themselves_hit_nothing),
        cmocka_unit_test(compounds_of_the_maximum_size_are_hit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
