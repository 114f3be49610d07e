// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Mass: collisions of two movers against closed forms, movers that cannot be pushed, and loads that only rest.
// Sensors of every type, and new shapes. Mirrored and turned by quarters.
#include "motion/scene.h"
#include "world/scene.h"
#include "world/turned.h"

#include <math.h>

static carom_vec2 velocity_after(const carom_world *world, carom_body_id id, int way) {
    carom_vec2 v = carom_world_velocity(world, id);
    for (int i = 0; i < (way & 3); ++i) v = (carom_vec2){v.y, -v.x};
    return (carom_vec2){(way & 4 ? -v.x : v.x) + 0.0f, v.y + 0.0f};
}

/// Two balls on a line: the first at 6, the other at -2. Writes their velocities after the contact.
static void collide(const float mass[2], carom_response response, int way, float out[2]) {
    carom_world *world = new_world(NULL);
    carom_body_id ids[2];
    for (int i = 0; i < 2; ++i) {
        carom_vec2 at = {i ? 10.0f : 0, 0}, v = {i ? -2.0f : 6, 0};
        ids[i] = add(world, (carom_body_desc){.shape = circle(2),
                                              .position = turned(at, way),
                                              .velocity = turned(v, way),
                                              .response = response,
                                              .mass = mass[i]});
    }
    step(world);
    for (int i = 0; i < 2; ++i) {
        carom_vec2 v = velocity_after(world, ids[i], way);
        assert_true(v.y == 0);
        out[i] = v.x;
    }
    carom_world_free(world);
}

static void momentum_is_exchanged_by_mass(void **state) {
    (void)state;
    const float masses[][2] = {{1, 1}, {0, 0}, {2, 1}, {1, 3}, {1e6f, 1}, {1, INFINITY}, {INFINITY, 1}};
    for (size_t k = 0; k < sizeof masses / sizeof *masses; ++k) {
        for (int way = 0; way < WAYS; ++way) {
            double a = masses[k][0] == 0 ? 1 : (double)masses[k][0], b = masses[k][1] == 0 ? 1 : (double)masses[k][1];
            double share = isinf(a) ? 1 : isinf(b) ? 0 : a / (a + b), mean = share * 6 + (1 - share) * -2;
            float v[2];
            collide(masses[k], (carom_response){CAROM_RESPONSE_SLIDE, 0, 0, 0}, way, v);
            assert_less(fabs((double)v[0] - mean), 1e-5);
            assert_less(fabs((double)v[1] - mean), 1e-5);
            collide(masses[k], (carom_response){CAROM_RESPONSE_BOUNCE, 1, 0, 0}, way, v);
            assert_less(fabs((double)v[0] - (2 * mean - 6)), 1e-5);
            assert_less(fabs((double)v[1] - (2 * mean + 2)), 1e-5);
        }
    }
}

static void two_that_cannot_be_pushed_are_walls(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        float v[2];
        collide((float[2]){INFINITY, INFINITY}, (carom_response){CAROM_RESPONSE_SLIDE, 0, 0, 0}, way, v);
        assert_same_float(v[0], 0);
        assert_same_float(v[1], 0);
        collide((float[2]){INFINITY, INFINITY}, (carom_response){CAROM_RESPONSE_BOUNCE, 1, 0, 0}, way, v);
        assert_same_float(v[0], -6);
        assert_same_float(v[1], 2);
    }
}

