// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Who met whom and when: begin, stay and end, what the callbacks see, and what becomes of them when a body goes.
#include "world/scene.h"

#include <math.h>

static carom_body_id add_ball(carom_world *world, float x, float y, float vx, float vy, carom_response_kind kind) {
    return add(world, (carom_body_desc){
                          .shape = circle(1), .position = {x, y}, .velocity = {vx, vy}, .response = {.kind = kind}});
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

// ---- Times and places ----------------------------------------------------------------------------------------------

static void a_bounce_begins_and_ends(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id ball = add_ball(world, 0, 0, 8, 0, CAROM_BOUNCE);
    carom_body_id wall = add(world, (carom_body_desc){.shape = box(1, 10), .position = {5, -5}, .is_static = true});
    step(world);
    assert_events(world, "be");
    carom_event begin = event_at(world, 0);
    assert_true(begin.t == 0.5f && begin.level == -1);
    assert_true(begin.a.index == ball.index && begin.b.index == wall.index);
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

static void a_3_4_5_hit(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id a =
        add(world, (carom_body_desc){.shape = circle(3), .velocity = {6, 8}, .response = {.kind = CAROM_BOUNCE}});
    carom_body_id b =
        add(world, (carom_body_desc){.shape = circle(2), .position = {6, 8}, .response = {.kind = CAROM_BOUNCE}});
    step(world); // at a distance of 10, with radii of 5 together: met after half of the way, the speed goes over to b
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
    carom_body_id ball = add_ball(world, 0, 3, 0, -4, CAROM_SLIDE);
    add(world, (carom_body_desc){.shape = box(20, 1), .position = {-10, -1}, .is_static = true});
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
    step(world); // along, without a pull
    assert_events(world, "s");
    carom_world_set_velocity(world, ball, (carom_vec2){0, 2});
    step(world);
    assert_events(world, "e");
    assert_true(event_at(world, 0).t == 0);
    assert_int_equal(pair_count(world), 0);
    carom_world_free(world);
}

static void crossing_enters_and_leaves(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    add_ball(world, 0, 0, 16, 0, CAROM_BOUNCE);
    add(world, (carom_body_desc){
                   .shape = box(2, 10), .position = {5, -5}, .is_static = true, .response = {.kind = CAROM_CROSS}});
    step(world); // within one step: from x = 4 to x = 8
    assert_events(world, "be");
    assert_true(event_at(world, 0).t == 0.25f);
    assert_true(event_at(world, 1).t == 0.5f);
    carom_world_free(world);
}

static void crossing_slowly_stays(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    add_ball(world, 0, 0, 4, 0, CAROM_CROSS);
    add_ball(world, 6, 0, 0, 0, CAROM_BOUNCE);
    step(world); // they touch at x = 4
    assert_events(world, "b");
    assert_true(event_at(world, 0).t == 1);
    step(world); // to x = 8, which is touching still
    assert_events(world, "s");
    step(world);
    assert_events(world, "e");
    assert_true(event_at(world, 0).t == 0);
    carom_world_free(world);
}

static void touching_flush_is_seen(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    add_ball(world, 0, 0, 4, 0, CAROM_SLIDE);
    add_ball(world, 4, 2, 0, 0, CAROM_SLIDE);
    step(world); // comes to lie exactly under the other, never closing
    assert_events(world, "b");
    assert_true(event_at(world, 0).t == 1);
    assert_int_equal(pair_count(world), 1);
    carom_world_free(world);
}

/// A thousandth before the end they are 10^-8 apart, far less than their places are rounded by.
static void what_is_touched_at_the_end_only_begins_there(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_desc small = {.shape = circle(3), .position = {6.5f, 2.25f}, .velocity = {-0.75f, -0.75f}};
    carom_body_desc large = {.shape = circle(7.25f), .position = {6, 12.5f}, .velocity = {-0.25f, -0.75f}};
    small.response.kind = large.response.kind = CAROM_CROSS;
    add(world, small);
    add(world, large);
    step(world);
    assert_events(world, "b");
    assert_true(event_at(world, 0).t == 1);
    carom_world_free(world);
}

static void assert_only_event(const carom_world *world, carom_event_kind kind, float t, float off) {
    int count;
    const carom_event *events = carom_world_events(world, &count);
    assert_int_equal(count, 1);
    assert_int_equal(events[0].kind, kind);
    assert_true(fabsf(events[0].t - t) <= off);
}

/// Along the top of a tile, or of a static, from 16 to 32, never closing: touched from the first corner on to the last.
/// Of two bodies the times are exact, a million from the origin too, where a place is rounded to a sixteenth.
static void sliding_flush_begins_stays_and_ends(void **state) {
    (void)state;
    uint8_t codes[4] = {CAROM_TILE_EMPTY, CAROM_TILE_EMPTY, CAROM_TILE_EMPTY, CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 2, .rows = 2, .cell = {16, 16}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    for (int k = 0; k < 12; ++k) {
        bool crosses = k & 1, upside_down = k & 2, in_level = k / 4 == 1;
        float far = k / 4 == 2 ? 0x1p20f : 0, y = upside_down ? 32.0f : 12.0f, off = in_level ? 0x1p-23f : 0;
        carom_world *world = new_world(in_level ? level : NULL);
        carom_body_desc block = {.shape = box(16, 16), .position = {far + 16, 16}, .is_static = true};
        if (!in_level) add(world, block);
        carom_body_id id = add(world, (carom_body_desc){.shape = box(4, 4),
                                                        .position = {far + 4, y},
                                                        .velocity = {16, 0},
                                                        .response = {.kind = crosses ? CAROM_CROSS : CAROM_SLIDE}});
        step(world);
        assert_only_event(world, CAROM_BEGIN, 0.5f, off);
        step(world);
        assert_only_event(world, CAROM_END, 0.75f, off);
        assert_int_equal(pair_count(world), 0);
        carom_world_set_position(world, id, (carom_vec2){far + 20, y}); // put there, and at rest
        carom_world_set_velocity(world, id, (carom_vec2){0, 0});
        step(world);
        assert_only_event(world, CAROM_BEGIN, 0, 0);
        step(world);
        assert_only_event(world, CAROM_STAY, 0, 0);
        carom_world_set_velocity(world, id, (carom_vec2){8, upside_down ? 2.0f : -2.0f}); // and off
        step(world);
        assert_only_event(world, CAROM_END, 0, off);
        carom_world_free(world);
    }
    carom_level_free(level);
}

/// Up through a one-way edge nothing is touched; at rest on it, it is.
static void a_one_way_edge_lets_pass_untouched(void **state) {
    (void)state;
    uint8_t codes[2] = {CAROM_TILE_EMPTY, CAROM_TILE_EDGE};
    carom_tiles tiles = {.columns = 1, .rows = 2, .cell = {16, 16}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    carom_world *world = new_world(level);
    carom_body_id id = add_ball(world, 8, 19, 0, -0.75f, CAROM_SLIDE);
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

static void all_levels_are_crossed(void **state) {
    (void)state;
    uint8_t codes[1] = {CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 1, .rows = 1, .cell = {4, 4}, .codes = codes};
    carom_level *levels[2];
    carom_world *world = new_world(NULL);
    for (int i = 0; i < 2; ++i) {
        tiles.origin.x = (float)(8 + 16 * i);
        levels[i] = level_of_tiles(&tiles);
        assert_int_equal(carom_world_attach(world, levels[i]), CAROM_OK);
    }
    add_ball(world, 0, 2, 64, 0, CAROM_CROSS);
    step(world); // its front meets them after 7 and 23 of 64
    assert_events(world, "bebe");
    assert_true(event_at(world, 0).level == 0 && event_at(world, 0).t == 7.0f / 64);
    assert_true(event_at(world, 2).level == 1 && event_at(world, 2).t == 23.0f / 64);
    carom_world_free(world);
    for (int i = 0; i < 2; ++i) carom_level_free(levels[i]);
}

static void events_are_in_order_of_time(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    for (int i = 0; i < 10; ++i) add_ball(world, 0, (float)(4 * i), (float)(20 - i), 0, CAROM_TOUCH);
    add(world, (carom_body_desc){.shape = box(1, 100), .position = {11, -10}, .is_static = true});
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

static void a_level_is_met(void **state) {
    (void)state;
    uint8_t codes[3] = {CAROM_TILE_SOLID, CAROM_TILE_SOLID, CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 3, .rows = 1, .cell = {16, 16}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    carom_world *world = new_world(level);
    carom_body_id ball = add_ball(world, 20, -3, 0, 4, CAROM_SLIDE);
    step(world);
    assert_events(world, "b");
    carom_event begin = event_at(world, 0);
    assert_true(begin.level == 0 && begin.edge >= 0 && begin.b.generation == 0);
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

// Told at t = 0, before the begin, since nothing of the border is met on the way back out of the solid.
static void crossing_into_a_solid_begins_and_then_ends(void **state) {
    (void)state;
    uint8_t codes[2] = {CAROM_TILE_SOLID, CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 1, .rows = 2, .cell = {16, 16}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    carom_world *world = new_world(level);
    add_ball(world, 8, -3, 0, 12, CAROM_CROSS);
    step(world);
    assert_events(world, "be");
    assert_true(event_at(world, 1).t >= event_at(world, 0).t);
    carom_world_free(world);
    carom_level_free(level);
}

// ---- Filters, removal, teleports -----------------------------------------------------------------------------------

/// A ball and a point come to a thin wall that can be moved, from both sides and at the same time. The ball is answered
/// first; the point is on the wall then, where one that only started there would be leaving it.
static void two_that_come_at_once_are_stopped_both(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_shape wall, point = {.kind = CAROM_POINT};
    assert_int_equal(carom_make_segment((carom_vec2){0, 0}, (carom_vec2){0, 4}, &wall), CAROM_OK);
    add_ball(world, 9, 1, -8, 0, CAROM_TOUCH);
    add(world, (carom_body_desc){.shape = wall, .position = {4, -2}});
    carom_body_id id = add(world, (carom_body_desc){.shape = point, .velocity = {8, 0}});
    step(world);
    assert_events(world, "bb");
    assert_true(event_at(world, 0).t == 0.5f && event_at(world, 1).t == 0.5f);
    assert_vec(carom_world_position(world, id), 4, 0);
    carom_world_free(world);
}

/// In a world with a level, a box that would end deep in a static: it is stopped where it meets it.
static void a_static_stops_a_box_beside_a_level(void **state) {
    (void)state;
    uint8_t codes[1] = {CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 1, .rows = 1, .cell = {16, 16}, .origin = {0, 64}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    carom_world *world = new_world(level);
    carom_body_desc mover = {.shape = box(1, 1), .velocity = {8, 0}};
    add(world, (carom_body_desc){.shape = box(20, 20), .position = {3, -10}, .is_static = true});
    carom_body_id id = add(world, mover);
    step(world);
    assert_events(world, "b");
    assert_true(event_at(world, 0).t == 0.25f);
    assert_vec(event_at(world, 0).normal, -1, 0);
    assert_vec(carom_world_position(world, id), 2, 0);
    carom_world_free(world);
    carom_level_free(level);
}

static void filters_part(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id a = add_ball(world, 0, 0, 4, 0, CAROM_SLIDE);
    carom_body_id b = add_ball(world, 4, 0, 0, 0, CAROM_SLIDE);
    assert_int_equal(carom_world_set_filter(world, a, (carom_filter){.category = 2, .mask = 2}), CAROM_OK);
    step(world);
    assert_events(world, "");
    assert_vec(carom_world_position(world, a), 4, 0);
    carom_world_set_position(world, a, (carom_vec2){0, 0});
    carom_world_set_filter(world, a, (carom_filter){.category = 2, .mask = 1});
    step(world); // b takes all categories
    assert_events(world, "b");
    carom_world_set_filter(world, b, (carom_filter){.mask = 4});
    step(world);
    assert_events(world, "e");
    carom_world_free(world);
}

static void removal_ends(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id a = add_ball(world, 0, 0, 2, 0, CAROM_TOUCH);
    carom_body_id b = add_ball(world, 3, 0, 0, 0, CAROM_TOUCH);
    step(world);
    assert_events(world, "b");
    assert_int_equal(carom_world_remove(world, b), CAROM_OK);
    assert_int_equal(carom_world_remove(world, b), CAROM_STALE_ID);
    assert_false(carom_world_has(world, b));
    carom_body_id other = add_ball(world, 3, 0, 0, 0, CAROM_TOUCH); // in the same place, under another name
    assert_true(other.index == b.index && other.generation != b.generation);
    step(world);
    assert_events(world, "eb");
    assert_true(event_at(world, 0).b.generation == b.generation && event_at(world, 0).t == 0);
    assert_true(event_at(world, 1).b.generation == other.generation);
    carom_world_set_position(world, a, (carom_vec2){-50, 0});
    step(world);
    assert_events(world, "e");
    carom_world_free(world);
}

// ---- Callbacks ----------------------------------------------------------------------------------------------------

typedef struct witness {
    int begins, stays, ends;
    carom_event last;
    bool remove_self, remove_other, add_one;
    carom_status nested;
} witness;

static void watch(carom_world *world, const carom_event *event, void *user_data) {
    witness *w = user_data;
    w->last = *event;
    w->begins += event->kind == CAROM_BEGIN;
    w->stays += event->kind == CAROM_STAY;
    w->ends += event->kind == CAROM_END;
    w->nested = carom_world_step(world, 1);
    if (w->remove_self) carom_world_remove(world, event->a);
    if (w->remove_other) carom_world_remove(world, event->b);
    if (w->add_one) add_ball(world, 100, 100, 0, 0, CAROM_TOUCH);
}

static carom_body_id add_watched(carom_world *world, float x, float vx, witness *w) {
    return add(world,
               (carom_body_desc){
                   .shape = circle(1), .position = {x, 0}, .velocity = {vx, 0}, .on_collision = watch, .user_data = w});
}

static void both_sides_are_called(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    witness of_a = {0};
    witness of_b = {0};
    carom_body_id a = add_watched(world, 0, 2, &of_a);
    carom_body_id b = add_watched(world, 3, 0, &of_b);
    step(world);
    assert_true(of_a.begins == 1 && of_b.begins == 1);
    assert_true(of_a.last.a.index == a.index && of_a.last.b.index == b.index);
    assert_true(of_b.last.a.index == b.index && of_b.last.b.index == a.index);
    assert_vec(of_a.last.normal, -1, 0);
    assert_vec(of_b.last.normal, 1, 0);
    assert_int_equal(of_a.nested, CAROM_BAD_ARGUMENT);
    step(world);
    assert_true(of_a.stays == 1 && of_b.stays == 1);
    carom_world_free(world);
}

static void one_removed_in_a_callback_is_called_no_more(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    witness of_a = {.remove_other = true, .add_one = true};
    witness of_b = {0};
    carom_body_id a = add_watched(world, 0, 2, &of_a);
    carom_body_id b = add_watched(world, 3, 0, &of_b);
    step(world);
    assert_true(of_a.begins == 1 && of_b.begins == 0);
    assert_true(carom_world_has(world, a) && !carom_world_has(world, b));
    assert_int_equal(carom_world_count(world), 2);
    of_a.remove_other = of_a.add_one = false;
    step(world);
    assert_int_equal(of_a.ends, 1);
    assert_true(of_a.last.b.generation == b.generation);
    step(world);
    assert_events(world, "");
    carom_world_free(world);
}

static void one_can_remove_itself(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    witness of_bullet = {.remove_self = true};
    witness of_target = {0};
    carom_body_id bullet = add_watched(world, 0, 200, &of_bullet);
    add_watched(world, 30, 0, &of_target);
    add_watched(world, 60, 0, &of_target);
    step(world);
    assert_false(carom_world_has(world, bullet));
    assert_int_equal(of_target.begins, 1);
    step(world);
    assert_int_equal(of_target.ends, 1);
    carom_world_free(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bounce_begins_and_ends),
        cmocka_unit_test(a_3_4_5_hit),
        cmocka_unit_test(resting_stays_and_leaving_ends),
        cmocka_unit_test(crossing_enters_and_leaves),
        cmocka_unit_test(crossing_slowly_stays),
        cmocka_unit_test(touching_flush_is_seen),
        cmocka_unit_test(what_is_touched_at_the_end_only_begins_there),
        cmocka_unit_test(sliding_flush_begins_stays_and_ends),
        cmocka_unit_test(a_one_way_edge_lets_pass_untouched),
        cmocka_unit_test(all_levels_are_crossed),
        cmocka_unit_test(events_are_in_order_of_time),
        cmocka_unit_test(a_level_is_met),
        cmocka_unit_test(crossing_into_a_solid_begins_and_then_ends),
        cmocka_unit_test(two_that_come_at_once_are_stopped_both),
        cmocka_unit_test(a_static_stops_a_box_beside_a_level),
        cmocka_unit_test(filters_part),
        cmocka_unit_test(removal_ends),
        cmocka_unit_test(both_sides_are_called),
        cmocka_unit_test(one_removed_in_a_callback_is_called_no_more),
        cmocka_unit_test(one_can_remove_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
