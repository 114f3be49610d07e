// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Walkers in scenes with answers of the test: sweeps that always hit, or begin in penetration. No step may exceed its
// limits, and what it reports must be consistent.
#include "check.h"
#include "walker/legs.h"
#include "walker/platform_scene.h"

#include <float.h>
#include <math.h>

/// What a sweep from a position finds.
typedef carom_scene_hit answer(const void *state, const carom_shape *shape, carom_vec2 move);

typedef struct told_scene {
    answer *answer;
    const carom_scene *base;    ///< of scenes that change some answers of another
    carom_vec2 ground_velocity; ///< of owner 1
    int count;                  ///< of answers
} told_scene;

static carom_scene_hit told_sweep(const void *self, const carom_shape *shape, carom_vec2 move) {
    told_scene *s = (told_scene *)(uintptr_t)self;
    return s->answer(s, shape, move);
}

static int told_contacts(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    const told_scene *s = self;
    return s->base ? s->base->contacts(s->base->self, shape, out, capacity) : 0;
}

static carom_vec2 told_velocity(const void *self, uint64_t owner) {
    const told_scene *s = self;
    return owner == 1 ? s->ground_velocity : (carom_vec2){0, 0};
}

static carom_scene scene_of(const told_scene *s) {
    return (carom_scene){.self = s, .sweep = told_sweep, .contacts = told_contacts, .velocity = told_velocity};
}

static const carom_scene_hit miss = {.sweep = {.t = 1}};
static const carom_scene_hit inside = {.sweep = {.hit = true, .inside = true, .normal = {0, 1}}};

static carom_scene_hit hit_at(float t, float nx, float ny) {
    return (carom_scene_hit){.sweep = {.hit = true, .t = t, .normal = {nx, ny}, .point = {0, -1}}, .owner = 1};
}

/// A ball of radius 1; up is +y, and steps of 0.5 are climbed.
static carom_walker_desc ball_legs(void) {
    carom_walker_desc legs = {.size = sizeof legs, .up = {0, 1}, .step = 0.5f};
    assert_int_equal(carom_make_circle((carom_vec2){0, 0}, 1, &legs.shape), CAROM_STATUS_OK);
    return legs;
}

static carom_walker standing_ball(float speed) {
    return (carom_walker){.velocity = {speed, 0},
                          .grounded = true,
                          .ground = {.normal = {0, 1}, .support = {0, 1}, .point = {0, -1}, .owner = 1}};
}

static carom_walker_result step_in(told_scene *s, carom_walker *walker) {
    const carom_scene scene = scene_of(s);
    const carom_walker_desc legs = ball_legs();
    carom_walker_result result = carom_walker_step(walker, &legs, &scene, 0.25f);
    assert_in_range(result.casts, 0, CAROM_WALKER_MAX_CASTS);
    assert_true(isfinite(walker->position.x) && isfinite(walker->position.y));
    assert_true(isfinite(walker->velocity.x) && isfinite(walker->velocity.y));
    return result;
}

static bool is_zero(carom_vec2 v) {
    return v.x == 0 && v.y == 0;
}

// ---- In the air -----------------------------------------------------------------------------------------------------

static carom_scene_hit steep_everywhere(const void *state, const carom_shape *shape, carom_vec2 move) {
    (void)state, (void)shape;
    return is_zero(move) ? miss : hit_at(0, 0.96f, 0.28f);
}

/// A slope that is hit again wherever the walker turns ends the flight; the last surfaces of the corner are kept.
static void a_slope_that_is_always_hit_ends_the_flight(void **state) {
    (void)state;
    told_scene s = {.answer = steep_everywhere};
    carom_walker walker = {.velocity = {-3, -8}};
    carom_walker_result result = step_in(&s, &walker);
    assert_true(result.casts >= 5 && result.blocked && result.slipping);
    assert_false(walker.grounded);
    assert_vec(walker.position, 0, 0);
    assert_true(walker.velocity.x >= 0 && walker.velocity.y <= 0);
}

static carom_scene_hit corner_below(const void *state, const carom_shape *shape, carom_vec2 move) {
    const told_scene *s = state;
    if (is_zero(move)) return miss;
    if (shape->kind == CAROM_SHAPE_POINT) return s->count ? inside : miss; // the surfaces beside the corner
    carom_scene_hit hit = hit_at(0.5f, 0, 1);
    hit.sweep.point = (carom_vec2){0, -2};
    hit.sweep.feature = CAROM_FEATURE_CORNER;
    return hit;
}

