// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Compounds as bodies: they move, stop and collide as one; the part with the earliest contact decides.
#include "level/maps.h"
#include "world/scene.h"

/// A block with an arm that reaches three to the right, at its foot.
static const float arm = 3;

static carom_shape hook(carom_shape parts[2]) {
    parts[0] = boxed(0, 0, 1, 4);
    parts[1] = boxed(1, 3, arm, 1);
    return compound_of(parts, 2);
}

static int pair_count(const carom_world *world) {
    int count;
    carom_world_pairs(world, &count);
    return count;
}

static carom_event first_event(const carom_world *world) {
    int count;
    const carom_event *events = carom_world_events(world, &count);
    assert_true(count > 0);
    return events[0];
}

static void arm_hits_wall(void **state) {
    (void)state;
    map m;
    map_draw(&m, "....#\n....#\n", 4);
    carom_level *level = level_of_map(&m);
    carom_world *world = new_world(level);
    carom_shape parts[2];
    carom_body_id id = add(world, (carom_body_desc){.shape = hook(parts), .position = {2, 1}, .velocity = {20, 0}});
    step(world);
    assert_vec(carom_world_position(world, id), 16 - 1 - arm, 1);
    assert_same_float(first_event(world).t, 0.5f);
    assert_int_equal(first_event(world).level, 0);
    assert_same_float(first_event(world).point.x, 16);
    assert_not_above(4, first_event(world).point.y);
    carom_world_free(world);
    carom_level_free(level);
}

/// Above the arm there is room: a ball enters, and bounces back off the block.
static void ball_enters_hook(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_shape parts[2];
    add(world, (carom_body_desc){.shape = hook(parts), .position = {-1, -2}, .type = CAROM_BODY_STATIC});
    carom_body_id ball = add(world, (carom_body_desc){.shape = circle(0.5f),
                                                      .position = {4.5f, 0},
                                                      .velocity = {-8, 0},
                                                      .response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1}});
    step(world);
    assert_true(first_event(world).t == 0.5f);
    assert_vec(carom_world_position(world, ball), 4.5f, 0);
    carom_world_set_position(world, ball, (carom_vec2){2, 0.5f}); // resting on the arm
    carom_world_set_velocity(world, ball, (carom_vec2){0, 0});
    step(world);
    assert_int_equal(pair_count(world), 1);
    carom_world_free(world);
}

static void hooks_interlock(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_shape a[2], b[2] = {boxed(0, 0, 1, 4), boxed(-3, 0, 3, 1)};
    carom_body_id left = add(world, (carom_body_desc){.shape = hook(a), .response = {.kind = CAROM_RESPONSE_SLIDE}});
    carom_body_id right = add(world, (carom_body_desc){.shape = compound_of(b, 2), .position = {7, 1}});
    for (int i = 0; i < 3; ++i) step(world);
    assert_int_equal(pair_count(world), 0);
    carom_world_set_velocity(world, right,
                             (carom_vec2){-4, 0}); // its arm, above the other arm, reaches the other block
    step(world);
    assert_int_equal(pair_count(world), 1);
    assert_vec(carom_world_position(world, right), 4, 1);
    assert_vec(carom_world_position(world, left), 0, 0);
    carom_world_free(world);
}

static void overlapping_compound_is_pushed_out(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_shape parts[2];
    carom_body_id id = add(world, (carom_body_desc){.shape = hook(parts), .response = {.kind = CAROM_RESPONSE_SLIDE}});
    add(world, (carom_body_desc){.shape = box(1, 1), .position = {3, 3.75f}, .type = CAROM_BODY_STATIC});
    step(world);
    assert_less(carom_world_position(world, id).y, -0.249f);
    assert_less(-0.26f, carom_world_position(world, id).y);
    assert_int_equal(carom_world_stats(world).crushed, 0);
    carom_world_free(world);
}

static void invalid_compounds_are_refused(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_shape parts[CAROM_MAX_MOVING_PARTS + 1];
    for (int i = 0; i <= CAROM_MAX_MOVING_PARTS; ++i) parts[i] = boxed((float)i, 0, 1, 1);
    carom_body_desc desc = {.shape = compound_of(parts, CAROM_MAX_MOVING_PARTS + 1)};
    assert_int_equal(carom_world_add(world, &desc, NULL, NULL), CAROM_STATUS_TOO_LARGE);
    desc.shape = compound_of(parts, 0);
    assert_int_equal(carom_world_add(world, &desc, NULL, NULL), CAROM_STATUS_BAD_ARGUMENT);
    desc.shape = compound_of(parts + 1, 2); // its first corner is not the origin
    assert_int_equal(carom_world_add(world, &desc, NULL, NULL), CAROM_STATUS_OK);
    carom_body_id id;
    desc = (carom_body_desc){.shape = compound_of(parts, CAROM_MAX_MOVING_PARTS), .position = {5, 5}};
    assert_int_equal(carom_world_add(world, &desc, &id, NULL), CAROM_STATUS_OK);
    assert_int_equal(carom_world_shape(world, id).kind, CAROM_SHAPE_NONE);
    assert_true(carom_world_part(world, id, CAROM_MAX_MOVING_PARTS - 1).box.min.x == 4 + CAROM_MAX_MOVING_PARTS);
    assert_int_equal(carom_world_part(world, id, CAROM_MAX_MOVING_PARTS).kind, CAROM_SHAPE_NONE);
    assert_int_equal(carom_world_part(world, id, -1).kind, CAROM_SHAPE_NONE);
    assert_int_equal(carom_world_remove(world, id), CAROM_STATUS_OK);
    assert_int_equal(carom_world_part(world, id, 0).kind, CAROM_SHAPE_NONE);
    carom_world_free(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arm_hits_wall),
        cmocka_unit_test(ball_enters_hook),
        cmocka_unit_test(hooks_interlock),
        cmocka_unit_test(overlapping_compound_is_pushed_out),
        cmocka_unit_test(invalid_compounds_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
