// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Moving one shape through a scene: corners, wedges, gaps of exactly its width, and slopes.
#include "motion/scene.h"

#include <float.h>

static const carom_response touch = {.kind = CAROM_RESPONSE_STOP};
static const carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
static const carom_response bounce = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1};
static const carom_response cross = {.kind = CAROM_RESPONSE_PASS};

static carom_motion move(const fixture *s, const carom_shape *shape, carom_vec2 from, carom_vec2 velocity,
                         const carom_response *response) {
    carom_scene scene = space_of(s);
    carom_motion done = carom_move(&scene, shape, &(carom_motion){.at = from, .velocity = velocity}, response, NULL, 0);
    assert_true(is_free(s, shape, done.at));
    assert_true(done.casts <= CAROM_MOVE_MAX_CASTS);
    return done;
}

// ---- Each response against a wall ---------------------------------------------------------------------------------

static void responses_at_a_wall(void **state) {
    (void)state;
    fixture s = {0};
    add_segment(&s, 5, -10, 5, 10);
    carom_shape ball = circle(1);
    carom_vec2 from = {0, 0};
    carom_vec2 velocity = {8, 2};

    carom_motion done = move(&s, &ball, from, velocity, &touch);
    assert_vec(done.at, 4, 1);
    assert_vec(done.velocity, 0, 0);
    assert_true(done.t == 0.5f);

    done = move(&s, &ball, from, velocity, &slide);
    assert_vec(done.at, 4, 2);
    assert_vec(done.velocity, 0, 2);
    assert_true(done.t == 1);

    done = move(&s, &ball, from, velocity, &bounce);
    assert_vec(done.at, 0, 2);
    assert_vec(done.velocity, -8, 2);

    carom_scene_hit contact;
    carom_scene scene = space_of(&s);
    done = carom_move(&scene, &ball, &(carom_motion){.at = from, .velocity = velocity}, &cross, &contact, 1);
    assert_vec(done.at, 8, 2);
    assert_vec(done.velocity, 8, 2);
    assert_int_equal(done.contacts, 1);
    assert_true(contact.sweep.t == 0.5f);
}

static void contacts_are_told_in_order(void **state) {
    (void)state;
    fixture s = {0};
    add_segment(&s, 5, -100, 5, 100);
    add_segment(&s, -5, -100, -5, 100);
    carom_shape ball = circle(1);
    carom_scene scene = space_of(&s);
    carom_scene_hit contacts[2];
    carom_motion done =
        carom_move(&scene, &ball, &(carom_motion){.at = (carom_vec2){0, 0}, .velocity = (carom_vec2){32, 0}}, &bounce,
                   contacts, 2);
    // 4 to the right, then 8 at a time: at 4, 12, 20 and 28 of 32.
    assert_int_equal(done.contacts, 4);
    assert_true(contacts[0].sweep.t == 0.125f);
    assert_true(contacts[0].owner == 0);
    assert_true(contacts[1].sweep.t <= 0.375f);
    assert_true(contacts[1].sweep.t > 0.374999f);
    assert_true(contacts[1].owner == 1);
    assert_less(fabsf(done.at.x), 1e-5f); // the times are rounded down four times
    assert_same_float(done.at.y, 0);
    assert_vec(done.velocity, 32, 0);
}

static void starting_inside_is_told(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, 0, 0, 10, 10);
    carom_shape ball = circle(1);
    carom_scene scene = space_of(&s);
    carom_motion done = carom_move(
        &scene, &ball, &(carom_motion){.at = (carom_vec2){9, 5}, .velocity = (carom_vec2){1, 0}}, &slide, NULL, 0);
    assert_true(done.inside);
    assert_vec(done.at, 9, 5);
}

// ---- Corners ------------------------------------------------------------------------------------------------------

static void corner_of_a_floor_and_a_wall(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, -100, -10, 100, 0);
    add_box(&s, 10, 0, 20, 100);
    carom_shape ball = circle(1);
    carom_motion done = move(&s, &ball, (carom_vec2){0, 1}, (carom_vec2){50, -3}, &slide);
    carom_vec2 corner = done.at;
    assert_not_above(nextafterf(9, 0), corner.x); // to a step of a float
    assert_not_above(corner.x, 9);
    assert_same_float(corner.y, 1);
    assert_vec(done.velocity, 0, 0);
    done = move(&s, &ball, corner, (carom_vec2){50, -3}, &slide);
    assert_vec(done.at, corner.x, corner.y);
    done = move(&s, &ball, corner, (carom_vec2){0, 3}, &slide); // and it does not stick
    assert_vec(done.at, corner.x, 4);
}

