// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Contact rules: what they are asked, in which order, and what their answers do. Snapshots while bodies pass each
// other. The same bits with any number of threads.
#include "cli/pool.h"
#include "motion/scene.h"
#include "world/bodies.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CALLS = 4096 };

/// The calls of a rule, and the responses that it gives by the tag of the obstacle.
typedef struct record {
    carom_rule_contact calls[MOST_CALLS];
    int count;
    bool pass_friends;              ///< bodies with equal tags pass each other
    carom_response_kind at_edge[4]; ///< by the tag of an edge
} record;

static void record_and_decide(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    record *r = user_data;
    if (r->count < MOST_CALLS) r->calls[r->count] = *contact;
    ++r->count;
    if (contact->other && r->pass_friends && contact->mover_tag == contact->surface.tag)
        response->kind = CAROM_RESPONSE_PASS;
    if (!contact->other && r->at_edge[contact->surface.edge_tag & 3])
        response->kind = r->at_edge[contact->surface.edge_tag & 3];
}

static carom_world *world_with_rule(const carom_level *level, record *r, carom_contact_rule *rule) {
    carom_world *world;
    const carom_world_desc desc = {.level = level, .rule = rule, .user_data = r};
    assert_int_equal(carom_world_make(&desc, &world), CAROM_STATUS_OK);
    return world;
}

// ---- What a rule is asked -------------------------------------------------------------------------------------------

static void rule_sees_both_bodies(void **state) {
    (void)state;
    static record r;
    for (int way = 0; way < WAYS; ++way) {
        r = (record){0};
        carom_world *world = world_with_rule(NULL, &r, record_and_decide);
        carom_body_id ids[2];
        for (int i = 0; i < 2; ++i) {
            ids[i] = add(world, (carom_body_desc){.shape = circle(2),
                                                  .position = turned((carom_vec2){i ? 10.0f : 0, 0}, way),
                                                  .velocity = turned((carom_vec2){i ? -4.0f : 8, 0}, way),
                                                  .response = {CAROM_RESPONSE_BOUNCE, 1, 0, 0},
                                                  .material = {.friction = (float)i},
                                                  .tag = (uint64_t)(70 + i)});
        }
        step(world);
        assert_int_equal(r.count, 2);
        for (int i = 0; i < 2; ++i) {
            const carom_rule_contact *c = &r.calls[i];
            assert_int_equal(c->mover, carom_body_bits(ids[i]));
            assert_int_equal(c->other, carom_body_bits(ids[!i]));
            assert_int_equal(c->mover_tag, 70 + i);
            assert_int_equal(c->surface.tag, 70 + !i);
            assert_int_equal(c->surface.level, -1);
            assert_int_equal(c->edge, -1);
            assert_int_equal(c->surface.edge_tag, 0);
            assert_false(c->one_way);
            assert_same_float(c->t, 0.5);
            assert_same_float(c->approach, 12);
            assert_same_float(c->surface.material.friction, !i);
            carom_vec2 normal = turned((carom_vec2){i ? 1.0f : -1, 0}, way),
                       v = turned((carom_vec2){i ? -12.0f : 12, 0}, way);
            assert_vec(c->normal, normal.x, normal.y);
            assert_vec(c->velocity, v.x, v.y);
        }
        carom_world_free(world);
    }
}

static void rule_sees_edge(void **state) {
    (void)state;
    static record r;
    const carom_vec2 solid[3] = {{0, 10}, {20, 10}, {10, 30}}, shelf[2] = {{30, 10}, {50, 10}};
    const carom_outline outlines[2] = {{.points = solid, .count = 3, .tag = 2},
                                       {.points = shelf, .count = 2, .open = true, .one_way = true, .tag = 3}};
    carom_level *level;
    const carom_level_desc desc = {.outlines = outlines, .outlines_count = 2};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    r = (record){0};
    carom_world *world = world_with_rule(level, &r, record_and_decide);
    for (int i = 0; i < 2; ++i) {
        add(world, (carom_body_desc){.shape = circle(1), .position = {i ? 40 : 10, 5}, .velocity = {0, 8}});
    }
    step(world);
    assert_int_equal(r.count, 2);
    for (int i = 0; i < 2; ++i) {
        const carom_rule_contact *c = &r.calls[i];
        assert_int_equal(c->other, 0);
        assert_int_equal(c->surface.level, 0);
        assert_int_equal(c->surface.edge_tag, 2 + i);
        assert_int_equal(c->one_way, i == 1);
        assert_same_float(c->approach, 8);
        assert_same_float(c->t, 0.5);
        assert_int_equal(carom_level_edge_at(level, c->edge).tag, 2 + i);
    }
    carom_world_free(world);
    carom_level_free(level);
}