/// No mover pushes a mover of infinite mass. A kinematic body does, also through other movers.
static void a_kinematic_body_pushes_infinite_mass(void **state) {
    (void)state;
    for (int i = 0; i < WAYS * 9; ++i) {
        turned_world t = new_turned(i % WAYS, NO_DOWN);
        const carom_response_kind kinds[] = {(carom_response_kind)(i / WAYS % 3), (carom_response_kind)(i / WAYS / 3)};
        carom_body_desc desc = {.shape = centred_box(2, 50), .mass = INFINITY, .response = {.kind = kinds[0]}};
        carom_body_id heavy = put(&t, desc);
        desc = (carom_body_desc){.shape = centred_box(3, 3), .position = {-5, 0}, .response = {.kind = kinds[1]}};
        carom_body_id light = put(&t, desc);
        set_velocity(&t, light, (carom_vec2){6, 0});
        run(&t, 1);
        assert_vec(place_of(&t, heavy), 0, 0);
        set_velocity(&t, light, (carom_vec2){0, 0});
        put(&t,
            (carom_body_desc){
                .shape = centred_box(2, 50), .position = {-15, 0}, .velocity = {6, 0}, .type = CAROM_BODY_KINEMATIC});
        run(&t, 1);
        carom_vec2 at = place_of(&t, heavy), pushed = place_of(&t, light);
        assert_true(fabsf(at.x - 1) < 1e-6f && at.y == 0);
        assert_true(fabsf(pushed.x + 4) < 1e-6f && pushed.y == 0);
        assert_int_equal(carom_world_stats(t.world).crushed, 0);
        carom_world_free(t.world);
    }
}

/// A guard whose velocity is set to zero in each step, and a crowd that runs against it from all sides.
static void an_idle_mover_is_not_pushed(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_desc desc = {.shape = circle(3), .response = {.kind = CAROM_RESPONSE_SLIDE}, .mass = INFINITY};
    carom_body_id guard = add(world, desc), crowd[16];
    desc.mass = 0;
    for (int i = 0; i < 16; ++i) {
        desc.position = (carom_vec2){40 * cosf((float)i), 40 * sinf((float)i)};
        crowd[i] = add(world, desc);
    }
    int pairs = 0;
    for (int k = 0; k < 200; ++k) {
        carom_world_set_velocity(world, guard, (carom_vec2){0, 0});
        for (int i = 0; i < 16; ++i) {
            carom_vec2 at = carom_world_position(world, crowd[i]);
            carom_world_set_velocity(world, crowd[i], (carom_vec2){-0.05f * at.x, -0.05f * at.y});
        }
        if (k % 50 == 0) carom_world_set_position(world, crowd[0], (carom_vec2){1, 0}); // overlaps the guard
        step(world);
        assert_vec(carom_world_position(world, guard), 0, 0);
        int count;
        carom_world_pairs(world, &count);
        pairs += count;
    }
    assert_true(pairs > 200 * 4);
    carom_world_free(world);
}

/// A cart that a load rests on keeps its speed; with the response slide, on a floor.
static void a_load_does_not_stop_its_cart(void **state) {
    (void)state;
    for (int kind = 0; kind < 2; ++kind) {
        for (int way = 0; way < WAYS; ++way) {
            carom_world *world = new_world(NULL);
            carom_response response = {.kind = kind ? CAROM_RESPONSE_SLIDE : CAROM_RESPONSE_STOP};
            carom_shape floor = boxed(-100, 4, 1000, 5), cart = centred_box(20, 4), load = centred_box(2, 2);
            carom_body_desc desc = {.shape = turned_shape(&floor, way), .type = CAROM_BODY_STATIC};
            add(world, desc);
            desc = (carom_body_desc){
                .shape = turned_shape(&cart, way), .velocity = turned((carom_vec2){3, 0}, way), .response = response};
            carom_body_id moving = add(world, desc);
            desc = (carom_body_desc){.shape = turned_shape(&load, way),
                                     .position = turned((carom_vec2){-15, -6}, way),
                                     .response = response};
            carom_body_id resting = add(world, desc);
            for (int k = 0; k < 10; ++k) {
                carom_world_set_velocity(world, resting, turned((carom_vec2){k ? 0.0f : 0, 1}, way));
                if (k < 2) carom_world_set_velocity(world, moving, turned((carom_vec2){3, 0}, way));
                step(world);
            }
            assert_true(fabsf(velocity_after(world, moving, way).x - 3) < 1e-6f);
            carom_world_free(world);
        }
    }
}

// ---- Crates one after the other -------------------------------------------------------------------------------------