/// Pushes a ball into a wedge of the given half angle, again and again; it must come to rest and stay there.
static void push_into_wedge(double half_angle, carom_vec2 velocity) {
    float y = (float)(200 * tan(half_angle));
    fixture s = {0};
    add_segment(&s, 0, 0, 200, y);
    add_segment(&s, 0, 0, 200, -y);
    carom_shape ball = circle(1);
    carom_vec2 at = {150, 0};
    if (!is_free(&s, &ball, at)) return; // too acute for this place
    double tip = 1 / sin(half_angle);
    for (int i = 0; i < 200; ++i) {
        carom_motion done = move(&s, &ball, at, velocity, &slide);
        double progress = ((double)done.at.x - (double)at.x) * (double)velocity.x +
                          ((double)done.at.y - (double)at.y) * (double)velocity.y;
        assert_true(progress >= -1e-5);
        at = done.at;
    }
    carom_vec2 settled = at;
    for (int i = 0; i < 50; ++i) at = move(&s, &ball, at, velocity, &slide).at;
    double drift = hypot((double)at.x - (double)settled.x, (double)at.y - (double)settled.y);
    if (drift > 1e-4) fail_msg("half angle %g: drifts by %g", half_angle, drift);
    if (fabs((double)at.x - tip) > 0.02 * tip) fail_msg("half angle %g: at %g, tip %g", half_angle, (double)at.x, tip);
}

static void wedges_hold(void **state) {
    (void)state;
    const double degrees[] = {0.5, 1, 2, 5, 10, 22.5, 30, 45, 60, 80};
    for (int i = 0; i < 10; ++i) {
        double half_angle = degrees[i] * 3.14159265358979323846 / 180;
        push_into_wedge(half_angle, (carom_vec2){-5, 0});
        push_into_wedge(half_angle, (carom_vec2){-5, 0.01f});
        push_into_wedge(half_angle, (carom_vec2){-50, -1});
    }
}

static void a_bounce_in_a_wedge_ends(void **state) {
    (void)state;
    fixture s = {0};
    add_segment(&s, 0, 0, 200, 2);
    add_segment(&s, 0, 0, 200, -2);
    carom_shape ball = circle(1);
    carom_motion done = move(&s, &ball, (carom_vec2){150, 0}, (carom_vec2){-500, 3}, &bounce);
    assert_true(done.t < 1);
    for (int i = 0; i < 20; ++i) done = move(&s, &ball, done.at, done.velocity, &bounce);
    assert_true(done.at.x > 150); // it came out again
}

// ---- Gaps of exactly the width ------------------------------------------------------------------------------------

static void a_box_passes_a_gap_of_its_width(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, 0, 0, 50, 10);
    add_box(&s, 53, 0, 100, 10);
    carom_shape crate = box(3, 3);
    carom_motion done = move(&s, &crate, (carom_vec2){50, 20}, (carom_vec2){0, -40}, &slide);
    assert_vec(done.at, 50, -20);
    // Out of a gap, along a wall, and in again from a slide along the top is blocked by the far corner, or falls in:
    done = move(&s, &crate, (carom_vec2){50, 5}, (carom_vec2){7, -2}, &slide);
    assert_vec(done.at, 50, 3);
    done = move(&s, &crate, (carom_vec2){49.5f, 20}, (carom_vec2){0, -40}, &slide);
    assert_vec(done.at, 49.5f, 10);
}

// ---- Slopes and seams ----------------------------------------------------------------------------------------------

