// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Contact events: begin, stay and end, their times, the callbacks, and the events of removed bodies.
#include "ledger.h"
#include "random.h"
#include "world/scene.h"

#include <math.h>

static carom_body_id add_ball(carom_world *world, float x, float y, float vx, float vy, carom_response_kind kind) {
    return add(world, (carom_body_desc){.shape = circle(1),
                                        .position = {x, y},
                                        .velocity = {vx, vy},
                                        .response = {.kind = kind, .restitution = 1}});
}

/// The events of the last step as letters: b, s, e.
static void assert_events(const carom_world *world, const char *expected) {
    int count;
    const carom_event *events = carom_world_events(world, &count);
    char told[32] = "";
    for (int i = 0; i < count && i < 31; ++i) told[i] = "bse"[events[i].kind];
    assert_string_equal(told, expected);
}

static carom_event event_at(const carom_world *world, int index) {
    int count;
    const carom_event *events = carom_world_events(world, &count);
    assert_true(index < count);
    return events[index];
}

static int pair_count(const carom_world *world) {
    int count;
    carom_world_pairs(world, &count);
    return count;
}

// ---- Times and positions -------------------------------------------------------------------------------------------

static void bounce_begins_and_ends(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id ball = add_ball(world, 0, 0, 8, 0, CAROM_RESPONSE_BOUNCE);
    carom_body_id wall =
        add(world, (carom_body_desc){.shape = box(1, 10), .position = {5, -5}, .type = CAROM_BODY_STATIC});
    step(world);
    assert_events(world, "be");
    carom_event begin = event_at(world, 0);
    assert_same_float(begin.t, 0.5f);
    assert_int_equal(begin.level, -1);
    assert_int_equal(begin.a.index, ball.index);
    assert_int_equal(begin.b.index, wall.index);
    assert_vec(begin.point, 5, 0);
    assert_vec(begin.normal, -1, 0);
    assert_true(event_at(world, 1).t == 0.5f);
    assert_vec(carom_world_position(world, ball), 0, 0);
    assert_vec(carom_world_velocity(world, ball), -8, 0);
    assert_int_equal(pair_count(world), 0);
    step(world);
    assert_events(world, "");
    carom_world_free(world);
}

static void hit_at_half_of_a_3_4_5_motion(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id a = add(world, (carom_body_desc){.shape = circle(3),
                                                   .velocity = {6, 8},
                                                   .response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1}});
    carom_body_id b = add(world, (carom_body_desc){.shape = circle(2),
                                                   .position = {6, 8},
                                                   .response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1}});
    step(world); // distance 10, radii 5 in sum: contact at half of the motion; b takes over the speed
    assert_events(world, "be");
    assert_true(event_at(world, 0).t == 0.5f);
    assert_true(fabsf(event_at(world, 0).normal.x + 0.6f) < 1e-6f);
    assert_vec(carom_world_position(world, a), 3, 4);
    assert_vec(carom_world_position(world, b), 9, 12);
    assert_vec(carom_world_velocity(world, a), 0, 0);
    assert_vec(carom_world_velocity(world, b), 6, 8);
    carom_world_free(world);
}

static void resting_stays_and_leaving_ends(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id ball = add_ball(world, 0, 3, 0, -4, CAROM_RESPONSE_SLIDE);
    add(world, (carom_body_desc){.shape = box(20, 1), .position = {-10, -1}, .type = CAROM_BODY_STATIC});
    step(world);
    assert_events(world, "b");
    assert_int_equal(pair_count(world), 1);
    assert_vec(carom_world_position(world, ball), 0, 1);
    for (int i = 0; i < 3; ++i) {
        carom_world_set_velocity(world, ball, (carom_vec2){1, -1}); // pulled down
        step(world);
        assert_events(world, "s");
    }
    assert_vec(carom_world_position(world, ball), 3, 1);
    step(world); // along the floor, without a pull
    assert_events(world, "s");
    carom_world_set_velocity(world, ball, (carom_vec2){0, 2});
    step(world);
    assert_events(world, "e");
    assert_true(event_at(world, 0).t == 0);
    assert_int_equal(pair_count(world), 0);
    carom_world_free(world);
}