/// Two rough crates on a floor, one step: the second one, at 51, is in contact with the first one, at 50.
/// `floor_moves`: the floor is a kinematic body, and the speeds are relative to it. Writes the velocities after the
/// step.
static void follow(int way, bool second_is_first, carom_response_kind kind, bool floor_moves, float out[2]) {
    turned_world t = new_turned(way, DOWN);
    carom_body_id crates[2];
    put(&t, (carom_body_desc){.shape = boxed(-1000, 4, 2000, 24),
                              .velocity = {floor_moves ? 30.0f : 0, 0},
                              .type = floor_moves ? CAROM_BODY_KINEMATIC : CAROM_BODY_STATIC});
    for (int i = 0; i < 2; ++i) {
        int which = second_is_first ? 1 - i : i;
        crates[which] = put(&t, (carom_body_desc){.shape = centred_box(3, 4),
                                                  .position = {which ? 6 : 0, 0},
                                                  .velocity = {which ? -51.0f : -50.0f, 10},
                                                  .response = {.kind = kind, .friction = 0.01f}});
    }
    run(&t, 1 / 64.0f);
    for (int i = 0; i < 2; ++i) {
        out[i] = velocity_of(&t, crates[i]).x; // relative to the floor: it carries them
    }
    carom_world_free(t.world);
}

/// A crate that runs into a slower one ahead goes on with it. It is not stopped as by a wall at rest.
static void a_crate_goes_on_behind_a_slower_one(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        for (int variant = 0; variant < 8; ++variant) {
            float v[2];
            carom_response_kind kind = variant & 1 ? CAROM_RESPONSE_SLIDE : CAROM_RESPONSE_BOUNCE;
            follow(way, variant & 2, kind, variant & 4, v);
            assert_less(fabs((double)v[0] + 50.5), 0.3); // friction takes 0.1 at the floor, and little in between
            assert_less(fabs((double)v[1] + 50.5), 0.3);
        }
    }
}

/// A row of rough crates, each in contact with the next one, keeps its place on a lift whose velocity changes in each
/// step.
static void a_row_of_crates_keeps_its_place_on_a_lift(void **state) {
    (void)state;
    random_source r = {17};
    for (int i = 0; i < 4 * WAYS; ++i) {
        turned_world t = new_turned(i % WAYS, DOWN);
        enum { CRATES = 3 };
        carom_body_id crates[CRATES], lift;
        float x = 12, dt = i < 2 * WAYS ? 1 / 60.0f : 1 / 30.0f;
        lift =
            put(&t, (carom_body_desc){.shape = centred_box(800, 2), .position = {x, 34}, .type = CAROM_BODY_KINEMATIC});
        for (int k = 0; k < CRATES; ++k) {
            crates[k] = put(&t, (carom_body_desc){.shape = centred_box(3, 4),
                                                  .position = {x + 6 * (float)k, 34 - 6.25f},
                                                  .response = {.kind = CAROM_RESPONSE_SLIDE, .friction = 0.5f}});
        }
        for (int n = 0; n < 400; ++n) {
            float speed = place_of(&t, lift).x > x ? -random_range(&r, 0, 100) : random_range(&r, 0, 100);
            set_velocity(&t, lift, (carom_vec2){n < 20 ? 0 : speed, 0});
            for (int k = 0; k < CRATES; ++k) pull(&t, crates[k], 600 * dt);
            run(&t, dt);
            for (int k = 0; k < CRATES; ++k) {
                double offset = (double)place_of(&t, crates[k]).x - (double)place_of(&t, lift).x;
                assert_less(fabs(offset - 6 * k), 0x1p-16);
            }
        }
        carom_world_free(t.world);
    }
}

// ---- Sensors --------------------------------------------------------------------------------------------------------

static void sensors_of_every_type_report_and_do_not_block(void **state) {
    (void)state;
    for (int type = 0; type <= CAROM_BODY_KINEMATIC; ++type) {
        carom_world *world = new_world(NULL);
        carom_body_desc desc = {.shape = centred_box(2, 2),
                                .position = {20, 0},
                                .velocity = {-1, 0},
                                .sensor = true,
                                .type = (carom_body_type)type};
        carom_body_id sensor = add(world, desc);
        carom_body_id mover = add(world, (carom_body_desc){.shape = circle(1), .velocity = {30, 0}});
        assert_true(carom_world_is_sensor(world, sensor));
        assert_false(carom_world_is_sensor(world, mover));
        step(world);
        int count;
        const carom_event *events = carom_world_events(world, &count);
        assert_int_equal(count, 2);
        assert_int_equal(events[0].kind, CAROM_EVENT_BEGIN);
        assert_int_equal(events[1].kind, CAROM_EVENT_END);
        assert_vec(carom_world_position(world, mover), 30, 0);
        assert_vec(carom_world_position(world, sensor), type == CAROM_BODY_STATIC ? 20 : 19, 0);
        assert_int_equal(carom_world_set_sensor(world, sensor, false), CAROM_STATUS_OK);
        carom_world_set_velocity(world, mover, (carom_vec2){-30, 0});
        step(world);
        assert_true(carom_world_position(world, mover).x > 20); // now it blocks
        carom_world_free(world);
    }
}

