// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// No endless loops or oscillation: movers driven into a corner, a wedge or a gap, or piled there, come to rest or
// leave, under every response. Crushed movers are counted and stay where they are.
#include "level/maps.h"
#include "world/bodies.h"

#include "geom/relation.h"

#include <math.h>

enum { MOST = 16 };

typedef struct fixture {
    carom_world *world;
    carom_body_id ids[MOST];
    int count;
} fixture;

static fixture new_scene(const carom_level *level) {
    return (fixture){.world = new_world(level)};
}

static carom_body_id put(fixture *s, carom_body_desc desc) {
    return s->ids[s->count++] = add(s->world, desc);
}

static int deep_pairs(const fixture *s) {
    int deep = 0;
    for (int i = 0; i < s->count; ++i) {
        carom_shape a = carom_world_shape(s->world, s->ids[i]);
        for (int k = 0; k < i; ++k) {
            carom_shape b = carom_world_shape(s->world, s->ids[k]);
            deep += cr_relate(&a, &b) == CR_INSIDE;
        }
    }
    return deep;
}

/// Two walls from (0, 0), `degrees` apart, open upward.
static void add_wedge(fixture *s, float degrees) {
    float half = degrees * 3.14159265f / 360, x = 50 * sinf(half), y = 50 * cosf(half);
    carom_vec2 right[3] = {{0, 0}, {x + 60, -20}, {x, y}}, left[3] = {{0, 0}, {-x, y}, {-x - 60, -20}};
    carom_body_desc desc = {.type = CAROM_BODY_STATIC};
    assert_int_equal(carom_make_polygon(right, 3, &desc.shape), CAROM_STATUS_OK);
    add(s->world, desc);
    assert_int_equal(carom_make_polygon(left, 3, &desc.shape), CAROM_STATUS_OK);
    add(s->world, desc);
}

/// Driven into the wedge in every step, a mover comes to rest: its motion decreases and does not oscillate.
static void run_wedge(float degrees, float push, carom_response_kind kind, bool round) {
    fixture s = new_scene(NULL);
    add_wedge(&s, degrees);
    float height = degrees < 60 ? 45 : 5;
    carom_body_id id = put(&s, (carom_body_desc){.shape = round ? circle(1) : box(1.5f, 1.5f),
                                                 .position = {0.3f, height},
                                                 .response = {.kind = kind, .restitution = 0.5f}});
    carom_vec2 before = {0, 0};
    for (int k = 0; k < 200; ++k) {
        before = carom_world_position(s.world, id);
        if (fabsf(before.x) > 20)
            carom_world_set_position(s.world, id, before = (carom_vec2){0.3f, height}); // bounced off
        carom_world_set_velocity(s.world, id, (carom_vec2){0, -push});
        step(s.world);
        if (carom_world_stats(s.world).crushed)
            fail_msg("%g degrees, push %g, kind %d, round %d: crushed in step %d", (double)degrees, (double)push,
                     (int)kind, round, k);
        assert_true(carom_world_position(s.world, id).y > 0);
    }
    carom_vec2 after = carom_world_position(s.world, id);
    float moved = fabsf(after.x - before.x) + fabsf(after.y - before.y);
    bool rests = moved <= 1e-3f * push;
    if (!rests && kind != CAROM_RESPONSE_BOUNCE)
        fail_msg("%g degrees, push %g: still moves by %g", (double)degrees, (double)push, (double)moved);
    carom_world_free(s.world);
}

static void mover_in_wedge_comes_to_rest(void **state) {
    (void)state;
    const float angles[] = {4, 10, 30, 60, 90, 120, 170};
    for (int a = 0; a < 7; ++a) {
        for (int kind = CAROM_RESPONSE_STOP; kind <= CAROM_RESPONSE_BOUNCE; ++kind) {
            for (int round = 0; round < 2; ++round) {
                run_wedge(angles[a], 0.25f, (carom_response_kind)kind, round);
                run_wedge(angles[a], 3, (carom_response_kind)kind, round);
                run_wedge(angles[a], 200, (carom_response_kind)kind, round);
            }
        }
    }
}

