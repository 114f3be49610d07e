// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Properties of every world: pairs equal to brute force, no tunnelling at any speed, energy that does not grow, and the
// same bits from the same calls.
#include "world/scene.h"

#include "geom/relation.h"
#include "random.h"

#include <math.h>

static void add_wall(carom_world *world, float x0, float y0, float x1, float y1) {
    add(world, (carom_body_desc){.shape = box(x1 - x0, y1 - y0), .position = {x0, y0}, .type = CAROM_BODY_STATIC});
}

/// A room, empty from (at, at) to (at + size, at + size).
static void add_room(carom_world *world, float at, float size) {
    add_wall(world, at - size, at - size, at, at + 2 * size);
    add_wall(world, at + size, at - size, at + 2 * size, at + 2 * size);
    add_wall(world, at, at - size, at + size, at);
    add_wall(world, at, at + size, at + size, at + 2 * size);
}

// ---- Pairs ---------------------------------------------------------------------------------------------------------

static bool listed(const carom_world *world, carom_body_id a, carom_body_id b) {
    int count;
    const carom_pair *pairs = carom_world_pairs(world, &count);
    int times = 0;
    for (int i = 0; i < count; ++i) times += pairs[i].a.index == a.index && pairs[i].b.index == b.index;
    assert_true(times <= 1);
    return times == 1;
}

/// Passing movers of sizes from 1 to 1000; every pair may collide.
static void pairs_equal_brute_force(void **state) {
    (void)state;
    random_source r = {3};
    carom_world *world = new_world(NULL);
    carom_body_id ids[150];
    for (int i = 0; i < 150; ++i) {
        float size = 0.05f * powf(1000, random_unit(&r));
        bool is_static = i % 7 == 0;
        ids[i] = add(world, (carom_body_desc){.shape = i % 2 ? circle(size) : box(size, random_range(&r, 0.1f, 9)),
                                              .position = {random_range(&r, 0, 200), random_range(&r, 0, 200)},
                                              .velocity = random_direction(&r, random_range(&r, 0, 30)),
                                              .type = is_static ? CAROM_BODY_STATIC : CAROM_BODY_MOVER,
                                              .response = {.kind = CAROM_RESPONSE_PASS}});
    }
    long total = 0;
    for (int k = 0; k < 60; ++k) {
        step(world);
        for (int i = 0; i < 150; ++i) {
            carom_shape a = carom_world_shape(world, ids[i]);
            for (int j = i + 1; j < 150; ++j) {
                if (i % 7 == 0 && j % 7 == 0) continue;
                carom_shape b = carom_world_shape(world, ids[j]);
                bool touch = carom_overlap(&a, &b);
                bool turned = i % 7 == 0; // the mover comes first
                assert_int_equal(touch, turned ? listed(world, ids[j], ids[i]) : listed(world, ids[i], ids[j]));
                total += touch;
            }
        }
        for (int i = 0; i < 150; ++i) carom_world_set_velocity(world, ids[i], random_direction(&r, 8));
    }
    assert_true(total > 1000);
    carom_world_free(world);
}

/// The events of a pair are begin, stay, end in this order.
static void events_of_a_pair_alternate(void **state) {
    (void)state;
    enum { MOVERS = 40 };
    static bool touching[MOVERS][MOVERS];
    random_source r = {4};
    carom_world *world = new_world(NULL);
    for (int i = 0; i < MOVERS; ++i) {
        add(world, (carom_body_desc){.shape = i % 2 ? circle(2) : box(3, 3),
                                     .position = {(float)(i % 8 * 6), (float)(i / 8 * 6)},
                                     .velocity = random_direction(&r, 3),
                                     .response = {.kind = (carom_response_kind)(i % 4), .restitution = 1}});
    }
    for (int k = 0; k < 400; ++k) {
        step(world);
        int count;
        const carom_event *events = carom_world_events(world, &count);
        for (int i = 0; i < count; ++i) {
            bool *before = &touching[events[i].a.index][events[i].b.index];
            assert_int_equal(*before, events[i].kind != CAROM_EVENT_BEGIN);
            *before = events[i].kind != CAROM_EVENT_END;
        }
        for (uint32_t i = 0; i < MOVERS; ++i) { // back to the middle
            carom_body_id id = {i, 1};
            carom_vec2 at = carom_world_position(world, id);
            if (fabsf(at.x - 25) + fabsf(at.y - 15) < 40) continue;
            carom_vec2 home = {(25 - at.x) / 10, (15 - at.y) / 10};
            carom_world_set_velocity(world, id, home);
        }
    }
    carom_world_free(world);
}

