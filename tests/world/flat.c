// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Points and segments against fences without thickness, on coordinates where they meet exactly: they stay on their
// side, however often they press on the fence, leave it freely, and pass beside an end or a vertex that they only
// touch.
#include "level/maps.h"
#include "motion/scene.h"
#include "world/scene.h"

enum { THIN_EDGE, STATIC, STATIC_CAPSULE, KINEMATIC, MOVING_FENCE, FENCES };
enum { POINT, CIRCLE, SEGMENT, CAPSULE, COMPOUND, SHAPES };

typedef struct scene {
    carom_vec2 along, across; ///< the fence, and a direction to the side of the mover
    carom_vec2 middle;        ///< of the fence
    float speed;              ///< in multiples of `across`
    int fence, shape, way;
    carom_response_kind kind;
    carom_level *level;
    carom_world *world;
    carom_body_id fence_id, mover;
    carom_shape mover_shape, part;
} scene;

static carom_vec2 plus(carom_vec2 a, float k, carom_vec2 b) {
    return (carom_vec2){a.x + k * b.x, a.y + k * b.y};
}

static void add_fence(scene *s) {
    carom_vec2 ends[2] = {plus((carom_vec2){0, 0}, -8, s->along), plus((carom_vec2){0, 0}, 8, s->along)};
    carom_body_desc desc = {.position = s->middle, .type = CAROM_BODY_KINEMATIC};
    if (s->fence == STATIC || s->fence == STATIC_CAPSULE) desc.type = CAROM_BODY_STATIC;
    if (s->fence == MOVING_FENCE) desc.velocity = plus((carom_vec2){0, 0}, s->speed, s->across);
    bool capsule = s->fence == STATIC_CAPSULE;
    carom_status status = capsule ? carom_make_capsule(ends[0], ends[1], 0, &desc.shape)
                                  : carom_make_segment(ends[0], ends[1], &desc.shape);
    assert_int_equal(status, CAROM_STATUS_OK);
    if (s->fence != THIN_EDGE) s->fence_id = add(s->world, desc);
}

static carom_level *new_fence(const scene *s) {
    carom_vec2 points[2] = {plus(s->middle, -8, s->along), plus(s->middle, 8, s->along)};
    carom_outline outline = {.points = points, .count = 2, .open = true};
    return level_of_outlines(&outline, 1);
}

static carom_shape new_mover(scene *s) {
    carom_shape shape;
    carom_vec2 zero = {0, 0}, end = s->along;
    carom_status status = CAROM_STATUS_OK;
    switch (s->shape) {
    case POINT: status = carom_make_point(zero, &shape); break;
    case CIRCLE: status = carom_make_circle(zero, 0, &shape); break;
    case SEGMENT: status = carom_make_segment(zero, end, &shape); break;
    case CAPSULE: status = carom_make_capsule(zero, end, 0, &shape); break;
    default:
        assert_int_equal(carom_make_point(zero, &s->part), CAROM_STATUS_OK);
        status = carom_make_compound(&s->part, 1, &shape);
    }
    assert_int_equal(status, CAROM_STATUS_OK);
    return shape;
}

static void make_scene(scene *s, float distance) {
    s->along = turned(s->along, s->way);
    s->across = turned(s->across, s->way);
    s->level = s->fence == THIN_EDGE ? new_fence(s) : NULL;
    s->world = new_world(s->level);
    s->mover_shape = new_mover(s);
    add_fence(s);
    s->mover = add(s->world, (carom_body_desc){.shape = s->mover_shape,
                                               .position = plus(s->middle, distance, s->across),
                                               .response = {.kind = s->kind, .restitution = 0.5f}});
}

/// The distance of a point from the line of the fence, times a length; exact for the coordinates of these tests.
static double height_above(const scene *s, carom_vec2 at) {
    carom_vec2 middle = s->fence == THIN_EDGE ? s->middle : carom_world_position(s->world, s->fence_id);
    double x = (double)at.x - (double)middle.x, y = (double)at.y - (double)middle.y;
    return x * (double)s->across.x + y * (double)s->across.y;
}