// ---- Shapes ---------------------------------------------------------------------------------------------------------

static void a_body_takes_a_new_shape(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    add(world, (carom_body_desc){.shape = boxed(-50, 10, 100, 10), .type = CAROM_BODY_STATIC});
    carom_body_id hero =
        add(world, (carom_body_desc){
                       .shape = boxed(-2, -4, 4, 8), .position = {0, 6}, .response = {.kind = CAROM_RESPONSE_SLIDE}});
    step(world);
    assert_vec(carom_world_position(world, hero), 0, 6);
    carom_shape grown = boxed(-3, -6, 6, 12), crouching = circle(4),
                parts[2] = {boxed(-2, -2, 1, 1), boxed(1, 1, 1, 1)};
    assert_int_equal(carom_world_set_shape(world, hero, &grown), CAROM_STATUS_OK);
    assert_true(carom_world_shape(world, hero).box.max.y == 12);
    step(world);
    assert_vec(carom_world_position(world, hero), 0, 4); // pushed out
    assert_int_equal(carom_world_set_shape(world, hero, &crouching), CAROM_STATUS_OK);
    carom_world_set_velocity(world, hero, (carom_vec2){0, 5});
    step(world);
    assert_vec(carom_world_position(world, hero), 0, 6);
    carom_shape compound = compound_of(parts, 2), bad = {.kind = CAROM_SHAPE_NONE}, far = boxed(0, 0, 3e38f, 1);
    assert_int_equal(carom_world_set_shape(world, hero, &compound), CAROM_STATUS_OK);
    assert_int_equal(carom_world_part(world, hero, 1).kind, CAROM_SHAPE_BOX);
    assert_int_equal(carom_world_set_shape(world, hero, &bad), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_world_set_shape(world, hero, NULL), CAROM_STATUS_BAD_ARGUMENT);
    carom_world_set_position(world, hero, (carom_vec2){3e38f, 0});
    assert_int_equal(carom_world_set_shape(world, hero, &far), CAROM_STATUS_NOT_FINITE);
    assert_int_equal(carom_world_part(world, hero, 1).kind, CAROM_SHAPE_BOX); // unchanged
    carom_world_set_position(world, hero, (carom_vec2){0, 0});
    for (int i = 0; i < 100; ++i) {
        assert_int_equal(carom_world_set_shape(world, hero, i % 2 ? &compound : &grown), CAROM_STATUS_OK);
        size_t size = carom_world_snapshot_size(world);
        static unsigned char bytes[1 << 14];
        assert_true(size <= sizeof bytes);
        assert_int_equal(carom_world_snapshot(world, bytes, sizeof bytes), CAROM_STATUS_OK);
        step(world);
        uint64_t hash = carom_world_hash(world);
        assert_int_equal(carom_world_restore(world, bytes, size), CAROM_STATUS_OK);
        step(world);
        assert_true(carom_world_hash(world) == hash);
    }
    carom_world_free(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(momentum_is_exchanged_by_mass),
        cmocka_unit_test(two_that_cannot_be_pushed_are_walls),
        cmocka_unit_test(a_kinematic_body_pushes_infinite_mass),
        cmocka_unit_test(an_idle_mover_is_not_pushed),
        cmocka_unit_test(a_load_does_not_stop_its_cart),
        cmocka_unit_test(a_crate_goes_on_behind_a_slower_one),
        cmocka_unit_test(a_row_of_crates_keeps_its_place_on_a_lift),
        cmocka_unit_test(sensors_of_every_type_report_and_do_not_block),
        cmocka_unit_test(a_body_takes_a_new_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