// ---- Tunnelling -----------------------------------------------------------------------------------------------------

static void bullet_hits_thin_wall(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id bullet = add(world, (carom_body_desc){.shape = circle(0.1f), .velocity = {200, 0}});
    add_wall(world, 9.95f, -5, 10.05f, 5);
    assert_int_equal(carom_world_step(world, 1.0f / 60), CAROM_STATUS_OK);
    for (int i = 0; i < 3; ++i) assert_int_equal(carom_world_step(world, 1.0f / 60), CAROM_STATUS_OK);
    assert_true(fabsf(carom_world_position(world, bullet).x - 9.85f) < 1e-5f);
    carom_world_free(world);
}

static void fast_movers_hit_each_other(void **state) {
    (void)state;
    random_source r = {6};
    for (int i = 0; i < 2000; ++i) {
        carom_world *world = new_world(NULL);
        carom_vec2 way = random_direction(&r, 150);
        carom_vec2 aside = {-way.y / 150 * random_range(&r, -2, 2), way.x / 150 * random_range(&r, -2, 2)};
        float left = random_range(&r, 0.3f, 1.5f);
        carom_response response = {.kind = i % 2 ? CAROM_RESPONSE_BOUNCE : CAROM_RESPONSE_STOP, .restitution = 1};
        carom_shape shape_a = i % 3 ? circle(left) : box(left, left);
        carom_body_id a = add(
            world, (carom_body_desc){
                       .shape = shape_a, .position = {-way.x / 2, -way.y / 2}, .velocity = way, .response = response});
        carom_body_id b = add(world, (carom_body_desc){.shape = circle(2),
                                                       .position = {way.x / 2 + aside.x, way.y / 2 + aside.y},
                                                       .velocity = {-way.x, -way.y},
                                                       .response = response});
        carom_shape start_a = carom_world_shape(world, a);
        carom_shape start_b = carom_world_shape(world, b);
        bool meet = carom_sweep(&start_a, way, &start_b, (carom_vec2){-way.x, -way.y}).hit;
        step(world);
        assert_int_equal(carom_world_stats(world).hits > 0, meet);
        carom_shape end_a = carom_world_shape(world, a);
        carom_shape end_b = carom_world_shape(world, b);
        assert_true(cr_relate(&end_a, &end_b) != CR_INSIDE);
        carom_world_free(world);
    }
}

// ---- Crowds --------------------------------------------------------------------------------------------------------

/// If each mover passed half of the push on to a wall and back, a row would take many steps to rest. A mover at a wall
/// is a wall itself.
static void row_at_wall_rests_at_once(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    add_wall(world, 50, -10, 60, 10);
    carom_body_id ids[8];
    for (int i = 0; i < 8; ++i) {
        ids[i] = add(world, (carom_body_desc){.shape = circle(1),
                                              .position = {(float)(5 * i), 0},
                                              .velocity = {100, 0},
                                              .response = {.kind = CAROM_RESPONSE_SLIDE}});
    }
    step(world);
    assert_int_equal(carom_world_stats(world).rested, 0);
    assert_true(carom_world_stats(world).hits < 20);
    for (int i = 0; i < 8; ++i) {
        assert_true(fabsf(carom_world_position(world, ids[i]).x - (float)(49 - 2 * (7 - i))) < 1e-3f);
        assert_true(carom_world_velocity(world, ids[i]).x < 1e-3f);
    }
    carom_world_free(world);
}

// ---- Energy ---------------------------------------------------------------------------------------------------------

static double energy(const carom_world *world) {
    carom_body_id ids[64];
    int count = carom_world_bodies(world, ids, 64);
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        carom_vec2 v = carom_world_velocity(world, ids[i]);
        sum += (double)v.x * (double)v.x + (double)v.y * (double)v.y;
    }
    return sum;
}