static void passing_begins_and_ends(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    add_ball(world, 0, 0, 16, 0, CAROM_RESPONSE_BOUNCE);
    add(world, (carom_body_desc){.shape = box(2, 10),
                                 .position = {5, -5},
                                 .type = CAROM_BODY_STATIC,
                                 .response = {.kind = CAROM_RESPONSE_PASS}});
    step(world); // within one step: from x = 4 to x = 8
    assert_events(world, "be");
    assert_true(event_at(world, 0).t == 0.25f);
    assert_true(event_at(world, 1).t == 0.5f);
    carom_world_free(world);
}

static void slow_passing_stays(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    add_ball(world, 0, 0, 4, 0, CAROM_RESPONSE_PASS);
    add_ball(world, 6, 0, 0, 0, CAROM_RESPONSE_BOUNCE);
    step(world); // they touch at x = 4
    assert_events(world, "b");
    assert_true(event_at(world, 0).t == 1);
    step(world); // to x = 8, which still touches
    assert_events(world, "s");
    int count;
    const carom_pair *pair = carom_world_pairs(world, &count);
    assert_true(count == 1 && pair->level == -1 && pair->edge == -1);
    assert_true(event_at(world, 0).level == -1 && event_at(world, 0).edge == -1);
    step(world);
    assert_events(world, "e");
    assert_true(event_at(world, 0).t == 0);
    carom_world_free(world);
}

static void flush_contact_is_reported(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    add_ball(world, 0, 0, 4, 0, CAROM_RESPONSE_SLIDE);
    add_ball(world, 4, 2, 0, 0, CAROM_RESPONSE_SLIDE);
    step(world); // ends exactly below the other, without ever approaching
    assert_events(world, "b");
    assert_true(event_at(world, 0).t == 1);
    assert_int_equal(pair_count(world), 1);
    carom_world_free(world);
}

/// A thousandth before the end they are 10^-8 apart, far less than the rounding of their positions.
static void contact_at_end_only_begins_there(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_desc small = {.shape = circle(3), .position = {6.5f, 2.25f}, .velocity = {-0.75f, -0.75f}};
    carom_body_desc large = {.shape = circle(7.25f), .position = {6, 12.5f}, .velocity = {-0.25f, -0.75f}};
    small.response.kind = large.response.kind = CAROM_RESPONSE_PASS;
    add(world, small);
    add(world, large);
    step(world);
    assert_events(world, "b");
    assert_true(event_at(world, 0).t == 1);
    carom_world_free(world);
}

/// A fast ball grazes a still one far from its own ends, by less than the rounding of its end position. The contact is
/// that of its exact motion.
static void grazing_at_speed_is_that_of_the_exact_motion(void **state) {
    (void)state;
    random_source r = {77};
    int hits = 0, count = 2000;
    for (int i = 0; i < count; ++i) {
        float radius = 0x1p-6f, angle = random_range(&r, 0, 6), x = cosf(angle), y = sinf(angle);
        float before = random_range(&r, 500, 1000), after = random_range(&r, 500, 1000);
        float off = 2 * radius - random_range(&r, 0, 0x1p-15f);
        carom_body_desc still = {.shape = circle(radius), .response.kind = CAROM_RESPONSE_PASS}, fast = still;
        fast.position = (carom_vec2){x * off + y * before, y * off - x * before};
        fast.velocity = (carom_vec2){-y * (before + after), x * (before + after)};
        carom_shape placed = {.kind = CAROM_SHAPE_CIRCLE, .circle = {fast.position, radius}};
        bool expected = carom_sweep(&placed, fast.velocity, &still.shape, (carom_vec2){0, 0}).hit;
        carom_world *world = new_world(NULL);
        add(world, i & 1 ? still : fast);
        add(world, i & 1 ? fast : still);
        step(world);
        assert_events(world, expected ? "be" : "");
        hits += expected;
        carom_world_free(world);
    }
    assert_true(hits > count / 4 && hits < count);
}

