// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Memory: a warmed-up world allocates nothing; a call without memory changes nothing and leaks nothing.
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
    assert_int_equal(status == CAROM_STATUS_OK, world != NULL);
    return world;
}

/// A crowd in a box. Returns 0 or the first error.
static carom_status fill(carom_world *world, int movers) {
    random_source r = {1};
    const float walls[4][4] = {{-10, -10, 0, 110}, {100, -10, 110, 110}, {0, -10, 100, 0}, {0, 100, 100, 110}};
    for (int i = 0; i < 4; ++i) {
        carom_body_desc desc = {.type = CAROM_BODY_STATIC};
        carom_make_box((carom_vec2){walls[i][0], walls[i][1]}, (carom_vec2){walls[i][2], walls[i][3]}, &desc.shape);
        carom_status status = carom_world_add(world, &desc, NULL, NULL);
        if (status) return status;
    }
    for (int i = 0; i < movers; ++i) {
        carom_body_desc desc = {.position = {(float)(5 + i % 10 * 9), (float)(5 + i / 10 * 9)}};
        carom_make_circle((carom_vec2){0, 0}, random_range(&r, 0.5f, 4), &desc.shape);
        desc.velocity = random_direction(&r, 4);
        desc.response.kind = i % 3 == 0 ? CAROM_RESPONSE_PASS : CAROM_RESPONSE_BOUNCE;
        desc.response.restitution = 1;
        carom_status status = carom_world_add(world, &desc, NULL, NULL);
        if (status) return status;
    }
    return CAROM_STATUS_OK;
}

static void warm_world_allocates_nothing(void **state) {
    (void)state;
    ledger l = {.left = -1};
    carom_world *world = new_world(&l);
    assert_int_equal(fill(world, 90), CAROM_STATUS_OK);
    for (int i = 0; i < 300; ++i) assert_int_equal(carom_world_step(world, 1), CAROM_STATUS_OK);
    long warm = l.asked;
    for (int i = 0; i < 300; ++i) assert_int_equal(carom_world_step(world, 1), CAROM_STATUS_OK);
    assert_int_equal(l.asked, warm);
    carom_world_free(world);
    assert_int_equal(l.held, 0);
}

/// Everything that a caller can see of the last step.
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

static void step_without_memory_changes_nothing(void **state) {
    (void)state;
    ledger granted = {.left = -1};
    carom_world *reference = new_world(&granted);
    assert_int_equal(fill(reference, 60), CAROM_STATUS_OK);
    ledger l = {.left = -1};
    carom_world *world = new_world(&l);
    assert_int_equal(fill(world, 60), CAROM_STATUS_OK);
    long refused = 0;
    for (int i = 0; i < 60; ++i) {
        view before = look(world);
        l.left = 0; // grants one more allocation each time, until the step succeeds
        carom_status status = carom_world_step(world, 1);
        for (long grant = 1; status == CAROM_STATUS_NO_MEMORY; ++grant) {
            ++refused;
            view after = look(world);
            assert_true(look_alike(before, after));
            l.left = grant;
            status = carom_world_step(world, 1);
        }
        assert_int_equal(status, CAROM_STATUS_OK);
        assert_int_equal(carom_world_step(reference, 1), CAROM_STATUS_OK);
        view expected = look(reference);
        view got = look(world);
        assert_true(look_alike(expected, got));
    }
    assert_true(refused > 10);
    carom_world_free(world);
    carom_world_free(reference);
    assert_int_equal(l.held, 0);
}

static void make_and_add_without_memory_fail(void **state) {
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
        assert_true(status == CAROM_STATUS_NO_MEMORY ? count < 64 : count == 64);
        l.left = -1;
        assert_int_equal(carom_world_step(world, 1), CAROM_STATUS_OK);
        carom_world_free(world);
        assert_int_equal(l.held, 0);
    }
}