static void press_and_leave(scene *s) {
    carom_vec2 toward = plus((carom_vec2){0, 0}, s->fence == MOVING_FENCE ? 0 : -s->speed, s->across);
    for (int i = 0; i < 6; ++i) {
        assert_int_equal(carom_world_set_velocity(s->world, s->mover, toward), CAROM_STATUS_OK);
        step(s->world);
        double height = height_above(s, carom_world_position(s->world, s->mover));
        if (!(height > 0)) {
            fail_msg("fence %d along (%g, %g), shape %d, response %d, way %d, middle %g, speed %g, step %d: height %g",
                     s->fence, (double)s->along.x, (double)s->along.y, s->shape, (int)s->kind, s->way,
                     (double)s->middle.x, (double)s->speed, i, height);
        }
    }
    double before = height_above(s, carom_world_position(s->world, s->mover));
    float away = s->fence == MOVING_FENCE ? 2 * s->speed : s->speed;
    carom_world_set_velocity(s->world, s->mover, plus((carom_vec2){0, 0}, away, s->across));
    step(s->world);
    double after = height_above(s, carom_world_position(s->world, s->mover));
    double path =
        (double)s->speed * ((double)s->across.x * (double)s->across.x + (double)s->across.y * (double)s->across.y);
    assert_not_above(0.9 * path, after - before);
}

static void run(int fence, int shape, int way, carom_response_kind kind) {
    static const carom_vec2 directions[] = {{1, 0}, {1, 1}, {4, 3}, {-1, 2}};
    static const float offsets[] = {0, 1000, 0x1p20f}, speeds[] = {1, 2, 3};
    bool has_length = shape == SEGMENT || shape == CAPSULE;
    for (int i = 0; i < 4 * 3 * 3; ++i) {
        carom_vec2 along = directions[has_length ? 0 : i % 4];
        float offset = offsets[i / 4 % 3];
        scene s = {.along = along, .across = {-along.y, along.x}, .middle = {offset, -offset}, .speed = speeds[i / 12]};
        s.fence = fence;
        s.shape = shape;
        s.way = way;
        s.kind = kind;
        make_scene(&s, 4); // speed 3 meets the fence within a step, the others at its end
        press_and_leave(&s);
        carom_world_free(s.world);
        carom_level_free(s.level);
    }
}

static void stay_on_their_side(void **state) {
    int fence = *(const int *)*state;
    for (int i = 0; i < SHAPES * WAYS * 3; ++i)
        run(fence, i % SHAPES, i / SHAPES % WAYS, (carom_response_kind)(i / SHAPES / WAYS));
}

static void moves_stay_on_their_side(void **state) {
    int fence = *(const int *)*state;
    for (int i = 0; i < SHAPES * WAYS; ++i) {
        scene s = {
            .along = {1, 0}, .across = {0, 1}, .speed = 1, .fence = fence, .shape = i % SHAPES, .way = i / SHAPES};
        make_scene(&s, 4);
        assert_int_equal(carom_world_remove(s.world, s.mover), CAROM_STATUS_OK);
        carom_scene space = carom_scene_of_world(&(carom_world_view){.world = s.world});
        carom_motion now = {.at = plus(s.middle, 4, s.across)};
        carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
        for (int k = 0; k < 6; ++k) {
            now.velocity = plus((carom_vec2){0, 0}, -1, s.across);
            now = carom_move(&space, &s.mover_shape, &now, &slide, NULL, 0);
            assert_true(height_above(&s, now.at) > 0);
        }
        carom_world_free(s.world);
        carom_level_free(s.level);
    }
}

/// A flat mover at the vertex or an end of a chain.
typedef struct touch {
    carom_vec2 chain[4];
    int count;
    carom_vec2 a, b, velocity; ///< of a segment, or of a point if a is b
} touch;

static carom_vec2 place(carom_vec2 v, int way, float offset) {
    v = turned(v, way);
    return (carom_vec2){v.x + offset, v.y - offset};
}

enum { LEVEL, ONE_WAY_LEVEL, STATICS, SCENE_OF_STATICS, CHAINS };