/// A crowd of every kind: the rule is called in order of time, the lower index first, and never for excluded pairs,
/// sensors, and bodies with the response pass. Without a change by the rule the world is that without a rule.
static void rule_is_asked_in_order(void **state) {
    (void)state;
    static record r;
    for (uint64_t seed = 0; seed < 40; ++seed) {
        numbers n = {.r = {seed}, .lattice = seed % 2};
        r = (record){0};
        carom_world *worlds[2] = {world_with_rule(NULL, &r, record_and_decide), new_world(NULL)};
        for (int i = 0; i < 40; ++i) {
            carom_body_desc desc = {.shape = random_body_shape(&n, 4),
                                    .position = place(&n, 30),
                                    .velocity = place(&n, 20),
                                    .type = (carom_body_type)(random_below(&n.r, 5) % 3),
                                    .response = {(carom_response_kind)random_below(&n.r, 4), 0.5f, 0.25f, 0},
                                    .filter = random_filter(&n.r),
                                    .sensor = random_below(&n.r, 8) == 0};
            for (int w = 0; w < 2; ++w) add(worlds[w], desc);
        }
        for (int k = 0; k < 6; ++k) {
            r.count = 0;
            for (int w = 0; w < 2; ++w) step(worlds[w]);
            assert_int_equal(carom_world_hash(worlds[0]), carom_world_hash(worlds[1]));
            for (int i = 0; i < r.count; ++i) {
                const carom_rule_contact *c = &r.calls[i];
                carom_body_id a = carom_body_of_bits(c->mover), b = carom_body_of_bits(c->other);
                if (i > 0) assert_not_above(r.calls[i - 1].t, c->t);
                assert_true(carom_world_type(worlds[0], a) == CAROM_BODY_MOVER);
                assert_true(carom_world_response(worlds[0], a).kind != CAROM_RESPONSE_PASS);
                assert_true(carom_world_response(worlds[0], b).kind != CAROM_RESPONSE_PASS);
                assert_false(carom_world_is_sensor(worlds[0], a));
                assert_false(carom_world_is_sensor(worlds[0], b));
                carom_filter f = carom_world_filter(worlds[0], a), g = carom_world_filter(worlds[0], b);
                bool same_group = f.group != 0 && f.group == g.group;
                assert_true(same_group ? f.group > 0 : g.category & ~f.ignore && f.category & ~g.ignore);
                bool both = carom_world_type(worlds[0], b) == CAROM_BODY_MOVER;
                if (both && a.index < b.index) {
                    assert_true(i + 1 < r.count);
                    assert_int_equal(r.calls[i + 1].mover, c->other);
                    assert_int_equal(r.calls[i + 1].other, c->mover);
                }
            }
        }
        for (int w = 0; w < 2; ++w) carom_world_free(worlds[w]);
    }
}

// ---- What its answers do --------------------------------------------------------------------------------------------

/// Bullets pass friends, and stop at foes. A pair that passes is asked about once, until the two have come apart.
static void bullets_pass_friends(void **state) {
    (void)state;
    static record r;
    for (int way = 0; way < WAYS; ++way) {
        r = (record){.pass_friends = true};
        carom_world *world = world_with_rule(NULL, &r, record_and_decide);
        carom_body_desc soldier = {.shape = circle(2), .mass = INFINITY, .tag = 1};
        for (int i = 0; i < 4; ++i) {
            soldier.position = turned((carom_vec2){10 + 10 * (float)i, 0}, way);
            soldier.tag = i == 3 ? 2 : 1;
            add(world, soldier);
        }
        carom_body_id bullet =
            add(world, (carom_body_desc){.shape = circle(1), .velocity = turned((carom_vec2){1.5f, 0}, way), .tag = 1});
        for (int k = 0; k < 40; ++k) step(world);
        carom_vec2 end = turned((carom_vec2){37, 0}, way), at = carom_world_position(world, bullet);
        assert_less(fabsf(at.x - end.x), 1e-5f);
        assert_less(fabsf(at.y - end.y), 1e-5f);
        assert_int_equal(r.count, 8); // two movers each
        carom_world_free(world);
    }
}