static void bad_input_is_refused(void **state) {
    (void)state;
    ledger l = {.left = -1};
    carom_world *world = new_world(&l);
    carom_body_desc desc = {.position = {0, 0}};
    assert_int_equal(carom_world_add(world, &desc, NULL, NULL), CAROM_STATUS_BAD_ARGUMENT); // no shape
    carom_make_circle((carom_vec2){1, 0}, 1, &desc.shape);
    desc.type = (carom_body_type)3;
    assert_int_equal(carom_world_add(world, &desc, NULL, NULL), CAROM_STATUS_BAD_ARGUMENT);
    desc.type = CAROM_BODY_MOVER;
    desc.position.x = (float)NAN;
    assert_int_equal(carom_world_add(world, &desc, NULL, NULL), CAROM_STATUS_NOT_FINITE);
    desc.position.x = 0;
    desc.velocity.y = (float)INFINITY;
    assert_int_equal(carom_world_add(world, &desc, NULL, NULL), CAROM_STATUS_NOT_FINITE);
    desc.velocity.y = 0;
    desc.response.restitution = -1;
    assert_int_equal(carom_world_add(world, &desc, NULL, NULL), CAROM_STATUS_BAD_ARGUMENT);
    desc.response.restitution = 0;
    carom_body_id id;
    assert_int_equal(carom_world_add(world, &desc, &id, NULL), CAROM_STATUS_OK);
    assert_int_equal(carom_world_step(world, 0), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_world_step(world, (float)NAN), CAROM_STATUS_BAD_ARGUMENT);
    assert_int_equal(carom_world_set_velocity(world, (carom_body_id){7, 1}, (carom_vec2){0, 0}), CAROM_STATUS_STALE_ID);
    assert_int_equal(carom_world_remove(world, (carom_body_id){0, 0}), CAROM_STATUS_STALE_ID);
    // At the largest float as speed, without an obstacle: the mover would leave the range of floats, and stays.
    assert_int_equal(carom_world_set_velocity(world, id, (carom_vec2){3e38f, 0}), CAROM_STATUS_OK);
    for (int i = 0; i < 3; ++i) assert_int_equal(carom_world_step(world, 1), CAROM_STATUS_OK);
    assert_true(isfinite(carom_world_position(world, id).x));
    carom_world_free(world);
}

/// A volley from one point, of bullets that do not collide with each other, and two distant targets.
static long long volley(int bullets, carom_world *world, ledger *l) {
    random_source r = {2};
    carom_body_desc desc = {.filter = {.category = 2, .ignore = ~1u},
                            .response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1}};
    carom_make_circle((carom_vec2){0, 0}, 0.125f, &desc.shape);
    for (int i = 0; i < bullets; ++i) {
        desc.velocity = random_direction(&r, 4);
        assert_int_equal(carom_world_add(world, &desc, NULL, NULL), CAROM_STATUS_OK);
    }
    desc.filter = (carom_filter){0};
    for (int i = 0; i < 2; ++i) {
        desc.position.x = 1000 + 10 * (float)i;
        assert_int_equal(carom_world_add(world, &desc, NULL, NULL), CAROM_STATUS_OK);
    }
    for (int i = 0; i < 3; ++i) assert_int_equal(carom_world_step(world, 1), CAROM_STATUS_OK);
    return l->most;
}

static void remove_all(carom_world *world) {
    static carom_body_id ids[8192];
    int count = carom_world_bodies(world, ids, 8192);
    for (int i = 0; i < count; ++i) assert_int_equal(carom_world_remove(world, ids[i]), CAROM_STATUS_OK);
}

/// Returns the number of AABB tests that the broad phase needs for all pairs.
static uint64_t tests_of(const carom_world *world) {
    static carom_world_cell cells[8192];
    int count = carom_world_cells(world, cells, 8192);
    uint64_t tests = 0;
    assert_in_range(count, 1, 8192);
    for (int i = 0; i < count; ++i) tests += (uint64_t)cells[i].tests;
    return tests;
}

static void excluded_pairs_use_neither_memory_nor_time(void **state) {
    (void)state;
    ledger few = {.left = -1}, many = {.left = -1};
    carom_world *world = new_world(&few), *large = new_world(&many);
    long long most = volley(1000, world, &few), large_most = volley(8000, large, &many);
    assert_true(most < 1000 * 1000);
    assert_true(large_most < 10 * most);
    assert_in_range(tests_of(world), 1, 20 * 1000);
    assert_in_range(tests_of(large), 1, 20 * 8000);
    carom_world_free(world);
    carom_world_free(large);
    assert_int_equal(few.held + many.held, 0);
}