/// Two balls far from the origin go along together and approach by less than the rounding of their end positions.
static void approach_within_rounding_begins(void **state) {
    (void)state;
    random_source r = {78};
    int hits = 0;
    for (int i = 0; i < 4000; ++i) {
        float ulp = 0x1p-14f, radius = 0x1p-6f + ulp / 2, gap = (float)(1 + random_below(&r, 3)) * ulp;
        carom_body_desc one = {.shape = circle(radius), .response.kind = CAROM_RESPONSE_PASS}, other = one;
        one.position.x = 1000 + (float)random_below(&r, 64) * ulp;
        one.velocity.x = 500 + (float)random_below(&r, 64) * 0x1p-15f;
        other.position.x = one.position.x + 2 * radius + gap;
        other.velocity.x = one.velocity.x - gap - (float)random_below(&r, 3) * 0x1p-15f;
        carom_shape a = {.kind = CAROM_SHAPE_CIRCLE, .circle = {one.position, radius}}, b = a;
        b.circle.center = other.position;
        if (!carom_sweep(&a, one.velocity, &b, other.velocity).hit) continue;
        carom_world *world = new_world(NULL);
        add(world, i & 1 ? one : other);
        add(world, i & 1 ? other : one);
        step(world);
        assert_true(event_at(world, 0).kind == CAROM_EVENT_BEGIN);
        ++hits;
        carom_world_free(world);
    }
    assert_true(hits > 1000);
}

static void assert_only_event(const carom_world *world, carom_event_kind kind, float t, float off) {
    int count;
    const carom_event *events = carom_world_events(world, &count);
    assert_int_equal(count, 1);
    assert_int_equal(events[0].kind, kind);
    assert_true(fabsf(events[0].t - t) <= off);
}