/// A corner without a surface on either side carries as its contact normal says.
static void a_corner_without_surfaces_is_ground(void **state) {
    (void)state;
    for (int within = 0; within < 2; ++within) {
        told_scene s = {.answer = corner_below, .count = within};
        carom_walker walker = {.velocity = {0, -8}};
        assert_true(step_in(&s, &walker).landed);
        assert_true(walker.grounded);
        assert_vec(walker.ground.support, 0, 1);
        assert_true(walker.position.y > -1.01f && walker.position.y < -0.99f);
    }
}

static carom_scene_hit corner_with_ground(const void *state, const carom_shape *shape, carom_vec2 move) {
    const told_scene *s = state;
    if (shape->kind == CAROM_SHAPE_POINT) return hit_at(0, 0, 1); // the surfaces beside the corner
    if (is_zero(move)) return miss;
    carom_scene_hit hit = s->count ? hit_at(0, 0.96f, 0.28f) : hit_at(0, 0, 1);
    hit.sweep.feature = CAROM_FEATURE_CORNER;
    return hit;
}

/// A shape that is beyond the range of floats where it stands has no height, and no side of a corner that it is on. It
/// lands on the corner, and stays on it if its contact is steep.
static void a_walker_beyond_the_range_stands_on_a_corner(void **state) {
    (void)state;
    carom_walker_desc legs = {.size = sizeof legs, .up = {0, 1}, .step = 0.5f};
    assert_int_equal(carom_make_box((carom_vec2){0, -1}, (carom_vec2){2e38f, 1}, &legs.shape), CAROM_STATUS_OK);
    told_scene s = {.answer = corner_with_ground};
    const carom_scene scene = scene_of(&s);
    carom_walker walker = {.position = {3e38f, 0}, .velocity = {0, -8}};
    for (int i = 0; i < 2; ++i) {
        s.count = i;
        assert_int_equal(carom_walker_step(&walker, &legs, &scene, 0.25f).landed, i == 0);
        assert_true(walker.grounded);
        assert_vec(walker.ground.normal, 0, 1);
        assert_vec(walker.ground.support, i ? 0.96f : 0, i ? 0.28f : 1);
        assert_vec(walker.position, 3e38f, 0);
    }
}

// ---- On the ground --------------------------------------------------------------------------------------------------

/// The ground is everywhere below; to the side, the first answer of a step is repeated.
static carom_scene_hit ground_below(const carom_shape *shape, carom_vec2 move) {
    (void)shape;
    return is_zero(move) || move.y > 0 ? miss : hit_at(0, 0, 1);
}

static carom_scene_hit inside_to_the_side(const void *state, const carom_shape *shape, carom_vec2 move) {
    (void)state;
    return move.x != 0 ? inside : ground_below(shape, move);
}

static carom_scene_hit floor_to_the_side(const void *state, const carom_shape *shape, carom_vec2 move) {
    (void)state;
    return move.x != 0 ? hit_at(0, 0, 1) : ground_below(shape, move);
}

/// Sweeps that begin in penetration, or graze the floor without getting on, end the walk.
static void a_walk_that_does_not_get_on_ends(void **state) {
    (void)state;
    answer *const answers[] = {inside_to_the_side, floor_to_the_side};
    for (int i = 0; i < 2; ++i) {
        told_scene s = {.answer = answers[i]};
        carom_walker walker = standing_ball(4);
        carom_walker_result result = step_in(&s, &walker);
        assert_true(walker.grounded && !result.crushed);
        assert_vec(walker.position, 0, 0);
        assert_int_equal(result.blocked, i == 1);
        assert_true(result.casts > 4);
    }
}

static carom_scene_hit little_by_little(const void *state, const carom_shape *shape, carom_vec2 move) {
    (void)state;
    return move.x != 0 ? hit_at(0x1p-9f, 0, 1) : ground_below(shape, move);
}

/// A floor that is hit after a little of each piece takes all sweeps that a step has.
static void a_walk_ends_with_the_sweeps(void **state) {
    (void)state;
    told_scene s = {.answer = little_by_little};
    carom_walker walker = standing_ball(400);
    carom_walker_result result = step_in(&s, &walker);
    assert_in_range(result.casts, CAROM_WALKER_MAX_CASTS - 272, CAROM_WALKER_MAX_CASTS);
    assert_true(walker.grounded);
    assert_true(walker.position.x > 0 && walker.position.x < 100);
}