static void speed_is_kept_along_a_slope(void **state) {
    (void)state;
    fixture s = {0};
    add_segment(&s, -1000, -300, 1000, 300);
    carom_shape ball = circle(1);
    carom_scene scene = space_of(&s);
    carom_vec2 at =
        carom_move(&scene, &ball, &(carom_motion){.at = (carom_vec2){0, 5}, .velocity = (carom_vec2){0, -10}}, &touch,
                   NULL, 0)
            .at;
    carom_vec2 velocity = {2, 0.6f};
    double length = hypot(2000, 600);
    for (int i = 0; i < 300; ++i) {
        carom_vec2 pressed = {velocity.x, velocity.y - 0.5f}; // pulled down onto the slope
        double along = ((double)pressed.x * 2000 + (double)pressed.y * 600) / length;
        carom_motion done = move(&s, &ball, at, pressed, &slide);
        double moved = hypot((double)done.at.x - (double)at.x, (double)done.at.y - (double)at.y);
        assert_true(fabs(moved - along) < 1e-4 * along);
        carom_shape there = carom_shape_at(&ball, done.at);
        assert_true((double)carom_distance(&there, &s.shape[0]).distance < 1e-4);
        at = done.at;
    }
}

static void random_moves_stay_in_a_room(void **state) {
    (void)state;
    fixture s = {0};
    add_segment(&s, 0, 0, 30, 1);
    add_segment(&s, 30, 1, 33, 20);
    add_segment(&s, 33, 20, -2, 18);
    add_segment(&s, -2, 18, 0, 0);
    add_segment(&s, 10, 5, 12, 18.8f);
    add_segment(&s, 17, 11, 24, 4);
    random_source r = {5};
    const carom_response *all[] = {&touch, &slide, &bounce};
    const carom_shape moving[] = {circle(0.7f), box(1.1f, 0.6f), circle(0.001f)};
    for (int which = 0; which < 3; ++which) {
        carom_vec2 at = {5, 8};
        for (int i = 0; i < 20000; ++i) {
            carom_vec2 velocity = random_direction(&r, random_range(&r, 0, 1) < 0.1f ? 200 : 2);
            const carom_response *response = all[random_below(&r, 3)];
            carom_motion done = move(&s, &moving[which], at, velocity, response);
            at = done.at;
            if (response == &slide) {
                double turned =
                    (double)done.velocity.x * (double)velocity.x + (double)done.velocity.y * (double)velocity.y;
                assert_true(turned >= -1e-6 * (double)velocity.x * (double)velocity.x);
            }
            if (!(at.x > -3 && at.x < 34 && at.y > 0 && at.y < 20)) {
                fail_msg("shape %d, move %d: out at (%g, %g)", which, i, (double)at.x, (double)at.y);
            }
        }
    }
}

// ---- Pushing out ---------------------------------------------------------------------------------------------------

static void pushed_out_of_one(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, 0, 0, 10, 10);
    carom_shape ball = circle(1);
    carom_scene scene = space_of(&s);
    carom_push push = carom_push_out(&scene, &ball, (carom_vec2){9.5f, 5}, 0);
    assert_true(push.moved);
    assert_true(!push.crushed);
    assert_true(fabsf(push.at.x - 11) < 1e-5f);
    assert_true(push.at.y == 5);
    push = carom_push_out(&scene, &ball, (carom_vec2){11, 5}, 0);
    assert_true(!push.moved);
    assert_true(!push.crushed);
    assert_vec(push.at, 11, 5);
}

static void pushed_out_of_two_at_once(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, -100, -10, 100, 0);
    add_box(&s, 10, 0, 20, 100);
    carom_shape crate = box(2, 2);
    carom_scene scene = space_of(&s);
    carom_push push = carom_push_out(&scene, &crate, (carom_vec2){8.5f, -0.25f}, 0);
    assert_true(push.moved);
    assert_true(is_free(&s, &crate, push.at));
    assert_true(fabsf(push.at.x - 8) < 1e-5f);
    assert_true(fabsf(push.at.y) < 1e-5f);
}

static void crushed_between_two(void **state) {
    (void)state;
    fixture s = {0};
    add_box(&s, -100, -10, 100, 0);
    add_box(&s, -100, 1, 100, 10);
    carom_shape ball = circle(1);
    carom_scene scene = space_of(&s);
    carom_push push = carom_push_out(&scene, &ball, (carom_vec2){0, 0.5f}, 0);
    assert_true(push.crushed);
    assert_true(!push.moved);
    assert_vec(push.at, 0, 0.5f);
}

