// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Movers never pass each other where there is no room. Crowds as high as their corridor are driven to and fro and
// pressed against its ends, at coordinates where an ulp is a large part of a body. A mover without a clear position is
// rolled back, with all movers that have passed through there.
#include "battery.h"
#include "world/scene.h"

#include "geom/relation.h"
#include "random.h"

#include <stdlib.h>

enum { MOST = 40, STEPS = 60 };

static const float length = 200, speed = 60;
static long steps;

typedef struct corridor {
    carom_world *world;
    carom_level *level; ///< the level with its walls; null: walls are statics
    carom_body_id ids[MOST];
    int count;
    float origin, height;
    random_source r;
} corridor;

static carom_level *walls_of(const corridor *c) {
    float x = c->origin, far = x + length, y = x + c->height;
    carom_vec2 points[] = {{x, x}, {far, x}, {far, y}, {x, y}};
    carom_vec2 around[] = {{x - 20, x - 20}, {far + 20, x - 20}, {far + 20, y + 20}, {x - 20, y + 20}};
    carom_vec2 hole[10]; // around it, in along a cut, and around in the other direction
    int count = 0;
    for (int i = 0; i < 5; ++i) hole[count++] = around[i % 4];
    for (int i = 4; i >= 0; --i) hole[count++] = points[i % 4];
    carom_level *level;
    carom_outline outline = {.points = hole, .count = 10};
    carom_level_desc desc = {.outlines = &outline, .outlines_count = 1};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    return level;
}

static void add_walls(const corridor *c) {
    float x = c->origin, y = x + c->height;
    carom_body_desc wall = {.shape = box(length + 40, 20), .position = {x - 20, x - 20}, .type = CAROM_BODY_STATIC};
    add(c->world, wall);
    wall.position.y = y;
    add(c->world, wall);
    wall.shape = box(20, c->height + 40);
    wall.position.y = x - 20;
    add(c->world, wall);
    wall.position.x = x + length;
    add(c->world, wall);
}

static void add_crowd(corridor *c, bool round) {
    float x = c->origin + 0.5f;
    c->count = 4 + random_below(&c->r, MOST - 4);
    for (int i = 0; i < c->count; ++i) {
        float width = round ? c->height : random_range(&c->r, 0.3f, 3);
        carom_body_desc desc = {.shape = round ? circle(c->height / 2 * 0.99f) : box(width, c->height),
                                .position = {x, c->origin},
                                .velocity = {random_range(&c->r, -speed, speed), random_range(&c->r, -1, 1)},
                                .response = {.kind = (carom_response_kind)random_below(&c->r, 3), .restitution = 1}};
        assert_int_not_equal(desc.response.kind, CAROM_RESPONSE_PASS);
        if (round) desc.position = (carom_vec2){x + c->height / 2, c->origin + c->height / 2};
        x += width + random_range(&c->r, 0.01f, 1.2f);
        c->ids[i] = add(c->world, desc);
    }
}

/// Gives some movers the same direction for a while, so that they press against an end.
static void drive(corridor *c, int now) {
    float most = now % 20 < 10 ? speed : -speed;
    for (int i = 0; i < c->count; ++i) {
        if (random_below(&c->r, 3)) continue;
        carom_vec2 velocity = {random_range(&c->r, 0, most), random_range(&c->r, -1, 1)};
        assert_int_equal(carom_world_set_velocity(c->world, c->ids[i], velocity), CAROM_STATUS_OK);
    }
}

static void check(const corridor *c, uint64_t seed, int now) {
    for (int i = 0; i < c->count; ++i) {
        carom_vec2 at = carom_world_position(c->world, c->ids[i]);
        if (at.x < c->origin || at.x > c->origin + length) fail_msg("seed %d, step %d: %d is out", (int)seed, now, i);
        if (i == 0) continue;
        carom_shape before = carom_world_shape(c->world, c->ids[i - 1]), a = carom_world_shape(c->world, c->ids[i]);
        if (cr_relate(&before, &a) == CR_INSIDE) fail_msg("seed %d, step %d: %d is in another", (int)seed, now, i);
        if (carom_world_position(c->world, c->ids[i - 1]).x > at.x)
            fail_msg("seed %d, step %d: %d has passed another", (int)seed, now, i);
    }
}

static void run(uint64_t seed) {
    static const float origins[] = {0, 1000, 1e5f};
    corridor c = {.origin = origins[seed % 3], .r = {seed}};
    c.height = random_range(&c.r, 0.5f, 2);
    if (seed % 2) c.level = walls_of(&c);
    carom_world_desc desc = {.level = c.level, .bounces = seed % 5 == 0 ? 2 : 0};
    assert_int_equal(carom_world_make(&desc, &c.world), CAROM_STATUS_OK);
    if (!c.level) add_walls(&c);
    add_crowd(&c, seed % 4 > 1);
    for (int now = 0; now < STEPS; ++now) {
        drive(&c, now);
        step(c.world);
        ++steps;
        check(&c, seed, now);
    }
    carom_world_free(c.world);
    carom_level_free(c.level);
}

static void movers_never_pass_each_other(void **state) {
    (void)state;
    run(8114); // two movers passed each other: one was rolled back, where a nudge was possible
    double start = seconds_now();
    for (int i = 0; go_on(start, i, 18); ++i) run(battery.seed * 1000000 + (uint64_t)i);
}

int main(int argc, char **argv) {
    read_battery(argc, argv, 0, 1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(movers_never_pass_each_other)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    print_counted(steps, "corridor steps", failed);
    return failed;
}