/// Movers at one position in the wedge, without velocity, separate and stay separate.
static void pile_in_wedge_separates(void **state) {
    (void)state;
    const float angles[] = {40, 60, 90, 120, 170};
    for (int a = 0; a < 5; ++a) {
        for (int kind = CAROM_RESPONSE_STOP; kind <= CAROM_RESPONSE_BOUNCE; ++kind) {
            fixture s = new_scene(NULL);
            add_wedge(&s, angles[a]);
            for (int i = 0; i < 6; ++i) {
                put(&s, (carom_body_desc){.shape = i % 2 ? circle(1) : box(1.5f, 1.5f),
                                          .position = {0.1f * (float)i, 8},
                                          .response = {.kind = (carom_response_kind)kind, .restitution = 1}});
            }
            int steps = 0;
            while (deep_pairs(&s) > 0 && ++steps < 300) step(s.world);
            if (steps == 300) fail_msg("%g degrees: %d pairs still deep", (double)angles[a], deep_pairs(&s));
            for (int i = 0; i < 50; ++i) {
                step(s.world);
                assert_int_equal(deep_pairs(&s), 0);
            }
            carom_world_free(s.world);
        }
    }
}

/// A mover falls through a gap of exactly its width without a contact.
static void mover_falls_through_gap_of_its_width(void **state) {
    (void)state;
    for (int kind = CAROM_RESPONSE_STOP; kind <= CAROM_RESPONSE_BOUNCE; ++kind) {
        fixture s = new_scene(NULL);
        add(s.world, (carom_body_desc){.shape = box(10, 30), .position = {-10, 0}, .type = CAROM_BODY_STATIC});
        add(s.world, (carom_body_desc){.shape = box(10, 30), .position = {2, 0}, .type = CAROM_BODY_STATIC});
        carom_body_id id =
            put(&s, (carom_body_desc){.shape = box(2, 2),
                                      .position = {0, 40},
                                      .velocity = {0, -1.7f},
                                      .response = {.kind = (carom_response_kind)kind, .restitution = 1}});
        for (int k = 0; k < 30; ++k) {
            step(s.world);
            assert_int_equal(carom_world_stats(s.world).hits, 0);
            assert_int_equal(carom_world_stats(s.world).crushed, 0);
        }
        assert_same_float(carom_world_position(s.world, id).x, 0);
        assert_less(carom_world_position(s.world, id).y, -9);
        carom_world_free(s.world);
    }
}

