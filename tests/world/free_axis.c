// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// An axis of a mover that no contact changes ends at start + velocity * dt, if that place is free. And of two contacts
// at one time both take their velocity, at the end of the step as well. Among statics and in levels, at integers and
// anywhere, up to 2^20 from the origin.
//
//     test_world_free_axis [--seconds S] [--seed N]
#include "battery.h"
#include "motion/boxes.h"
#include "world/scene.h"

#include <stdlib.h>

enum { QUICK_WORLDS = 4000, STEPS = 6 };

typedef struct tally {
    long steps, axes;
} tally;

static void add_statics(carom_world *world, const fixture *s) {
    for (int i = 0; i < s->count; ++i) add(world, (carom_body_desc){.shape = s->shape[i], .type = CAROM_BODY_STATIC});
}

// ---- The end of a free axis -----------------------------------------------------------------------------------------

typedef struct mover_state {
    carom_vec2 at, velocity;
} mover_state;

static mover_state state_of(const carom_world *world, carom_body_id id) {
    return (mover_state){carom_world_position(world, id), carom_world_velocity(world, id)};
}

/// True if the axis is not changed; slow ones carry remainders, and may be moved an ulp beside a corner for good.
static bool is_free_axis(const carom_world *world, const mover_state *before, const mover_state *after, bool x) {
    int count;
    const carom_event *events = carom_world_events(world, &count);
    for (int i = 0; i < count; ++i) {
        if ((x ? events[i].normal.x : events[i].normal.y) != 0) return false;
    }
    float velocity = x ? before->velocity.x : before->velocity.y, at = x ? before->at.x : before->at.y;
    return fabsf(velocity) > fabsf(at) * 0x1p-9f && velocity == (x ? after->velocity.x : after->velocity.y);
}

static void expect_end(const carom_world *world, carom_body_id id, const carom_scene *scene, const mover_state *before,
                       float dt, tally *t) {
    mover_state after = state_of(world, id);
    int count;
    carom_world_events(world, &count);
    if (count == 0 || (after.velocity.x == 0 && after.velocity.y == 0)) return;
    if (after.velocity.x == before->velocity.x && after.velocity.y == before->velocity.y) return;
    bool x = is_free_axis(world, before, &after, true), y = is_free_axis(world, before, &after, false);
    carom_vec2 there = {x ? before->at.x + before->velocity.x * dt : after.at.x,
                        y ? before->at.y + before->velocity.y * dt : after.at.y};
    t->axes += x + y;
    double off = fabs((double)there.x - (double)after.at.x) + fabs((double)there.y - (double)after.at.y);
    double most = (fabs((double)there.x) + fabs((double)there.y)) * 0x1p-22; // more: bounced there and back
    if (off == 0 || off > most) return;
    carom_shape shape = carom_world_shape(world, id), placed = carom_shape_at(&shape, there);
    if (scene->sweep(scene->self, &placed, (carom_vec2){0, 0}).sweep.hit) return;
    fail_msg("kind %d from (%.9g, %.9g) by (%.9g, %.9g): (%.9g, %.9g), expected (%.9g, %.9g)", (int)shape.kind,
             (double)before->at.x, (double)before->at.y, (double)before->velocity.x, (double)before->velocity.y,
             (double)after.at.x, (double)after.at.y, (double)there.x, (double)there.y);
}

