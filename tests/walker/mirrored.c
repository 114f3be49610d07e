// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The eight worlds that mirrors and quarter turns make of one: with up and the walker turned along, the same walk gives
// the mirrored and turned result in each, to the bit.
#include "base/vec.h"
#include "walker/legs.h"

#include <stdio.h>

enum { WORLDS = 8, HILLS = 20, ROUNDS = 60, STEPS = 200 };

/// Bit 0 swaps the axes, bits 1 and 2 turn x and y round.
static carom_vec2 turned(int world, carom_vec2 v) {
    if (world & 1) v = (carom_vec2){v.y, v.x};
    if (world & 2) v.x = -v.x;
    if (world & 4) v.y = -v.y;
    return (carom_vec2){v.x + 0.0f, v.y + 0.0f};
}

/// Hills and holes from left to right under a sky of the same kind, and a one-way ledge between them.
typedef struct terrain {
    carom_vec2 ground[HILLS + 4], ledge[3];
} terrain;

static terrain terrain_make(random_source *r) {
    terrain t;
    for (int i = 0; i <= HILLS; ++i) {
        t.ground[i] = (carom_vec2){(float)i * 16, (float)(96 + random_below(r, 40))};
        if (random_below(r, 3) == 0 && i > 0) t.ground[i].y = t.ground[i - 1].y;
    }
    t.ground[0].y = t.ground[HILLS].y = 0; // walls
    t.ground[HILLS + 1] = (carom_vec2){HILLS * 16 + 16, 0};
    t.ground[HILLS + 2] = (carom_vec2){HILLS * 16 + 16, 160};
    t.ground[HILLS + 3] = (carom_vec2){-16, 160};
    t.ledge[0] = (carom_vec2){200, (float)(70 + random_below(r, 20))};
    t.ledge[1] = (carom_vec2){160, (float)(70 + random_below(r, 20))};
    t.ledge[2] = (carom_vec2){100, (float)(70 + random_below(r, 20))};
    return t;
}

static carom_level *level_in(int world, const terrain *t) {
    carom_vec2 ground[HILLS + 4], ledge[3];
    bool mirrored = ((world & 1) + (world >> 1 & 1) + (world >> 2 & 1)) % 2 == 1; // a chain is met from its right
    for (int i = 0; i < HILLS + 4; ++i) ground[i] = turned(world, t->ground[i]);
    for (int i = 0; i < 3; ++i) ledge[mirrored ? 2 - i : i] = turned(world, t->ledge[i]);
    carom_outline outlines[] = {{.points = ground, .count = HILLS + 4},
                                {.points = ledge, .count = 3, .open = true, .one_way = true}};
    return level_of_outlines(outlines, 2);
}

static carom_walker_desc legs_in(int world, int kind) {
    carom_walker_desc desc = {.up = turned(world, (carom_vec2){0, -1})};
    carom_vec2 top = turned(world, (carom_vec2){0, -6});
    if (kind == 0) carom_make_circle((carom_vec2){0, 0}, 4, &desc.shape);
    if (kind == 1) carom_make_capsule((carom_vec2){0, 0}, top, 4, &desc.shape);
    carom_vec2 half = world & 1 ? (carom_vec2){6, 4} : (carom_vec2){4, 6};
    if (kind == 2) carom_make_box((carom_vec2){-half.x, -half.y}, half, &desc.shape); // about its middle
    return desc;
}

