// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Which kinematic body carries a mover that touches several, in every order of the bodies: the one that it presses
// against most, of equal ones the first; none if a static or a level holds it. In the step in which the mover is new,
// and in the steps after it.
#include "world/scene.h"

static carom_shape polygon_of(const carom_vec2 *points, int count) {
    carom_shape shape;
    assert_int_equal(carom_make_polygon(points, count, &shape), CAROM_STATUS_OK);
    return shape;
}

static carom_body_id add_support(carom_world *world, const carom_shape *shape, float x, carom_vec2 velocity) {
    return add(world, (carom_body_desc){
                          .shape = *shape, .position = {x, 0}, .velocity = velocity, .type = CAROM_BODY_KINEMATIC});
}

static const carom_vec2 press = {0, 1};

/// Two lifts side by side below one crate, which move to the same side at two speeds.
static void of_equal_supports_the_first_carries(void **state) {
    (void)state;
    const carom_shape half = box(8, 4);
    for (int order = 0; order < 8; ++order) {
        carom_world *world = new_world(NULL);
        bool left_first = order & 1, faster_first = order & 2, crate_is_later = order & 4;
        carom_vec2 v[2] = {{faster_first ? 0.5f : 0.25f, 0}, {faster_first ? 0.25f : 0.5f, 0}};
        carom_vec2 at[2] = {{left_first ? -8 : 0, 0}, {left_first ? 0 : -8, 0}};
        carom_body_id lifts[2];
        for (int i = 0; i < 2; ++i) lifts[i] = add_support(world, &half, at[i].x, v[i]);
        if (crate_is_later) step(world);
        for (int i = 2; i-- > 0 && crate_is_later;) // the search finds the second lift first
            assert_int_equal(carom_world_set_position(world, lifts[i], at[i]), CAROM_STATUS_OK);
        carom_body_id crate = add(world, (carom_body_desc){.shape = box(4, 4),
                                                           .position = {-2, -4},
                                                           .velocity = press,
                                                           .response = {.kind = CAROM_RESPONSE_SLIDE}});
        for (int i = 1; i <= 4; ++i) {
            step(world);
            assert_vec(carom_world_position(world, crate), -2 + (float)i * v[0].x, -4);
            assert_vec(carom_world_carried(world, crate), v[0].x, 0);
            assert_int_equal(carom_world_set_velocity(world, crate, press), CAROM_STATUS_OK);
        }
        carom_world_free(world);
    }
}

/// A wheel beside a lift is so near to the crate that their boxes overlap. It does not touch the crate, and keeps it in
/// no order from its lift.
static void what_is_only_near_carries_nothing(void **state) {
    (void)state;
    for (int order = 0; order < 2; ++order) {
        carom_world *world = new_world(NULL);
        const carom_body_desc descs[2] = {
            {.shape = box(8, 4), .position = {-8, 0}, .velocity = {0.25f, 0}, .type = CAROM_BODY_KINEMATIC},
            {.shape = circle(4), .position = {5, 3}, .velocity = {0.5f, 0}, .type = CAROM_BODY_KINEMATIC}};
        add(world, descs[order]);
        add(world, descs[!order]);
        carom_body_id crate = add(world, (carom_body_desc){.shape = box(4, 4),
                                                           .position = {-2, -4},
                                                           .velocity = press,
                                                           .response = {.kind = CAROM_RESPONSE_SLIDE}});
        step(world);
        assert_vec(carom_world_position(world, crate), -1.75f, -4);
        assert_vec(carom_world_carried(world, crate), 0.25f, 0);
        carom_world_free(world);
    }
}

/// A wedge-shaped mover between a flat and a steep slope, both of which it touches along an edge.
static void the_support_with_most_pressure_carries(void **state) {
    (void)state;
    const carom_vec2 flat[] = {{2, -1}, {8, -4}, {8, 4}, {2, 4}}, steep[] = {{-2, -2}, {-2, 4}, {-6, 4}, {-6, -6}};
    const carom_vec2 wedge[] = {{0, 0}, {4, -2}, {4, -8}, {-4, -8}, {-4, -4}};
    const carom_shape slopes[2] = {polygon_of(flat, 4), polygon_of(steep, 4)}, mover = polygon_of(wedge, 5);
    for (int order = 0; order < 6; ++order) {
        carom_world *world = new_world(NULL);
        // The steep one moves as the flat one, rests, or moves the other way.
        carom_vec2 v = {0, -0.5f}, of_steep = {0, order / 2 == 0 ? -0.5f : order / 2 == 1 ? 0 : 0.5f};
        bool flat_first = order & 1;
        add_support(world, &slopes[!flat_first], 0, flat_first ? v : of_steep);
        add_support(world, &slopes[flat_first], 0, flat_first ? of_steep : v);
        carom_body_id id = add(world, (carom_body_desc){.shape = mover, .velocity = press});
        for (int i = 1; i <= 3; ++i) {
            step(world);
            carom_vec2 at = carom_world_position(world, id), carried = carom_world_carried(world, id);
            if (at.x != 0 || at.y != -0.5f * (float)i || carried.y != -0.5f)
                fail_msg("order %d, step %d: (%.9g, %.9g), carried by %.9g", order, i, (double)at.x, (double)at.y,
                         (double)carried.y);
            assert_int_equal(carom_world_set_velocity(world, id, press), CAROM_STATUS_OK);
        }
        carom_world_free(world);
    }
}