static carom_scene_hit corner_by_corner(const void *state, const carom_shape *shape, carom_vec2 move) {
    carom_scene_hit hit = little_by_little(state, shape, move);
    if (shape->kind == CAROM_SHAPE_POINT) return miss; // the surfaces beside the corner
    hit.sweep.feature = shape->circle.center.x > 0.6f ? CAROM_FEATURE_CORNER : CAROM_FEATURE_EDGE;
    return hit;
}

/// The same on moving ground, in a step that platforms divide into slices: each slice took sweeps without a limit.
static void a_walk_in_slices_ends_with_the_sweeps(void **state) {
    (void)state;
    told_scene s = {.answer = corner_by_corner, .ground_velocity = {0.5f, 0}};
    const carom_scene base = scene_of(&s);
    carom_platform far = {.position = {0, 1e9f}, .velocity = {0, 1e4f}, .owner = 7};
    assert_int_equal(carom_make_circle((carom_vec2){0, 0}, 1, &far.shape), CAROM_STATUS_OK);
    const carom_platforms platforms = {.base = &base, .list = &far, .count = 1};
    const carom_scene scene = carom_scene_of_platforms(&platforms);
    const carom_walker_desc legs = ball_legs();
    carom_walker walker = standing_ball(1e6f);
    carom_walker_result result = carom_walker_step(&walker, &legs, &scene, 0.25f);
    assert_in_range(result.casts, CAROM_WALKER_MAX_CASTS - 208, CAROM_WALKER_MAX_CASTS);
    assert_true(walker.grounded);
}

static carom_scene_hit step_with_a_trap(const void *state, const carom_shape *shape, carom_vec2 move) {
    (void)state;
    carom_vec2 at = shape->circle.center;
    if (is_zero(move) || move.y > 0) return miss;
    if (move.x != 0) return at.y < 0.25f ? hit_at(0, -1, 0) : miss;
    return at.x > 0 ? inside : at.y > 0 ? miss : hit_at(0, 0, 1);
}

/// A step is climbed only if the sweep down on it does not begin in penetration.
static void a_step_that_is_entered_by_rounding_is_a_wall(void **state) {
    (void)state;
    told_scene s = {.answer = step_with_a_trap};
    carom_walker walker = standing_ball(4);
    carom_walker_result result = step_in(&s, &walker);
    assert_true(result.blocked && !result.climbed && walker.grounded);
    assert_vec(walker.position, 0, 0);
    assert_vec(walker.velocity, 0, 0);
}

static carom_scene_hit hit_every_second_time(const void *state, const carom_shape *shape, carom_vec2 move) {
    told_scene *s = (told_scene *)(uintptr_t)state;
    (void)shape;
    if (move.x == 0) return miss;
    return s->count++ % 2 ? hit_at(0.01f, 0, 1) : miss;
}

/// Ground that ends after each piece, and is landed on again at once: a step has a limited number of such turns.
static void ground_that_ends_and_begins_ends_the_step(void **state) {
    (void)state;
    told_scene s = {.answer = hit_every_second_time};
    carom_walker walker = standing_ball(40);
    carom_walker_result result = step_in(&s, &walker);
    assert_true(result.left && result.landed);
    assert_in_range(s.count, 8, 16);
    assert_true(walker.position.x > 0 && walker.position.x < 10);
}

static carom_scene_hit not_backwards(const void *state, const carom_shape *shape, carom_vec2 move) {
    told_scene *s = (told_scene *)(uintptr_t)state;
    if (move.x < 0) ++s->count;
    return move.x < 0 ? inside : s->base->sweep(s->base->self, shape, move);
}