static void what_is_not_finite_does_not_move(void **state) {
    (void)state;
    fixture s = {0};
    add_segment(&s, 5, -10, 5, 10);
    carom_shape ball = circle(1);
    carom_scene scene = space_of(&s);
    const carom_response *responses[] = {&touch, &slide, &bounce, &cross};
    static const float bad[] = {INFINITY, -INFINITY, NAN};
    for (int i = 0; i < 24; ++i) {
        carom_vec2 in_x = {bad[i % 3], 1}, in_y = {1, bad[i % 3]}, fine = {2, 3};
        carom_vec2 velocity = i % 2 ? in_x : in_y;
        carom_motion done =
            carom_move(&scene, &ball, &(carom_motion){.at = fine, .velocity = velocity}, responses[i % 4], NULL, 0);
        assert_vec(done.at, 2, 3);
        assert_vec(done.velocity, 0, 0);
        assert_true(done.t == 0);
        assert_int_equal(done.contacts, 0);
        done = carom_move(&scene, &ball, &(carom_motion){.at = velocity, .velocity = fine}, responses[i % 4], NULL, 0);
        assert_vec(done.velocity, 0, 0);
        assert_true(done.t == 0);
        assert_int_equal(done.contacts, 0);
    }
    carom_motion done =
        carom_move(&scene, &ball, &(carom_motion){.at = (carom_vec2){3e38f, 0}, .velocity = (carom_vec2){3e38f, 0}},
                   &cross, NULL, 0);
    assert_true(isfinite(done.at.x));
}

// ---- Motion below the rounding of positions -------------------------------------------------------------------------

static carom_shape slow_shape(int i) {
    carom_shape shapes[4] = {circle(7), circle(0)};
    carom_make_box((carom_vec2){-8, -8}, (carom_vec2){8, 8}, &shapes[2]);
    carom_make_capsule((carom_vec2){0, -8}, (carom_vec2){0, 8}, 4, &shapes[3]);
    return shapes[i % 4];
}

/// 0.3 a step at 2^24 is below one ulp there. Positions lag behind by less than that, for every shape and response.
static void slow_motion_advances_far_out(void **state) {
    (void)state;
    const float coordinates[] = {0x1p24f, -0x1p24f, 0x1.8p22f, 0x1p20f, 0x1p27f};
    const carom_vec2 velocities[] = {{0.3f, 0}, {-0.3f, 0}, {0, 0.7f}, {0.3f, -0.4f}, {3, 0}, {0.001f, 5}};
    const carom_response *responses[] = {&touch, &slide, &bounce, &cross};
    fixture s = {0};
    carom_scene scene = space_of(&s);
    for (int i = 0; i < 5 * 6 * 4 * 4; ++i) {
        carom_shape shape = slow_shape(i / 30);
        carom_vec2 from = {coordinates[i % 5], coordinates[(i + i / 5) % 5]}, v = velocities[i / 5 % 6];
        carom_motion now = {.at = from, .velocity = v};
        double ulp_x = 0x1p-23 * fabs((double)from.x), ulp_y = 0x1p-23 * fabs((double)from.y);
        for (int k = 1; k <= 120; ++k) {
            now = carom_move(&scene, &shape, &now, responses[i / 120], NULL, 0);
            double x = (double)now.at.x - (double)from.x - k * (double)v.x;
            double y = (double)now.at.y - (double)from.y - k * (double)v.y;
            if (fabs(x) > 1.01 * ulp_x + 1e-6 * k || fabs(y) > 1.01 * ulp_y + 1e-6 * k)
                fail_msg("case %d, step %d: behind by (%g, %g)", i, k, x, y);
        }
    }
}

/// Pressed onto a floor, a slow slide advances up to the wall, and stays there.
static void a_slow_slide_advances_on_a_floor(void **state) {
    (void)state;
    float far = 0x1p24f;
    fixture s = {0};
    add_box(&s, far - 4096, far, far + 4096, far + 64);
    add_box(&s, far + 128, far - 64, far + 192, far);
    carom_scene scene = space_of(&s);
    carom_shape box;
    carom_make_box((carom_vec2){-16, -16}, (carom_vec2){16, 16}, &box);
    carom_motion now = {.at = {far, far - 16}};
    for (int k = 1; k <= 500; ++k) {
        now.velocity = (carom_vec2){0.3f, 4};
        now = carom_move(&scene, &box, &now, &slide, NULL, 0);
        double to = 0.3 * k < 112 ? 0.3 * k : 112;
        assert_true(now.at.y == far - 16);
        if (fabs((double)now.at.x - (double)far - to) > 2.5) fail_msg("step %d: at %.9g", k, (double)now.at.x);
    }
    assert_true(now.at.x == far + 112);
    assert_vec(now.remainder, 0, 0);
}

