// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// An axis that no contact changes ends at start + velocity, rounded once, if that place is free. And all contacts of
// one time are reported and take their velocity, at the end of the call as well. In scenes of boxes and in levels, at
// integers and anywhere, up to 2^20 from the origin.
//
//     test_motion_free_axis [--seconds S] [--seed N]
#include "battery.h"
#include "motion/scene.h"

#include "carom/level.h"

#include <stdlib.h>

enum { QUICK_SCENES = 4000, MOVES = 6 };

typedef struct tally {
    long moves, axes, corners;
} tally;

// ---- Scenes ---------------------------------------------------------------------------------------------------------

static float coordinate(random_source *r, bool lattice) {
    return lattice ? (float)random_below(r, 17) - 8 : random_range(r, -8, 8);
}

static carom_vec2 offset_of(random_source *r) {
    static const float sizes[] = {0, 16, 1000, 0x1p20f};
    float size = sizes[random_below(r, 4)];
    carom_vec2 offset = {floorf(random_range(r, -size, size)), floorf(random_range(r, -size, size))};
    return offset;
}

static fixture random_boxes(random_source *r, bool lattice, carom_vec2 offset) {
    fixture s = {0};
    int count = 1 + random_below(r, 8);
    for (int i = 0; i < count; ++i) {
        float x = coordinate(r, lattice), y = coordinate(r, lattice);
        float width = lattice ? (float)(1 + random_below(r, 6)) : random_range(r, 0.25f, 6);
        float height = lattice ? (float)(1 + random_below(r, 6)) : random_range(r, 0.25f, 6);
        add_box(&s, offset.x + x, offset.y + y, offset.x + x + width, offset.y + y + height);
    }
    return s;
}

/// No part of it is thin at 2^20.
static float random_size(random_source *r, bool lattice) {
    return lattice ? (float)(2 + random_below(r, 3)) / 2 : random_range(r, 1, 2);
}

static carom_shape random_mover(random_source *r, bool lattice) {
    float a = random_size(r, lattice), b = random_size(r, lattice);
    carom_shape shape;
    const carom_vec2 kite[4] = {{-a, 0}, {0, -b}, {a, 0}, {0, b}}, square[4] = {{-a, -b}, {a, -b}, {a, b}, {-a, b}};
    switch (random_below(r, 6)) {
    case 0: return centred_box(a, b);
    case 1: return centred_capsule((carom_vec2){a, 0}, b);
    case 2: return centred_capsule((carom_vec2){0, b}, a);
    case 3: assert_int_equal(carom_make_polygon(kite, 4, &shape), CAROM_STATUS_OK); return shape;
    case 4: assert_int_equal(carom_make_polygon(square, 4, &shape), CAROM_STATUS_OK); return shape;
    default: return circle(a);
    }
}

/// NULL if the boxes make no level.
static carom_level *level_of(const fixture *s) {
    carom_outline outlines[SCENE_SHAPES];
    carom_vec2 points[SCENE_SHAPES][4];
    for (int i = 0; i < s->count; ++i) {
        carom_box box = s->shape[i].box;
        points[i][0] = box.min;
        points[i][1] = (carom_vec2){box.max.x, box.min.y};
        points[i][2] = box.max;
        points[i][3] = (carom_vec2){box.min.x, box.max.y};
        outlines[i] = (carom_outline){.points = points[i], .count = 4};
    }
    carom_level *level;
    const carom_level_desc desc = {.outlines = outlines, .outlines_count = s->count};
    return carom_level_make(&desc, &level, NULL) == CAROM_STATUS_OK ? level : NULL;
}

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
    carom_motion m = {.at = {offset.x + coordinate(r, lattice), offset.y + coordinate(r, lattice)}};
    if (!is_clear(scene, &shape, m.at)) return;
    for (int i = 0; i < MOVES; ++i) {
        static const float scales[] = {1, 0.125f, 1.0f / 60, 1 / 3.0f};
        float scale = scales[random_below(r, 4)];
        m.velocity = (carom_vec2){coordinate(r, lattice) * scale, coordinate(r, lattice) * scale};
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
        carom_vec2 offset = offset_of(&r);
        fixture s = random_boxes(&r, lattice, offset);
        carom_scene scene = space_of(&s);
        move_about(&r, &scene, offset, lattice, &t);
        carom_level *level = level_of(&s);
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
        carom_vec2 offset = offset_of(&r);
        float x = (float)(1 + random_below(&r, 9)), y = (float)(1 + random_below(&r, 9));
        int way = random_below(&r, WAYS);
        carom_vec2 go = turned((carom_vec2){x, y}, way), diagonal = turned((carom_vec2){1, 1}, way);
        // Two walls that meet at `corner + size` of the diagonal.
        carom_vec2 corner = {offset.x + go.x, offset.y + go.y};
        carom_vec2 tip = {corner.x + diagonal.x * size, corner.y + diagonal.y * size};
        fixture s = {0};
        float far = 30;
        carom_vec2 p = {tip.x + diagonal.x * 4, tip.y - diagonal.y * far},
                   q = {tip.x - diagonal.x * far, tip.y + diagonal.y * 4};
        carom_vec2 a = {tip.x, tip.y + diagonal.y * 4};
        add_box(&s, fminf(tip.x, p.x), fminf(p.y, a.y), fmaxf(tip.x, p.x), fmaxf(p.y, a.y));
        add_box(&s, fminf(q.x, p.x), fminf(tip.y, q.y), fmaxf(q.x, p.x), fmaxf(tip.y, q.y));
        carom_level *level = level_of(&s);
        assert_non_null(level);
        carom_scene scenes[2] = {space_of(&s), carom_scene_of_level(level)};
        for (int k = 0; k < 2; ++k) {
            carom_motion start = {.at = offset, .velocity = go};
            expect_both(&scenes[k], &shape, &start, 1, corner);
            start.velocity = (carom_vec2){2 * go.x, 2 * go.y};
            expect_both(&scenes[k], &shape, &start, 0.5, corner);
        }
        carom_level_free(level);
    }
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 1, 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(ends), cmocka_unit_test(corners)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