/// After a bend the walker goes back by what it is too far; where that sweep begins in penetration it stays.
static void a_walker_that_cannot_go_back_stays_beyond_the_bend(void **state) {
    (void)state;
    const carom_vec2 hill[] = {{-50, -20}, {50, -20}, {50, -9}, {8, -1}, {-50, -1}};
    const carom_outline outline = {.points = hill, .count = 5};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL),
                     CAROM_STATUS_OK);
    const carom_scene base = carom_scene_of_level(level);
    told_scene s = {.answer = not_backwards, .base = &base};
    const carom_walker_desc legs = ball_legs();
    carom_walker walker = standing_ball(16), free_walker = walker;
    walker.ground.owner = free_walker.ground.owner = 0;
    const carom_scene scene = scene_of(&s);
    for (int i = 0; i < 8; ++i) {
        walker.velocity.x = free_walker.velocity.x = 16;
        carom_walker_step(&walker, &legs, &scene, 0.25f);
        carom_walker_step(&free_walker, &legs, &base, 0.25f);
        assert_true(walker.grounded && free_walker.grounded);
        assert_true(walker.position.x >= free_walker.position.x);
        assert_true(walker.position.x < free_walker.position.x + 1);
    }
    assert_true(s.count > 0);
    carom_level_free(level);
}

static carom_scene_hit inside_below(const void *state, const carom_shape *shape, carom_vec2 move) {
    (void)state, (void)shape;
    return move.y < 0 ? inside : miss;
}

/// Where the sweep down begins in penetration there is no ground: the walker goes on in the air.
static void a_walk_into_penetration_leaves_the_ground(void **state) {
    (void)state;
    told_scene s = {.answer = inside_below};
    carom_walker walker = standing_ball(4);
    carom_walker_result result = step_in(&s, &walker);
    assert_true(result.left && !walker.grounded && !result.crushed);
    assert_vec(walker.position, 1, 0);
    assert_vec(walker.velocity, 4, 0);
}

static carom_scene_hit nowhere_clear(const void *state, const carom_shape *shape, carom_vec2 move) {
    (void)state, (void)shape;
    return is_zero(move) ? inside : miss;
}

/// A walker that cannot move, off its ground, has all of its time left and the remainder of the last step: not more
/// time than the step has. It does not fly in it.
static void a_walker_that_is_nowhere_clear_leaves_without_time(void **state) {
    (void)state;
    told_scene s = {.answer = nowhere_clear};
    carom_walker walker = standing_ball(4);
    walker.remainder.x = 0x1p-20f;
    carom_walker_result result = step_in(&s, &walker);
    assert_true(result.left && !walker.grounded);
    assert_vec(walker.position, 0, 0);
    assert_int_equal(result.casts, 2); // forward and down
}

/// How deep the ball looks for ground after a piece of 0.5, from (0.5, 0): its snap of 0.5, twice the steepest slope of
/// 1.25, and 4 tolerances of 2.5 * 2^-21 there.
#define DEEPEST (1.75f + 10 * 0x1p-21f)

static carom_scene_hit wall_at_the_end_of_reach(const void *state, const carom_shape *shape, carom_vec2 move) {
    (void)state;
    float y = shape->circle.center.y;
    if (is_zero(move)) return y < -DEEPEST - 0x1p-20f ? inside : miss;
    if (!(move.y < -1.5f)) return miss;
    carom_scene_hit hit = hit_at(1, 1, 0);
    hit.sweep.point = (carom_vec2){0, -DEEPEST};
    return hit;
}

/// Held on all sides, but deeper than a walker steps down: it leaves the ground.
static void a_notch_that_is_too_deep_is_no_ground(void **state) {
    (void)state;
    told_scene s = {.answer = wall_at_the_end_of_reach};
    carom_walker_desc legs = ball_legs();
    legs.slope = 1.25f;
    legs.snap = 0.5f;
    const carom_scene scene = scene_of(&s);
    carom_walker walker = standing_ball(4);
    carom_walker_result result = carom_walker_step(&walker, &legs, &scene, 0.25f);
    assert_true(result.left && !walker.grounded);
    assert_vec(walker.position, 1, 0);
}

static carom_scene_hit floor_below(const void *state, const carom_shape *shape, carom_vec2 move) {
    (void)state, (void)shape;
    return move.y < 0 ? hit_at(0, 0, 1) : miss;
}

/// A point at the origin has no size, and its position no rounding: without a snap it does not look for ground, and so
/// does not stay on it. It lands there again in each step.
static void a_point_at_the_origin_does_not_fall(void **state) {
    (void)state;
    told_scene s = {.answer = floor_below};
    const carom_scene scene = scene_of(&s);
    carom_walker_desc legs = {.size = sizeof legs, .shape = {.kind = CAROM_SHAPE_POINT}, .up = {0, 1}};
    for (int i = 0; i < 2; ++i) {
        carom_walker walker = {.grounded = true, .ground = {.normal = {0, 1}, .support = {0, 1}}};
        legs.snap = i ? 0.125f : 0;
        for (int k = 0; k < 4; ++k) {
            walker.velocity.y = walker.grounded ? 0 : -1;
            carom_walker_result result = carom_walker_step(&walker, &legs, &scene, 0.25f);
            assert_int_equal(result.landed, i == 0 && k > 0);
            assert_int_equal(walker.grounded, i);
            assert_vec(walker.position, 0, 0);
        }
    }
}

