// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rotations against the functions of long double, and places against exact integers.
#include "base/rotation.h"
#include "geom/numbers.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "same_float.h"

#define PI 3.14159265358979323846

static void assert_rotation(carom_rotation r, float cosine, float sine) {
    if (r.cosine != cosine || r.sine != sine || (r.cosine == 0 && signbit(r.cosine)) ||
        (r.sine == 0 && signbit(r.sine)))
        fail_msg("(%.9g, %.9g), not (%.9g, %.9g)", (double)r.cosine, (double)r.sine, (double)cosine, (double)sine);
}

static float any_float(random_source *r) {
    uint32_t bits = (uint32_t)random_bits(r);
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

// ---- Angles ---------------------------------------------------------------------------------------------------------

static const carom_rotation quarters[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

static void quarter_turns_are_exact(void **state) {
    (void)state;
    for (int k = -4000; k <= 4000; ++k) {
        const carom_rotation *q = &quarters[((k % 4) + 4) % 4];
        assert_rotation(carom_rotation_of((float)(k * (PI / 2))), q->cosine, q->sine);
    }
    // The neighbours of these floats are angles like any other.
    assert_true(carom_rotation_of(nextafterf((float)PI, 4)).sine < 0);
    assert_true(carom_rotation_of(nextafterf((float)(PI / 2), 0)).cosine > 0);
    assert_true(carom_rotation_of((float)(4006 * (PI / 2))).sine != 0);
}

/// The error in ulp of the result.
static double error_of(float value, long double exact) {
    double size = fabs((double)value);
    int exponent = size < (double)FLT_MIN ? -125 : ilogb(size) + 1;
    return (double)(fabsl((long double)value - exact) / ldexpl(1, exponent - 24));
}

static void check_angle(float x) {
    carom_rotation r = carom_rotation_of(x), mirrored = carom_rotation_of(-x);
    assert_rotation(mirrored, r.cosine, 0.0f - r.sine);
    double turns = (double)x / (PI / 2);
    if (fabs(turns) < 4001 && (float)(floor(turns + 0.5) * (PI / 2)) == x && fabsf(x) > 1) return;
    if (error_of(r.cosine, cosl((long double)x)) > 0.5001 || error_of(r.sine, sinl((long double)x)) > 0.5001)
        fail_msg("%.9g: (%.9g, %.9g)", (double)x, (double)r.cosine, (double)r.sine);
}

static void angles_of_any_size_are_within_half_an_ulp(void **state) {
    (void)state;
    random_source r = {1};
    for (int n = 0; n < 200000; ++n) {
        float x = any_float(&r);
        if (isfinite(x)) check_angle(x);
        check_angle(random_range(&r, -7, 7));
        check_angle((float)random_below(&r, 1000000));
        check_angle((float)((double)random_below(&r, 1 << 24) * (PI / 2))); // close to a quarter turn
    }
    const float extremes[] = {0,         FLT_TRUE_MIN, FLT_MIN, 1e-30f,  0x1p-13f,
                              0.785398f, 0.785399f,    1e30f,   FLT_MAX, 0x1p104f};
    for (int i = 0; i < 10; ++i) check_angle(extremes[i]);
    // Of all floats, these are closest to a multiple of a quarter turn.
    check_angle(16367173.0f * 0x1p72f);
    check_angle(71476.0625f);
}

static bool is_nan(carom_rotation r) {
    return isnan(r.cosine) && isnan(r.sine);
}

static void numbers_that_are_not_finite_give_nan(void **state) {
    (void)state;
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; ++i) {
        assert_true(is_nan(carom_rotation_of(bad[i])));
        assert_true(is_nan(carom_rotation_normalized((carom_rotation){bad[i], 1})));
        assert_true(is_nan(carom_rotation_normalized((carom_rotation){1, bad[i]})));
        assert_true(is_nan(carom_rotation_compose((carom_rotation){1, 0}, (carom_rotation){bad[i], 1})));
        assert_true(!isfinite(carom_rotate(quarters[1], (carom_vec2){bad[i], 0}).y));
    }
}

// ---- Composition ----------------------------------------------------------------------------------------------------

static carom_rotation any_rotation(random_source *r) {
    return random_below(r, 4) == 0 ? quarters[random_below(r, 4)] : carom_rotation_of(random_range(r, -4, 4));
}

static void composition_follows_its_laws(void **state) {
    (void)state;
    random_source r = {2};
    carom_rotation none = {0, 0};
    for (int n = 0; n < 20000; ++n) {
        carom_rotation a = any_rotation(&r), b = any_rotation(&r), ab = carom_rotation_compose(a, b);
        assert_rotation(carom_rotation_compose(b, a), ab.cosine, ab.sine);
        assert_rotation(carom_rotation_compose(a, none), a.cosine, a.sine);
        assert_rotation(carom_rotation_compose(quarters[1], a), 0.0f - a.sine, a.cosine);
        carom_rotation back = carom_rotation_inverse(ab),
                       other = carom_rotation_compose(carom_rotation_inverse(b), carom_rotation_inverse(a));
        assert_rotation(back, other.cosine, other.sine);
        carom_rotation undone = carom_rotation_compose(a, carom_rotation_inverse(a));
        assert_same_float(undone.sine, 0);
        assert_not_above(fabs((double)undone.cosine - 1), 0x1p-22);
    }
}

/// Against the library of the machine, whose arctangent is good to an ulp.
static void the_angle_between_two_is_that_of_the_shorter_turn(void **state) {
    (void)state;
    random_source r = {8};
    for (int n = 0; n < 20000; ++n) {
        carom_rotation a = any_rotation(&r), b = any_rotation(&r);
        if (n % 4 == 0)
            b = carom_rotation_compose(a, carom_rotation_of(ldexpf(random_range(&r, -1, 1), -(n / 4 % 40))));
        if (n % 16 == 1) b = (carom_rotation){-a.cosine, -a.sine};
        double c = (double)a.cosine * (double)b.cosine + (double)a.sine * (double)b.sine;
        double s = (double)a.cosine * (double)b.sine - (double)a.sine * (double)b.cosine;
        double angle = cr_angle_between(a, b), expected = atan2(s + 0.0, c);
        assert_true(fabs(angle - expected) <= 0x1p-49 * fabs(expected));
    }
    for (int i = 0; i < 4; ++i) assert_true((float)cr_angle_between(quarters[i], quarters[(i + 1) % 4]) == 1.57079637f);
}

static double length2(carom_rotation r) {
    return (double)r.cosine * (double)r.cosine + (double)r.sine * (double)r.sine;
}

static void repeated_composition_keeps_unit_length(void **state) {
    (void)state;
    random_source r = {3};
    carom_rotation turned = {0};
    double angle = 0;
    for (int n = 0; n < 200000; ++n) {
        float step = random_range(&r, 0, 0.5f);
        turned = carom_rotation_compose(turned, carom_rotation_of(step));
        angle += (double)step;
        assert_not_above(fabs(length2(turned) - 1), 0x1p-21);
    }
    assert_not_above(fabs((double)turned.cosine - cos(angle)), 1e-3);
}

static void normalization_keeps_the_direction(void **state) {
    (void)state;
    assert_rotation(carom_rotation_normalized((carom_rotation){3, 4}), 0.6f, 0.8f);
    assert_rotation(carom_rotation_normalized((carom_rotation){0, -1e-40f}), 0, -1);
    assert_rotation(carom_rotation_normalized((carom_rotation){FLT_MAX, FLT_MAX}), 0.707106769f, 0.707106769f);
    assert_rotation(carom_rotation_normalized((carom_rotation){0, 0}), 1, 0);
}

// ---- Places ---------------------------------------------------------------------------------------------------------

/// The sign of |first - exact| - |second - exact|, and whether `first` is even, for two floats on a grid.
static bool is_nearest(float answer, number exact, int grid) {
    for (int side = 0; side < 2; ++side) {
        float other = nextafterf(answer, side ? INFINITY : -INFINITY);
        if (!isfinite(other)) continue;
        int order = compare(absolute(minus(on_grid((double)answer, grid), exact)),
                            absolute(minus(on_grid((double)other, grid), exact)));
        uint32_t bits;
        memcpy(&bits, &answer, sizeof bits);
        if (order > 0 || (order == 0 && (bits & 1))) return false;
    }
    return true;
}

static void check_place(carom_pose pose, carom_vec2 v) {
    enum { GRID = -300 };
    carom_vec2 p = carom_pose_point(pose, v);
    carom_rotation r = cr_turn_of(pose.rotation);
    give_back(0);
    number c = on_grid((double)r.cosine, -150), s = on_grid((double)r.sine, -150);
    number vx = on_grid((double)v.x, -150), vy = on_grid((double)v.y, -150);
    number x = plus(on_grid((double)pose.position.x, GRID), minus(times(c, vx), times(s, vy)));
    number y = plus(on_grid((double)pose.position.y, GRID), plus(times(s, vx), times(c, vy)));
    if ((isfinite(p.x) && !is_nearest(p.x, x, GRID)) || (isfinite(p.y) && !is_nearest(p.y, y, GRID)))
        fail_msg("(%a, %a) turned by (%a, %a) at (%a, %a)", (double)v.x, (double)v.y, (double)r.cosine, (double)r.sine,
                 (double)pose.position.x, (double)pose.position.y);
}

static carom_vec2 any_vector(random_source *r) {
    float x = random_range(r, -100, 100), y = (float)random_below(r, 200);
    return (carom_vec2){x, y};
}

static void places_are_rounded_once(void **state) {
    (void)state;
    random_source r = {4};
    for (int n = 0; n < 60000; ++n) {
        carom_pose pose = {any_vector(&r), any_rotation(&r)};
        carom_vec2 v = any_vector(&r), to = carom_rotate(pose.rotation, v);
        check_place(pose, v);
        if (n % 3 == 0) pose.position = (carom_vec2){-to.x, -to.y}; // what remains are the roundings
        if (n % 3 == 1) pose.position = (carom_vec2){any_float(&r), any_float(&r)};
        if (n % 3 == 2) v = (carom_vec2){any_float(&r), any_float(&r)};
        if (isfinite(pose.position.x + pose.position.y + v.x + v.y)) check_place(pose, v);
    }
    // Halfway between two floats, a third term far below decides; with double rounding it is lost.
    for (int sign = -1; sign <= 1; ++sign) {
        carom_pose pose = {{1, 1}, {1, 0x1p-24f}};
        check_place(pose, (carom_vec2){1, (float)sign * 0x1p-60f});
        check_place(pose, (carom_vec2){(float)sign * 0x1p-60f, -1});
        check_place(pose, (carom_vec2){1, (float)sign * 0x1p-140f});
    }
}

static void places_at_quarter_turns_are_exact(void **state) {
    (void)state;
    carom_vec2 v = carom_rotate(quarters[1], (carom_vec2){3.1f, -2.7f});
    assert_same_float(v.x, 2.7f);
    assert_same_float(v.y, 3.1f);
    v = carom_pose_point((carom_pose){{10, 20}, {0, 0}}, (carom_vec2){1, 2});
    assert_same_float(v.x, 11);
    assert_same_float(v.y, 22);
}

/// A coordinate halfway between two floats, and another at one of these: each is rounded for itself.
static void coordinates_are_rounded_apart(void **state) {
    (void)state;
    const float unit = 0x1p-24f; // half of an ulp at 1
    for (int half = 1; half <= 3; half += 2) {
        for (int beside = half - 1; beside <= half + 1; beside += 2) {
            float even = 1 + (float)(half == 1 ? 0 : 4) * unit, other = 1 + (float)beside * unit;
            const carom_pose pose = {{1, 1}, {1, 0}};
            carom_vec2 at = carom_pose_point(pose, (carom_vec2){(float)beside * unit, (float)half * unit});
            assert_same_float(at.x, other);
            assert_same_float(at.y, even);
            at = carom_pose_point(pose, (carom_vec2){(float)half * unit, (float)beside * unit});
            assert_same_float(at.x, even);
            assert_same_float(at.y, other);
        }
    }
}

/// A turn is known by its unit vector, or by a zeroed rotation; vectors of other lengths are none.
static void turns_are_known_by_their_unit_vectors(void **state) {
    (void)state;
    for (int k = 0; k < 4; ++k) {
        carom_rotation r = quarters[k], half = {r.cosine / 2, r.sine / 2};
        assert_int_equal(cr_is_unturned(r), k == 0);
        assert_true(cr_is_quarter_turn(r));
        assert_false(cr_is_unturned(half) || cr_is_quarter_turn(half));
    }
    const carom_rotation zeroed = {0, 0}, slanted = {0.6f, 0.8f};
    assert_true(cr_is_unturned(zeroed) && cr_is_quarter_turn(zeroed));
    assert_false(cr_is_unturned(slanted) || cr_is_quarter_turn(slanted));
}

static void local_coordinates_come_back(void **state) {
    (void)state;
    random_source r = {5};
    for (int n = 0; n < 20000; ++n) {
        carom_pose pose = {any_vector(&r), any_rotation(&r)}, child = {any_vector(&r), any_rotation(&r)};
        carom_vec2 v = any_vector(&r), back = carom_pose_local(pose, carom_pose_point(pose, v));
        assert_not_above(fabs((double)back.x - (double)v.x) + fabs((double)back.y - (double)v.y), 2e-4);
        carom_vec2 at = carom_pose_point(carom_pose_compose(pose, child), v);
        carom_vec2 by_steps = carom_pose_point(pose, carom_pose_point(child, v));
        assert_not_above(fabs((double)at.x - (double)by_steps.x) + fabs((double)at.y - (double)by_steps.y), 3e-4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quarter_turns_are_exact),
        cmocka_unit_test(angles_of_any_size_are_within_half_an_ulp),
        cmocka_unit_test(numbers_that_are_not_finite_give_nan),
        cmocka_unit_test(composition_follows_its_laws),
        cmocka_unit_test(the_angle_between_two_is_that_of_the_shorter_turn),
        cmocka_unit_test(repeated_composition_keeps_unit_length),
        cmocka_unit_test(normalization_keeps_the_direction),
        cmocka_unit_test(places_are_rounded_once),
        cmocka_unit_test(places_at_quarter_turns_are_exact),
        cmocka_unit_test(coordinates_are_rounded_apart),
        cmocka_unit_test(turns_are_known_by_their_unit_vectors),
        cmocka_unit_test(local_coordinates_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