/// Near the origin, where rounding loses nothing that matters, there is no remainder.
static void fast_motion_has_no_remainder(void **state) {
    (void)state;
    fixture s = {0};
    carom_scene scene = space_of(&s);
    carom_shape ball = circle(1);
    carom_motion now = {.at = {1000, 3}, .velocity = {0.3f, 0.1f}, .remainder = {50, 50}};
    now = carom_move(&scene, &ball, &now, &slide, NULL, 0);
    assert_vec(now.at, 1000.0f + 0.3f, 3.0f + 0.1f);
    assert_vec(now.remainder, 0, 0);
    const carom_vec2 slow_from[] = {{0x1p24f, 0.3f}, {1, 0x1p-20f}}; // coordinate and velocity of the other axis
    for (int i = 0; i < 2; ++i) {
        float from = slow_from[i].x, slow = slow_from[i].y;
        now = (carom_motion){.at = {from, 3}, .velocity = {slow, 0.1f}, .remainder = {slow, 50}};
        now = carom_move(&scene, &ball, &now, &slide, NULL, 0);
        assert_vec(now.at, from + 2 * slow, 3.0f + 0.1f);
        now = (carom_motion){.at = {3, from}, .velocity = {0.1f, slow}, .remainder = {50, slow}};
        now = carom_move(&scene, &ball, &now, &slide, NULL, 0);
        assert_vec(now.at, 3.0f + 0.1f, from + 2 * slow);
    }
}

/// Beyond the range of floats a position is clamped to it, with every response, in front of an obstacle and without.
static void motion_ends_within_the_range_of_floats(void **state) {
    (void)state;
    fixture none = {0}, one = {0};
    add_segment(&one, 5, -10, 5, 10);
    carom_scene scenes[] = {space_of(&none), space_of(&one)};
    carom_shape shapes[] = {circle(1), boxed(-1, -1, 2, 2), {.kind = CAROM_SHAPE_POINT}};
    const carom_response *responses[] = {&touch, &slide, &bounce, &cross};
    static const float far[] = {3e38f, -3e38f, FLT_MAX, -FLT_MAX};
    for (int i = 0; i < 4 * 4 * 3 * 2; ++i) {
        float x = far[i % 4], end = x > 0 ? FLT_MAX : -FLT_MAX;
        carom_motion from = {.at = {x, 20}, .velocity = {x, 1}}, across = {.at = {20, x}, .velocity = {1, x}};
        const carom_scene *scene = &scenes[i / 48];
        const carom_shape *shape = &shapes[i / 16 % 3];
        carom_motion done = carom_move(scene, shape, &from, responses[i / 4 % 4], NULL, 0);
        assert_vec(done.at, end, 21);
        done = carom_move(scene, shape, &across, responses[i / 4 % 4], NULL, 0);
        assert_vec(done.at, 21, end);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(responses_at_a_wall),
        cmocka_unit_test(contacts_are_told_in_order),
        cmocka_unit_test(starting_inside_is_told),
        cmocka_unit_test(corner_of_a_floor_and_a_wall),
        cmocka_unit_test(wedges_hold),
        cmocka_unit_test(a_bounce_in_a_wedge_ends),
        cmocka_unit_test(a_box_passes_a_gap_of_its_width),
        cmocka_unit_test(speed_is_kept_along_a_slope),
        cmocka_unit_test(random_moves_stay_in_a_room),
        cmocka_unit_test(pushed_out_of_one),
        cmocka_unit_test(pushed_out_of_two_at_once),
        cmocka_unit_test(crushed_between_two),
        cmocka_unit_test(what_is_not_finite_does_not_move),
        cmocka_unit_test(slow_motion_advances_far_out),
        cmocka_unit_test(a_slow_slide_advances_on_a_floor),
        cmocka_unit_test(fast_motion_has_no_remainder),
        cmocka_unit_test(motion_ends_within_the_range_of_floats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