// ---- Pushed along a floor -------------------------------------------------------------------------------------------

static carom_walker push_ball(const carom_platform *pusher, carom_vec2 from, carom_walker_result *result) {
    const told_scene s = {.answer = floor_below};
    const carom_scene base = scene_of(&s);
    carom_platform list[] = {*pusher};
    const carom_platforms platforms = {.base = &base, .list = list, .count = 1};
    const carom_scene scene = carom_scene_of_platforms(&platforms);
    const carom_walker_desc legs = ball_legs();
    carom_walker walker = standing_ball(0);
    walker.position = from;
    *result = carom_walker_step(&walker, &legs, &scene, 1);
    assert_in_range(result->casts, 1, CAROM_WALKER_MAX_CASTS);
    return walker;
}

/// A platform pushes a walker along the floor, however far in one step: not in pieces of the walker's size, which would
/// take more sweeps than there are.
static void a_fast_platform_pushes_all_of_its_path(void **state) {
    (void)state;
    for (float speed = 1; speed < 2e5f; speed *= 10) {
        carom_platform wall = {.position = {-2, 0}, .velocity = {speed, 0}, .owner = 7};
        assert_int_equal(carom_make_box((carom_vec2){-9, -9}, (carom_vec2){0, 9}, &wall.shape), CAROM_STATUS_OK);
        carom_walker_result result;
        carom_walker walker = push_ball(&wall, (carom_vec2){0, 0}, &result);
        assert_true(!result.crushed && walker.grounded);
        float end = speed - 1 > 0 ? speed - 1 : 0;
        assert_true(walker.position.x >= end && walker.position.x <= end + 4 * speed * 0x1p-23f);
        assert_true(fabsf(walker.position.y) < 1e-6f);
    }
}

/// Walls that move along their face as nearly as floats can: by rounding they hit the walker beside them again and
/// again, and by rounding their speed along the normal of the hit is none. They do not crush it, and hardly move it.
static void a_wall_that_slides_past_does_not_crush(void **state) {
    (void)state;
    static const struct {
        float x, y; // half of the face
        carom_vec2 velocity;
    } walls[] = {
        {12, 64, {-0x1.67005ep+8f, 0x1.deab28p+10f}},
        {44, 196, {-0x1.6fa9eep+9f, 0x1.99719ap+11f}},
        {15, 24, {-0x1.7493fep+10f, 0x1.2a1p+11f}},
        {48, 248, {-0x1.fddabep+13f, 0x1.4947f2p+16f}},
    };
    for (size_t i = 0; i < sizeof walls / sizeof *walls; ++i) {
        const float x = walls[i].x, y = walls[i].y;
        const double out = 1.0000002 / sqrt((double)x * (double)x + (double)y * (double)y);
        carom_platform wall = {.velocity = walls[i].velocity, .owner = 7};
        wall.position = (carom_vec2){(float)(-out * (double)y), (float)(-out * (double)x)};
        const carom_vec2 v[] = {{-x, y}, {-x - 64, y}, {x - 64, -y}, {x, -y}};
        assert_int_equal(carom_make_polygon(v, 4, &wall.shape), CAROM_STATUS_OK);
        carom_walker_result result;
        carom_walker walker = push_ball(&wall, (carom_vec2){0, 0}, &result);
        assert_false(result.crushed);
        assert_true(fabsf(walker.position.x) < 0.001f && fabsf(walker.position.y) < 0.001f);
    }
}

/// A blade that turns is followed in short pieces, so that one that is too fast for the sweeps of a step crushes.
static void a_blade_that_takes_all_sweeps_crushes(void **state) {
    (void)state;
    for (int fast = 0; fast < 2; ++fast) {
        carom_platform blade = {.position = {0, 5000}, .rotation = {1, 0}, .spin = fast ? 1 : 0x1p-12f, .owner = 7};
        assert_int_equal(carom_make_box((carom_vec2){-0.5f, -5001}, (carom_vec2){0.5f, 0}, &blade.shape),
                         CAROM_STATUS_OK);
        carom_walker_result result;
        carom_walker walker = push_ball(&blade, (carom_vec2){1.625f, 0}, &result);
        assert_int_equal(result.crushed, fast);
        if (!fast) assert_true(walker.position.x > 2.7f && walker.position.x < 2.8f); // 1.5 + 5000 / 4096
    }
}

