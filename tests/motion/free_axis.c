// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// An axis that no contact changes ends at start + velocity, rounded once, if that place is free. And all contacts of
// one time are reported and take their velocity, at the end of the call as well. In scenes of boxes and in levels, at
// integers and anywhere, up to 2^20 from the origin.
//
//     test_motion_free_axis [--seconds S] [--seed N]
#include "battery.h"
#include "motion/boxes.h"

#include <stdlib.h>

enum { QUICK_SCENES = 4000, MOVES = 6 };

typedef struct tally {
    long moves, axes, corners;
} tally;

// ---- The end of a free axis -----------------------------------------------------------------------------------------

static bool is_clear(const carom_scene *scene, const carom_shape *shape, carom_vec2 at) {
    carom_shape there = carom_shape_at(shape, at);
    return !scene->sweep(scene->self, &there, (carom_vec2){0, 0}).sweep.hit;
}

static bool is_free_axis(const carom_motion *start, const carom_motion *done, const carom_scene_hit *hits, bool x) {
    for (int i = 0; i < done->contacts; ++i) {
        if ((x ? hits[i].sweep.normal.x : hits[i].sweep.normal.y) != 0) return false;
    }
    float velocity = x ? start->velocity.x : start->velocity.y, at = x ? start->at.x : start->at.y;
    bool slow = fabsf(velocity) <= fabsf(at) * 0x1p-16f; // may be moved an ulp beside a corner for good
    return !slow && velocity == (x ? done->velocity.x : done->velocity.y);
}

static void expect_ends(const carom_scene *scene, const carom_shape *shape, const carom_motion *start,
                        const carom_motion *done, const carom_scene_hit *hits, tally *t) {
    if (done->inside || done->contacts == 0 || done->casts == CAROM_MOVE_MAX_CASTS) return;
    if (done->velocity.x == 0 && done->velocity.y == 0) return;
    bool passed = done->contacts > 0 && done->velocity.x == start->velocity.x && done->velocity.y == start->velocity.y;
    if (passed) return; // a corner that it was over by an ulp, and that it has been moved beside
    bool x = is_free_axis(start, done, hits, true), y = is_free_axis(start, done, hits, false);
    carom_vec2 there = {x ? start->at.x + start->velocity.x : done->at.x,
                        y ? start->at.y + start->velocity.y : done->at.y};
    t->axes += x + y;
    double off = fabs((double)there.x - (double)done->at.x) + fabs((double)there.y - (double)done->at.y);
    double most = (fabs((double)there.x) + fabs((double)there.y)) * 0x1p-22; // farther: there was no room at the end
    if (off == 0 || off > most || !is_clear(scene, shape, there)) return;
    fail_msg("kind %d from (%.9g, %.9g) by (%.9g, %.9g): (%.9g, %.9g), expected (%.9g, %.9g)", (int)shape->kind,
             (double)start->at.x, (double)start->at.y, (double)start->velocity.x, (double)start->velocity.y,
             (double)done->at.x, (double)done->at.y, (double)there.x, (double)there.y);
}

static void move_about(random_source *r, const carom_scene *scene, carom_vec2 offset, bool lattice, tally *t) {
    carom_shape shape = random_mover(r, lattice);
    bool far = fabsf(offset.x) + fabsf(offset.y) > 10000;
    if (far && shape.kind == CAROM_SHAPE_POLYGON) return; // its slanted sides are not straight there
    carom_motion m = {.at = {offset.x + random_coordinate(r, lattice), offset.y + random_coordinate(r, lattice)}};
    if (!is_clear(scene, &shape, m.at)) return;
    for (int i = 0; i < MOVES; ++i) {
        static const float scales[] = {1, 0.125f, 1.0f / 60, 1 / 3.0f};
        float scale = scales[random_below(r, 4)];
        m.velocity = (carom_vec2){random_coordinate(r, lattice) * scale, random_coordinate(r, lattice) * scale};
        m.remainder = (carom_vec2){0, 0};
        carom_response response = {.kind = random_below(r, 2) ? CAROM_RESPONSE_SLIDE : CAROM_RESPONSE_BOUNCE};
        if (response.kind == CAROM_RESPONSE_BOUNCE) response.restitution = random_below(r, 2) ? 1 : 0.5f;
        carom_scene_hit hits[64];
        carom_motion done = carom_move(scene, &shape, &m, &response, hits, 64);
        expect_ends(scene, &shape, &m, &done, hits, t);
        m = done;
        ++t->moves;
    }
}

static void ends(void **state) {
    (void)state;
    random_source r = {battery.seed};
    tally t = {0};
    double start = seconds_now();
    for (long long n = 0; go_on(start, n, QUICK_SCENES); ++n) {
        bool lattice = random_below(&r, 2);
        carom_vec2 offset = random_offset(&r);
        fixture s = random_boxes(&r, lattice, offset);
        carom_scene scene = space_of(&s);
        move_about(&r, &scene, offset, lattice, &t);
        carom_level *level = level_of_boxes(&s);
        if (!level) continue;
        scene = carom_scene_of_level(level);
        move_about(&r, &scene, offset, lattice, &t);
        carom_level_free(level);
    }
    print_message("%ld moves, %ld free axes\n", t.moves, t.axes);
    assert_true(t.axes > t.moves / 20);
}

// ---- Contacts at one time -------------------------------------------------------------------------------------------

/// Into the corner of two walls, both of which are met at one time of the call.
static void expect_both(const carom_scene *scene, const carom_shape *shape, const carom_motion *start, double time,
                        carom_vec2 corner) {
    for (int kind = 0; kind < 2; ++kind) {
        carom_response response = {.kind = kind ? CAROM_RESPONSE_BOUNCE : CAROM_RESPONSE_SLIDE,
                                   .restitution = (float)kind};
        carom_scene_hit hits[8];
        carom_motion done = carom_move(scene, shape, start, &response, hits, 8);
        assert_int_equal(done.contacts, 2);
        assert_true((double)hits[0].sweep.t == time && (double)hits[1].sweep.t == time);
        assert_true(hits[0].sweep.normal.x * hits[1].sweep.normal.x + hits[0].sweep.normal.y * hits[1].sweep.normal.y ==
                    0);
        assert_true(done.velocity.x == -start->velocity.x * (float)kind &&
                    done.velocity.y == -start->velocity.y * (float)kind);
        if (time == 1 || kind == 0) assert_true(done.at.x == corner.x && done.at.y == corner.y);
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
        carom_scene scenes[2] = {space_of(&s), carom_scene_of_level(level)};
        for (int k = 0; k < 2; ++k) {
            carom_motion start = {.at = from, .velocity = {to.x - from.x, to.y - from.y}};
            expect_both(&scenes[k], &shape, &start, 1, to);
            start.velocity = (carom_vec2){2 * start.velocity.x, 2 * start.velocity.y};
            expect_both(&scenes[k], &shape, &start, 0.5, to);
        }
        carom_level_free(level);
    }
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(ends), cmocka_unit_test(corners)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