/// One walk in one world: where it went.
static void walk(int world, int kind, const terrain *t, uint64_t seed, carom_walker *out) {
    random_source r = {seed};
    carom_level *level = level_in(world, t);
    carom_scene scene = carom_scene_of_level(level);
    carom_walker_desc desc = legs_in(world, kind);
    carom_walker walker = {.position = turned(world, (carom_vec2){random_range(&r, 20, 290), 40})};
    float speed = 0;
    for (int i = 0; i < STEPS; ++i) {
        if (i % 25 == 0) speed = random_range(&r, -3, 3);
        if (random_below(&r, 50) == 0) carom_walker_drop(&walker, &desc, &scene);
        bool jumps = random_below(&r, 40) == 0;
        // Undone, changed as it is in the first world, and turned again: all exact.
        carom_vec2 back = walker.velocity;
        if (world & 4) back.y = -back.y;
        if (world & 2) back.x = -back.x;
        if (world & 1) back = (carom_vec2){back.y, back.x};
        back.x = speed;
        back.y = jumps && walker.grounded ? -4 : back.y + 0.125f;
        walker.velocity = turned(world, back);
        carom_walker_step(&walker, &desc, &scene, 1);
        out[i] = walker;
    }
    carom_level_free(level);
}

static void eight_worlds_walk_alike(void **state) {
    (void)state;
    random_source r = {5};
    static carom_walker first[STEPS], other[STEPS];
    int64_t steps = 0, grounded = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        terrain t = terrain_make(&r);
        uint64_t seed = random_bits(&r);
        int kind = round % LEGS;
        walk(0, kind, &t, seed, first);
        for (int i = 0; i < STEPS; ++i) grounded += first[i].grounded;
        for (int world = 1; world < WORLDS; ++world) {
            walk(world, kind, &t, seed, other);
            for (int i = 0; i < STEPS; ++i) {
                ++steps;
                bool alike = cr_same_point(other[i].position, turned(world, first[i].position)) &&
                             cr_same_point(other[i].velocity, turned(world, first[i].velocity)) &&
                             cr_same_point(other[i].ground.support, turned(world, first[i].ground.support)) &&
                             other[i].grounded == first[i].grounded;
                if (alike) continue;
                fail_msg("round %d, world %d, step %d: (%.9g, %.9g) from (%.9g, %.9g) turned", round, world, i,
                         (double)other[i].position.x, (double)other[i].position.y, (double)first[i].position.x,
                         (double)first[i].position.y);
            }
        }
    }
    assert_true(grounded > ROUNDS * STEPS / 3);
}

/// A box that flies into the corner of a block at 45 degrees, from touching it or in one step, with and without snap.
/// Which side the sweep reports first is no reason to land or to fall: it lands, and walks on.
static void corners_are_hit_alike(void **state) {
    (void)state;
    const carom_vec2 block[] = {{0, 0}, {40, 0}, {40, 40}, {0, 40}};
    for (int i = 0; i < 4 * WORLDS; ++i) {
        int world = i / 4;
        carom_vec2 points[4], start = i & 1 ? (carom_vec2){-4, -4} : (carom_vec2){-6, -6};
        for (int k = 0; k < 4; ++k) points[k] = turned(world, block[k]);
        carom_level *level = level_of_outlines(&(carom_outline){.points = points, .count = 4}, 1);
        carom_scene scene = carom_scene_of_level(level);
        carom_walker_desc desc = {.up = turned(world, (carom_vec2){0, -1})};
        carom_make_box((carom_vec2){-4, -4}, (carom_vec2){4, 4}, &desc.shape);
        if (i & 2) desc.step = desc.snap = -1;
        carom_walker walker = {.position = turned(world, start)};
        for (int n = 0; n < 4; ++n) {
            carom_vec2 velocity = {2, n == 0 ? 2 : 0.125f};
            walker.velocity = turned(world, velocity);
            carom_walker_step(&walker, &desc, &scene, 1);
            assert_true(walker.grounded);
            assert_true(cr_same_point(walker.position, turned(world, (carom_vec2){start.x + 2 * (float)(n + 1), -4})));
            assert_true(cr_same_point(walker.velocity, turned(world, (carom_vec2){2, 0})));
            assert_true(cr_same_point(walker.ground.normal, desc.up));
        }
        carom_level_free(level);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(eight_worlds_walk_alike),
                                       cmocka_unit_test(corners_are_hit_alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