/// Moves the mover once along a chain: in a step of a world, or by carom_move. Returns its displacement, unturned.
static carom_vec2 displacement_of(const touch *t, int way, float offset, int kind) {
    carom_vec2 points[4];
    for (int i = 0; i < t->count; ++i) points[i] = place(t->chain[i], way, offset);
    carom_outline outline = {.points = points, .count = t->count, .open = true, .one_way = kind == ONE_WAY_LEVEL};
    carom_level *level = kind < STATICS ? level_of_outlines(&outline, 1) : NULL;
    carom_world *world = new_world(level);
    carom_body_desc wall = {.type = CAROM_BODY_STATIC}, mover = {.velocity = turned(t->velocity, way)};
    for (int i = 0; kind >= STATICS && i + 1 < t->count; ++i) {
        assert_int_equal(carom_make_segment(points[i], points[i + 1], &wall.shape), CAROM_STATUS_OK);
        add(world, wall);
    }
    carom_vec2 a = place(t->a, way, offset), b = place(t->b, way, offset), by;
    carom_make_segment(a, b, &mover.shape);
    if (a.x == b.x && a.y == b.y) carom_make_point(a, &mover.shape);
    if (kind == SCENE_OF_STATICS) {
        carom_scene space = carom_scene_of_world(&(carom_world_view){.world = world});
        carom_motion now = {.velocity = mover.velocity};
        by = carom_move(&space, &mover.shape, &now, &(carom_response){.kind = CAROM_RESPONSE_STOP}, NULL, 0).at;
    } else {
        carom_body_id id = add(world, mover);
        carom_vec2 from = carom_world_position(world, id);
        step(world);
        carom_vec2 at = carom_world_position(world, id);
        by = (carom_vec2){at.x - from.x, at.y - from.y};
    }
    carom_world_free(world);
    carom_level_free(level);
    for (int i = 0; i < (way & 3); ++i) by = (carom_vec2){by.y, -by.x};
    return (carom_vec2){way & 4 ? -by.x : by.x, by.y};
}

/// No sweep hits here, and the mover arrives where its velocity leads.
static void movers_pass_what_they_only_touch(void **state) {
    (void)state;
    static const touch touches[] = {
        {{{1, 1}, {1, 0}, {3, 4}}, 3, {0, -1}, {0, -1}, {3, 3}},       // a point at a vertex, both edges on one side
        {{{2, 3}, {2, 0}, {4, 4}}, 3, {1, 0}, {1, 0}, {3, 0}},         // the same, parallel to an axis
        {{{1, 2}, {4, 2}}, 2, {4, 7}, {4, 1}, {0, -3}},                // a segment along an end
        {{{4, 0}, {3, 2}, {3, 4}, {4, 4}}, 4, {0, 4}, {4, 4}, {3, 0}}, // along a vertex, and on along an edge
        {{{4, 1}, {3, 2}, {4, 4}}, 3, {3, 7}, {3, 1}, {0, -3}},        // along a vertex beside it
        {{{2, 1}, {4, 3}, {2, 4}}, 3, {2, 5}, {1, 5}, {0, -3}},        // its end over an end
        {{{0, 0}, {3, 2}}, 2, {5, 0}, {5, 1}, {-3, 3}},                // likewise, slanted
    };
    static const float offsets[] = {0, 64, 0x1p20f};
    static const int firsts[CHAINS] = {0, 2, 5,
                                       2}; // an end alone stops a point; a static also what moves along its end
    for (int i = 0; i < 7 * WAYS * 3 * CHAINS; ++i) {
        const touch *t = &touches[i % 7];
        int kind = i / 7 / WAYS / 3;
        if (i % 7 < firsts[kind]) continue;
        carom_vec2 by = displacement_of(t, i / 7 % WAYS, offsets[i / 7 / WAYS % 3], kind);
        if (by.x != t->velocity.x || by.y != t->velocity.y)
            fail_msg("touch %d, way %d, kind %d: (%g, %g)", i % 7, i / 7 % WAYS, kind, (double)by.x, (double)by.y);
    }
}

