// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Memory: none is taken once a world has been warmed up, and a call that gets none changes nothing and leaks nothing.
#include "carom/world.h"
#include "ledger.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static carom_world *new_world(ledger *l) {
    carom_allocator allocator = allocator_of(l);
    carom_world *world;
    carom_status status = carom_world_make(&(carom_world_desc){.allocator = &allocator}, &world);
    assert_int_equal(status == CAROM_OK, world != NULL);
    return world;
}

/// A crowd in a box: 0 or the first error.
static carom_status fill(carom_world *world, int movers) {
    random_source r = {1};
    const float walls[4][4] = {{-10, -10, 0, 110}, {100, -10, 110, 110}, {0, -10, 100, 0}, {0, 100, 100, 110}};
    for (int i = 0; i < 4; ++i) {
        carom_body_desc desc = {.is_static = true};
        carom_make_box((carom_vec2){walls[i][0], walls[i][1]}, (carom_vec2){walls[i][2], walls[i][3]}, &desc.shape);
        carom_status status = carom_world_add(world, &desc, NULL);
        if (status) return status;
    }
    for (int i = 0; i < movers; ++i) {
        carom_body_desc desc = {.position = {(float)(5 + i % 10 * 9), (float)(5 + i / 10 * 9)}};
        carom_make_circle((carom_vec2){0, 0}, random_range(&r, 0.5f, 4), &desc.shape);
        desc.velocity = random_direction(&r, 4);
        desc.response.kind = i % 3 == 0 ? CAROM_CROSS : CAROM_BOUNCE;
        carom_status status = carom_world_add(world, &desc, NULL);
        if (status) return status;
    }
    return CAROM_OK;
}

static void no_allocation_after_warming_up(void **state) {
    (void)state;
    ledger l = {.left = -1};
    carom_world *world = new_world(&l);
    assert_int_equal(fill(world, 90), CAROM_OK);
    for (int i = 0; i < 300; ++i) assert_int_equal(carom_world_step(world, 1), CAROM_OK);
    long warm = l.asked;
    for (int i = 0; i < 300; ++i) assert_int_equal(carom_world_step(world, 1), CAROM_OK);
    assert_int_equal(l.asked, warm);
    carom_world_free(world);
    assert_int_equal(l.held, 0);
}

/// Everything about a world that a caller can see of its last step.
typedef struct view {
    uint64_t hash;
    int bodies, events, pairs;
} view;

static view look(const carom_world *world) {
    view v = {.hash = carom_world_hash(world), .bodies = carom_world_count(world)};
    carom_world_events(world, &v.events);
    carom_world_pairs(world, &v.pairs);
    return v;
}

static bool look_alike(view p, view q) {
    return p.hash == q.hash && p.bodies == q.bodies && p.events == q.events && p.pairs == q.pairs;
}

static void a_step_without_memory_changes_nothing(void **state) {
    (void)state;
    ledger granted = {.left = -1};
    carom_world *reference = new_world(&granted);
    assert_int_equal(fill(reference, 60), CAROM_OK);
    ledger l = {.left = -1};
    carom_world *world = new_world(&l);
    assert_int_equal(fill(world, 60), CAROM_OK);
    long refused = 0;
    for (int i = 0; i < 60; ++i) {
        view before = look(world);
        l.left = 0; // one more allocation is granted each time, until the step goes through
        carom_status status = carom_world_step(world, 1);
        for (long grant = 1; status == CAROM_NO_MEMORY; ++grant) {
            ++refused;
            view after = look(world);
            assert_true(look_alike(before, after));
            l.left = grant;
            status = carom_world_step(world, 1);
        }
        assert_int_equal(status, CAROM_OK);
        assert_int_equal(carom_world_step(reference, 1), CAROM_OK);
        view expected = look(reference);
        view got = look(world);
        assert_true(look_alike(expected, got));
    }
    assert_true(refused > 10);
    carom_world_free(world);
    carom_world_free(reference);
    assert_int_equal(l.held, 0);
}

static void making_and_adding_without_memory(void **state) {
    (void)state;
    for (long grant = 0; grant < 40; ++grant) {
        ledger l = {.left = grant};
        carom_world *world = new_world(&l);
        if (!world) {
            assert_int_equal(l.held, 0);
            continue;
        }
        carom_status status = fill(world, 60);
        int count = carom_world_count(world);
        assert_true(status == CAROM_NO_MEMORY ? count < 64 : count == 64);
        l.left = -1;
        assert_int_equal(carom_world_step(world, 1), CAROM_OK);
        carom_world_free(world);
        assert_int_equal(l.held, 0);
    }
}

static void bad_input_is_refused(void **state) {
    (void)state;
    ledger l = {.left = -1};
    carom_world *world = new_world(&l);
    carom_body_desc desc = {.position = {0, 0}};
    assert_int_equal(carom_world_add(world, &desc, NULL), CAROM_BAD_ARGUMENT); // no shape
    carom_make_circle((carom_vec2){1, 0}, 1, &desc.shape);
    assert_int_equal(carom_world_add(world, &desc, NULL), CAROM_BAD_ARGUMENT); // reference point not at the origin
    desc.shape.circle.center.x = 0;
    desc.position.x = (float)NAN;
    assert_int_equal(carom_world_add(world, &desc, NULL), CAROM_NOT_FINITE);
    desc.position.x = 0;
    desc.velocity.y = (float)INFINITY;
    assert_int_equal(carom_world_add(world, &desc, NULL), CAROM_NOT_FINITE);
    desc.velocity.y = 0;
    desc.response.restitution = -1;
    assert_int_equal(carom_world_add(world, &desc, NULL), CAROM_BAD_ARGUMENT);
    desc.response.restitution = 0;
    carom_body_id id;
    assert_int_equal(carom_world_add(world, &desc, &id), CAROM_OK);
    assert_int_equal(carom_world_step(world, 0), CAROM_BAD_ARGUMENT);
    assert_int_equal(carom_world_step(world, (float)NAN), CAROM_BAD_ARGUMENT);
    assert_int_equal(carom_world_set_velocity(world, (carom_body_id){7, 1}, (carom_vec2){0, 0}), CAROM_STALE_ID);
    assert_int_equal(carom_world_remove(world, (carom_body_id){0, 0}), CAROM_STALE_ID);
    // As fast as floats go: stopped by nothing, it leaves the range of finite places, and is left where it was.
    assert_int_equal(carom_world_set_velocity(world, id, (carom_vec2){3e38f, 0}), CAROM_OK);
    for (int i = 0; i < 3; ++i) assert_int_equal(carom_world_step(world, 1), CAROM_OK);
    assert_true(isfinite(carom_world_position(world, id).x));
    carom_world_free(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_allocation_after_warming_up),
        cmocka_unit_test(a_step_without_memory_changes_nothing),
        cmocka_unit_test(making_and_adding_without_memory),
        cmocka_unit_test(bad_input_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