/// Walls beside a crate do not hold it, however many; a ledge below it does.
static void walls_beside_hold_nothing(void **state) {
    (void)state;
    const carom_shape plate = box(20, 4);
    for (int walls = 0; walls <= 24; walls += 8) {
        for (int ledge = 0; ledge < 2; ++ledge) {
            carom_world *world = new_world(NULL);
            add_support(world, &plate, 0, (carom_vec2){0, -0.5f});
            for (int i = 0; i < walls; ++i)
                add(world, (carom_body_desc){.shape = box(1, 0.25f),
                                             .position = {3, -6 + 0.25f * (float)i},
                                             .type = CAROM_BODY_STATIC});
            if (ledge)
                add(world, (carom_body_desc){.shape = box(1, 4), .position = {7.5f, 0}, .type = CAROM_BODY_STATIC});
            carom_body_id crate =
                add(world, (carom_body_desc){.shape = box(4, 4), .position = {4, -4}, .velocity = press});
            step(world);
            // A crate on the ledge is not carried in this step, but pushed by the plate: to the same place.
            assert_vec(carom_world_position(world, crate), 4, -4.5f);
            carom_world_free(world);
        }
    }
}

/// With a direction down, a wall that a new mover presses against from the side is no ground: the lift carries it.
static void a_wall_is_no_ground(void **state) {
    (void)state;
    for (int down = 0; down < 2; ++down) {
        carom_world *world;
        carom_world_desc desc = {.down = {0, (float)down}};
        assert_int_equal(carom_world_make(&desc, &world), CAROM_STATUS_OK);
        const carom_shape plate = box(20, 4);
        add_support(world, &plate, 0, (carom_vec2){-0.5f, -0.5f});
        add(world, (carom_body_desc){.shape = box(1, 20), .position = {8, -22}, .type = CAROM_BODY_STATIC});
        carom_body_id crate = add(world, (carom_body_desc){.shape = box(4, 4),
                                                           .position = {4, -4},
                                                           .velocity = {0.25f, 1},
                                                           .response = {.kind = CAROM_RESPONSE_SLIDE}});
        step(world);
        assert_vec(carom_world_position(world, crate), down ? 3.75f : 4, -4.5f);
        carom_world_free(world);
    }
}

/// The lift is removed: its last rider goes on with the velocity of both, in a world without kinematic bodies.
static void riders_keep_the_velocity_of_a_removed_lift(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    const carom_shape plate = box(20, 4);
    carom_body_id lift = add_support(world, &plate, 0, (carom_vec2){0.5f, -0.25f});
    carom_body_id crate = add(world, (carom_body_desc){.shape = box(4, 4), .position = {8, -4}, .velocity = press});
    step(world);
    assert_vec(carom_world_position(world, crate), 8.5f, -4.25f);
    assert_vec(carom_world_carried(world, crate), 0.5f, -0.25f);
    assert_int_equal(carom_world_set_velocity(world, crate, press), CAROM_STATUS_OK);
    assert_int_equal(carom_world_remove(world, lift), CAROM_STATUS_OK);
    step(world);
    assert_vec(carom_world_position(world, crate), 9, -3.5f);
    assert_vec(carom_world_velocity(world, crate), 0.5f, 0.75f);
    assert_vec(carom_world_carried(world, crate), 0, 0);
    step(world);
    assert_vec(carom_world_position(world, crate), 9.5f, -2.75f);
    carom_world_free(world);
}

/// A rider that the game puts elsewhere goes on there with the velocity of both.
static void riders_keep_the_velocity_of_a_lift_they_are_taken_from(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    const carom_shape plate = box(20, 4);
    add_support(world, &plate, 0, (carom_vec2){0.5f, -0.25f});
    carom_body_id crate = add(world, (carom_body_desc){.shape = box(4, 4), .position = {8, -4}, .velocity = press});
    step(world);
    assert_vec(carom_world_carried(world, crate), 0.5f, -0.25f);
    assert_int_equal(carom_world_set_velocity(world, crate, (carom_vec2){1, -2}), CAROM_STATUS_OK);
    assert_int_equal(carom_world_set_position(world, crate, (carom_vec2){80, -40}), CAROM_STATUS_OK);
    assert_vec(carom_world_velocity(world, crate), 1.5f, -2.25f);
    assert_vec(carom_world_carried(world, crate), 0, 0);
    step(world);
    assert_vec(carom_world_position(world, crate), 81.5f, -42.25f);
    carom_world_free(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_equal_supports_the_first_carries),
        cmocka_unit_test(what_is_only_near_carries_nothing),
        cmocka_unit_test(the_support_with_most_pressure_carries),
        cmocka_unit_test(walls_beside_hold_nothing),
        cmocka_unit_test(a_wall_is_no_ground),
        cmocka_unit_test(riders_keep_the_velocity_of_a_removed_lift),
        cmocka_unit_test(riders_keep_the_velocity_of_a_lift_they_are_taken_from),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
