// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Invalid parts of a compound, and invalid obstacles and contacts of a caller's scene, hit nothing: every result is
// that without them. Shapes that are invalid as a whole do not respond to anything.
#include "motion/scene.h"

#include <string.h>

static carom_shape wrong_part(int kind) {
    const carom_vec2 bent[] = {{-1, -1}, {0, 1}, {1, -1}}; // clockwise
    carom_shape s = {.kind = CAROM_SHAPE_NONE};
    switch (kind) {
    case 0: break;
    case 1: s = (carom_shape){.kind = CAROM_SHAPE_CIRCLE, .circle = {{0, 0}, -1}}; break;
    case 2: s = (carom_shape){.kind = CAROM_SHAPE_BOX, .box = {{2, 2}, {-2, -2}}}; break;
    case 3: s = (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = {NAN, 0}, .b = {1, 0}}}; break;
    case 4:
        s = (carom_shape){.kind = CAROM_SHAPE_POLYGON, .polygon = {.count = 3}};
        memcpy(s.polygon.v, bent, sizeof bent);
        break;
    default: s = (carom_shape){.kind = CAROM_SHAPE_CAPSULE, .capsule = {{0, 0}, {1, 1}, INFINITY}}; break;
    }
    return s;
}

enum { WRONG = 6, RIGHT = 4 };

static carom_shape right_part(int kind) {
    if (kind == 3) return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = {-2, 1}, .b = {2, -1}}};
    return kind == 0 ? boxed(-2, -2, 4, 4) : kind == 1 ? circle(2) : centred_capsule((carom_vec2){1.5f, 0}, 1);
}

static void expect_same_motion(const carom_motion *m, const carom_motion *n) {
    assert_vec(m->at, n->at.x, n->at.y);
    assert_vec(m->velocity, n->velocity.x, n->velocity.y);
    assert_vec(m->remainder, n->remainder.x, n->remainder.y);
    assert_true(m->t == n->t && m->contacts == n->contacts && m->inside == n->inside);
}

/// All functions of motion, with the shape at several places.
static void expect_same_results(const carom_scene *scene, const carom_shape *shape, const carom_scene *other_scene,
                                const carom_shape *other) {
    static const carom_vec2 places[] = {{20, 20}, {36.5f, 30}, {41, 41}, {38, 20}, {62, 50}, {40, 38}, {50, 50}};
    static const carom_vec2 moves[] = {{0, 0}, {20, 0}, {9, 30}, {-25, -14}};
    for (int kind = 0; kind < 4; ++kind) {
        const carom_response response = {.kind = (carom_response_kind)kind, .restitution = 0.5f, .friction = 0.25f};
        for (int i = 0; i < 7 * 4; ++i) {
            const carom_motion start = {.at = places[i % 7], .velocity = moves[i / 7]};
            carom_motion m = carom_move(scene, shape, &start, &response, NULL, 0);
            carom_motion n = carom_move(other_scene, other, &start, &response, NULL, 0);
            expect_same_motion(&m, &n);
        }
    }
    for (int i = 0; i < 7; ++i) {
        for (int k = 0; k < 3; ++k) {
            float most = k == 0 ? 0 : k == 1 ? 1 : 30;
            carom_push p = carom_push_out(scene, shape, places[i], most);
            carom_push q = carom_push_out(other_scene, other, places[i], most);
            assert_vec(p.at, q.at.x, q.at.y);
            assert_true(p.moved == q.moved && p.crushed == q.crushed);
        }
    }
}

static carom_level *two_blocks(void) {
    static const carom_vec2 block[] = {{40, 40}, {60, 40}, {60, 60}, {40, 60}}, roof[] = {{30, 10}, {70, 14}, {70, 18}};
    static const carom_vec2 ledge[] = {{20, 44}, {38, 44}};
    const carom_outline outlines[] = {{.points = block, .count = 4},
                                      {.points = roof, .count = 3},
                                      {.points = ledge, .count = 2, .open = true, .one_way = true}};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = outlines, .outlines_count = 3}, &level, NULL),
                     CAROM_STATUS_OK);
    return level;
}