/// A crowd is added and removed. After carom_world_shrink the world gives the same bits as one that never shrank.
static void shrink_frees_memory(void **state) {
    (void)state;
    ledger l = {.left = -1};
    carom_world *world = new_world(&l), *other = new_world(&(ledger){.left = -1});
    assert_int_equal(carom_world_shrink(world), CAROM_STATUS_OK);
    carom_world *both[] = {world, other};
    for (int i = 0; i < 2; ++i) {
        carom_body_desc desc = {.response = {.kind = CAROM_RESPONSE_PASS}};
        carom_make_circle((carom_vec2){0, 0}, 1, &desc.shape);
        for (int k = 0; k < 400; ++k) carom_world_add(both[i], &desc, NULL, NULL);
        assert_int_equal(carom_world_step(both[i], 1), CAROM_STATUS_OK);
        remove_all(both[i]);
        assert_int_equal(fill(both[i], 90), CAROM_STATUS_OK);
    }
    long long before = l.held;
    carom_body_id first = {0, 1};
    assert_true(!carom_world_has(world, first));
    for (int i = 0; i < 60; ++i) {
        if (i % 7 == 3) {
            view full = look(world);
            if (i == 3) l.left = 0; // an allocator that grants nothing does no harm
            assert_int_equal(carom_world_shrink(world), CAROM_STATUS_OK);
            l.left = -1;
            view shrunk = look(world);
            assert_true(look_alike(full, shrunk));
            assert_true(l.held < before / (i == 3 ? 1 : 3));
        }
        assert_int_equal(carom_world_step(world, 1), CAROM_STATUS_OK);
        assert_int_equal(carom_world_step(other, 1), CAROM_STATUS_OK);
        view a = look(world), b = look(other);
        assert_true(look_alike(a, b));
    }
    assert_true(!carom_world_has(world, first));
    carom_world_free(world);
    carom_world_free(other);
    assert_int_equal(l.held, 0);
    assert_int_equal(carom_world_shrink(NULL), CAROM_STATUS_BAD_ARGUMENT);
}

/// After carom_world_shrink the lists by body end with the last body. Pairs of the last bodies, which the second step
/// sorts, leave the places of the first ones in the broad phase as they are.
static void shrunk_world_finds_moved_statics(void **state) {
    (void)state;
    carom_world *world = new_world(&(ledger){.left = -1});
    carom_body_id ids[100];
    for (int i = 0; i < 100; ++i) {
        carom_body_desc desc = {.position = {i < 99 ? 10 * (float)i : 983, 0},
                                .velocity = {i < 99 ? 0 : -2, 0},
                                .type = i < 96 ? CAROM_BODY_STATIC : CAROM_BODY_MOVER};
        carom_make_circle((carom_vec2){0, 0}, 1, &desc.shape);
        assert_int_equal(carom_world_add(world, &desc, &ids[i], NULL), CAROM_STATUS_OK);
    }
    assert_int_equal(carom_world_shrink(world), CAROM_STATUS_OK);
    for (int turn = 1; turn <= 3; ++turn) {
        for (int i = 0; i < 4; ++i) {
            carom_vec2 at = {10 * (float)i, 100 * (float)turn};
            assert_int_equal(carom_world_set_position(world, ids[i], at), CAROM_STATUS_OK);
        }
        for (int i = 0; i < 4; ++i) {
            carom_world_ray_hit hit =
                carom_world_ray(&(carom_world_view){.world = world},
                                (carom_vec2){10 * (float)i, 100 * (float)turn - 20}, (carom_vec2){0, 40});
            assert_int_equal(hit.body.index, ids[i].index);
        }
        assert_int_equal(carom_world_step(world, 1), CAROM_STATUS_OK);
    }
    carom_world_free(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warm_world_allocates_nothing),
        cmocka_unit_test(step_without_memory_changes_nothing),
        cmocka_unit_test(make_and_add_without_memory_fail),
        cmocka_unit_test(bad_input_is_refused),
        cmocka_unit_test(excluded_pairs_use_neither_memory_nor_time),
        cmocka_unit_test(shrink_frees_memory),
        cmocka_unit_test(shrunk_world_finds_moved_statics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