// ---- Beyond the range -----------------------------------------------------------------------------------------------

static carom_scene_hit nothing(const void *state, const carom_shape *shape, carom_vec2 move) {
    (void)state, (void)shape, (void)move;
    return miss;
}

/// A jump off ground so fast that the sum is no float changes nothing.
static void a_velocity_beyond_the_floats_changes_nothing(void **state) {
    (void)state;
    told_scene s = {.answer = nothing, .ground_velocity = {FLT_MAX, FLT_MAX}};
    carom_walker walker = standing_ball(FLT_MAX), before;
    walker.velocity.y = FLT_MAX;
    before = walker;
    carom_walker_result result = step_in(&s, &walker);
    assert_memory_equal(&walker, &before, sizeof walker);
    assert_int_equal(result.casts, 0);
    s.ground_velocity = (carom_vec2){0, 0};
    assert_true(step_in(&s, &walker).left);
}

/// On the ground and in the air.
static void a_remainder_that_is_not_finite_counts_as_none(void **state) {
    (void)state;
    static const uint8_t codes[2] = {0, CAROM_TILE_SOLID};
    const carom_tiles tiles = {.columns = 1, .rows = 2, .cell = {256, 64}, .codes = codes};
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1}, &level, NULL),
                     CAROM_STATUS_OK);
    const carom_scene scene = carom_scene_of_level(level);
    const carom_walker_desc legs = legs_of(0, 6);
    const carom_vec2 remainders[] = {{INFINITY, 0}, {0, -INFINITY}, {NAN, NAN}};
    for (int i = 0; i < 6; ++i) {
        carom_walker walker = {.position = {20, 20}}, other;
        if (i < 3) let_land(&walker, &legs, &scene);
        other = walker;
        walker.remainder = remainders[i % 3];
        for (int k = 1; k <= 3; ++k) {
            walk_on(&walker, &legs, &scene, 1.5f);
            walk_on(&other, &legs, &scene, 1.5f);
            assert_vec(walker.position, 20 + 1.5f * (float)k, other.position.y);
            assert_vec(walker.remainder, other.remainder.x, other.remainder.y);
        }
    }
    carom_level_free(level);
}

/// A ball after a step up, under a lid.
static carom_walker jump_under(carom_platform lid, float speed, float dt) {
    const told_scene s = {.answer = nothing};
    const carom_scene base = scene_of(&s);
    carom_make_box((carom_vec2){-9, 0}, (carom_vec2){9, 1}, &lid.shape);
    lid.position = (carom_vec2){0, 4};
    const carom_platforms platforms = {.base = &base, .list = &lid, .count = 1};
    const carom_scene scene = carom_scene_of_platforms(&platforms);
    const carom_walker_desc legs = ball_legs();
    carom_walker walker = {.velocity = {1, speed}};
    carom_walker_step(&walker, &legs, &scene, dt);
    return walker;
}

/// In the air, a lid takes a walker along, also one that moves exactly along an axis.
static void a_lid_that_comes_down_takes_the_walker_along(void **state) {
    (void)state;
    for (int i = 0; i < 3; ++i) {
        const float down = i ? -3 : 0;
        const carom_walker walker =
            jump_under((carom_platform){.velocity = {i == 2 ? 0.5f : 0, down}, .owner = 5}, 16, 0.25f);
        assert_same_float(walker.position.x, 0.25f);
        assert_in_range((int)(1e4f * (3 + down / 4 - walker.position.y)), 0, 1);
        assert_true(fabsf(walker.velocity.y - down) < 1e-4f);
    }
}