/// One that comes to the joint of two edges, on both sides of its path, does not pass between them.
static void movers_do_not_pass_between_edges(void **state) {
    (void)state;
    static const touch touches[] = {
        {{{-3, 0}, {0, 0}, {3, 0}}, 3, {0, -3}, {0, -1}, {0, 4}},   // a segment along itself
        {{{-3, 1}, {0, 0}, {3, 2}}, 3, {0, -2}, {0, -1}, {0, 6}},   // at a vertex
        {{{-3, 1}, {0, 0}, {3, 2}}, 3, {-1, -1}, {-1, -1}, {3, 3}}, // a point
        {{{2, -3}, {0, 0}, {9, 0}}, 3, {-2, 0}, {-2, 0}, {8, 0}},   // a point that would come to lie on an edge
        {{{0, 0}, {3, 0}}, 2, {-3, -2}, {1, -2}, {0, 4}},           // a segment that would, its centre beyond the end
    };
    static const float offsets[] = {0, 64, 0x1p20f};
    static const int kinds[] = {LEVEL, STATICS, SCENE_OF_STATICS};
    for (int i = 0; i < 5 * WAYS * 3 * 3; ++i) {
        const touch *t = &touches[i % 5];
        if (i % 5 == 0 && i / 5 / WAYS / 3 == 2) continue; // half of it passes, as no sweep of one static hits
        carom_vec2 by = displacement_of(t, i / 5 % WAYS, offsets[i / 5 / WAYS % 3], kinds[i / 5 / WAYS / 3]);
        double part = (double)(by.x * t->velocity.x + by.y * t->velocity.y) /
                      (double)(t->velocity.x * t->velocity.x + t->velocity.y * t->velocity.y);
        if (!(part < 0.5)) fail_msg("touch %d, way %d, kind %d: %g", i % 5, i / 5 % WAYS, i / 5 / WAYS / 3, part);
    }
}

/// A point slides along a one-way edge to the wall at its end, and does not come behind the edge there, by however
/// little.
static void points_slide_into_a_wedge(void **state) {
    (void)state;
    static const carom_vec2 starts[] = {{0x1.7e778p-4f, 0x1.ab24e8p+1f}, {0x1.54502p-3f, 3}, {0x1.fdc9cp-3f, 3}};
    const carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    carom_shape point;
    carom_make_point((carom_vec2){0, 0}, &point);
    for (int i = 0; i < 3 * WAYS; ++i) {
        int way = i / 3;
        carom_vec2 corners[4] = {turned((carom_vec2){2, 2}, way), {0, 0}, turned((carom_vec2){0, 4}, way)}, ring[4];
        corners[3] = corners[0];
        for (int k = 0; k < 4; ++k) ring[k] = corners[way & 4 ? 3 - k : k];
        carom_outline outline = {.points = ring, .count = 4, .open = true, .one_way = true};
        carom_level *level = level_of_outlines(&outline, 1);
        carom_scene space = carom_scene_of_level(level);
        carom_motion m = {.at = turned(starts[i % 3], way), .velocity = turned((carom_vec2){0, 2}, way)};
        m = carom_move(&space, &point, &m, &slide, NULL, 0);
        carom_vec2 a = corners[0], b = corners[2];
        double x = (double)m.at.x - (double)b.x, y = (double)m.at.y - (double)b.y;
        double behind = ((double)a.x - (double)b.x) * y - ((double)a.y - (double)b.y) * x;
        assert_true((way & 4 ? behind : -behind) >= 0);
        carom_level_free(level);
    }
}

int main(void) {
    static const int fences[] = {THIN_EDGE, STATIC, STATIC_CAPSULE, KINEMATIC, MOVING_FENCE};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(stay_on_their_side, (void *)&fences[THIN_EDGE]),
        cmocka_unit_test_prestate(stay_on_their_side, (void *)&fences[STATIC]),
        cmocka_unit_test_prestate(stay_on_their_side, (void *)&fences[STATIC_CAPSULE]),
        cmocka_unit_test_prestate(stay_on_their_side, (void *)&fences[KINEMATIC]),
        cmocka_unit_test_prestate(stay_on_their_side, (void *)&fences[MOVING_FENCE]),
        cmocka_unit_test_prestate(moves_stay_on_their_side, (void *)&fences[THIN_EDGE]),
        cmocka_unit_test_prestate(moves_stay_on_their_side, (void *)&fences[STATIC]),
        cmocka_unit_test(movers_pass_what_they_only_touch),
        cmocka_unit_test(movers_do_not_pass_between_edges),
        cmocka_unit_test(points_slide_into_a_wedge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
