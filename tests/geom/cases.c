// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Named cases with results computed by hand: inputs from the tests and bug reports of other libraries, and the faults
// of two published routines (S0: moving circle against a segment, S1: ray against a circle). For each fault there is a
// case in which the published routine fails and Carom does not.
#include "carom/geom.h"
#include "geom/oracle.h"
#include "geom/shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "random.h"
#include "same_float.h"

/// A value that the row does not test.
#define ANY NAN

static bool near(double value, double expected, double tolerance) {
    return isnan(expected) || fabs(value - expected) <= tolerance;
}

static bool vector_near(carom_vec2 v, carom_vec2 expected) {
    return near((double)v.x, (double)expected.x, 2e-5) && near((double)v.y, (double)expected.y, 2e-5);
}

// ---- Rays --------------------------------------------------------------------------------------------------------

typedef struct {
    const char *name;
    carom_vec2 from, move;
    carom_shape b;
    bool hit;
    double t;
    carom_vec2 normal, point;
} ray_case;

static const carom_vec2 any = {ANY, ANY};

static void known_rays(void **state) {
    (void)state;
    const carom_shape unit = box(-1, -1, 1, 1);
    const ray_case cases[] = {
        {"circle (Box2D)", {-4, 0}, {8, 0}, circle(1, 0, 1), true, 0.5, {-1, 0}, {0, 0}},
        {"box (Box2D)", {-4, 0}, {8, 0}, unit, true, 0.375, {-1, 0}, {-1, 0}},
        {"box, sixth of it (Box2D)", {-3, 0}, {6, 0}, unit, true, 1 / 3.0, {-1, 0}, {-1, 0}},
        {"box, into a corner (Box2D)", {-2, -2}, {4, 4}, unit, true, 0.25, any, {-1, -1}},
        {"box, flush along a side", {-2, 1}, {4, 0}, unit, false, 1, any, any},
        {"box, ends on it (Box2D)", {-2, 0}, {1, 0}, unit, true, 1, {-1, 0}, {-1, 0}},
        {"circle, from inside (box2d#523)", {0, 0.5f}, {0, 1}, circle(0, 0, 1), true, 0, {0, 1}, {0, 0.5f}},
        {"segment, would meet at 11.33 (box2d#64)", {8, 4}, {5, 11}, segment(0, 0, 10, 10), false, 1, any, any},
        {"one-sided, against its normal", {-4, 0}, {8, 0}, one_sided(0, 1, 0, -1), true, 0.5, {-1, 0}, {0, 0}},
        {"one-sided, from its solid side", {-4, 0}, {8, 0}, one_sided(0, -1, 0, 1), false, 1, any, any},
        {"collinear, starts on it", {0, 0}, {0, 1}, segment(0, 1, 0, -1), false, 1, any, any},
        {"collinear, reaches an end", {0, -2}, {0, 2}, segment(0, 1, 0, -1), true, 0.5, {0, -1}, {0, -1}},
        {"collinear, goes away", {0, 2}, {0, 1}, segment(0, 1, 0, -1), false, 1, any, any},
        {"starts on the circle, going in",
         {-25, 40},
         {-30, -40},
         circle(-40, 20, 25),
         true,
         0,
         {0.6f, 0.8f},
         {-25, 40}},
        {"starts on the circle, going out", {-25, 40}, {30, 40}, circle(-40, 20, 25), false, 1, any, any},
        {"tangent to a circle", {-5, 1}, {10, 0}, circle(0, 0, 1), false, 1, any, any},
        {"through a corner of a box only", {-2, 0}, {2, 2}, unit, false, 1, any, any},
        {"through the end of a segment", {-1, 1}, {2, 0}, segment(0, 0, 0, 1), true, 0.5, {-1, 0}, {0, 1}},
        {"no motion, outside", {-4, 0}, {0, 0}, unit, false, 1, any, any},
        {"no motion, on the side", {-1, 0}, {0, 0}, unit, false, 1, any, any},
        {"no motion, inside", {-0.5f, 0}, {0, 0}, unit, true, 0, {-1, 0}, {-0.5f, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const ray_case *c = &cases[i];
        carom_shape spot = point_at(c->from.x, c->from.y);
        oracle_hit exact = oracle_sweep(&spot, c->move, &c->b, vec(0, 0));
        if (exact.hit != c->hit || !near((double)exact.t, c->t, 6e-8)) fail_msg("ray: %s: the oracle errs", c->name);
        carom_ray_hit got = carom_ray(c->from, c->move, &c->b);
        const char *fault = oracle_fault_of_ray(c->from, c->move, &c->b, &got);
        if (fault != NULL) fail_msg("ray: %s: %s", c->name, fault);
        if (got.hit != c->hit) fail_msg("ray: %s: hit is %d", c->name, got.hit);
        if (!near((double)got.t, c->t, 6e-8)) fail_msg("ray: %s: t is %.9g", c->name, (double)got.t);
        if (!vector_near(got.normal, c->normal)) fail_msg("ray: %s: the normal", c->name);
        if (!vector_near(got.point, c->point)) fail_msg("ray: %s: the point", c->name);
    }
}

static void ray_from_inside_a_circle_reports_the_exit(void **state) {
    (void)state;
    carom_shape b = circle(0, 0, 1);
    carom_ray_hit got = carom_ray(vec(0, 0.5f), vec(0, 1), &b);
    assert_true(got.hit);
    assert_true(got.inside);
    assert_same_float(got.exit, 0.5);
}

/// cute_headers#30: a ray along a diagonal, reported with a wrong point.
static void ray_along_a_diagonal(void **state) {
    (void)state;
    float step = 141.42f / sqrtf(2);
    carom_shape b = circle(200, 200, 30);
    carom_ray_hit got = carom_ray(vec(100, 100), vec(step, step), &b);
    assert_true(got.hit);
    assert_float_equal(got.point.x, 178.787, 1e-3);
    assert_float_equal(got.point.y, 178.787, 1e-3);
}

// ---- Sweeps ------------------------------------------------------------------------------------------------------

typedef struct {
    const char *name;
    carom_shape a;
    carom_vec2 move;
    carom_shape b;
    carom_vec2 b_move;
    bool hit;
    double t;
    carom_vec2 normal, point;
    carom_feature feature;
} sweep_case;

#define SIDE CAROM_FEATURE_SIDE
#define EDGE CAROM_FEATURE_EDGE
#define NONE CAROM_FEATURE_NONE

static void known_sweeps(void **state) {
    (void)state;
    const carom_shape unit = box(-1, -1, 1, 1), tile = box(-16, -16, 16, 16), wall = segment(0, -10, 0, 10);
    const carom_vec2 o = {0, 0};
    const sweep_case cases[] = {
        {"end of a segment",
         circle(-3, 0.3f, 0.5f),
         {6, 0},
         segment(0, -1, 0, 0),
         o,
         true,
         2.6 / 6,
         {-0.8f, 0.6f},
         {0, 0},
         CAROM_FEATURE_END_B},
        {"slope",
         circle(0, 5, 1),
         {10, 0},
         segment(0, 0, 10, 10),
         o,
         true,
         (5 - sqrt(2)) / 10,
         {-0.70710678f, 0.70710678f},
         any,
         EDGE},
        {"wall: .45, not the .4505 of a skin",
         circle(-5, 0, 0.5f),
         {10, 0},
         wall,
         o,
         true,
         0.45,
         {-1, 0},
         {0, 0},
         EDGE},
        {"leaves contact (box3d#32, cute_c2, Chipmunk)",
         circle(-0.5f, 0, 0.5f),
         {-1, 0},
         wall,
         o,
         false,
         1,
         any,
         any,
         NONE},
        {"slides along a wall", circle(-0.5f, 0, 0.5f), {0, 5}, wall, o, false, 1, any, any, NONE},
        {"goes into a wall it touches", circle(-0.5f, 0, 0.5f), {1, 5}, wall, o, true, 0, {-1, 0}, {0, 0}, EDGE},
        {"two circles (parry#35)",
         circle(0, 0, 0.5f),
         {0, 10},
         circle(0, 10, 0.5f),
         o,
         true,
         0.9,
         {0, -1},
         {0, 9.5f},
         NONE},
        {"both moving (parry)",
         circle(2, 2, 1),
         {-0.5f, -0.5f},
         unit,
         {1, 1},
         true,
         (sqrt(2) - 1) / sqrt(4.5),
         {0.70710678f, 0.70710678f},
         any,
         CAROM_FEATURE_CORNER},
        {"passes a corner that the grown box covers (noonat)",
         circle(26, 20, 8),
         {-6, 6},
         tile,
         o,
         false,
         1,
         any,
         any,
         NONE},
        {"circle against a box (noonat)", circle(-64, 0, 8), {128, 0}, tile, o, true, 0.3125, {-1, 0}, {-16, 0}, SIDE},
        {"the point of contact (cute_headers#357)",
         circle(25, -25, 1),
         {0, 100},
         box(0, 0, 100, 100),
         o,
         true,
         0.24,
         {0, -1},
         {25, 0},
         SIDE},
        {"capsule against a box",
         capsule(-5, -0.2f, -5, 0.2f, 0.3f),
         {10, 0},
         box(-0.5f, -0.5f, 0.5f, 0.5f),
         o,
         true,
         0.42,
         {-1, 0},
         any,
         SIDE},
        {"box against a box (bump.lua)",
         box(-3, 3, -1, 5),
         {6, 0},
         box(0, 0, 8, 8),
         o,
         true,
         1 / 6.0,
         {-1, 0},
         any,
         SIDE},
        {"corners only meet (bump.lua)", box(0, 16, 16, 32), {-1, -1}, box(16, 0, 32, 16), o, false, 1, any, any, NONE},
        {"rests on a box and slides (noonat)", box(-72, -32, -56, -16), {128, 0}, tile, o, false, 1, any, any, NONE},
        {"starts in line with a segment (Chipmunk)",
         circle(-80, -96, 24),
         {48, -16},
         segment(-48, -96, 0, -96),
         o,
         true,
         0.16988373,
         any,
         {-48, -96},
         CAROM_FEATURE_END_A},
        {"reaches contact at the very end", circle(-5, 0, 1), {4, 0}, wall, o, true, 1, {-1, 0}, {0, 0}, EDGE},
        {"both move alike", circle(-0.5f, 0, 1), {3, 4}, circle(4, 0, 1), {3, 4}, false, 1, any, any, NONE},
        {"only b moves", circle(-5, 0, 1), o, box(0, -1, 2, 1), {-8, 0}, true, 0.5, {-1, 0}, any, SIDE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const sweep_case *c = &cases[i];
        oracle_hit exact = oracle_sweep(&c->a, c->move, &c->b, c->b_move);
        if (exact.hit != c->hit || !near((double)exact.t, c->t, 1e-7)) fail_msg("sweep: %s: the oracle errs", c->name);
        carom_sweep_hit got = carom_sweep(&c->a, c->move, &c->b, c->b_move);
        const char *fault = oracle_fault_of_sweep(&c->a, c->move, &c->b, c->b_move, &got);
        if (fault != NULL) fail_msg("sweep: %s: %s", c->name, fault);
        if (got.hit != c->hit) fail_msg("sweep: %s: hit is %d", c->name, got.hit);
        if (!near((double)got.t, c->t, 1e-7)) fail_msg("sweep: %s: t is %.9g", c->name, (double)got.t);
        if (!vector_near(got.normal, c->normal)) fail_msg("sweep: %s: the normal", c->name);
        if (!vector_near(got.point, c->point)) fail_msg("sweep: %s: the point", c->name);
        if (got.feature != c->feature) fail_msg("sweep: %s: the feature is %d", c->name, got.feature);
    }
}

static void position_of_a_box_is_its_min_corner(void **state) {
    (void)state;
    carom_shape a = box(-3, 3, -1, 5), b = box(0, 0, 8, 8);
    carom_sweep_hit got = carom_sweep(&a, vec(6, 0), &b, vec(0, 0));
    assert_same_float(got.at.x, -2);
    assert_same_float(got.at.y, 3);
}

/// Box2D test_large_world: a bullet of radius 0.1 at 200 a second from x = 10, in steps of 1/60 s.
static void bullet_hits_a_thin_wall(void **state) {
    (void)state;
    carom_shape wall = box(-0.05f, -1, 0.05f, 1);
    float x = 10, step = 200 / 60.0f;
    for (int i = 0; i < 6; ++i) {
        carom_shape bullet = circle(x, 0, 0.1f);
        carom_sweep_hit got = carom_sweep(&bullet, vec(-step, 0), &wall, vec(0, 0));
        if (got.hit) {
            assert_float_equal(got.at.x, 0.15, 1e-7);
            assert_float_equal(((double)i + (double)got.t) / 60, 0.04925, 1e-6);
            return;
        }
        x -= step;
    }
    fail_msg("the bullet passed through the wall");
}

/// Both times of impact are below the least float, so t is 0. The part that is hit first is reported.
static void parts_are_ordered_by_times_below_all_floats(void **state) {
    (void)state;
    carom_shape disc, parts[2], both;
    carom_make_circle((carom_vec2){0x1p-70f, 0}, 0x1p-74f, &disc);
    carom_make_point((carom_vec2){0, 0}, &parts[0]);
    carom_make_point((carom_vec2){0x1p-72f, 0}, &parts[1]);
    carom_make_compound(parts, 2, &both);
    carom_sweep_hit hit = carom_sweep(&disc, (carom_vec2){-0x1p+90f, 0}, &both, (carom_vec2){0, 0});
    assert_true(hit.hit && !hit.inside);
    assert_true(hit.t == 0);
    assert_int_equal(hit.part_b, 1);
}

/// 2^-50 to 2^-58 of the length of a motion, an ulp or so of the start beside the end of an edge that is parallel to
/// the motion but for 2^-74: in double, the speed toward the edge is a rounding remainder.
static void motions_almost_along_an_edge_hit_in_time(void **state) {
    (void)state;
    random_source r = {1};
    int hits = 0;
    for (int i = 0; i < 20000; ++i) {
        carom_vec2 q = {random_range(&r, 0.5f, 1.5f), random_range(&r, 0.5f, 1.5f)}, aside = {-q.y, q.x};
        int power = -50 - random_below(&r, 9);
        carom_vec2 p = {ldexpf(q.x, power), ldexpf(q.y, power)};
        for (int k = random_below(&r, 3); k > 0; --k) p.x = nextafterf(p.x, random_below(&r, 2) ? 9.0f : -9.0f);
        carom_vec2 c = p;
        for (int k = random_below(&r, 3); k >= 0; --k) c.x = nextafterf(c.x, random_below(&r, 2) ? 9.0f : -9.0f);
        for (int k = random_below(&r, 3); k > 0; --k) c.y = nextafterf(c.y, random_below(&r, 2) ? 9.0f : -9.0f);
        float half = random_below(&r, 2) ? 0.5f : 1, side = random_below(&r, 2) ? 1.0f : -1.0f;
        carom_vec2 move = {q.x * half, q.y * half};
        const carom_shape as[] = {point_at(c.x, c.y), segment(c.x, c.y, side * aside.x, side * aside.y),
                                  capsule(c.x, c.y, side * aside.x, side * aside.y, ldexpf(1, power - 30))};
        carom_shape bs[] = {segment(p.x, p.y, q.x, q.y), capsule(p.x, p.y, q.x, q.y, ldexpf(1, power - 30)), {0}};
        carom_vec2 corners[] = {p, q, vec(-side * aside.x, -side * aside.y)};
        bool is_polygon = carom_make_polygon(corners, 3, &bs[2]) == CAROM_STATUS_OK;
        const carom_shape *a = &as[random_below(&r, 3)], *b = &bs[random_below(&r, is_polygon ? 3 : 2)];
        oracle_hit exact = oracle_sweep(a, move, b, vec(0, 0));
        carom_sweep_hit got = carom_sweep(a, move, b, vec(0, 0));
        assert_int_equal(got.hit, exact.hit);
        assert_same_float(got.t, exact.t);
        hits += got.hit && got.t > 0;
    }
    assert_true(hits > 500);
}

/// v mirrored and turned by quarters: eight ways.
static carom_vec2 turned(carom_vec2 v, int way) {
    if (way & 4) v = vec(v.y, v.x);
    return vec(way & 1 ? -v.x : v.x, way & 2 ? -v.y : v.y);
}

/// A capsule of radius 1 to 16 with a side that a long path passes at an angle of 2^-20 to 2^-152, and a point or ball
/// in the way of the side, at most a few ulp from its end. In double the speed toward the side is a rounding remainder,
/// and the time is known from exact signs only.
static void sides_almost_along_the_path_stop_at_contact(void **state) {
    (void)state;
    random_source r = {1};
    int stops = 0;
    for (int i = 0; i < 4000; ++i) {
        int way = i % 8, power = random_below(&r, 2) ? -20 - random_below(&r, 129) : -149;
        float radius = (float)(1 << random_below(&r, 5)), low = -1024 + (float)random_below(&r, 32), x = -radius;
        float slope = ldexpf((float)random_below(&r, 3), power), ball = random_below(&r, 2) ? 0 : 0.25f;
        for (int k = random_below(&r, 3); k > 0; --k) x = nextafterf(x, 0);
        carom_vec2 foot = turned(vec(-slope, low), way), head = turned(vec(0, low + 16), way);
        carom_vec2 other = turned(vec(x - ball, (float)random_below(&r, 64) - 32), way),
                   move = turned(vec(0, 2048), way);
        carom_shape a = capsule(foot.x, foot.y, head.x, head.y, radius), b = circle(other.x, other.y, ball);
        if (ball == 0) b = point_at(other.x, other.y);
        bool swapped = random_below(&r, 2);
        if (swapped) move = vec(-move.x, -move.y);
        const carom_shape *mover = swapped ? &b : &a, *still = swapped ? &a : &b;
        carom_sweep_hit got = carom_sweep(mover, move, still, vec(0, 0));
        const char *fault = oracle_fault_of_sweep(mover, move, still, vec(0, 0), &got);
        if (fault) fail_msg("case %d: %s", i, fault);
        stops += got.hit && !got.inside;
    }
    assert_true(stops > 1000);
}

/// Tiny capsules on a path that is up to 2^124 times as long, against the corner of a box: the times at which both ends
/// reach it are equal in double, or nearly so. The normal is that of the end that reaches it first.
static void tiny_capsules_reach_a_corner_with_the_first_end(void **state) {
    (void)state;
    random_source r = {1};
    int hits = 0;
    for (int i = 0; i < 20000; ++i) {
        int way = i % 8, power = -random_below(&r, 43), far = random_below(&r, 40);
        float size = ldexpf(1, random_below(&r, 2) ? 41 : random_below(&r, 42));
        carom_vec2 p[2];
        for (int k = 0; k < 2; ++k) {
            p[k].x = ldexpf((float)(random_below(&r, 65) - 32), power - 5);
            p[k].y = ldexpf((float)(random_below(&r, 65) - 32), power - 5);
            p[k] = turned(p[k], way);
        }
        carom_vec2 low = turned(vec(size, size), way), high = turned(vec(1.5f * size, 1.5f * size), way);
        carom_vec2 move = turned(vec(ldexpf(1, 42 + far), ldexpf(1, 42 + far)), way);
        carom_shape a = capsule(p[0].x, p[0].y, p[1].x, p[1].y, ldexpf((float)(random_below(&r, 32) + 1), power - 5));
        carom_shape b = box(fminf(low.x, high.x), fminf(low.y, high.y), fmaxf(low.x, high.x), fmaxf(low.y, high.y));
        carom_shape parts[] = {b}, both = {.kind = CAROM_SHAPE_COMPOUND, .compound = {parts, 1}};
        const carom_shape *still = random_below(&r, 2) ? &both : &b;
        carom_sweep_hit got = carom_sweep(&a, move, still, vec(0, 0));
        const char *fault = oracle_fault_of_sweep(&a, move, still, vec(0, 0), &got);
        if (fault) fail_msg("case %d: %s", i, fault);
        hits += got.hit;
    }
    assert_true(hits > 10000);
}

/// A round shape starts next to a round corner, off by 2^-20 to 2^-41 of the sum of their radii, and moves about as
/// far. Rounding changes the gap by 2^-12 of it then, but whether the corner is reached in time is decided exactly.
static void starts_next_to_a_corner_reach_it_in_time(void **state) {
    (void)state;
    random_source r = {1};
    int hits = 0, count = 8000;
    for (int i = 0; i < count; ++i) {
        int way = i % 8;
        float radius = random_range(&r, 0.5f, 1), other = ldexpf(random_range(&r, 0.5f, 1), -2 - random_below(&r, 26));
        double angle = (double)random_range(&r, 0.05f, 1.5f), reach = (double)radius + (double)other;
        double gap = reach * ldexp(1 + (double)random_unit(&r), -20 - random_below(&r, 21));
        double turn = random_below(&r, 2) ? 0 : (double)random_range(&r, -0.5f, 0.5f);
        // The path to the corner, and the step, which is longer or shorter by a little.
        double path = gap / cos(turn), late = ldexp((double)random_range(&r, -1, 1), -8 - random_below(&r, 10));
        carom_vec2 at = vec((float)(-cos(angle) * reach), (float)(-sin(angle) * reach));
        // The corner is at distance reach + gap from `at`; what rounding to float moves `at` is small.
        double x = (double)at.x, y = (double)at.y, off = reach + gap - sqrt(x * x + y * y);
        carom_vec2 corner = vec((float)(off * cos(angle)), (float)(off * sin(angle)));
        carom_vec2 move =
            vec((float)(path * (1 + late) * cos(angle + turn)), (float)(path * (1 + late) * sin(angle + turn)));
        carom_vec2 points[3] = {corner, vec(corner.x + 3, corner.y), vec(corner.x, corner.y + 2)};
        for (int k = 0; k < 3; ++k) points[k] = turned(points[k], way);
        at = turned(at, way);
        carom_shape a = circle(at.x, at.y, radius),
                    b = capsule(points[0].x, points[0].y, points[1].x, points[1].y, other);
        carom_vec2 tail = turned(vec(-1, -1), way);
        if (random_below(&r, 3) == 0) a = capsule(at.x, at.y, at.x + tail.x, at.y + tail.y, radius);
        if (random_below(&r, 2)) assert_int_equal(carom_make_rounded_polygon(points, 3, other, &b), CAROM_STATUS_OK);
        move = turned(move, way);
        carom_sweep_hit got = carom_sweep(&a, move, &b, vec(0, 0));
        const char *fault = oracle_fault_of_sweep(&a, move, &b, vec(0, 0), &got);
        if (fault) fail_msg("case %d: %s", i, fault);
        hits += got.hit;
    }
    assert_true(hits > count / 4 && hits < count * 3 / 4);
}

/// Two corners start next to each other, off by 2^-54 of the shapes. The gaps to some of their sides are negative in
/// double then, and so are the times at which the path crosses these; the last side that it crosses counts.
static void corners_next_to_each_other_hit_the_last_side(void **state) {
    (void)state;
    carom_vec2 points[2][3] = {
        {{-0x1.a68eb6p-33f, -0x1.3ee4cap-32f}, {-0x1.6c1a4ap+0f, -0x1.603b0cp-1f}, {0x1.91ed06p-1f, -0x1.50188cp-1f}},
        {{-0x1.a68eb8p-33f, -0x1.3ee4c8p-32f}, {0x1.d282ecp-1f, 0x1.429fcp-3f}, {0x1.905a52p+0f, 0x1.6d36f6p-2f}}};
    for (int way = 0; way < 8; ++way) {
        carom_shape shapes[2];
        for (int k = 0; k < 2; ++k) {
            carom_vec2 p[3];
            for (int i = 0; i < 3; ++i) p[i] = turned(points[k][i], way);
            assert_int_equal(carom_make_polygon(p, 3, &shapes[k]), CAROM_STATUS_OK);
        }
        carom_vec2 move = turned(vec(-0x1.771de8p-54f, 0x1.5744f4p-53f), way);
        carom_sweep_hit got = carom_sweep(&shapes[0], move, &shapes[1], vec(0, 0));
        const char *fault = oracle_fault_of_sweep(&shapes[0], move, &shapes[1], vec(0, 0), &got);
        if (fault) fail_msg("way %d: %s", way, fault);
        assert_true(got.hit);
        assert_same_float(got.t, 0x1.991b4p-3f);
    }
}

/// A ray that starts off a blunt corner by 2^-52 of the polygon crosses three sides in double at almost the same time.
/// The error of the second one is greater than its distance from the third.
static void rays_next_to_a_blunt_corner_hit_the_last_side(void **state) {
    (void)state;
    carom_vec2 points[5] = {{-0x1.b2c35ep-55f, 0x1.0702aap-54f},
                            {-0x1.900216p-55f, 0x1.14a0ccp-57f},
                            {0x1.724efp-1f, -0x1.201b8ap-1f},
                            {0x1.56c948p-4f, 0x1.3da7ap+0f},
                            {-0x1.99945ap-55f, 0x1.14b5cap-53f}};
    for (int first = 0; first < 5; ++first) {
        carom_shape b = {.kind = CAROM_SHAPE_POLYGON, .polygon = {.count = 5}};
        for (int i = 0; i < 5; ++i) b.polygon.v[i] = points[(first + i) % 5];
        assert_int_equal(carom_shape_check(&b), CAROM_STATUS_OK);
        carom_vec2 from = vec(-0x1.301398p-52f, 0x1.95c0fcp-54f), move = vec(0x1.240ab8p-51f, 0x1.f0f508p-54f);
        carom_ray_hit got = carom_ray(from, move, &b);
        const char *fault = oracle_fault_of_ray(from, move, &b, &got);
        if (fault) fail_msg("first vertex %d: %s", first, fault);
        assert_true(got.hit);
    }
}

/// A round shape that starts off the side of a box by less than the rounding of its coordinates to double stops at the
/// contact coordinate, which is zero.
static void tiny_gaps_end_at_the_contact_coordinate(void **state) {
    (void)state;
    random_source r = {2};
    for (int i = 0; i < 4000; ++i) {
        float reach = random_range(&r, 0.5f, 1), gap = ldexpf(random_range(&r, 0.5f, 1), -40 - random_below(&r, 30));
        int way = i % 8;
        carom_vec2 at = turned(vec(-gap, 0), way), low = vec(reach, -0.5f), high = vec(reach + 1, 0.5f);
        carom_vec2 p = turned(low, way), q = turned(high, way), move = turned(vec(2 * gap, 0), way);
        carom_shape b = box(fminf(p.x, q.x), fminf(p.y, q.y), fmaxf(p.x, q.x), fmaxf(p.y, q.y));
        carom_vec2 tail = turned(vec(-1, 0.25f), way);
        carom_shape a = i % 3 ? circle(at.x, at.y, reach) : capsule(at.x, at.y, tail.x, tail.y, reach);
        carom_sweep_hit got = carom_sweep(&a, move, &b, vec(0, 0));
        const char *fault = oracle_fault_of_sweep(&a, move, &b, vec(0, 0), &got);
        if (fault) fail_msg("case %d: %s", i, fault);
        assert_true(got.hit && got.at.x == 0 && got.at.y == 0);
    }
}

// ---- Distance and overlap ----------------------------------------------------------------------------------------

/// Box2D test_distance.
static void distance_of_segments(void **state) {
    (void)state;
    carom_shape a = segment(-1, -1, -1, 1), b = segment(2, 0, 1, 0);
    carom_separation got = carom_distance(&a, &b);
    assert_same_float(got.distance, 2);
    assert_true(vector_near(got.on_a, vec(-1, 0)));
    assert_true(vector_near(got.on_b, vec(1, 0)));
    assert_true(vector_near(got.normal, vec(-1, 0)));
}

/// From random tests. The circle overlaps the segment's end b by 2^-50 of its radius; a is so far away that the
/// difference of the two is rounded.
static void a_circle_overlaps_the_far_end_of_a_segment(void **state) {
    (void)state;
    carom_shape a = segment(-0x1.de7608p+15f, -0x1.e8c7d8p+16f, -0x1.530096p-18f, 0x1.3e0f46p-19f);
    carom_shape b = circle(0x1.1efdaap+10f, -0x1.0d42e4p+9f, 0x1.3d0012p+10f);
    assert_true(carom_overlap(&a, &b));
    a.segment.one_sided = true;
    assert_true(carom_overlap(&a, &b));
}

/// From random tests. Collinear but for the least float: in double the difference is flat, and the origin is on its
/// line, far beyond its end.
static void distance_of_almost_collinear_segments(void **state) {
    (void)state;
    carom_shape a = segment(-9360, 3928, -9216, 3868), b = segment(-0x1p-149f, 28, 96, -12);
    carom_separation got = carom_distance(&a, &b);
    assert_same_float(got.distance, 9984);
    assert_true(vector_near(got.normal, vec(-12 / 13.0f, 5 / 13.0f)));
}

/// The point is beside the line of the segment, by less than the rounding of double at its ends. So the signs of the
/// two sides are rounding remainders, and do not mean that the point is between the ends.
static void distance_along_the_line_of_a_segment(void **state) {
    (void)state;
    for (int e = -90; e <= 0; ++e) {
        float p = ldexpf(1, e), far = ldexpf(1, -27);
        carom_shape a, b = segment(-1.4375f, -0.6875f, -2.875f, -1.375f), near, on;
        carom_make_point(vec(-1.5625f * p, -1.1875f * p), &a);
        carom_make_point(vec(-1.5625f * p * far, -1.1875f * p * far), &near);
        on = segment(-1.4375f * far, -0.6875f * far, -2.875f * far, -1.375f * far);
        float got = carom_distance(&a, &b).distance, back = carom_distance(&b, &a).distance;
        if (e < -30) assert_same_float(got, sqrtf(2.5390625f));
        assert_same_float(back, got);
        assert_same_float(carom_distance(&near, &on).distance, got * far);
    }
}

/// box2d#883.
static void a_box_overlaps_a_box_it_contains(void **state) {
    (void)state;
    carom_shape a = box(-0.4f, -0.4f, 0.4f, 0.4f), b = box(-0.5f, -0.5f, 0.5f, 0.5f);
    assert_true(carom_overlap(&a, &b));
    assert_true(carom_overlap(&b, &a));
    assert_float_equal(carom_distance(&a, &b).distance, -0.9, 1e-7);
}

static void circles_touch_at_3_4_5(void **state) {
    (void)state;
    carom_shape a = circle(0, 0, 2), b = circle(3, 4, 3);
    assert_true(carom_overlap(&a, &b));
    carom_contact_points got = carom_contact(&a, &b);
    assert_true(got.hit);
    assert_int_equal(got.count, 1);
    assert_same_float(got.depth, 0);
    assert_true(vector_near(got.normal, vec(-0.6f, -0.8f)));
    assert_true(vector_near(got.points[0], vec(1.2f, 1.6f)));
    carom_shape apart = circle(3, nextafterf(4, 5), 3);
    assert_false(carom_overlap(&a, &apart));
    assert_true(carom_distance(&a, &apart).distance > 0);
}

// ---- S0: the moving circle against a segment, as published -------------------------------------------------------

typedef struct {
    bool hit;
    double t;
} published_hit;

/// The smaller root of |s + t * d| = r, used only if it is after the start.
static published_hit published_end(carom_vec2 c, double r, carom_vec2 d, carom_vec2 end) {
    double sx = (double)c.x - (double)end.x, sy = (double)c.y - (double)end.y;
    double dx = (double)d.x, dy = (double)d.y, qa = dx * dx + dy * dy, qb = sx * dx + sy * dy;
    double t = (-qb - sqrt(qb * qb - qa * (sx * sx + sy * sy - r * r))) / qa;
    return (published_hit){t > 0 && t <= 1, t};
}

/// Edge first, then end A, then end B; the first hit is returned.
static published_hit published_circle_segment(carom_vec2 c, double r, carom_vec2 d, carom_vec2 a, carom_vec2 b) {
    double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y, length = sqrt(ex * ex + ey * ey);
    double nx = ey / length, ny = -ex / length, sx = (double)c.x - (double)a.x, sy = (double)c.y - (double)a.y;
    double off = sx * nx + sy * ny, speed = (double)d.x * nx + (double)d.y * ny;
    double t = (fabs(off) - r) / (off > 0 ? -speed : speed);
    double along = ((sx + t * (double)d.x) * ex + (sy + t * (double)d.y) * ey) / length;
    if (t > 0 && t <= 1 && along >= 0 && along <= length) return (published_hit){true, t};
    published_hit end = published_end(c, r, d, a);
    return end.hit ? end : published_end(c, r, d, b);
}

typedef struct {
    carom_vec2 center, move, a, b;
    float radius;
} circle_and_segment;

static published_hit as_published(const circle_and_segment *c) {
    return published_circle_segment(c->center, (double)c->radius, c->move, c->a, c->b);
}

static carom_sweep_hit as_carom(const circle_and_segment *c, bool sided) {
    carom_shape a = circle(c->center.x, c->center.y, c->radius), b = segment(c->a.x, c->a.y, c->b.x, c->b.y);
    b.segment.one_sided = sided;
    return carom_sweep(&a, c->move, &b, vec(0, 0));
}

static void s0_root_at_exactly_the_start(void **state) {
    (void)state;
    const circle_and_segment at_rest_on_a_floor = {{0, 1}, {0, -1}, {-5, 0}, {5, 0}, 1};
    assert_false(as_published(&at_rest_on_a_floor).hit); // the circle enters the wall
    carom_sweep_hit got = as_carom(&at_rest_on_a_floor, false);
    assert_true(got.hit);
    assert_false(got.inside);
    assert_same_float(got.t, 0);
    assert_true(vector_near(got.at, vec(0, 1)));
}

static void s0_parallel_motion(void **state) {
    (void)state;
    const circle_and_segment along_a_floor = {{0, 1}, {1, 0}, {-5, 0}, {5, 0}, 1};
    double ex = 10, speed = 0, off = 1; // the divisor of the routine for its edge
    assert_true(isnan((off - 1) / (speed / ex)));
    carom_sweep_hit got = as_carom(&along_a_floor, false);
    assert_false(got.hit);
    assert_same_float(got.t, 1);
}

static void s0_no_motion(void **state) {
    (void)state;
    const circle_and_segment still = {{0, 0.5f}, {0, 0}, {-5, 0}, {5, 0}, 1},
                             apart = {{0, 3}, {0, 0}, {-5, 0}, {5, 0}, 1};
    assert_true(isnan(published_end(still.center, 1, still.move, still.a).t) || !as_published(&still).hit);
    assert_false(as_published(&still).hit);
    carom_sweep_hit got = as_carom(&still, false);
    assert_true(got.hit);
    assert_true(got.inside);
    assert_false(as_carom(&apart, false).hit);
}

static void s0_segment_of_no_length(void **state) {
    (void)state;
    const circle_and_segment at_a_pin = {{-5, 0}, {10, 0}, {0, 0}, {0, 0}, 1};
    double length = 0;
    assert_true(isnan(0 / length)); // the normal; the ends give the right result here, but not if they are switched off
    carom_sweep_hit got = as_carom(&at_a_pin, false);
    assert_true(got.hit);
    assert_float_equal(got.t, 0.4, 3e-8);
    assert_true(vector_near(got.normal, vec(-1, 0)));
    got = as_carom(&at_a_pin, true); // a segment without length has no sides
    assert_true(got.hit);
}

static void s0_first_feature_instead_of_the_earliest(void **state) {
    (void)state;
    const circle_and_segment from_behind_b = {{10, 0.5f}, {-20, 0}, {0, 0}, {5, 0}, 1};
    assert_true(as_published(&from_behind_b).t > 0.4); // end A, twelve radii late
    carom_sweep_hit got = as_carom(&from_behind_b, false);
    assert_true(got.hit);
    assert_int_equal(got.feature, CAROM_FEATURE_END_B);
    assert_float_equal(got.t, (5 - sqrt(0.75)) / 20, 3e-8);
}

static void s0_outward_normal(void **state) {
    (void)state;
    const circle_and_segment from_the_solid_side = {{0, 3}, {0, -4}, {-5, 0}, {5, 0}, 1};
    assert_true(as_published(&from_the_solid_side).hit); // cannot report anything else
    assert_true(as_carom(&from_the_solid_side, false).hit);
    assert_false(as_carom(&from_the_solid_side, true).hit);
    const circle_and_segment from_outside = {{0, -3}, {0, 4}, {-5, 0}, {5, 0}, 1};
    carom_sweep_hit got = as_carom(&from_outside, true);
    assert_true(got.hit);
    assert_same_float(got.t, 0.5);
    assert_true(vector_near(got.normal, vec(0, -1)));
}

/// A property of S0 that Carom has as well: an end that is switched off is not reported twice by the segments of a
/// chain.
static void s0_ends_switched_off(void **state) {
    (void)state;
    carom_shape ball = circle(-3, 3, 1), floor = segment(0, 0, 5, 0);
    carom_sweep_hit got = carom_sweep(&ball, vec(4, -4), &floor, vec(0, 0));
    assert_true(got.hit);
    assert_int_equal(got.feature, CAROM_FEATURE_END_A);
    floor.segment.skip_a = true;
    assert_false(carom_sweep(&ball, vec(4, -4), &floor, vec(0, 0)).hit);
    ball.circle.center.x = 1;
    got = carom_sweep(&ball, vec(4, -4), &floor, vec(0, 0));
    assert_true(got.hit);
    assert_int_equal(got.feature, CAROM_FEATURE_EDGE);
}

// ---- Cases found by random tests ---------------------------------------------------------------------------------

static void normal_of_a_tiny_circle_hit_from_far_away(void **state) {
    (void)state;
    carom_shape b = circle(0, -0x1.8p-79f, 0x1.4p-76f);
    carom_ray_hit got = carom_ray(vec(-0x1.dp-13f, 0), vec(0x1.bp+18f, 0), &b);
    assert_true(got.hit);
    assert_float_equal(hypot((double)got.normal.x, (double)got.normal.y), 1, 1e-6);
    assert_true(got.normal.x < -0.9f);
}

static void contact_of_a_one_sided_segment_stays_on_the_polygon(void **state) {
    (void)state;
    const carom_vec2 corners[] = {{-3, 2}, {2, 1}, {-4, 3}};
    carom_shape a = one_sided(-3, 3, 1, 0), b;
    assert_int_equal(carom_make_polygon(corners, 3, &b), CAROM_STATUS_OK);
    carom_contact_points got = carom_contact(&a, &b);
    assert_true(got.hit);
    assert_int_equal(got.count, 1);
    assert_same_float(got.points[0].x, -3);
    assert_same_float(got.points[0].y, 2);
}

// ---- S1: the ray against a circle, as published ------------------------------------------------------------------

/// Returns the distance along the ray, or -1. `direction` must have unit length, which the text does not say.
static double published_ray_circle(carom_vec2 from, carom_vec2 direction, double length, carom_vec2 center, double r) {
    double x = (double)center.x - (double)from.x, y = (double)center.y - (double)from.y;
    double distance2 = x * x + y * y, p = x * (double)direction.x + y * (double)direction.y;
    if (p < 0 && distance2 > r * r) return -1;   // opposite direction
    if (sqrt(distance2) > length + r) return -1; // too short
    double s2 = r * r - (distance2 - p * p);
    if (s2 < 0) return -1;
    return distance2 < r * r ? p + sqrt(s2) : p - sqrt(s2);
}

static void s1_ray_too_short(void **state) {
    (void)state;
    double published = published_ray_circle(vec(0, 0), vec(1, 0), 10, vec(10.5f, 0.875f), 1);
    assert_true(published > 10); // beyond the end of the ray
    carom_shape b = circle(10.5f, 0.875f, 1);
    assert_false(carom_ray(vec(0, 0), vec(10, 0), &b).hit);
    assert_true(carom_ray(vec(0, 0), vec(10.25f, 0), &b).hit);
}

static void s1_direction_of_any_length(void **state) {
    (void)state;
    carom_shape b = circle(5, 0, 1);
    assert_same_float(published_ray_circle(vec(0, 0), vec(1, 0), 8, vec(5, 0), 1), 4);
    double published = published_ray_circle(vec(0, 0), vec(8, 0), 8, vec(5, 0), 1);
    if (published >= 0) assert_less(1, fabs(published - 4));
    for (float length = 8; length < 100; length *= 2) {
        carom_ray_hit got = carom_ray(vec(0, 0), vec(length, 0), &b);
        assert_true(got.hit);
        assert_same_float(got.t * length, 4);
        assert_same_float(got.exit * length, 6);
    }
}

static void s1_in_3d(void **state) {
    (void)state;
    carom_hit3 got = carom_ray_sphere((carom_vec3){0, 0, 0}, (carom_vec3){0, 0, 8}, (carom_vec3){0, 0, 5}, 1);
    assert_true(got.hit);
    assert_false(got.inside);
    assert_same_float(got.t, 0.5);
    assert_same_float(got.exit, 0.75);
    assert_same_float(got.normal.z, -1);
    got = carom_ray_sphere((carom_vec3){0, 0, 0}, (carom_vec3){0, 0, 8}, (carom_vec3){0, 0, 9.25f}, 1);
    assert_false(got.hit); // 8.25 is beyond the end, but less than length + radius
    got = carom_ray_sphere((carom_vec3){0, 0, 0}, (carom_vec3){0, 0, -8}, (carom_vec3){0, 0, 5}, 1);
    assert_false(got.hit);
    got = carom_ray_sphere((carom_vec3){0, 0.5f, 0}, (carom_vec3){0, 1, 0}, (carom_vec3){0, 0, 0}, 1);
    assert_true(got.hit);
    assert_true(got.inside);
    assert_same_float(got.exit, 0.5);
}

static void s0_in_3d(void **state) {
    (void)state;
    const carom_vec3 a = {0, 0, 0}, b = {10, 0, 0};
    carom_hit3 got = carom_sweep_sphere_segment((carom_vec3){5, 3, 4}, 1, (carom_vec3){0, -6, -8}, a, b);
    assert_true(got.hit);
    assert_float_equal(got.t, 0.4, 3e-8);
    assert_int_equal(got.feature, CAROM_FEATURE_EDGE);
    assert_float_equal(got.normal.y, 0.6, 1e-6);
    assert_float_equal(got.normal.z, 0.8, 1e-6);
    got = carom_sweep_sphere_segment((carom_vec3){-4, 0, 0}, 1, (carom_vec3){8, 0, 0}, a, b);
    assert_true(got.hit);
    assert_same_float(got.t, 0.375);
    assert_int_equal(got.feature, CAROM_FEATURE_END_A);
    got = carom_sweep_sphere_segment((carom_vec3){5, 0, 1}, 1, (carom_vec3){0, 0, -1}, a, b);
    assert_true(got.hit);
    assert_same_float(got.t, 0);
    got = carom_sweep_sphere_segment((carom_vec3){5, 0, 1}, 1, (carom_vec3){3, 4, 1}, a, b);
    assert_false(got.hit);
    got = carom_sweep_sphere_segment((carom_vec3){5, 0, 1}, 1, (carom_vec3){0, 4, 0}, a, b);
    assert_false(got.hit);
}

/// A capsule just before the end of a segment: the gap is about as large as the margins of the search in double.
static void gaps_at_an_end_about_as_large_as_a_margin(void **state) {
    (void)state;
    for (int i = 0; i < 4 * 256; ++i) {
        float gap = ldexpf((float)(256 + i % 256), -50 + i / 256), y = i % 3 == 1 ? 4 : 0;
        carom_shape capsule = {.kind = CAROM_SHAPE_CAPSULE, .capsule = {{-1, y}, {-3, y + (float)(i % 5 - 2)}, 1}};
        carom_shape wall = i & 1 ? segment(gap, y, 4, y) : segment(4, y, gap, y);
        carom_sweep_hit hit = carom_sweep(&capsule, (carom_vec2){1, 0}, &wall, (carom_vec2){0, 0});
        assert_true(hit.hit && !hit.inside && hit.t == gap);
        hit = carom_sweep(&wall, (carom_vec2){-1, 0}, &capsule, (carom_vec2){0, 0});
        assert_true(hit.hit && !hit.inside && hit.t == gap);
        assert_false(carom_sweep(&capsule, (carom_vec2){-1, 0}, &wall, (carom_vec2){0, 0}).hit);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_rays),
        cmocka_unit_test(ray_from_inside_a_circle_reports_the_exit),
        cmocka_unit_test(ray_along_a_diagonal),
        cmocka_unit_test(known_sweeps),
        cmocka_unit_test(position_of_a_box_is_its_min_corner),
        cmocka_unit_test(bullet_hits_a_thin_wall),
        cmocka_unit_test(parts_are_ordered_by_times_below_all_floats),
        cmocka_unit_test(motions_almost_along_an_edge_hit_in_time),
        cmocka_unit_test(sides_almost_along_the_path_stop_at_contact),
        cmocka_unit_test(tiny_capsules_reach_a_corner_with_the_first_end),
        cmocka_unit_test(starts_next_to_a_corner_reach_it_in_time),
        cmocka_unit_test(corners_next_to_each_other_hit_the_last_side),
        cmocka_unit_test(rays_next_to_a_blunt_corner_hit_the_last_side),
        cmocka_unit_test(tiny_gaps_end_at_the_contact_coordinate),
        cmocka_unit_test(distance_of_segments),
        cmocka_unit_test(a_circle_overlaps_the_far_end_of_a_segment),
        cmocka_unit_test(distance_of_almost_collinear_segments),
        cmocka_unit_test(distance_along_the_line_of_a_segment),
        cmocka_unit_test(a_box_overlaps_a_box_it_contains),
        cmocka_unit_test(circles_touch_at_3_4_5),
        cmocka_unit_test(s0_root_at_exactly_the_start),
        cmocka_unit_test(s0_parallel_motion),
        cmocka_unit_test(s0_no_motion),
        cmocka_unit_test(s0_segment_of_no_length),
        cmocka_unit_test(s0_first_feature_instead_of_the_earliest),
        cmocka_unit_test(s0_outward_normal),
        cmocka_unit_test(s0_ends_switched_off),
        cmocka_unit_test(s0_in_3d),
        cmocka_unit_test(normal_of_a_tiny_circle_hit_from_far_away),
        cmocka_unit_test(contact_of_a_one_sided_segment_stays_on_the_polygon),
        cmocka_unit_test(s1_ray_too_short),
        cmocka_unit_test(s1_direction_of_any_length),
        cmocka_unit_test(gaps_at_an_end_about_as_large_as_a_margin),
        cmocka_unit_test(s1_in_3d),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
