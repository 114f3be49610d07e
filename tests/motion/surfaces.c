// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The surfaces of a caller's own scene: materials that are not numbers count as none, sums beyond the range of floats
// move nothing, and a scene needs no surfaces. Moves with and without a turn.
#include "carom/motion.h"

#include "check.h"

#include <float.h>
#include <math.h>

/// A level whose surfaces have a material of the test.
typedef struct own_scene {
    carom_scene level;
    carom_material material;
} own_scene;

static carom_scene_hit own_sweep(const void *self, const carom_shape *shape, carom_vec2 move) {
    const own_scene *s = self;
    return s->level.sweep(s->level.self, shape, move);
}

static int own_contacts(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    const own_scene *s = self;
    return s->level.contacts(s->level.self, shape, out, capacity);
}

static carom_scene_turning_hit own_sweep_turning(const void *self, const carom_shape *shape,
                                                 const carom_turning *motion) {
    const own_scene *s = self;
    return s->level.sweep_turning(s->level.self, shape, motion);
}

static void own_surface(const void *self, const carom_scene_hit *hit, carom_surface *out) {
    const own_scene *s = self;
    (void)hit;
    *out = (carom_surface){.material = s->material};
}

typedef struct run {
    carom_motion straight;
    carom_turning_motion turned;
} run;

/// A ball and a turning box fall on a floor at y = 100, moving to the right.
static run run_on(const carom_scene *scene, carom_response response) {
    const carom_shape ball = circle(2), square = boxed(-2, -2, 4, 4);
    const carom_motion start = {.at = {50, 90}, .velocity = {16, 16}};
    const carom_turning_motion turning = {.pose = {{50, 90}, {1, 0}}, .velocity = {16, 16}, .spin = 0.5f};
    run r = {carom_move(scene, &ball, &start, &response, NULL, 0),
             carom_move_turning(scene, &square, &turning, &response, NULL, 0)};
    assert_true(r.straight.contacts > 0);
    assert_true(r.turned.contacts > 0);
    return r;
}

static void expect_same_run(const run *r, const run *other) {
    assert_vec(r->straight.at, other->straight.at.x, other->straight.at.y);
    assert_vec(r->straight.velocity, other->straight.velocity.x, other->straight.velocity.y);
    assert_vec(r->turned.pose.position, other->turned.pose.position.x, other->turned.pose.position.y);
    assert_vec(r->turned.velocity, other->turned.velocity.x, other->turned.velocity.y);
    assert_true(r->turned.spin == other->turned.spin);
}

static carom_level *level_with_floor(void) {
    const carom_vec2 floor_points[] = {{0, 100}, {200, 100}, {200, 120}, {0, 120}};
    const carom_outline outline = {.points = floor_points, .count = 4};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL),
                     CAROM_STATUS_OK);
    return level;
}

static carom_scene scene_of(const own_scene *own) {
    return (carom_scene){.self = own,
                         .sweep = own_sweep,
                         .contacts = own_contacts,
                         .surface = own_surface,
                         .sweep_turning = own_sweep_turning};
}

static void materials_beyond_numbers_count_as_none(void **state) {
    (void)state;
    carom_level *level = level_with_floor();
    own_scene own = {.level = carom_scene_of_level(level)};
    carom_scene scene = scene_of(&own);
    static const carom_response responses[] = {{.kind = CAROM_RESPONSE_STOP},
                                               {.kind = CAROM_RESPONSE_SLIDE},
                                               {.kind = CAROM_RESPONSE_SLIDE, .friction = 0.25f},
                                               {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 0.5f},
                                               {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1, .friction = 0.5f},
                                               {.kind = CAROM_RESPONSE_BOUNCE}};
    static const float wrong[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 6; ++i) {
        own.material = (carom_material){0};
        run plain = run_on(&scene, responses[i]);
        for (int k = 0; k < 9; ++k) {
            float *members[] = {&own.material.restitution, &own.material.friction, &own.material.surface_speed};
            own.material = (carom_material){0};
            *members[k % 3] = wrong[k / 3];
            run r = run_on(&scene, responses[i]);
            expect_same_run(&r, &plain);
        }
        scene.surface = NULL;
        run bare = run_on(&scene, responses[i]);
        expect_same_run(&bare, &plain);
        scene.surface = own_surface;
        own.material = (carom_material){.surface_speed = FLT_MAX};
        carom_response fast = responses[i];
        fast.surface_speed = FLT_MAX;
        run overflow = run_on(&scene, fast);
        expect_same_run(&overflow, &plain);
    }
    carom_level_free(level);
}

/// A slide on a bumper bounces, and a bounce with friction loses speed along the floor: by at most the change of the
/// speed along the normal, times the friction.
static void materials_change_responses(void **state) {
    (void)state;
    carom_level *level = level_with_floor();
    own_scene own = {.level = carom_scene_of_level(level), .material = {.restitution = 0.5f}};
    carom_scene scene = scene_of(&own);
    run r = run_on(&scene, (carom_response){.kind = CAROM_RESPONSE_SLIDE});
    assert_vec(r.straight.velocity, 16, -8);
    own.material = (carom_material){.friction = 0.25f};
    r = run_on(&scene, (carom_response){.kind = CAROM_RESPONSE_SLIDE});
    assert_vec(r.straight.velocity, 12, 0);
    r = run_on(&scene, (carom_response){.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1});
    assert_vec(r.straight.velocity, 8, -16);
    own.material = (carom_material){.restitution = -1};
    r = run_on(&scene, (carom_response){.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1});
    assert_vec(r.straight.velocity, 16, 0);
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(materials_beyond_numbers_count_as_none),
        cmocka_unit_test(materials_change_responses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