/// A platform that turns, and moves out of the range of floats within the step, is not met on its way.
static void a_platform_that_leaves_the_range_is_not_met(void **state) {
    (void)state;
    for (int i = 1; i < 4; ++i) {
        const carom_vec2 velocity = {i & 1 ? FLT_MAX : 0, i & 2 ? FLT_MAX : 0};
        const carom_walker walker =
            jump_under((carom_platform){.velocity = velocity, .spin = 0.25f, .owner = 5}, 16, 4);
        assert_vec(walker.position, 4, 64);
        assert_vec(walker.velocity, 1, 16);
    }
    // A walker that would leave the range stays.
    const carom_walker walker = jump_under((carom_platform){.spin = 0.25f, .owner = 5}, 3e38f, 2);
    assert_vec(walker.position, 0, 0);
    assert_vec(walker.velocity, 1, 3e38f);
}

/// A wall would push the walker beyond the range of floats, to one side of it, from the other one: it is crushed.
static void a_push_that_is_no_float_crushes(void **state) {
    (void)state;
    const told_scene s = {.answer = nothing};
    const carom_scene base = scene_of(&s);
    carom_walker_desc legs = {.size = sizeof legs, .up = {0, 1}};
    assert_int_equal(carom_make_circle((carom_vec2){0, 0}, 0x1p111f, &legs.shape), CAROM_STATUS_OK);
    carom_walker walker = standing_ball(0);
    walker.position = (carom_vec2){-0x1.9p127f, -0x1.9p127f};
    // Its face has the normal (0.96, 0.28), along which it moves by more than FLT_MAX in a slice: not along x and y.
    carom_platform wall = {.velocity = {0x1.fp127f, 0x1.bp127f}, .owner = 7};
    const float r = 0x1p110f;
    const carom_vec2 v[] = {{-7 * r, 24 * r}, {-31 * r, 17 * r}, {-17 * r, -31 * r}, {7 * r, -24 * r}};
    assert_int_equal(carom_make_polygon(v, 4, &wall.shape), CAROM_STATUS_OK);
    wall.position = (carom_vec2){walker.position.x - 0.9625f * 0x1p111f, walker.position.y - 0.28125f * 0x1p111f};
    const carom_platforms platforms = {.base = &base, .list = &wall, .count = 1};
    const carom_scene scene = carom_scene_of_platforms(&platforms);
    const carom_vec2 before = walker.position;
    carom_walker_result result = carom_walker_step(&walker, &legs, &scene, 62);
    assert_true(result.crushed);
    assert_true(walker.position.x > before.x && walker.position.x < before.x + 4 * 0x1p112f);
    assert_true(walker.position.y > before.y && walker.position.y < before.y + 4 * 0x1p112f);
}

// ---- Corner correction ----------------------------------------------------------------------------------------------

/// An obstacle above the start. A part of the way to the right is enough to pass it; `count` says whether something
/// else is there.
static carom_scene_hit obstacle_above(const void *state, const carom_shape *shape, carom_vec2 move) {
    const told_scene *s = state;
    carom_vec2 at = shape->circle.center;
    if (is_zero(move)) return s->count ? inside : miss;
    if (move.y > 0) return at.x == 0 ? hit_at(0.5f, 0, -1) : miss;
    if (at.y > 4) return hit_at(0.25f, 1, 0);
    return move.x > 0 ? miss : inside;
}

static void a_corner_is_passed_by_all_of_the_way_if_part_of_it_is_taken(void **state) {
    (void)state;
    const carom_walker_desc legs = ball_legs();
    for (int taken = 0; taken < 2; ++taken) {
        told_scene s = {.answer = obstacle_above, .count = taken};
        const carom_scene scene = scene_of(&s);
        carom_vec2 aside = carom_corner_correction(&scene, &legs.shape, (carom_vec2){0, 0}, (carom_vec2){0, 8}, 2);
        assert_vec(aside, taken ? 2 : 1.5f, 0);
    }
}

/// A box an ulp in a one-way platform: a hit if the two approach each other, or are at rest together.
static void one_way_platforms_hold_what_approaches_them(void **state) {
    (void)state;
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.size = 0}, &level, NULL), CAROM_STATUS_OK);
    const carom_scene base = carom_scene_of_level(level);
    carom_platform shelf = {.position = {100, 120}, .owner = 1};
    carom_make_one_sided((carom_vec2){0, 0}, (carom_vec2){32, 0}, &shelf.shape);
    const carom_platforms platforms = {.base = &base, .list = &shelf, .count = 1};
    const cr_platform_scene interval = {.platforms = &platforms, .to = 1, .dt = 1};
    const carom_scene scene = cr_scene_of_interval(&interval);
    carom_shape box;
    carom_make_box((carom_vec2){110, 100}, (carom_vec2){118, nextafterf(120, 121)}, &box);
    for (int i = 0; i < 81; ++i) {
        const carom_vec2 move = {(float)(i % 3 - 1), (float)(i / 3 % 3 - 1)};
        shelf.velocity = (carom_vec2){(float)(i / 9 % 3 - 1), (float)(i / 27 - 1)};
        bool rests = move.x == shelf.velocity.x && move.y == shelf.velocity.y;
        carom_sweep_hit hit = scene.sweep(scene.self, &box, move).sweep;
        assert_int_equal(hit.hit, rests || move.y > shelf.velocity.y);
        assert_int_equal(hit.inside, rests);
        if (hit.hit) assert_true(hit.t == 0 && hit.normal.x == 0 && hit.normal.y == -1);
    }
    carom_level_free(level);
}