/// A static door that lets pass from one side.
static void open_to_the_right(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    carom_vec2 way = *(carom_vec2 *)user_data;
    if (contact->velocity.x * way.x + contact->velocity.y * way.y > 0) response->kind = CAROM_RESPONSE_PASS;
}

static void one_way_door(void **state) {
    (void)state;
    for (int way = 0; way < 2 * WAYS; ++way) {
        float toward = way < WAYS ? 1.0f : -1;
        carom_vec2 open = turned((carom_vec2){1, 0}, way % WAYS);
        carom_world *world;
        const carom_world_desc desc = {.rule = open_to_the_right, .user_data = &open};
        assert_int_equal(carom_world_make(&desc, &world), CAROM_STATUS_OK);
        carom_shape door = centred_box(4, 20);
        add(world, (carom_body_desc){.shape = turned_shape(&door, way % WAYS), .type = CAROM_BODY_STATIC});
        carom_body_id hero =
            add(world, (carom_body_desc){.shape = circle(2),
                                         .position = turned((carom_vec2){-10 * toward, 0}, way % WAYS),
                                         .velocity = turned((carom_vec2){1.5f * toward, 0}, way % WAYS),
                                         .response = {.kind = CAROM_RESPONSE_SLIDE}});
        for (int k = 0; k < 20; ++k) step(world);
        carom_vec2 end = turned((carom_vec2){way < WAYS ? 20.0f : 6, 0}, way % WAYS);
        assert_vec(carom_world_position(world, hero), end.x, end.y);
        carom_world_free(world);
    }
}

/// The rule lets movers drop through a one-way shelf, but not through the boundary of a solid below it.
static void drop_through_shelf(void **state) {
    (void)state;
    static record r;
    static const float offsets[] = {0, 1000.3f, -1000000};
    for (int i = 0; i < 3 * WAYS; ++i) {
        int way = i % WAYS;
        float y = offsets[i / WAYS];
        carom_vec2 shelf[2] = {turned((carom_vec2){way & 4 ? 100.0f : -100, y}, way),
                               turned((carom_vec2){way & 4 ? -100.0f : 100, y}, way)};
        carom_vec2 solid[4] = {turned((carom_vec2){-100, y + 20}, way), turned((carom_vec2){100, y + 20}, way),
                               turned((carom_vec2){100, y + 40}, way), turned((carom_vec2){-100, y + 40}, way)};
        const carom_outline outlines[2] = {{.points = solid, .count = 4, .tag = 1},
                                           {.points = shelf, .count = 2, .open = true, .one_way = true, .tag = 1}};
        carom_level *level;
        const carom_level_desc desc = {.outlines = outlines, .outlines_count = 2};
        assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
        r = (record){0};
        carom_world *world = world_with_rule(level, &r, record_and_decide);
        carom_shape crate = centred_box(2, 2);
        carom_body_id ids[2];
        for (int k = 0; k < 2; ++k) {
            ids[k] = add(world, (carom_body_desc){.shape = k ? circle(2) : turned_shape(&crate, way),
                                                  .position = turned((carom_vec2){k ? 20.0f : 0, y - 4}, way),
                                                  .response = {.kind = CAROM_RESPONSE_SLIDE}});
        }
        for (int n = 0; n < 60; ++n) {
            r.at_edge[1] = n < 20 ? CAROM_RESPONSE_SLIDE : CAROM_RESPONSE_PASS;
            carom_vec2 down = turned((carom_vec2){0, 0.5f}, way);
            for (int k = 0; k < 2; ++k) {
                carom_vec2 v = carom_world_velocity(world, ids[k]);
                carom_world_set_velocity(world, ids[k], (carom_vec2){v.x + down.x, v.y + down.y});
            }
            step(world);
            if (n < 19) continue;
            carom_vec2 end = turned((carom_vec2){0, n < 20 ? y - 2 : y + 18}, way);
            carom_vec2 at = carom_world_position(world, ids[0]);
            if (n == 19 || n == 59) assert_vec(at, end.x, end.y);
            at = carom_world_position(world, ids[1]);
            end = turned((carom_vec2){20, n < 20 ? y - 2 : y + 18}, way);
            if (n == 19 || n == 59) assert_vec(at, end.x, end.y);
        }
        carom_world_free(world);
        carom_level_free(level);
    }
}

