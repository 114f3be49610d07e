// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What starts inside of something else: does it come apart, stay apart, and not swing to and fro?
#include "world/scene.h"

#include "geom/relation.h"
#include "random.h"

static int count_inside(const carom_world *world) {
    carom_body_id ids[256];
    int count = carom_world_bodies(world, ids, 256);
    int inside = 0;
    for (int i = 0; i < count; ++i) {
        carom_shape a = carom_world_shape(world, ids[i]);
        for (int j = 0; j < i; ++j) {
            carom_shape b = carom_world_shape(world, ids[j]);
            inside += cr_relate(&a, &b) == CR_INSIDE;
        }
    }
    return inside;
}

static const carom_response_kind kinds[] = {CAROM_TOUCH, CAROM_SLIDE, CAROM_BOUNCE};

static void two_come_apart_at_once(void **state) {
    (void)state;
    for (int k = 0; k < 3; ++k) {
        carom_world *world = new_world(NULL);
        carom_response response = {.kind = kinds[k]};
        carom_body_id a = add(world, (carom_body_desc){.shape = circle(1), .response = response});
        carom_body_id b = add(world, (carom_body_desc){.shape = circle(1), .position = {1, 0}, .response = response});
        step(world);
        assert_int_equal(count_inside(world), 0);
        carom_vec2 at_a = carom_world_position(world, a);
        carom_vec2 at_b = carom_world_position(world, b);
        assert_true(at_a.x < -0.49f && at_a.x > -0.52f && at_b.x > 1.49f && at_b.x < 1.52f);
        for (int i = 0; i < 10; ++i) step(world); // and that is all
        assert_true(carom_world_position(world, a).x == at_a.x && carom_world_position(world, b).x == at_b.x);
        carom_world_free(world);
    }
}

static void a_pile_in_one_spot_comes_apart(void **state) {
    (void)state;
    for (int k = 0; k < 3; ++k) {
        carom_world *world = new_world(NULL);
        random_source r = {7};
        for (int i = 0; i < 60; ++i) {
            carom_shape shape = i % 2 ? circle(random_range(&r, 0.5f, 2)) : box(random_range(&r, 0.5f, 2), 1);
            add(world, (carom_body_desc){.shape = shape, .position = {50, 50}, .response = {.kind = kinds[k]}});
        }
        int before = count_inside(world);
        int steps = 0;
        while (before > 0 && steps < 500) {
            step(world);
            ++steps;
            int now = count_inside(world);
            assert_true(now <= before); // no pair ever gets into each other
            before = now;
        }
        print_message("60 in one spot: apart after %d steps\n", steps);
        assert_int_equal(before, 0);
        uint64_t hash = carom_world_hash(world);
        for (int i = 0; i < 20; ++i) step(world);
        assert_true(carom_world_hash(world) == hash);
        carom_world_free(world);
    }
}

static void going_into_each_other_while_inside(void **state) {
    (void)state;
    for (int k = 0; k < 3; ++k) {
        carom_world *world = new_world(NULL);
        carom_response response = {.kind = kinds[k]};
        add(world, (carom_body_desc){.shape = circle(2), .velocity = {3, 0}, .response = response});
        carom_body_id b =
            add(world,
                (carom_body_desc){.shape = circle(2), .position = {1, 0}, .velocity = {-3, 0}, .response = response});
        for (int i = 0; i < 5; ++i) step(world);
        assert_int_equal(count_inside(world), 0);
        assert_true(carom_world_position(world, b).x > 1); // on its own side
        carom_world_free(world);
    }
}

static void out_of_a_static_at_once(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id wall = add(world, (carom_body_desc){.shape = box(10, 10), .is_static = true});
    carom_body_id ball = add(world, (carom_body_desc){.shape = circle(1), .position = {5, 9}});
    step(world);
    assert_int_equal(count_inside(world), 0);
    assert_true(carom_world_position(world, ball).y >= 11);
    // A static that is put onto a mover pushes it out too.
    carom_world_set_position(world, wall, (carom_vec2){0, 2});
    step(world);
    assert_int_equal(count_inside(world), 0);
    assert_true(carom_world_position(world, ball).y >= 13 && carom_world_position(world, ball).y < 13.001f);
    carom_world_free(world);
}

static void crushed_is_told_and_does_not_swing(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    add(world, (carom_body_desc){.shape = box(1000, 10), .position = {-500, -10}, .is_static = true});
    carom_body_id press =
        add(world, (carom_body_desc){.shape = box(1000, 10), .position = {-500, 2}, .is_static = true});
    carom_body_id ball =
        add(world, (carom_body_desc){.shape = circle(1), .position = {0, 1}, .response = {.kind = CAROM_SLIDE}});
    step(world);
    assert_int_equal(carom_world_stats(world).crushed, 0);
    carom_world_set_position(world, press, (carom_vec2){-500, 1});
    for (int i = 0; i < 20; ++i) {
        step(world);
        assert_int_equal(carom_world_stats(world).crushed, 1);
        carom_vec2 at = carom_world_position(world, ball);
        assert_true(at.x == 0 && at.y == 1);
    }
    carom_world_set_position(world, press, (carom_vec2){-500, 5});
    step(world);
    assert_int_equal(carom_world_stats(world).crushed, 0);
    carom_world_free(world);
}

static void pushed_out_of_a_levels_border(void **state) {
    (void)state;
    uint8_t codes[9] = {0, 0, 0, 0, 0, 0, CAROM_TILE_SOLID, CAROM_TILE_SOLID, CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 3, .rows = 3, .cell = {16, 16}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    carom_world *world = new_world(level);
    carom_body_id ball = add(world, (carom_body_desc){.shape = circle(3), .position = {20, 30}});
    step(world);
    carom_shape shape = carom_world_shape(world, ball);
    assert_false(carom_level_sweep(level, &shape, (carom_vec2){0, 0}).hit);
    assert_true(carom_world_position(world, ball).y > 28.99f);
    carom_world_free(world);
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_come_apart_at_once),
        cmocka_unit_test(a_pile_in_one_spot_comes_apart),
        cmocka_unit_test(going_into_each_other_while_inside),
        cmocka_unit_test(out_of_a_static_at_once),
        cmocka_unit_test(crushed_is_told_and_does_not_swing),
        cmocka_unit_test(pushed_out_of_a_levels_border),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