static void bounce_preserves_energy(void **state) {
    (void)state;
    random_source r = {8};
    carom_world *world = new_world(NULL);
    add_room(world, 0, 60);
    for (int i = 0; i < 30; ++i) {
        add(world, (carom_body_desc){.shape = i % 2 ? circle(2) : box(3, 3),
                                     .position = {(float)(5 + i % 6 * 9), (float)(5 + i / 6 * 9)},
                                     .velocity = random_direction(&r, random_range(&r, 1, 20)),
                                     .response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1}});
    }
    double start = energy(world);
    long hits = 0;
    for (int i = 0; i < 3000; ++i) {
        step(world);
        hits += carom_world_stats(world).hits;
        assert_true(fabs(energy(world) / start - 1) < 1e-3);
    }
    assert_true(hits > 10000);
    carom_world_free(world);
}

static void other_responses_never_gain_energy(void **state) {
    (void)state;
    random_source r = {9};
    for (int k = 0; k < 2; ++k) {
        carom_world *world = new_world(NULL);
        add_room(world, 0, 60);
        for (int i = 0; i < 30; ++i) {
            carom_response response = {
                .kind = k ? CAROM_RESPONSE_BOUNCE : CAROM_RESPONSE_SLIDE, .restitution = 0.5f, .friction = 0.2f};
            add(world, (carom_body_desc){.shape = i % 2 ? circle(2) : box(3, 3),
                                         .position = {(float)(5 + i % 6 * 9), (float)(5 + i / 6 * 9)},
                                         .velocity = random_direction(&r, random_range(&r, 1, 20)),
                                         .response = response});
        }
        double before = energy(world);
        for (int i = 0; i < 500; ++i) {
            step(world);
            double now = energy(world);
            assert_true(now <= before * (1 + 1e-5));
            before = now;
        }
        carom_world_free(world);
    }
}

// ---- The same bits --------------------------------------------------------------------------------------------------

/// 200 steps of all responses in a room, with all lengths multiplied by a power of two.
static carom_world *run(float scale) {
    random_source r = {11};
    carom_world *world = new_world(NULL);
    add_room(world, 80 * scale, 80 * scale); // not around 0, where floats become ever smaller
    for (int i = 0; i < 50; ++i) {
        carom_vec2 velocity = random_direction(&r, random_range(&r, 0.1f, 60));
        add(world, (carom_body_desc){.shape = i % 3 ? circle(2 * scale) : box(3 * scale, 3 * scale),
                                     .position = {(float)(85 + i % 8 * 9) * scale, (float)(85 + i / 8 * 9) * scale},
                                     .velocity = {velocity.x * scale, velocity.y * scale},
                                     .response = {.kind = (carom_response_kind)(i % 4), .restitution = 1}});
    }
    for (int i = 0; i < 200; ++i) step(world);
    return world;
}

static void same_calls_give_same_bits(void **state) {
    (void)state;
    carom_world *one = run(1);
    carom_world *two = run(1);
    print_message("hash %016llx\n", (unsigned long long)carom_world_hash(one));
    assert_true(carom_world_hash(one) == carom_world_hash(two));
    carom_world_free(one);
    carom_world_free(two);
}

static void scale_changes_no_bit(void **state) {
    (void)state;
    const float scales[] = {0x1p-20f, 0.5f, 0x1p30f};
    carom_world *one = run(1);
    for (int k = 0; k < 3; ++k) {
        carom_world *scaled = run(scales[k]);
        for (uint32_t i = 0; i < 54; ++i) {
            carom_vec2 at = carom_world_position(one, (carom_body_id){i, 1});
            carom_vec2 scaled_at = carom_world_position(scaled, (carom_body_id){i, 1});
            assert_vec(scaled_at, at.x * scales[k], at.y * scales[k]);
        }
        carom_world_free(scaled);
    }
    carom_world_free(one);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_equal_brute_force),
        cmocka_unit_test(events_of_a_pair_alternate),
        cmocka_unit_test(bullet_hits_thin_wall),
        cmocka_unit_test(fast_movers_hit_each_other),
        cmocka_unit_test(row_at_wall_rests_at_once),
        cmocka_unit_test(bounce_preserves_energy),
        cmocka_unit_test(other_responses_never_gain_energy),
        cmocka_unit_test(same_calls_give_same_bits),
        cmocka_unit_test(scale_changes_no_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