/// The same between tiles, pushed against one side.
static void mover_falls_through_shaft_of_its_width(void **state) {
    (void)state;
    uint8_t codes[30];
    for (int i = 0; i < 30; ++i) codes[i] = i % 3 == 1 ? CAROM_TILE_EMPTY : CAROM_TILE_SOLID;
    carom_tiles tiles = {.columns = 3, .rows = 10, .cell = {4, 4}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    fixture s = new_scene(level);
    carom_body_id id =
        put(&s, (carom_body_desc){.shape = box(4, 4), .position = {4, 0}, .response = {.kind = CAROM_RESPONSE_SLIDE}});
    for (int k = 0; k < 40; ++k) {
        carom_world_set_velocity(s.world, id, (carom_vec2){k % 2 ? 2.0f : -2.0f, 1.1f});
        step(s.world);
        assert_int_equal(carom_world_stats(s.world).crushed, 0);
        if (k <= 28) assert_same_float(carom_world_position(s.world, id).x, 4);
    }
    assert_true(carom_world_position(s.world, id).y > 40);
    carom_world_free(s.world);
    carom_level_free(level);
}

/// A block approaches a wall until a mover between them has no room. It is crushed in every step, and does not move.
/// When the block leaves, the mover is free.
static void mover_between_block_and_wall_is_crushed(void **state) {
    (void)state;
    for (int kind = CAROM_RESPONSE_STOP; kind <= CAROM_RESPONSE_BOUNCE; ++kind) {
        fixture s = new_scene(NULL);
        add(s.world, (carom_body_desc){.shape = box(10, 40), .position = {-10, -20}, .type = CAROM_BODY_STATIC});
        carom_body_id block =
            add(s.world, (carom_body_desc){.shape = box(10, 40), .position = {6, -20}, .type = CAROM_BODY_STATIC});
        carom_body_id ball =
            put(&s, (carom_body_desc){.shape = circle(1),
                                      .position = {3, 0},
                                      .response = {.kind = (carom_response_kind)kind, .restitution = 1}});
        carom_vec2 last = {0, 0};
        int crushed = 0;
        for (int k = 0; k < 24; ++k) {
            float x = k < 12 ? 6 - 0.5f * (float)k : 0.5f + 0.5f * (float)(k - 12);
            carom_world_set_position(s.world, block, (carom_vec2){x, -20});
            step(s.world);
            carom_vec2 at = carom_world_position(s.world, ball);
            bool room = x > 2.01f, none = x < 1.99f;
            if (room) assert_int_equal(carom_world_stats(s.world).crushed, 0);
            if (none) assert_int_equal(carom_world_stats(s.world).crushed, 1);
            if (none && crushed > 0) {
                assert_vec(at, last.x, last.y);
            }
            crushed = none ? crushed + 1 : 0;
            last = at;
        }
        assert_int_equal(deep_pairs(&s), 0);
        carom_world_free(s.world);
    }
}

/// Movers pulled down onto a thin one-way plank, and pushed along it into each other: none tunnels through the plank.
static void crowd_stays_on_one_way_plank(void **state) {
    (void)state;
    uint8_t codes[40] = {0};
    for (int i = 0; i < 8; ++i) codes[16 + i] = CAROM_TILE_EDGE;
    codes[8] = codes[15] = codes[0] = codes[7] = CAROM_TILE_SOLID;
    carom_tiles tiles = {.columns = 8, .rows = 5, .cell = {16, 16}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    for (uint64_t seed = 0; seed < 30; ++seed) {
        random_source r = {seed};
        fixture s = new_scene(level);
        bool boxes = seed % 2;
        float ends[8];
        for (int i = 0; i < 8; ++i) {
            float size = random_range(&r, 2, 4.5f);
            ends[i] = boxes ? 32 - 2 * size : 32 - size;
            put(&s, (carom_body_desc){.shape = boxes ? box(2 * size, 2 * size) : circle(size),
                                      .position = {20 + 10 * (float)i, 5 + random_range(&r, 0, 5)},
                                      .response = {.kind = CAROM_RESPONSE_SLIDE}});
        }
        float speed = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 6 : 40;
        for (int k = 0; k < 150; ++k) {
            for (int i = 0; i < 8; ++i) {
                float along = random_range(&r, -speed, speed);
                carom_world_set_velocity(s.world, s.ids[i], (carom_vec2){along, speed});
            }
            step(s.world);
            for (int i = 0; i < 8; ++i) {
                carom_vec2 at = carom_world_position(s.world, s.ids[i]);
                if (at.y > ends[i] + 1e-3f)
                    fail_msg("seed %d, step %d: %d fell through to %g", (int)seed, k, i, (double)at.y);
            }
        }
        carom_world_free(s.world);
    }
    carom_level_free(level);
}

// ---- Random scenes -------------------------------------------------------------------------------------------------

/// Slopes, wedges between them, blocks one body width apart, closed all around.
static carom_level *random_corners(random_source *r) {
    map m;
    map_make(&m, 10, 8, 4);
    for (int i = 0; i < 80; ++i) {
        if (random_below(r, 5) == 0) m.codes[i] = random_turn(r, random_below(r, 19));
    }
    map_close(&m);
    return level_of_map(&m);
}

static bool is_in_open(const carom_level *level, carom_vec2 at) {
    carom_shape point = {.kind = CAROM_SHAPE_POINT, .point = at};
    return !carom_level_solid(level, at) && carom_level_overlap(level, &point, NULL, 0) == 0;
}

static carom_shape random_mover(random_source *r) {
    carom_shape shape;
    float size = random_range(r, 0.4f, 1.2f);
    switch (random_below(r, 4)) {
    case 0: return circle(size);
    case 1: return box(random_below(r, 2) ? 2.0f : size, random_below(r, 2) ? 2.0f : size);
    case 2:
        assert_int_equal(carom_make_capsule((carom_vec2){0, 0}, random_direction(r, size), 0.5f, &shape),
                         CAROM_STATUS_OK);
        break;
    default: {
        carom_vec2 v[3] = {{0, 0}, {size, 0.25f * size}, {0.5f * size, size}};
        assert_int_equal(carom_make_polygon(v, 3, &shape), CAROM_STATUS_OK);
    }
    }
    return shape;
}

static int deep_in_level(const fixture *s, const carom_level *level) {
    int deep = 0;
    for (int i = 0; i < s->count; ++i) {
        carom_shape a = carom_world_shape(s->world, s->ids[i]);
        deep += carom_level_sweep(level, &a, (carom_vec2){0, 0}).inside;
    }
    return deep;
}

/// Movers at random positions, in each other and in boundaries, separate and then stay at rest. Driven to and fro, they
/// never penetrate anything again.
static void run_by_chance(uint64_t seed) {
    random_source r = {seed};
    carom_level *level = random_corners(&r);
    fixture s = new_scene(level);
    for (int tries = 0; tries < 200 && s.count < 10; ++tries) {
        carom_shape shape = random_mover(&r);
        carom_box bounds = carom_shape_bounds(&shape);
        carom_vec2 at = {random_range(&r, 5, 35), random_range(&r, 5, 27)};
        carom_vec2 middle = {at.x + (bounds.min.x + bounds.max.x) / 2, at.y + (bounds.min.y + bounds.max.y) / 2};
        carom_response response = {.kind = (carom_response_kind)random_below(&r, 3), .restitution = 1};
        if (is_in_open(level, middle)) put(&s, (carom_body_desc){.shape = shape, .position = at, .response = response});
    }
    int steps = 0;
    while (steps++ < 200 && (deep_pairs(&s) || deep_in_level(&s, level))) step(s.world);
    if (deep_pairs(&s)) fail_msg("seed %d: %d pairs still deep", (int)seed, deep_pairs(&s));
    assert_int_equal(carom_world_stats(s.world).crushed,
                     deep_in_level(&s, level)); // counted if there is no clear position
    int before = deep_pairs(&s) + deep_in_level(&s, level);
    for (int k = 0; k < 10; ++k) step(s.world);
    uint64_t hash = carom_world_hash(s.world);
    for (int k = 0; k < 10; ++k) step(s.world);
    if (carom_world_hash(s.world) != hash) fail_msg("seed %d: still moves", (int)seed);
    for (int k = 0; k < 40; ++k) {
        for (int i = 0; i < s.count; ++i)
            carom_world_set_velocity(s.world, s.ids[i], random_direction(&r, k % 2 ? 0.5f : 40));
        step(s.world);
        int now = deep_pairs(&s) + deep_in_level(&s, level);
        if (now > before) fail_msg("seed %d: %d deep in step %d", (int)seed, now, k);
        before = now;
    }
    carom_world_free(s.world);
    carom_level_free(level);
}

static int rounds = 1;

static void random_scenes_come_to_rest(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 100 * (uint64_t)rounds; ++seed) run_by_chance(seed);
}

int main(int argc, char **argv) {
    if (argc > 1) rounds = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mover_in_wedge_comes_to_rest),
        cmocka_unit_test(pile_in_wedge_separates),
        cmocka_unit_test(mover_falls_through_gap_of_its_width),
        cmocka_unit_test(mover_falls_through_shaft_of_its_width),
        cmocka_unit_test(mover_between_block_and_wall_is_crushed),
        cmocka_unit_test(crowd_stays_on_one_way_plank),
        cmocka_unit_test(random_scenes_come_to_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