static void run(random_source *r, const fixture *s, const carom_level *level, carom_vec2 offset, bool lattice,
                tally *t) {
    carom_world *world = new_world(level);
    if (!level) add_statics(world, s);
    bool far = fabsf(offset.x) + fabsf(offset.y) > 10000;
    carom_scene scene = level ? carom_scene_of_level(level) : space_of(s);
    carom_body_desc desc = {.shape = random_mover(r, lattice)};
    desc.position = (carom_vec2){offset.x + random_coordinate(r, lattice), offset.y + random_coordinate(r, lattice)};
    desc.response.kind = random_below(r, 2) ? CAROM_RESPONSE_SLIDE : CAROM_RESPONSE_BOUNCE;
    if (desc.response.kind == CAROM_RESPONSE_BOUNCE) desc.response.restitution = random_below(r, 2) ? 1 : 0.5f;
    carom_shape here = carom_shape_at(&desc.shape, desc.position);
    bool clear = !scene.sweep(scene.self, &here, (carom_vec2){0, 0}).sweep.hit;
    carom_body_id id = add(world, desc);
    if (far && desc.shape.kind == CAROM_SHAPE_POLYGON) clear = false; // its slanted sides are not straight there
    for (int i = 0; clear && i < STEPS; ++i) {
        static const float scales[] = {1, 0.125f, 60}, times[] = {1, 1.0f / 60, 1.0f / 60};
        int speed = random_below(r, 3);
        carom_vec2 velocity = {random_coordinate(r, lattice) * scales[speed],
                               random_coordinate(r, lattice) * scales[speed]};
        carom_world_set_velocity(world, id, velocity);
        mover_state before = state_of(world, id);
        assert_int_equal(carom_world_step(world, times[speed]), CAROM_STATUS_OK);
        expect_end(world, id, &scene, &before, times[speed], t);
        ++t->steps;
    }
    carom_world_free(world);
}

static void ends(void **state) {
    (void)state;
    random_source r = {battery.seed};
    tally t = {0};
    double start = seconds_now();
    for (long long n = 0; go_on(start, n, QUICK_WORLDS); ++n) {
        bool lattice = random_below(&r, 2);
        carom_vec2 offset = random_offset(&r);
        fixture s = random_boxes(&r, lattice, offset);
        run(&r, &s, NULL, offset, lattice, &t);
        carom_level *level = level_of_boxes(&s);
        if (!level) continue;
        run(&r, &s, level, offset, lattice, &t);
        carom_level_free(level);
    }
    print_message("%ld steps, %ld free axes\n", t.steps, t.axes);
    assert_true(t.axes > t.steps / 100);
}

// ---- Contacts at one time -------------------------------------------------------------------------------------------

static void expect_both(const fixture *s, const carom_level *level, const carom_shape *shape, carom_vec2 from,
                        carom_vec2 to, float speed) {
    for (int kind = 0; kind < 2; ++kind) {
        carom_world *world = new_world(level);
        carom_body_desc desc = {.shape = *shape, .position = from};
        desc.velocity = (carom_vec2){(to.x - from.x) * speed, (to.y - from.y) * speed};
        desc.response =
            (carom_response){.kind = kind ? CAROM_RESPONSE_BOUNCE : CAROM_RESPONSE_SLIDE, .restitution = (float)kind};
        carom_body_id id = add(world, desc);
        if (!level) add_statics(world, s);
        step(world);
        mover_state after = state_of(world, id);
        assert_true(after.velocity.x == -desc.velocity.x * (float)kind);
        assert_true(after.velocity.y == -desc.velocity.y * (float)kind);
        if (speed == 1 || kind == 0) assert_true(after.at.x == to.x && after.at.y == to.y);
        assert_int_equal(carom_world_stats(world).hits, 2);
        int count;
        const carom_event *events = carom_world_events(world, &count);
        if (!level && speed == 1) assert_int_equal(count, 2);
        for (int i = 0; i < count; ++i) assert_true(events[i].t == 1 / speed);
        carom_world_free(world);
    }
}

static void corners(void **state) {
    (void)state;
    random_source r = {battery.seed + 1};
    for (int n = 0; n < 2000; ++n) {
        float size = (float)(1 + random_below(&r, 3));
        carom_shape shape = random_below(&r, 2) ? centred_box(size, size) : circle(size);
        carom_vec2 from, to;
        fixture s = random_corner(&r, size, &from, &to);
        carom_level *level = level_of_boxes(&s);
        assert_non_null(level);
        for (float speed = 1; speed <= 2; ++speed) {
            expect_both(&s, NULL, &shape, from, to, speed);
            expect_both(&s, level, &shape, from, to, speed);
        }
        carom_level_free(level);
    }
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(ends), cmocka_unit_test(corners)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