static void open_doors(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)user_data;
    if (contact->other) response->kind = CAROM_RESPONSE_PASS;
}

/// A mover goes straight through a static that the rule lets it pass, with any number of levels, up to the next wall.
static void movers_pass_between_levels(void **state) {
    (void)state;
    static const uint8_t solid[1] = {CAROM_TILE_SOLID};
    for (int i = 0; i < 6; ++i) {
        int levels_count = i % 3;
        carom_level *levels[2];
        for (int k = 0; k < 2; ++k) {
            carom_tiles tiles = {.columns = 1, .rows = 1, .cell = {8, 8}, .codes = solid};
            tiles.origin = (carom_vec2){k ? -40 : 6, -4};
            levels[k] = level_of_tiles(&tiles);
        }
        carom_world *world = world_with_rule(levels_count > 0 ? levels[0] : NULL, NULL, open_doors);
        if (levels_count > 1) assert_int_equal(carom_world_attach(world, levels[1]), CAROM_STATUS_OK);
        add(world, (carom_body_desc){.shape = boxed(0, -2, 2, 4), .type = CAROM_BODY_STATIC});
        carom_body_id id =
            add(world, (carom_body_desc){
                           .shape = i < 3 ? circle(1) : centred_box(1, 1), .position = {-3, 0}, .velocity = {2.5f, 0}});
        for (int k = 1; k <= 4; ++k) {
            step(world);
            float x = -3 + 2.5f * (float)k;
            assert_vec(carom_world_position(world, id), levels_count > 0 && x > 5 ? 5 : x, 0);
        }
        carom_world_free(world);
        for (int k = 0; k < 2; ++k) carom_level_free(levels[k]);
    }
}

static void answer_nonsense(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)contact;
    int *n = user_data;
    switch ((*n)++ % 4) {
    case 0: response->kind = (carom_response_kind)9; break;
    case 1: response->restitution = -1; break;
    case 2: response->friction = INFINITY; break;
    default: response->surface_speed = NAN;
    }
}

static void response_out_of_range_is_ignored(void **state) {
    (void)state;
    int n = 0;
    carom_world *world;
    const carom_world_desc desc = {.rule = answer_nonsense, .user_data = &n};
    assert_int_equal(carom_world_make(&desc, &world), CAROM_STATUS_OK);
    for (int i = 0; i < 2; ++i)
        add(world, (carom_body_desc){.shape = boxed(i ? 10 : -20, -5, 10, 10), .type = CAROM_BODY_STATIC});
    carom_body_id ball = add(
        world, (carom_body_desc){.shape = circle(1), .velocity = {8, 0}, .response = {CAROM_RESPONSE_BOUNCE, 1, 0, 0}});
    for (int i = 0; i < 20; ++i) step(world);
    assert_int_equal(n, 9);
    assert_vec(carom_world_velocity(world, ball), -8, 0);
    carom_world_free(world);
}

// ---- Snapshots and threads ------------------------------------------------------------------------------------------

enum { SOLDIERS = 2000, STEPS = 16 };

static void pass_by_tag(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)user_data;
    uint64_t a = contact->mover_tag, b = contact->surface.tag;
    if (!contact->other) *response = (carom_response){CAROM_RESPONSE_BOUNCE, 0.5f, 0.25f, 0};
    if (contact->other && (a ^ b) % 3 == 0) response->kind = CAROM_RESPONSE_PASS;
    if (contact->other && (a ^ b) % 3 == 1) *response = (carom_response){CAROM_RESPONSE_BOUNCE, 1.25f, 0, 0};
}

