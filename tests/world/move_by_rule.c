// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom_move with a contact rule, and with the materials of a world.
#include "motion/scene.h"
#include "world/scene.h"

#include <math.h>

static const carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};

/// Passes bodies with the tag of the mover; drops through one-way edges with tag 3. Counts its calls.
static void pass_friends(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    ++*(int *)user_data;
    assert_true(contact->mover == 77);
    assert_int_equal(contact->surface.level, contact->other ? -1 : 0);
    if (contact->other && contact->surface.tag == contact->mover_tag) response->kind = CAROM_RESPONSE_PASS;
    if (!contact->other && contact->surface.edge_tag == 3) response->kind = CAROM_RESPONSE_PASS;
}

static carom_motion move_by(const carom_world *world, const carom_shape *shape, carom_vec2 at, carom_vec2 by,
                            int *calls) {
    const carom_world_view view = {.world = world};
    carom_scene scene = carom_scene_of_world(&view);
    const carom_move_rule rule = {slide, pass_friends, calls, 77, 5, 1};
    *calls = 0;
    return carom_move_by_rule(&scene, shape, &(carom_motion){.at = at, .velocity = by}, &rule, NULL, 0);
}

static void put_static(carom_world *world, carom_shape shape, int way, uint64_t tag) {
    add(world, (carom_body_desc){.shape = turned_shape(&shape, way), .type = CAROM_BODY_STATIC, .tag = tag});
}

static void friends_are_passed_in_order_of_time(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        carom_world *world = new_world(NULL);
        for (int i = 0; i < 5; ++i) put_static(world, boxed(10 * (float)i - 2, -3, 4, 6), way, i == 4 ? 6 : 5);
        carom_shape ball = circle(1);
        const carom_world_view view = {.world = world};
        carom_scene scene = carom_scene_of_world(&view);
        int calls = 0;
        const carom_move_rule rule = {slide, pass_friends, &calls, 77, 5, 1};
        carom_motion start = {.velocity = turned((carom_vec2){100, 0}, way)}; // within the first one
        carom_scene_hit contacts[8];
        carom_motion end = carom_move_by_rule(&scene, &ball, &start, &rule, contacts, 8);
        carom_vec2 stop = turned((carom_vec2){37, 0}, way);
        assert_vec(end.at, stop.x, stop.y);
        assert_int_equal(end.contacts, 5);
        assert_int_equal(calls, 5);
        assert_false(end.inside);
        assert_not_above(end.casts, 2);
        for (int i = 0; i < 5; ++i) {
            assert_int_equal((uint32_t)contacts[i].owner, i);
            assert_true(fabsf(contacts[i].sweep.t - (i == 0 ? 0 : (10 * (float)i - 3) / 100)) < 1e-6f);
        }
        carom_world_free(world);
    }
}

enum { MANY = 40 }; // more than the obstacles that are considered at one position

/// A friend that is touched at the side, while the floor is hit, does not stop the motion along the floor; nor do many.
static void touched_friends_do_not_stop_slide(void **state) {
    (void)state;
    for (int way = 0; way < 3 * WAYS; ++way) {
        carom_world *world = new_world(NULL);
        put_static(world, boxed(-50, 0, 100, 10), way % WAYS, 6);
        bool friend = way < 2 * WAYS;
        for (int i = 0; i < (way < WAYS ? MANY : 1); ++i)
            put_static(world, boxed(2, -6, 4, 6), way % WAYS, friend ? 5 : 6);
        carom_shape crate = centred_box(2, 2), turned_crate = turned_shape(&crate, way % WAYS);
        int calls;
        carom_motion end = move_by(world, &turned_crate, turned((carom_vec2){0, -2}, way % WAYS),
                                   turned((carom_vec2){8, 8}, way % WAYS), &calls);
        carom_vec2 stop = turned((carom_vec2){friend ? 8.0f : 0, -2}, way % WAYS);
        assert_vec(end.at, stop.x, stop.y);
        carom_world_free(world);
    }
}

/// A rule is not asked about a body that is near, but not touched.
static void near_friend_is_not_met(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        carom_world *world = new_world(NULL);
        put_static(world, boxed(-50, 0, 100, 10), way, 6);
        put_static(world, boxed(2.5f, -6, 4, 6), way, 5);
        carom_shape crate = centred_box(2, 2), turned_crate = turned_shape(&crate, way);
        int calls;
        carom_motion end = move_by(world, &turned_crate, turned((carom_vec2){0, -4}, way),
                                   turned((carom_vec2){0.25f, 4}, way), &calls);
        carom_vec2 stop = turned((carom_vec2){0.25f, -2}, way);
        assert_vec(end.at, stop.x, stop.y);
        assert_int_equal(calls, 1);
        carom_world_free(world);
    }
}

