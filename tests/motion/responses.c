// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The pure responses: is a slide the nearest allowed velocity, whatever the order of the normals; and a bounce a
// mirror?
#include "carom/motion.h"

#include "check.h"
#include "random.h"

#include <math.h>

static double dot(carom_vec2 a, carom_vec2 b) {
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y;
}

static double distance(carom_vec2 a, carom_vec2 b) {
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

static void slide_along_axes_is_exact(void **state) {
    (void)state;
    carom_vec2 up = {0, 1};
    carom_vec2 left = {-1, 0};
    assert_vec(carom_slide((carom_vec2){3, -4}, &up, 1), 3, 0);
    assert_vec(carom_slide((carom_vec2){3, 4}, &up, 1), 3, 4);
    assert_vec(carom_slide((carom_vec2){3, -4}, (carom_vec2[]){up, left}, 2), 0, 0);
    assert_vec(carom_slide((carom_vec2){-3, -4}, (carom_vec2[]){up, left}, 2), -3, 0);
    assert_vec(carom_slide((carom_vec2){3, -4}, NULL, 0), 3, -4);
}

static void slide_between_opposite_walls(void **state) {
    (void)state;
    carom_vec2 walls[] = {{0, 1}, {0, -1}};
    assert_vec(carom_slide((carom_vec2){3, -4}, walls, 2), 3, 0);
    for (int i = 0; i < 3; ++i) { // at the end of the channel, whichever of the surfaces that is
        carom_vec2 surfaces[3] = {walls[0], walls[0], walls[1]};
        if (i == 2) surfaces[1] = walls[1];
        surfaces[i] = (carom_vec2){-1, 0};
        assert_vec(carom_slide((carom_vec2){3, -4}, surfaces, 3), 0, 0);
    }
}

static void slide_moves_against_no_normal_and_loses_the_least(void **state) {
    (void)state;
    random_source r = {1};
    for (int i = 0; i < 200000; ++i) {
        carom_vec2 v = random_direction(&r, random_range(&r, 0.01f, 100));
        carom_vec2 normals[3];
        int count = 1 + random_below(&r, 3);
        for (int j = 0; j < count; ++j) normals[j] = random_direction(&r, 1);
        carom_vec2 slid = carom_slide(v, normals, count);
        for (int j = 0; j < count; ++j) assert_true(dot(slid, normals[j]) >= 0);
        assert_true(dot(slid, v) >= 0);
        // No direction of a fan around is allowed and clearly nearer.
        double size = hypot((double)v.x, (double)v.y);
        double own = distance(v, slid);
        for (int k = 0; k < 16; ++k) {
            carom_vec2 other = random_direction(&r, random_range(&r, 0, (float)size));
            bool allowed = true;
            for (int j = 0; j < count; ++j) allowed &= dot(other, normals[j]) >= 0;
            if (allowed) assert_true(distance(v, other) >= own - 1e-5 * size);
        }
    }
}

static void slide_does_not_depend_on_the_order(void **state) {
    (void)state;
    random_source r = {2};
    for (int i = 0; i < 100000; ++i) {
        carom_vec2 v = random_direction(&r, 1);
        carom_vec2 n[3] = {random_direction(&r, 1), random_direction(&r, 1), random_direction(&r, 1)};
        carom_vec2 one = carom_slide(v, n, 3);
        carom_vec2 two = carom_slide(v, (carom_vec2[]){n[2], n[0], n[1]}, 3);
        assert_vec(two, one.x, one.y);
    }
}

static void bounce_off_axes_is_exact(void **state) {
    (void)state;
    carom_vec2 up = {0, 1};
    assert_vec(carom_bounce((carom_vec2){0.3f, -0.7f}, up, 1, 0), 0.3f, 0.7f);
    assert_vec(carom_bounce((carom_vec2){3, -4}, up, 0.5f, 0), 3, 2);
    assert_vec(carom_bounce((carom_vec2){3, -4}, up, 0, 0), 3, 0);
    assert_vec(carom_bounce((carom_vec2){3, 4}, up, 1, 0), 3, 4);
}

static void friction_is_coulombs(void **state) {
    (void)state;
    carom_vec2 up = {0, 1};
    // The speed across changes by 8 with full restitution; an eighth of that is lost along.
    assert_vec(carom_bounce((carom_vec2){3, -4}, up, 1, 0.125f), 2, 4);
    assert_vec(carom_bounce((carom_vec2){-3, -4}, up, 1, 0.125f), -2, 4);
    assert_vec(carom_bounce((carom_vec2){3, -4}, up, 1, 10), 0, 4); // it stops, and does not turn round
}

static void bounces_keep_the_energy(void **state) {
    (void)state;
    random_source r = {3};
    carom_vec2 v = {0.6f, 0.8f};
    for (int i = 0; i < 1000000; ++i) {
        carom_vec2 normal = random_direction(&r, 1);
        v = carom_bounce(v, normal, 1, 0);
        assert_true(dot(v, normal) >= 0);
    }
    assert_true(fabs(dot(v, v) - 1) < 1e-3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slide_along_axes_is_exact),
        cmocka_unit_test(slide_between_opposite_walls),
        cmocka_unit_test(slide_moves_against_no_normal_and_loses_the_least),
        cmocka_unit_test(slide_does_not_depend_on_the_order),
        cmocka_unit_test(bounce_off_axes_is_exact),
        cmocka_unit_test(friction_is_coulombs),
        cmocka_unit_test(bounces_keep_the_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