static void invalid_parts_change_nothing(void **state) {
    (void)state;
    carom_level *level = two_blocks();
    const carom_scene scene = carom_scene_of_level(level);
    for (int w = 0; w < WRONG; ++w) {
        for (int r = 0; r < RIGHT; ++r) {
            const carom_shape parts[2] = {right_part(r), wrong_part(w)};
            const carom_shape mixed = {.kind = CAROM_SHAPE_COMPOUND, .compound = {parts, 2}};
            const carom_shape alone = {.kind = CAROM_SHAPE_COMPOUND, .compound = {parts, 1}};
            expect_same_results(&scene, &mixed, &scene, &alone);
        }
    }
    carom_level_free(level);
}

/// A scene that reports an invalid obstacle besides those of a level.
typedef struct noisy_scene {
    carom_scene level;
    carom_shape wrong;
} noisy_scene;

static carom_scene_hit noisy_sweep(const void *self, const carom_shape *shape, carom_vec2 move) {
    const noisy_scene *s = self;
    return s->level.sweep(s->level.self, shape, move);
}

static int noisy_contacts(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    const noisy_scene *s = self;
    return s->level.contacts(s->level.self, shape, out, capacity);
}

static int noisy_obstacles(const void *self, carom_box box, carom_scene_obstacle *out, int capacity) {
    const noisy_scene *s = self;
    if (capacity > 0) out[0] = (carom_scene_obstacle){.shape = s->wrong};
    int more = capacity > 1 ? capacity - 1 : 0;
    return 1 + s->level.obstacles(s->level.self, box, more ? out + 1 : NULL, more);
}

static bool noisy_solid(const void *self, carom_vec2 point) {
    const noisy_scene *s = self;
    return s->level.solid(s->level.self, point);
}

static void invalid_obstacles_change_nothing(void **state) {
    (void)state;
    carom_level *level = two_blocks();
    noisy_scene noisy = {.level = carom_scene_of_level(level)};
    const carom_scene scene = {.self = &noisy,
                               .sweep = noisy_sweep,
                               .contacts = noisy_contacts,
                               .obstacles = noisy_obstacles,
                               .solid = noisy_solid};
    for (int w = 0; w < WRONG; ++w) {
        noisy.wrong = wrong_part(w);
        for (int r = 0; r < RIGHT; ++r) {
            const carom_shape shape = right_part(r);
            expect_same_results(&scene, &shape, &noisy.level, &shape);
        }
    }
    carom_level_free(level);
}

static void invalid_shapes_respond_to_nothing(void **state) {
    (void)state;
    carom_level *level = two_blocks();
    const carom_scene scene = carom_scene_of_level(level);
    for (int w = 0; w < WRONG; ++w) {
        const carom_shape shape = wrong_part(w);
        for (int kind = 0; kind < 4; ++kind) {
            const carom_response response = {.kind = (carom_response_kind)kind, .restitution = 1};
            const carom_motion start = {.at = {30, 50}, .velocity = {40, 0}};
            carom_motion now = carom_move(&scene, &shape, &start, &response, NULL, 0);
            assert_int_equal(now.contacts, 0);
            assert_true(now.t == 1);
            assert_vec(now.velocity, 40, 0);
            const carom_turning_motion turning = {.pose = {{30, 50}, {1, 0}}, .velocity = {40, 0}, .spin = 0.5f};
            carom_turning_motion turned = carom_move_turning(&scene, &shape, &turning, &response, NULL, 0);
            assert_int_equal(turned.contacts, 0);
        }
        carom_push push = carom_push_out(&scene, &shape, (carom_vec2){50, 50}, 0);
        assert_vec(push.at, 50, 50);
        assert_false(push.moved || push.crushed);
    }
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invalid_parts_change_nothing),
        cmocka_unit_test(invalid_obstacles_change_nothing),
        cmocka_unit_test(invalid_shapes_respond_to_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