/// A mover slides along the top of a tile, or of a static, from 16 to 32: the contact lasts from the first corner to
/// the last. Between bodies the times are exact, even a million from the origin, where positions round to 1/16.
static void sliding_flush_begins_stays_and_ends(void **state) {
    (void)state;
    uint8_t codes[4] = {CAROM_TILE_EMPTY, CAROM_TILE_EMPTY, CAROM_TILE_EMPTY, CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 2, .rows = 2, .cell = {16, 16}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    for (int k = 0; k < 12; ++k) {
        bool crosses = k & 1, upside_down = k & 2, in_level = k / 4 == 1;
        float far = k / 4 == 2 ? 0x1p20f : 0, y = upside_down ? 32.0f : 12.0f, off = in_level ? 0x1p-23f : 0;
        carom_world *world = new_world(in_level ? level : NULL);
        carom_body_desc block = {.shape = box(16, 16), .position = {far + 16, 16}, .type = CAROM_BODY_STATIC};
        if (!in_level) add(world, block);
        carom_body_id id =
            add(world, (carom_body_desc){.shape = box(4, 4),
                                         .position = {far + 4, y},
                                         .velocity = {16, 0},
                                         .response = {.kind = crosses ? CAROM_RESPONSE_PASS : CAROM_RESPONSE_SLIDE,
                                                      .restitution = 1}});
        step(world);
        assert_only_event(world, CAROM_EVENT_BEGIN, 0.5f, off);
        step(world);
        assert_only_event(world, CAROM_EVENT_END, 0.75f, off);
        assert_int_equal(pair_count(world), 0);
        carom_world_set_position(world, id, (carom_vec2){far + 20, y}); // placed there, at rest
        carom_world_set_velocity(world, id, (carom_vec2){0, 0});
        step(world);
        assert_only_event(world, CAROM_EVENT_BEGIN, 0, 0);
        step(world);
        assert_only_event(world, CAROM_EVENT_STAY, 0, 0);
        carom_world_set_velocity(world, id, (carom_vec2){8, upside_down ? 2.0f : -2.0f}); // and off
        step(world);
        assert_only_event(world, CAROM_EVENT_END, 0, off);
        carom_world_free(world);
    }
    carom_level_free(level);
}

/// Moving up through a one-way edge is not a contact; resting on it is.
static void one_way_edge_lets_pass_without_contact(void **state) {
    (void)state;
    uint8_t codes[2] = {CAROM_TILE_EMPTY, CAROM_TILE_EDGE};
    carom_tiles tiles = {.columns = 1, .rows = 2, .cell = {16, 16}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    carom_world *world = new_world(level);
    carom_body_id id = add_ball(world, 8, 19, 0, -0.75f, CAROM_RESPONSE_SLIDE);
    for (int i = 0; i < 8; ++i) {
        step(world);
        assert_events(world, "");
    }
    carom_world_set_position(world, id, (carom_vec2){8, 15});
    carom_world_set_velocity(world, id, (carom_vec2){1, 0});
    step(world);
    assert_events(world, "b");
    assert_vec(event_at(world, 0).normal, 0, -1);
    carom_world_free(world);
    carom_level_free(level);
}

static void passing_mover_touches_all_levels(void **state) {
    (void)state;
    uint8_t codes[1] = {CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 1, .rows = 1, .cell = {4, 4}, .codes = codes};
    carom_level *levels[2];
    carom_world *world = new_world(NULL);
    for (int i = 0; i < 2; ++i) {
        tiles.origin.x = (float)(8 + 16 * i);
        levels[i] = level_of_tiles(&tiles);
        assert_int_equal(carom_world_attach(world, levels[i]), CAROM_STATUS_OK);
    }
    add_ball(world, 0, 2, 64, 0, CAROM_RESPONSE_PASS);
    step(world); // its front reaches them after 7/64 and 23/64
    assert_events(world, "bebe");
    assert_int_equal(event_at(world, 0).level, 0);
    assert_true(event_at(world, 0).b.index == 0 && event_at(world, 0).b.generation == 0);
    assert_same_float(event_at(world, 0).t, 7.0f / 64);
    assert_int_equal(event_at(world, 2).level, 1);
    assert_same_float(event_at(world, 2).t, 23.0f / 64);
    carom_world_free(world);
    world = new_world(NULL);
    for (int i = 0; i < 2; ++i) assert_int_equal(carom_world_attach(world, levels[i]), CAROM_STATUS_OK);
    add_ball(world, 18, 2, 16, 0, CAROM_RESPONSE_BOUNCE); // between the two it turns at both
    step(world);
    assert_events(world, "bebe");
    assert_int_equal(event_at(world, 0).level, 1);
    assert_int_equal(event_at(world, 2).level, 0);
    carom_world_free(world);
    for (int i = 0; i < 2; ++i) carom_level_free(levels[i]);
}

/// A mover that slides along a wall of a level to its floor, or the other way, has not left the level.
static void slide_into_corner_is_one_contact(void **state) {
    (void)state;
    uint8_t codes[4] = {CAROM_TILE_EMPTY, CAROM_TILE_SOLID, CAROM_TILE_SOLID, CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 2, .rows = 2, .cell = {64, 64}, .codes = codes, .origin = {-64, -64}};
    carom_level *level = level_of_tiles(&tiles);
    for (int i = 0; i < 2; ++i) {
        carom_world *world = new_world(level);
        carom_body_id ball = add_ball(world, -20, -20, i ? 25 : 30, i ? 30 : 25, CAROM_RESPONSE_SLIDE);
        step(world);
        assert_events(world, "b");
        carom_vec2 at = carom_world_position(world, ball);
        assert_vec(at, -1, -1);
        carom_world_free(world);
    }
    carom_level_free(level);
}

static void events_are_ordered_by_time(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    for (int i = 0; i < 10; ++i) add_ball(world, 0, (float)(4 * i), (float)(20 - i), 0, CAROM_RESPONSE_STOP);
    add(world, (carom_body_desc){.shape = box(1, 100), .position = {11, -10}, .type = CAROM_BODY_STATIC});
    step(world);
    int count;
    const carom_event *events = carom_world_events(world, &count);
    assert_int_equal(count, 10);
    for (int i = 1; i < count; ++i) assert_true(events[i - 1].t <= events[i].t);
    const carom_pair *pairs = carom_world_pairs(world, &count);
    assert_int_equal(count, 10);
    for (int i = 1; i < count; ++i) assert_true(pairs[i - 1].a.index < pairs[i].a.index);
    carom_world_free(world);
}

static void level_hit_is_reported(void **state) {
    (void)state;
    uint8_t codes[3] = {CAROM_TILE_SOLID, CAROM_TILE_SOLID, CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 3, .rows = 1, .cell = {16, 16}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    carom_world *world = new_world(level);
    carom_body_id ball = add_ball(world, 20, -3, 0, 4, CAROM_RESPONSE_SLIDE);
    step(world);
    assert_events(world, "b");
    carom_event begin = event_at(world, 0);
    assert_int_equal(begin.level, 0);
    assert_not_above(0, begin.edge);
    assert_int_equal(begin.b.generation, 0);
    assert_true(begin.t == 0.5f);
    assert_vec(begin.normal, 0, -1);
    assert_vec(carom_world_position(world, ball), 20, -1);
    carom_world_set_velocity(world, ball, (carom_vec2){8, 1});
    step(world);
    assert_events(world, "s");
    assert_vec(carom_world_position(world, ball), 28, -1);
    carom_world_set_velocity(world, ball, (carom_vec2){0, -1});
    step(world);
    assert_events(world, "e");
    carom_world_free(world);
    carom_level_free(level);
}

// The end is at t = 0, before the begin: on the reverse path out of the solid there is no boundary contact.
static void passing_into_solid_begins_and_ends(void **state) {
    (void)state;
    uint8_t codes[2] = {CAROM_TILE_SOLID, CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 1, .rows = 2, .cell = {16, 16}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    carom_world *world = new_world(level);
    add_ball(world, 8, -3, 0, 12, CAROM_RESPONSE_PASS);
    step(world);
    assert_events(world, "be");
    assert_true(event_at(world, 1).t >= event_at(world, 0).t);
    carom_world_free(world);
    carom_level_free(level);
}

// ---- Filters, removal, teleports -----------------------------------------------------------------------------------

/// A ball and a point reach a thin movable wall from both sides at the same time. The ball is processed first. The
/// point is then on the wall, where a point that had only started there would be leaving.
static void simultaneous_contacts_stop_both_movers(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_shape wall, point = {.kind = CAROM_SHAPE_POINT};
    assert_int_equal(carom_make_segment((carom_vec2){0, 0}, (carom_vec2){0, 4}, &wall), CAROM_STATUS_OK);
    add_ball(world, 9, 1, -8, 0, CAROM_RESPONSE_STOP);
    carom_body_id wall_id = add(world, (carom_body_desc){.shape = wall, .position = {4, -2}});
    carom_body_id id = add(world, (carom_body_desc){.shape = point, .velocity = {8, 0}});
    step(world);
    assert_events(world, "bb");
    assert_same_float(event_at(world, 0).t, 0.5f);
    assert_same_float(event_at(world, 1).t, 0.5f);
    carom_vec2 at = carom_world_position(world, id), wall_at = carom_world_position(world, wall_id);
    assert_true(at.x < wall_at.x); // on the wall, the point would be on no side of it
    assert_true(at.x >= 3.999999f && wall_at.x <= 4.000001f && at.y == 0 && wall_at.y == -2);
    carom_world_free(world);
}

/// In a world with a level, a static stops a box that would end deep inside it.
static void static_stops_box_beside_level(void **state) {
    (void)state;
    uint8_t codes[1] = {CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 1, .rows = 1, .cell = {16, 16}, .origin = {0, 64}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    carom_world *world = new_world(level);
    carom_body_desc mover = {.shape = box(1, 1), .velocity = {8, 0}};
    add(world, (carom_body_desc){.shape = box(20, 20), .position = {3, -10}, .type = CAROM_BODY_STATIC});
    carom_body_id id = add(world, mover);
    step(world);
    assert_events(world, "b");
    assert_true(event_at(world, 0).t == 0.25f);
    assert_vec(event_at(world, 0).normal, -1, 0);
    assert_vec(carom_world_position(world, id), 2, 0);
    carom_world_free(world);
    carom_level_free(level);
}

static void changed_filters_end_contacts(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id a = add_ball(world, 0, 0, 4, 0, CAROM_RESPONSE_SLIDE);
    carom_body_id b = add_ball(world, 4, 0, 0, 0, CAROM_RESPONSE_SLIDE);
    assert_int_equal(carom_world_set_filter(world, a, (carom_filter){.category = 2, .ignore = 1}), CAROM_STATUS_OK);
    step(world);
    assert_events(world, "");
    assert_vec(carom_world_position(world, a), 4, 0);
    carom_world_set_position(world, a, (carom_vec2){0, 0});
    carom_world_set_filter(world, a, (carom_filter){.category = 2, .ignore = 2});
    step(world); // b takes all categories
    assert_events(world, "b");
    carom_world_set_filter(world, b, (carom_filter){.ignore = 2});
    step(world);
    assert_events(world, "e");
    carom_world_free(world);
}

static void removal_ends_contacts(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id a = add_ball(world, 0, 0, 2, 0, CAROM_RESPONSE_STOP);
    carom_body_id b = add_ball(world, 3, 0, 0, 0, CAROM_RESPONSE_STOP);
    step(world);
    assert_events(world, "b");
    assert_int_equal(carom_world_remove(world, b), CAROM_STATUS_OK);
    assert_int_equal(carom_world_remove(world, b), CAROM_STATUS_STALE_ID);
    assert_false(carom_world_has(world, b));
    carom_body_id other = add_ball(world, 3, 0, 0, 0, CAROM_RESPONSE_STOP); // at the same position, with another id
    assert_int_equal(other.index, b.index);
    assert_true(other.generation != b.generation);
    step(world);
    assert_events(world, "eb");
    assert_int_equal(event_at(world, 0).b.generation, b.generation);
    assert_same_float(event_at(world, 0).t, 0);
    assert_true(event_at(world, 1).b.generation == other.generation);
    carom_world_set_position(world, a, (carom_vec2){-50, 0});
    step(world);
    assert_events(world, "e");
    carom_world_free(world);
}

// ---- Callbacks ----------------------------------------------------------------------------------------------------

/// What a body does and records in its callback. Its tag is its number, from 1.
typedef struct witness {
    int begins, stays, ends, gone;
    carom_event last;
    bool remove_self, remove_other, add_one, free_world;
    carom_status nested;
} witness;

static void watch(carom_world *world, const carom_event *event, void *user_data) {
    assert_true(carom_world_has(world, event->a));
    assert_int_equal(event->gone & CAROM_EVENT_GONE_A, 0);
    assert_int_equal((event->gone & CAROM_EVENT_GONE_B) == 0, event->level >= 0 || carom_world_has(world, event->b));
    uint64_t tag = carom_world_tag(world, event->a);
    if (tag == 0) return;
    witness *w = (witness *)user_data + tag - 1;
    w->last = *event;
    w->begins += event->kind == CAROM_EVENT_BEGIN;
    w->stays += event->kind == CAROM_EVENT_STAY;
    w->ends += event->kind == CAROM_EVENT_END;
    w->gone += event->gone != 0;
    w->nested = carom_world_step(world, 1);
    assert_int_equal(carom_world_shrink(world), CAROM_STATUS_BAD_ARGUMENT);
    if (w->remove_self) carom_world_remove(world, event->a);
    if (w->remove_other) carom_world_remove(world, event->b);
    if (w->add_one) add_ball(world, 100, 100, 0, 0, CAROM_RESPONSE_STOP);
    if (w->free_world) carom_world_free(world);
}

static carom_world *watched_world(witness *witnesses) {
    carom_world *world;
    carom_world_desc desc = {.on_collision = watch, .user_data = witnesses};
    assert_int_equal(carom_world_make(&desc, &world), CAROM_STATUS_OK);
    return world;
}

static carom_body_id add_watched(carom_world *world, float x, float vx, uint64_t tag) {
    return add(world, (carom_body_desc){.shape = circle(1), .position = {x, 0}, .velocity = {vx, 0}, .tag = tag});
}

static void callback_runs_for_both_bodies(void **state) {
    (void)state;
    witness w[2] = {{0}};
    carom_world *world = watched_world(w);
    carom_body_id a = add_watched(world, 0, 2, 1);
    carom_body_id b = add_watched(world, 3, 0, 2);
    step(world);
    assert_int_equal(w[0].begins, 1);
    assert_int_equal(w[1].begins, 1);
    assert_int_equal(w[0].last.a.index, a.index);
    assert_int_equal(w[0].last.b.index, b.index);
    assert_int_equal(w[1].last.a.index, b.index);
    assert_int_equal(w[1].last.b.index, a.index);
    assert_vec(w[0].last.normal, -1, 0);
    assert_vec(w[1].last.normal, 1, 0);
    assert_int_equal(w[0].nested, CAROM_STATUS_BAD_ARGUMENT);
    step(world);
    assert_int_equal(w[0].stays, 1);
    assert_int_equal(w[1].stays, 1);
    carom_world_free(world);
}

static void removed_body_gets_no_callback(void **state) {
    (void)state;
    witness w[2] = {{.remove_other = true, .add_one = true}, {0}};
    carom_world *world = watched_world(w);
    carom_body_id a = add_watched(world, 0, 2, 1);
    carom_body_id b = add_watched(world, 3, 0, 2);
    step(world);
    assert_int_equal(w[0].begins, 1);
    assert_int_equal(w[1].begins, 0);
    assert_true(carom_world_has(world, a));
    assert_false(carom_world_has(world, b));
    assert_int_equal(carom_world_count(world), 2);
    w[0].remove_other = w[0].add_one = false;
    step(world);
    assert_int_equal(w[0].ends, 1);
    assert_true(w[0].last.b.generation == b.generation);
    assert_int_equal(w[0].last.gone, CAROM_EVENT_GONE_B);
    assert_int_equal(event_at(world, 0).gone, CAROM_EVENT_GONE_B);
    step(world);
    assert_events(world, "");
    carom_world_free(world);
}

static void body_can_remove_itself(void **state) {
    (void)state;
    witness w[2] = {{.remove_self = true}, {0}};
    carom_world *world = watched_world(w);
    carom_body_id bullet = add_watched(world, 0, 200, 1);
    add_watched(world, 30, 0, 2);
    add_watched(world, 60, 0, 2);
    step(world);
    assert_false(carom_world_has(world, bullet));
    assert_int_equal(w[1].begins, 1);
    assert_int_equal(w[1].gone, 1);
    step(world);
    assert_int_equal(w[1].ends, 1);
    assert_int_equal(event_at(world, 0).gone, CAROM_EVENT_GONE_A);
    carom_world_free(world);
}

/// A shooter: bullets and targets that remove themselves. The receiver of a callback exists, and `gone` describes the
/// other; `watch` checks both.
static void receiver_of_callback_exists(void **state) {
    (void)state;
    random_source r = {9};
    witness w[2] = {{.remove_self = true}, {0}};
    carom_world *world = watched_world(w);
    for (int frame = 0; frame < 600; ++frame) {
        for (int i = 0; i < 3; ++i) {
            carom_body_desc desc = {.shape = circle(0.5f), .tag = 1, .response = {.kind = CAROM_RESPONSE_PASS}};
            desc.velocity = random_direction(&r, 7);
            desc.filter = (carom_filter){.category = 2, .ignore = 2};
            add(world, desc);
        }
        carom_body_desc desc = {.shape = circle(3), .tag = 2};
        carom_vec2 away = random_direction(&r, 30);
        desc.position = away;
        if (frame % 8 == 0) add(world, desc);
        step(world);
    }
    assert_true(w[1].gone > 100);
    carom_world_free(world);
}

/// A callback frees the world: it is freed when the callback returns, and no other callback follows.
static void callback_can_free_world(void **state) {
    (void)state;
    witness w[2] = {{.free_world = true}, {0}};
    ledger l = {.left = -1};
    carom_allocator allocator = allocator_of(&l);
    carom_world *world;
    carom_world_desc desc = {.allocator = &allocator, .on_collision = watch, .user_data = w};
    assert_int_equal(carom_world_make(&desc, &world), CAROM_STATUS_OK);
    add_watched(world, 0, 2, 1);
    for (int i = 1; i < 9; ++i) add_watched(world, 3.0f * (float)i, 0, 2);
    assert_int_equal(carom_world_step(world, 1), CAROM_STATUS_OK);
    assert_int_equal(w[0].begins, 1);
    assert_int_equal(w[1].begins, 0);
    assert_int_equal(l.held, 0);
}

typedef struct meddler {
    carom_world *world;
    carom_body_id a, b;
    bool frees;
    int refused;
} meddler;

/// A custom filter, called within a step, tries to change the world.
static bool meddle(const carom_world *asked, carom_body_id a, carom_body_id b, void *user_data) {
    (void)asked, (void)a, (void)b;
    meddler *m = user_data;
    carom_body_desc desc = {.shape = circle(1)};
    static unsigned char bytes[4096];
    const carom_status all[] = {carom_world_add(m->world, &desc, NULL, NULL),
                                carom_world_remove(m->world, m->a),
                                carom_world_set_position(m->world, m->a, (carom_vec2){9, 9}),
                                carom_world_set_velocity(m->world, m->b, (carom_vec2){9, 9}),
                                carom_world_set_response(m->world, m->a, (carom_response){0}),
                                carom_world_set_filter(m->world, m->a, (carom_filter){0}),
                                carom_world_set_tag(m->world, m->a, 7),
                                carom_world_step(m->world, 1),
                                carom_world_shrink(m->world),
                                carom_world_snapshot(m->world, bytes, sizeof bytes),
                                carom_world_restore(m->world, bytes, sizeof bytes)};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) m->refused += all[i] == CAROM_STATUS_BAD_ARGUMENT;
    assert_int_equal(m->refused % (int)(sizeof all / sizeof *all), 0);
    if (m->frees) carom_world_free(m->world);
    return true;
}

/// With a lift, the filter is asked from the begin of the step on: which movers rest on it.
static void changes_within_step_are_refused(void **state) {
    (void)state;
    for (int i = 0; i < 4; ++i) {
        bool frees = i % 2, has_lift = i >= 2;
        meddler m = {.frees = frees};
        ledger l = {.left = -1};
        carom_allocator allocator = allocator_of(&l);
        carom_world_desc desc = {.allocator = &allocator, .custom_filter = meddle, .user_data = &m};
        assert_int_equal(carom_world_make(&desc, &m.world), CAROM_STATUS_OK);
        m.a = add_watched(m.world, 0, 2, 0);
        m.b = add_watched(m.world, 3, 0, 0);
        carom_body_desc lift = {
            .type = CAROM_BODY_KINEMATIC, .shape = box(18, 2), .position = {-9, 1}, .velocity = {1, 0}};
        if (has_lift) add(m.world, lift);
        if (has_lift) carom_world_set_velocity(m.world, m.a, (carom_vec2){2, 1}); // presses against it
        assert_int_equal(carom_world_step(m.world, 1), CAROM_STATUS_OK);
        assert_true(m.refused > 0);
        if (!frees) {
            assert_int_equal(carom_world_count(m.world), has_lift ? 3 : 2);
            if (!has_lift) assert_vec(carom_world_position(m.world, m.a), 1, 0);
            carom_world_free(m.world);
        }
        assert_int_equal(l.held, 0);
    }
}

/// While two bodies touch, their event and their pair have the contact at the end of each step.
static void contacts_that_persist_are_up_to_date(void **state) {
    (void)state;
    const carom_response pass = {.kind = CAROM_RESPONSE_PASS};
    for (int moves = 0; moves < 2; ++moves) {
        carom_world *world = new_world(NULL);
        carom_body_desc disc = {.shape = circle(4), .type = moves ? CAROM_BODY_MOVER : CAROM_BODY_STATIC};
        disc.sensor = true;
        add(world, disc);
        add(world, (carom_body_desc){.shape = circle(1), .position = {-3.5f, 3}, .velocity = {1, 0}, .response = pass});
        step(world);
        for (int i = 0; i < 5; ++i) {
            step(world);
            int events, pairs;
            const carom_event *e = carom_world_events(world, &events);
            const carom_pair *pair = carom_world_pairs(world, &pairs);
            assert_true(events == 1 && pairs == 1 && e->kind == CAROM_EVENT_STAY);
            carom_shape a = carom_world_shape(world, e->a), b = carom_world_shape(world, e->b);
            carom_contact_points contact = carom_contact(&a, &b);
            assert_vec(e->point, contact.points[0].x, contact.points[0].y);
            assert_vec(e->normal, contact.normal.x, contact.normal.y);
            assert_vec(pair->point, e->point.x, e->point.y);
            assert_vec(pair->normal, e->normal.x, e->normal.y);
        }
        carom_world_free(world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_that_persist_are_up_to_date),
        cmocka_unit_test(bounce_begins_and_ends),
        cmocka_unit_test(hit_at_half_of_a_3_4_5_motion),
        cmocka_unit_test(resting_stays_and_leaving_ends),
        cmocka_unit_test(passing_begins_and_ends),
        cmocka_unit_test(slow_passing_stays),
        cmocka_unit_test(flush_contact_is_reported),
        cmocka_unit_test(contact_at_end_only_begins_there),
        cmocka_unit_test(grazing_at_speed_is_that_of_the_exact_motion),
        cmocka_unit_test(approach_within_rounding_begins),
        cmocka_unit_test(sliding_flush_begins_stays_and_ends),
        cmocka_unit_test(one_way_edge_lets_pass_without_contact),
        cmocka_unit_test(passing_mover_touches_all_levels),
        cmocka_unit_test(slide_into_corner_is_one_contact),
        cmocka_unit_test(events_are_ordered_by_time),
        cmocka_unit_test(level_hit_is_reported),
        cmocka_unit_test(passing_into_solid_begins_and_ends),
        cmocka_unit_test(simultaneous_contacts_stop_both_movers),
        cmocka_unit_test(static_stops_box_beside_level),
        cmocka_unit_test(changed_filters_end_contacts),
        cmocka_unit_test(removal_ends_contacts),
        cmocka_unit_test(callback_runs_for_both_bodies),
        cmocka_unit_test(removed_body_gets_no_callback),
        cmocka_unit_test(body_can_remove_itself),
        cmocka_unit_test(receiver_of_callback_exists),
        cmocka_unit_test(callback_can_free_world),
        cmocka_unit_test(changes_within_step_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