/// A platform that turns and moves in any direction hits what is in the middle of its path, far from the origin as
/// well.
static void turning_platforms_hit_all_of_their_path(void **state) {
    (void)state;
    carom_level *level;
    assert_int_equal(carom_level_make(&(carom_level_desc){.size = 0}, &level, NULL), CAROM_STATUS_OK);
    const carom_scene base = carom_scene_of_level(level);
    for (int i = 0; i < 16; ++i) {
        carom_platform blade = {.position = {i & 4 ? -100.0f : 100, i & 8 ? -100.0f : 100}, .owner = 1, .spin = 0.1f};
        blade.velocity = i & 1 ? (carom_vec2){0, i & 2 ? -20.0f : 20} : (carom_vec2){i & 2 ? -20.0f : 20, 0};
        carom_make_box((carom_vec2){-1, -1}, (carom_vec2){1, 1}, &blade.shape);
        const carom_platforms platforms = {.base = &base, .list = &blade, .count = 1};
        const cr_platform_scene interval = {.platforms = &platforms, .to = 1, .dt = 1};
        const carom_scene scene = cr_scene_of_interval(&interval);
        carom_vec2 middle = {blade.position.x + blade.velocity.x / 2, blade.position.y + blade.velocity.y / 2};
        carom_shape ball;
        carom_make_circle(middle, 1, &ball);
        carom_scene_hit hit = scene.sweep(scene.self, &ball, (carom_vec2){0, 0});
        assert_true(hit.sweep.hit && hit.owner == 1);
        assert_true(hit.sweep.t > 0.35f && hit.sweep.t < 0.45f);
    }
    carom_level_free(level);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slope_that_is_always_hit_ends_the_flight),
        cmocka_unit_test(a_corner_without_surfaces_is_ground),
        cmocka_unit_test(a_walker_beyond_the_range_stands_on_a_corner),
        cmocka_unit_test(a_walk_that_does_not_get_on_ends),
        cmocka_unit_test(a_walk_ends_with_the_sweeps),
        cmocka_unit_test(a_walk_in_slices_ends_with_the_sweeps),
        cmocka_unit_test(a_step_that_is_entered_by_rounding_is_a_wall),
        cmocka_unit_test(ground_that_ends_and_begins_ends_the_step),
        cmocka_unit_test(a_walker_that_cannot_go_back_stays_beyond_the_bend),
        cmocka_unit_test(a_walk_into_penetration_leaves_the_ground),
        cmocka_unit_test(a_walker_that_is_nowhere_clear_leaves_without_time),
        cmocka_unit_test(a_notch_that_is_too_deep_is_no_ground),
        cmocka_unit_test(a_point_at_the_origin_does_not_fall),
        cmocka_unit_test(a_fast_platform_pushes_all_of_its_path),
        cmocka_unit_test(a_wall_that_slides_past_does_not_crush),
        cmocka_unit_test(a_blade_that_takes_all_sweeps_crushes),
        cmocka_unit_test(a_velocity_beyond_the_floats_changes_nothing),
        cmocka_unit_test(a_remainder_that_is_not_finite_counts_as_none),
        cmocka_unit_test(a_lid_that_comes_down_takes_the_walker_along),
        cmocka_unit_test(a_platform_that_leaves_the_range_is_not_met),
        cmocka_unit_test(one_way_platforms_hold_what_approaches_them),
        cmocka_unit_test(turning_platforms_hit_all_of_their_path),
        cmocka_unit_test(a_push_that_is_no_float_crushes),
        cmocka_unit_test(a_corner_is_passed_by_all_of_the_way_if_part_of_it_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
