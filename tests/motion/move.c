// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Moving one shape through a space: corners, wedges, gaps of exactly its width, and slopes.
#include "motion/scene.h"

static const carom_response touch = {.kind = CAROM_TOUCH};
static const carom_response slide = {.kind = CAROM_SLIDE};
static const carom_response bounce = {.kind = CAROM_BOUNCE};
static const carom_response cross = {.kind = CAROM_CROSS};

static carom_motion move(const scene *s, const carom_shape *shape, carom_vec2 from, carom_vec2 velocity,
                         const carom_response *response) {
    carom_space space = space_of(s);
    carom_motion done = carom_move(&space, shape, from, velocity, response, NULL, 0);
    assert_true(is_free(s, shape, done.at));
    assert_true(done.casts <= CAROM_MOVE_CASTS);
    return done;
}

// ---- Each response against a wall ---------------------------------------------------------------------------------

static void responses_at_a_wall(void **state) {
    (void)state;
    scene s = {0};
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

    carom_space_hit contact;
    carom_space space = space_of(&s);
    done = carom_move(&space, &ball, from, velocity, &cross, &contact, 1);
    assert_vec(done.at, 8, 2);
    assert_vec(done.velocity, 8, 2);
    assert_int_equal(done.contacts, 1);
    assert_true(contact.sweep.t == 0.5f);
}

static void contacts_are_told_in_order(void **state) {
    (void)state;
    scene s = {0};
    add_segment(&s, 5, -100, 5, 100);
    add_segment(&s, -5, -100, -5, 100);
    carom_shape ball = circle(1);
    carom_space space = space_of(&s);
    carom_space_hit contacts[2];
    carom_motion done = carom_move(&space, &ball, (carom_vec2){0, 0}, (carom_vec2){32, 0}, &bounce, contacts, 2);
    // 4 to the right, then 8 at a time: at 4, 12, 20 and 28 of 32.
    assert_int_equal(done.contacts, 4);
    assert_true(contacts[0].sweep.t == 0.125f && contacts[0].owner == 0);
    assert_true(contacts[1].sweep.t <= 0.375f && contacts[1].sweep.t > 0.374999f && contacts[1].owner == 1);
    assert_true(fabsf(done.at.x) < 1e-5f && done.at.y == 0); // the times are rounded down four times
    assert_vec(done.velocity, 32, 0);
}

static void starting_inside_is_told(void **state) {
    (void)state;
    scene s = {0};
    add_box(&s, 0, 0, 10, 10);
    carom_shape ball = circle(1);
    carom_space space = space_of(&s);
    carom_motion done = carom_move(&space, &ball, (carom_vec2){9, 5}, (carom_vec2){1, 0}, &slide, NULL, 0);
    assert_true(done.inside);
    assert_vec(done.at, 9, 5);
}

// ---- Corners ------------------------------------------------------------------------------------------------------

static void corner_of_a_floor_and_a_wall(void **state) {
    (void)state;
    scene s = {0};
    add_box(&s, -100, -10, 100, 0);
    add_box(&s, 10, 0, 20, 100);
    carom_shape ball = circle(1);
    carom_motion done = move(&s, &ball, (carom_vec2){0, 1}, (carom_vec2){50, -3}, &slide);
    carom_vec2 corner = done.at;
    assert_true(corner.x >= nextafterf(9, 0) && corner.x <= 9 && corner.y == 1); // to a step of a float
    assert_vec(done.velocity, 0, 0);
    done = move(&s, &ball, corner, (carom_vec2){50, -3}, &slide);
    assert_vec(done.at, corner.x, corner.y);
    done = move(&s, &ball, corner, (carom_vec2){0, 3}, &slide); // and it does not stick
    assert_vec(done.at, corner.x, 4);
}

/// Pushes a ball into a wedge of the given half angle, again and again; it must come to rest and stay there.
static void push_into_wedge(double half_angle, carom_vec2 velocity) {
    float y = (float)(200 * tan(half_angle));
    scene s = {0};
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
    scene s = {0};
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
    scene s = {0};
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
    scene s = {0};
    add_segment(&s, -1000, -300, 1000, 300);
    carom_shape ball = circle(1);
    carom_space space = space_of(&s);
    carom_vec2 at = carom_move(&space, &ball, (carom_vec2){0, 5}, (carom_vec2){0, -10}, &touch, NULL, 0).at;
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
    scene s = {0};
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
    scene s = {0};
    add_box(&s, 0, 0, 10, 10);
    carom_shape ball = circle(1);
    carom_space space = space_of(&s);
    carom_push push = carom_push_out(&space, &ball, (carom_vec2){9.5f, 5});
    assert_true(push.moved && !push.crushed);
    assert_true(fabsf(push.at.x - 11) < 1e-5f && push.at.y == 5);
    push = carom_push_out(&space, &ball, (carom_vec2){11, 5});
    assert_true(!push.moved && !push.crushed);
    assert_vec(push.at, 11, 5);
}

static void pushed_out_of_two_at_once(void **state) {
    (void)state;
    scene s = {0};
    add_box(&s, -100, -10, 100, 0);
    add_box(&s, 10, 0, 20, 100);
    carom_shape crate = box(2, 2);
    carom_space space = space_of(&s);
    carom_push push = carom_push_out(&space, &crate, (carom_vec2){8.5f, -0.25f});
    assert_true(push.moved);
    assert_true(is_free(&s, &crate, push.at));
    assert_true(fabsf(push.at.x - 8) < 1e-5f && fabsf(push.at.y) < 1e-5f);
}

static void crushed_between_two(void **state) {
    (void)state;
    scene s = {0};
    add_box(&s, -100, -10, 100, 0);
    add_box(&s, -100, 1, 100, 10);
    carom_shape ball = circle(1);
    carom_space space = space_of(&s);
    carom_push push = carom_push_out(&space, &ball, (carom_vec2){0, 0.5f});
    assert_true(push.crushed && !push.moved);
    assert_vec(push.at, 0, 0.5f);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