static carom_level *walls(void) {
    static uint8_t codes[40 * 40];
    for (int i = 0; i < 40 * 40; ++i) {
        int x = i % 40, y = i / 40;
        codes[i] = x == 0 || y == 0 || x == 39 || y == 39 || (x % 7 == 0 && y % 5 == 0);
    }
    carom_tiles tiles = {.columns = 40, .rows = 40, .cell = {8, 8}, .codes = codes};
    return level_of_tiles(&tiles);
}

static carom_world *new_battle(const carom_level *level, const carom_tasks *tasks) {
    carom_world *world;
    const carom_world_desc desc = {.level = level, .rule = pass_by_tag, .tasks = *tasks};
    assert_int_equal(carom_world_make(&desc, &world), CAROM_STATUS_OK);
    random_source r = {17};
    for (int i = 0; i < SOLDIERS; ++i) {
        carom_body_desc body = {.shape = random_below(&r, 2) ? circle(1) : box(2, 1),
                                .position = {random_range(&r, 10, 300), random_range(&r, 10, 300)},
                                .velocity = random_direction(&r, random_range(&r, 0, 6)),
                                .type = random_below(&r, 30) ? CAROM_BODY_MOVER : CAROM_BODY_KINEMATIC,
                                .response = {.kind = CAROM_RESPONSE_SLIDE},
                                .material = {.restitution = random_below(&r, 3) ? 0 : 0.5f},
                                .tag = (uint64_t)random_below(&r, 5)};
        add(world, body);
    }
    return world;
}

static void threads_give_the_same_bits(void **state) {
    (void)state;
    carom_level *level = walls();
    uint64_t expected[STEPS] = {0};
    for (int threads = 1; threads <= 8; threads += threads < 4 ? 1 : 4) {
        pool *p = threads > 1 ? pool_make(threads) : NULL;
        carom_tasks tasks = pool_tasks(p);
        carom_world *world = new_battle(level, &tasks);
        for (int k = 0; k < STEPS; ++k) {
            step(world);
            uint64_t hash = carom_world_hash(world);
            if (threads == 1) expected[k] = hash;
            assert_int_equal(hash, expected[k]);
        }
        carom_world_free(world);
        pool_free(p);
    }
    carom_level_free(level);
}

/// Rollback by random lengths: the world goes on as before, with the rule, tags, materials, and the pairs that pass.
/// The bytes of the snapshot, which include the events, are the same as well.
static void rollback_with_rules(void **state) {
    (void)state;
    carom_level *level = walls();
    carom_world *world = new_battle(level, &(carom_tasks){0}), *other = new_battle(level, &(carom_tasks){0});
    random_source r = {3};
    uint64_t hashes[3 * STEPS];
    for (int start = 0; start < STEPS; ++start) {
        if (start == 3) carom_world_set_edge_material(world, 0, (carom_material){.friction = 0.5f});
        size_t size = carom_world_snapshot_size(world);
        void *bytes = malloc(size);
        assert_non_null(bytes);
        assert_int_equal(carom_world_snapshot(world, bytes, size), CAROM_STATUS_OK);
        int length = 1 + random_below(&r, 6);
        for (int k = 0; k < length; ++k) {
            step(world);
            hashes[k] = carom_world_hash(world);
        }
        assert_int_equal(carom_world_restore(world, bytes, size), CAROM_STATUS_OK);
        assert_int_equal(carom_world_restore(other, bytes, size), CAROM_STATUS_OK);
        free(bytes);
        for (int k = 0; k < length; ++k) {
            step(world);
            step(other);
            assert_int_equal(carom_world_hash(world), hashes[k]);
            assert_int_equal(carom_world_hash(other), hashes[k]);
        }
    }
    carom_world_free(world);
    carom_world_free(other);
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rule_sees_both_bodies),
        cmocka_unit_test(rule_sees_edge),
        cmocka_unit_test(rule_is_asked_in_order),
        cmocka_unit_test(bullets_pass_friends),
        cmocka_unit_test(one_way_door),
        cmocka_unit_test(drop_through_shelf),
        cmocka_unit_test(movers_pass_between_levels),
        cmocka_unit_test(response_out_of_range_is_ignored),
        cmocka_unit_test(threads_give_the_same_bits),
        cmocka_unit_test(rollback_with_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