/// In a friend, and in many, a crate that meets another one corner to corner goes on along the faster axis.
static void corner_in_friends_keeps_faster_axis(void **state) {
    (void)state;
    for (int way = 0; way < 4 * WAYS; ++way) {
        bool x = way / WAYS % 2;
        carom_world *world = new_world(NULL);
        put_static(world, boxed(x ? 9 : 5, x ? 5 : 9, 10, 10), way % WAYS, 6);
        for (int i = 0; i < (way < 2 * WAYS ? MANY : 1); ++i) put_static(world, boxed(-3, -3, 20, 20), way % WAYS, 5);
        carom_shape crate = centred_box(1, 1), turned_crate = turned_shape(&crate, way % WAYS);
        int calls;
        carom_motion end = move_by(world, &turned_crate, (carom_vec2){0, 0},
                                   turned((carom_vec2){x ? 16 : 8, x ? 8 : 16}, way % WAYS), &calls);
        carom_vec2 stop = turned((carom_vec2){x ? 16 : 4, x ? 4 : 16}, way % WAYS);
        assert_vec(end.at, stop.x, stop.y);
        carom_world_free(world);
    }
}

static void most_passed_are_bounded(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    for (int i = 0; i < CAROM_MOVE_MAX_PASSED + 1; ++i) put_static(world, boxed(10 * (float)i + 5, -3, 1, 6), 0, 5);
    carom_shape ball = circle(1);
    int calls;
    carom_motion end = move_by(world, &ball, (carom_vec2){0, 0}, (carom_vec2){8192, 0}, &calls);
    assert_vec(end.at, 10 * CAROM_MOVE_MAX_PASSED + 4, 0);
    carom_world_free(world);
}

static void one_way_edge_is_entered(void **state) {
    (void)state;
    for (int tag = 2; tag < 4; ++tag) {
        for (int way = 0; way < WAYS; ++way) {
            carom_vec2 shelf[2] = {turned((carom_vec2){way & 4 ? 9.0f : -9, 3}, way),
                                   turned((carom_vec2){way & 4 ? -9.0f : 9, 3}, way)};
            const carom_outline outline = {.points = shelf, .count = 2, .open = true, .one_way = true, .tag = tag};
            carom_level *level;
            const carom_level_desc desc = {.outlines = &outline, .outlines_count = 1};
            assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
            carom_scene scene = carom_scene_of_level(level);
            int calls = 0;
            const carom_move_rule rule = {slide, pass_friends, &calls, 77, 5, 1};
            carom_shape crate = centred_box(2, 1), turned_crate = turned_shape(&crate, way);
            carom_motion start = {.at = turned((carom_vec2){0, 0}, way), .velocity = turned((carom_vec2){0, 8}, way)};
            carom_motion end = carom_move_by_rule(&scene, &turned_crate, &start, &rule, NULL, 0);
            carom_vec2 stop = turned((carom_vec2){0, tag == 3 ? 8.0f : 2}, way);
            assert_true(fabsf(end.at.x - stop.x) + fabsf(end.at.y - stop.y) < 1e-4f);
            assert_int_equal(calls, 1);
            assert_int_equal(end.contacts, 1);
            carom_level_free(level);
        }
    }
}

/// carom_move adds the materials of a world; a conveyor runs by surface_speed * dt in a call.
static void materials_are_added(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        carom_world *world = new_world(NULL);
        carom_shape floor = boxed(-500, 2, 1000, 10);
        carom_body_desc desc = {
            .shape = turned_shape(&floor, way), .type = CAROM_BODY_STATIC, .material = {.restitution = 0.5f}};
        carom_body_id id = add(world, desc);
        const carom_world_view view = {.world = world};
        carom_scene scene = carom_scene_of_world(&view);
        carom_shape ball = circle(1);
        carom_motion start = {.velocity = turned((carom_vec2){3, 8}, way)};
        carom_motion end = carom_move(&scene, &ball, &start, &slide, NULL, 0);
        carom_vec2 v = turned((carom_vec2){3, -4}, way);
        assert_vec(end.velocity, v.x, v.y);
        const carom_material belt = {.friction = 0.25f, .surface_speed = way & 4 ? -32.0f : 32};
        assert_int_equal(carom_world_set_material(world, id, belt), CAROM_STATUS_OK);
        const carom_move_rule rule = {.response = slide, .dt = 0.25f};
        end = carom_move_by_rule(&scene, &ball, &start, &rule, NULL, 0);
        v = turned((carom_vec2){5, 0}, way); // 3 + 0.25 * 8
        assert_vec(end.velocity, v.x, v.y);
        start.velocity = turned((carom_vec2){7, 8}, way);
        end = carom_move_by_rule(&scene, &ball, &start, &rule, NULL, 0);
        v = turned((carom_vec2){8, 0}, way);
        assert_vec(end.velocity, v.x, v.y);
        carom_world_free(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(friends_are_passed_in_order_of_time),
        cmocka_unit_test(touched_friends_do_not_stop_slide),
        cmocka_unit_test(near_friend_is_not_met),
        cmocka_unit_test(corner_in_friends_keeps_faster_axis),
        cmocka_unit_test(most_passed_are_bounded),
        cmocka_unit_test(one_way_edge_is_entered),
        cmocka_unit_test(materials_are_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
