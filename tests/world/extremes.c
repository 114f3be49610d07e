// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bodies without extent, and bodies near the limits of float. A world refuses a body with a status, or steps with it.
// The address sanitizer finds reads out of bounds.
#include "motion/scene.h"
#include "random.h"
#include "world/scene.h"

#include <float.h>
#include <math.h>

enum { ZERO_SHAPES = 9 };

static carom_shape zero_shape(int kind) {
    const carom_vec2 zero = {0, 0}, minus = {-0.0f, -0.0f};
    carom_shape shape = {.kind = CAROM_SHAPE_NONE};
    switch (kind) {
    case 0: carom_make_point(zero, &shape); break;
    case 1: carom_make_point(minus, &shape); break;
    case 2: carom_make_circle(zero, 0, &shape); break;
    case 3: carom_make_circle(minus, -0.0f, &shape); break;
    case 4: carom_make_box(zero, zero, &shape); break;
    case 5: carom_make_box(minus, minus, &shape); break;
    case 6: carom_make_box(zero, minus, &shape); break;
    case 7: carom_make_segment(zero, minus, &shape); break;
    case 8: carom_make_capsule(minus, zero, 0, &shape); break;
    default: break;
    }
    assert_int_not_equal(shape.kind, CAROM_SHAPE_NONE);
    return shape;
}

/// Runs a few steps and a query of each kind, and frees the world: all positions stay finite.
static void run_and_free(carom_world *world) {
    for (int i = 0; i < 4; ++i) step(world);
    carom_world_view view = {.world = world, .crossing = true};
    carom_shape probe = circle(1);
    carom_world_overlap(&view, &probe, NULL, 0);
    carom_world_ray(&view, (carom_vec2){-1, -1}, (carom_vec2){2, 2});
    carom_world_sweep(&view, &probe, (carom_vec2){3, 1});
    carom_world_nearest(&view, &probe, INFINITY);
    int places;
    const carom_vec2 *positions = carom_world_positions(world, &places);
    for (int i = 0; i < places; ++i) {
        assert_true(isfinite((double)positions[i].x));
        assert_true(isfinite((double)positions[i].y));
    }
    carom_world_free(world);
}

static void bodies_without_extent(void **state) {
    (void)state;
    const carom_vec2 places[] = {{0, 0}, {-0.0f, 0}, {0, -0.0f}, {-0.0f, -0.0f}, {1, -0.0f}, {FLT_MIN, 0x1p-149f}};
    const int counts[] = {1, 2, 5, 50};
    for (int kind = 0; kind < ZERO_SHAPES; ++kind) {
        for (int i = 0; i < 6 * 4 * 2; ++i) {
            carom_world *world = new_world(NULL);
            carom_vec2 velocity = {i % 2 ? 0 : -0.0f, 0};
            for (int k = 0; k < counts[i % 12 ? i / 6 % 3 : 3]; ++k) {
                carom_response response = {.kind = k % 2 ? CAROM_RESPONSE_PASS : CAROM_RESPONSE_STOP};
                add(world, (carom_body_desc){.shape = zero_shape(kind),
                                             .position = places[i % 6],
                                             .velocity = velocity,
                                             .type = k % 3 == 2 && i / 24 ? CAROM_BODY_STATIC : CAROM_BODY_MOVER,
                                             .response = response});
            }
            run_and_free(world);
        }
    }
}

/// Shapes with sizes near the largest float.
static carom_shape huge_shape(int kind, float size) {
    carom_shape shape = {.kind = CAROM_SHAPE_NONE};
    switch (kind) {
    case 0: carom_make_circle((carom_vec2){0, 0}, size, &shape); break;
    case 1: carom_make_box((carom_vec2){0, 0}, (carom_vec2){size, size}, &shape); break;
    case 2: carom_make_box((carom_vec2){0, 0}, (carom_vec2){size, 0}, &shape); break;
    case 3: carom_make_segment((carom_vec2){0, 0}, (carom_vec2){-size, size}, &shape); break;
    case 4: carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){1, 1}, size, &shape); break;
    case 5: carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){size, 0}, size, &shape); break;
    default: carom_make_point((carom_vec2){0, 0}, &shape); break;
    }
    assert_int_not_equal(shape.kind, CAROM_SHAPE_NONE);
    return shape;
}

static void bodies_at_the_ends_of_the_range(void **state) {
    (void)state;
    const float sizes[] = {1, 1e19f, 1e30f, 1e38f, 1.7e38f, 3e38f, FLT_MAX};
    const float places[] = {0, 1e38f, -1e38f, 3e38f, -3e38f, FLT_MAX, -FLT_MAX};
    int added = 0, refused = 0;
    for (int i = 0; i < 7 * 7 * 7 * 7; i += 11 + i % 11) {
        carom_world *world = new_world(NULL);
        for (int k = 0; k < (i % 16 == 0 ? 50 : 3); ++k) {
            carom_vec2 at = {places[(i / 49 + k % 2) % 7], places[i / 343 % 7]};
            carom_body_desc desc = {.shape = huge_shape(i % 7, sizes[i / 7 % 7]), .position = at};
            desc.velocity = (carom_vec2){places[(k + i) % 7], k % 3 ? 0 : places[k % 7]};
            desc.type = k % 4 == 3 ? CAROM_BODY_STATIC : CAROM_BODY_MOVER;
            desc.response.kind = (carom_response_kind)(k % 4);
            desc.response.restitution = 1;
            carom_status status = carom_world_add(world, &desc, NULL, NULL);
            added += status == CAROM_STATUS_OK;
            refused += status == CAROM_STATUS_NOT_FINITE;
            if (status != CAROM_STATUS_OK) assert_int_equal(status, CAROM_STATUS_NOT_FINITE);
        }
        run_and_free(world);
    }
    assert_less(100, added);
    assert_less(100, refused);
}

/// Two circles of radius 3e38 at (1e38, 1e38): their bounds exceed the largest float.
static void bounds_out_of_range_are_refused(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_desc desc = {.shape = circle(3e38f), .position = {1e38f, 1e38f}};
    assert_int_equal(carom_world_add(world, &desc, NULL, NULL), CAROM_STATUS_NOT_FINITE);
    desc.type = CAROM_BODY_STATIC;
    assert_int_equal(carom_world_add(world, &desc, NULL, NULL), CAROM_STATUS_NOT_FINITE);
    desc.type = CAROM_BODY_MOVER;
    desc.position = (carom_vec2){0, 0};
    carom_body_id id = add(world, desc);
    add(world, desc);
    assert_int_equal(carom_world_set_position(world, id, (carom_vec2){1e38f, 0}), CAROM_STATUS_NOT_FINITE);
    assert_int_equal(carom_world_set_position(world, id, (carom_vec2){1e37f, 0}), CAROM_STATUS_OK);
    run_and_free(world);
}

/// Restores a snapshot in a world, and compares the next step with that of the original.
static void assert_restored(carom_world *world, carom_world *other, float dt) {
    static unsigned char snapshot[1 << 16];
    size_t size = carom_world_snapshot_size(world);
    assert_true(size <= sizeof snapshot);
    assert_int_equal(carom_world_snapshot(world, snapshot, size), CAROM_STATUS_OK);
    assert_int_equal(carom_world_restore(other, snapshot, size), CAROM_STATUS_OK);
    assert_int_equal(carom_world_step(world, dt), CAROM_STATUS_OK);
    assert_int_equal(carom_world_step(other, dt), CAROM_STATUS_OK);
    assert_true(carom_world_hash(world) == carom_world_hash(other));
    assert_int_equal(carom_world_snapshot(world, snapshot, size = carom_world_snapshot_size(world)), CAROM_STATUS_OK);
    assert_int_equal(carom_world_restore(other, snapshot, size), CAROM_STATUS_OK);
}

/// A coordinate up to a few ulp from the largest one at which a body can be added.
static float edge_of_range(random_source *r, const carom_shape *shape) {
    carom_box box = carom_shape_bounds(shape);
    bool low = random_below(r, 2) != 0;
    float reach = low ? fmaxf(-box.min.x, -box.min.y) : fmaxf(box.max.x, box.max.y), at = FLT_MAX - reach;
    while (!isfinite(at + reach + (at + reach) * 0x1p-20f)) at -= 0x1p104f;
    at -= (float)random_below(r, 30) * 0x1p104f;
    return low ? -at : at;
}

static carom_vec2 some_ulp(random_source *r) {
    return (carom_vec2){(float)(random_below(r, 41) - 20) * 0x1p103f, (float)(random_below(r, 41) - 20) * 0x1p103f};
}

static void add_near_limit(random_source *r, carom_world *world, int k) {
    carom_body_desc desc = {.shape = huge_shape(random_below(r, 7), random_below(r, 4) ? 4 : 1e37f)};
    float edge = edge_of_range(r, &desc.shape);
    desc.position = (carom_vec2){random_below(r, 3) ? edge : 0, random_below(r, 2) ? edge : 0};
    desc.velocity = some_ulp(r);
    desc.type = k % 3 == 1 ? CAROM_BODY_KINEMATIC : k % 5 == 4 ? CAROM_BODY_STATIC : CAROM_BODY_MOVER;
    desc.response.kind = (carom_response_kind)random_below(r, 4);
    desc.response.restitution = 1;
    if (desc.type != CAROM_BODY_STATIC && random_below(r, 2)) desc.spin = 1;
    carom_status status = carom_world_add(world, &desc, NULL, NULL);
    if (status != CAROM_STATUS_OK) assert_int_equal(status, CAROM_STATUS_NOT_FINITE);
}

/// Ends of steps have been a few ulp out of the range, and the own snapshot was then refused.
static void snapshots_near_the_limits_are_accepted(void **state) {
    (void)state;
    random_source r = {12};
    for (int i = 0; i < 600; ++i) {
        carom_world *world = new_world(NULL), *other = new_world(NULL);
        for (int k = 0; k < 6; ++k) add_near_limit(&r, world, k);
        for (int k = 0; k < 5; ++k) {
            assert_restored(world, other, k % 2 ? 1 : 0.5f);
            carom_body_id ids[6];
            int count = carom_world_bodies(world, ids, 6);
            if (count > 0) carom_world_set_velocity(world, ids[random_below(&r, count)], some_ulp(&r));
        }
        carom_world_free(world);
        carom_world_free(other);
    }
}

/// A shape far from its origin: the shape stays in the range, and the position has left it.
static void origins_far_from_their_shapes_stay_in_range(void **state) {
    (void)state;
    for (int i = 0; i < 8; ++i) {
        carom_world *world = new_world(NULL), *other = new_world(NULL);
        carom_shape shape;
        carom_make_circle((carom_vec2){i & 1 ? 3e38f : 2e38f, i & 1 ? 0 : -2e38f}, 1, &shape);
        carom_body_desc desc = {.shape = shape, .velocity = {-1e38f, i & 1 ? 0 : 1e38f}};
        desc.type = i & 2 ? CAROM_BODY_KINEMATIC : CAROM_BODY_MOVER;
        if (i & 4) desc.rotation = carom_rotation_of(1.570796326f);
        add(world, desc);
        add(world, desc); // two movers advance together
        for (int k = 0; k < 6; ++k) assert_restored(world, other, 1);
        run_and_free(world);
        carom_world_free(other);
    }
}

/// Speeds along a diagonal exceed the largest float. A step did not end when such a body was pushed into another.
static void steps_with_speeds_near_the_limit_end(void **state) {
    (void)state;
    random_source r = {21};
    for (int i = 0; i < 400; ++i) {
        carom_world *world = new_world(NULL);
        const float unit = 1e37f, speeds[] = {3e38f, -3e38f, 2.9e38f, 0, FLT_MAX, 1e37f};
        for (int k = 0; k < 10; ++k) {
            carom_body_desc desc = {.shape = huge_shape(random_below(&r, 2), unit)};
            desc.position =
                (carom_vec2){(float)(random_below(&r, 13) - 6) * unit, (float)(random_below(&r, 13) - 6) * unit};
            desc.velocity = (carom_vec2){speeds[random_below(&r, 6)], speeds[random_below(&r, 6)]};
            desc.type = k % 4 == 1 ? CAROM_BODY_KINEMATIC : CAROM_BODY_MOVER;
            desc.response.kind = (carom_response_kind)random_below(&r, 3);
            add(world, desc);
        }
        for (int k = 0; k < 4; ++k) assert_int_equal(carom_world_step(world, k % 2 ? 0.125f : 0.5f), CAROM_STATUS_OK);
        run_and_free(world);
    }
}

/// The motion of a mover, whose displacement overflows, and of its support add up to one that does not. The remainder
/// was infinite. If the sum overflows, the mover stays: it was clamped to FLT_MAX.
static void carried_movers_with_infinite_displacements(void **state) {
    (void)state;
    for (int i = 0; i < 2; ++i) {
        carom_world *world = new_world(NULL), *other = new_world(NULL);
        carom_shape plank;
        assert_int_equal(carom_make_box((carom_vec2){-9, 0}, (carom_vec2){9, 2}, &plank), CAROM_STATUS_OK);
        add(world,
            (carom_body_desc){.shape = plank, .type = CAROM_BODY_KINEMATIC, .velocity = {i ? 1e38f : -1.5e38f, 0}});
        carom_body_id mover = add(world, (carom_body_desc){.shape = circle(1),
                                                           .position = {0, -1},
                                                           .velocity = {2.5e38f, 1},
                                                           .response = {.kind = CAROM_RESPONSE_SLIDE}});
        assert_restored(world, other, 2);
        carom_vec2 at = carom_world_position(world, mover);
        if (i) assert_vec(at, 0, -1);
        if (!i) assert_true(at.x <= 2.0001e38f && at.x >= 1.9999e38f);
        carom_world_free(world);
        carom_world_free(other);
    }
}

/// A shape that a body may have where it is, but not at its target, is refused, and the old one stays.
static void shapes_are_checked_at_the_target(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_body_id id = add(world, (carom_body_desc){.type = CAROM_BODY_KINEMATIC, .shape = circle(1)});
    const carom_shape wide = box(0x1.8p127f, 1);
    assert_int_equal(carom_world_set_shape(world, id, &wide), CAROM_STATUS_OK);
    assert_int_equal(carom_world_set_shape(world, id, &(carom_shape){.kind = CAROM_SHAPE_POINT}), CAROM_STATUS_OK);
    assert_int_equal(carom_world_move_to(world, id, (carom_vec2){0x1p127f, 0}), CAROM_STATUS_OK);
    assert_int_not_equal(carom_world_set_shape(world, id, &wide), CAROM_STATUS_OK);
    assert_int_equal(carom_world_shape(world, id).kind, CAROM_SHAPE_POINT);
    carom_world_free(world);
}

/// A spin makes the bounds larger, at the target as well.
static void spins_are_checked_at_the_target(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    carom_shape beam;
    assert_int_equal(carom_make_box((carom_vec2){-1e37f, -1}, (carom_vec2){1e37f, 1}, &beam), CAROM_STATUS_OK);
    carom_body_id id = add(world, (carom_body_desc){.shape = beam, .type = CAROM_BODY_KINEMATIC});
    assert_int_equal(carom_world_move_to(world, id, (carom_vec2){0, 3.4e38f}), CAROM_STATUS_OK);
    assert_int_equal(carom_world_set_spin(world, id, 1), CAROM_STATUS_NOT_FINITE);
    assert_true(carom_world_spin(world, id) == 0);
    carom_world *other = new_world(NULL);
    assert_restored(world, other, 1);
    assert_vec(carom_world_position(world, id), 0, 3.4e38f);
    assert_int_equal(carom_world_set_spin(world, id, 1), CAROM_STATUS_NOT_FINITE);
    carom_world_free(world);
    carom_world_free(other);
}

/// The events of a step with two circles that pass each other, in units of a length: their kinds, and the pairs at the
/// end.
static int passing_circles(random_source r, float unit) {
    carom_world *world = new_world(NULL);
    carom_body_desc desc = {.response = {.kind = CAROM_RESPONSE_PASS}};
    for (int i = 0; i < 2; ++i) {
        desc.shape = circle((float)random_below(&r, 5) * unit);
        desc.position = (carom_vec2){(float)random_below(&r, 7) * unit, (float)random_below(&r, 7) * unit};
        desc.velocity = (carom_vec2){(float)(random_below(&r, 9) - 4) * unit, (float)(random_below(&r, 9) - 4) * unit};
        add(world, desc);
    }
    step(world);
    int events, pairs;
    const carom_event *event = carom_world_events(world, &events);
    carom_world_pairs(world, &pairs);
    int found = pairs;
    for (int i = 0; i < events; ++i) found = found * 4 + (int)event[i].kind + 1;
    carom_world_free(world);
    return found;
}

/// Float would underflow or overflow in the squared distance of such circles.
static void circles_of_every_size_pass_alike(void **state) {
    (void)state;
    static const float units[] = {0x1p-20f, 0x1p-41f, 0x1p-70f, 0x1p-75f, 0x1p-100f, 0x1p20f, 0x1p60f, 0x1p100f};
    for (int i = 0; i < 4000; ++i) {
        random_source r = {(uint64_t)i};
        int found = passing_circles(r, 1);
        for (int k = 0; k < 8; ++k) assert_int_equal(passing_circles(r, units[k]), found);
    }
}

/// The range of steps ends at FLT_MAX * (1 - 2^-14): bodies stop before it, and bodies placed beyond it do not move.
static void steps_end_before_the_limits(void **state) {
    (void)state;
    const float limit = 0x1.fff8p127f;
    for (int type = 0; type < 2; ++type) {
        carom_world *world = new_world(NULL);
        carom_body_desc desc = {.shape = huge_shape(6, 0), .velocity = {1e36f, 0}};
        desc.type = type ? CAROM_BODY_KINEMATIC : CAROM_BODY_MOVER;
        carom_body_id free = add(world, desc);
        desc.position.x = FLT_MAX * (1 - 0x1p-18f);
        desc.velocity.x = -1e36f;
        carom_body_id beyond = add(world, desc);
        for (int i = 0; i < 400; ++i) step(world);
        float x = carom_world_position(world, free).x;
        assert_true(x <= limit && x > limit - 1.01e36f);
        assert_true(carom_world_velocity(world, free).x == 1e36f);
        assert_true(carom_world_position(world, beyond).x == desc.position.x);
        assert_int_equal(carom_world_set_position(world, beyond, (carom_vec2){3.3e38f, 0}), CAROM_STATUS_OK);
        step(world);
        assert_true(carom_world_position(world, beyond).x < 3.3e38f);
        if (type) {
            assert_int_equal(carom_world_move_to(world, free, (carom_vec2){FLT_MAX * (1 - 0x1p-18f), 0}),
                             CAROM_STATUS_OK);
            step(world);
            assert_true(carom_world_position(world, free).x == x);
        }
        carom_world_free(world);
    }
}

// ---- Slow motion far from the origin -------------------------------------------------------------------------------

static carom_shape far_shape(int kind) {
    carom_shape shape = circle(16);
    if (kind == 1) shape = box(32, 32);
    if (kind == 2) carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){32, 0}, 8, &shape);
    if (kind == 3) carom_make_point((carom_vec2){0, 0}, &shape);
    return shape;
}

/// The distance that a mover has advanced along its velocity, and the exact distance.
static double lag(carom_vec2 at, carom_vec2 from, carom_vec2 velocity, int steps) {
    double x = (double)at.x - (double)from.x - (double)velocity.x * steps;
    double y = (double)at.y - (double)from.y - (double)velocity.y * steps;
    return fabs(x) > fabs(y) ? fabs(x) : fabs(y);
}

/// A step of 0.3 at 2^24 is below one ulp. Positions lag by less than one ulp for every shape, response and direction;
/// also in a level, and after a snapshot.
static void slow_movers_advance_far_out(void **state) {
    (void)state;
    enum { STEPS = 120 };
    static unsigned char snapshot[1 << 12];
    const float places[] = {0x1p24f, -0x1p24f, 0x1.8p22f, 0x1p20f, 0x1p27f};
    const carom_vec2 velocities[] = {{0.3f, 0}, {-0.3f, 0}, {0, 0.7f}, {0.3f, -0.4f}, {3, 0}, {0.001f, 5}};
    uint8_t codes[4] = {CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 2, .rows = 2, .cell = {16, 16}, .codes = codes};
    carom_level *level = level_of_tiles(&tiles);
    for (int i = 0; i < 5 * 6 * 4 * 4; i += 1 + i % 2) {
        carom_world *world = new_world(i % 2 ? level : NULL);
        carom_vec2 from = {places[i % 5], places[(i + i / 5) % 5]}, v = velocities[i / 5 % 6];
        carom_body_desc desc = {.shape = far_shape(i / 30 % 4), .position = from, .velocity = v};
        desc.response.kind = (carom_response_kind)(i / 120);
        desc.response.restitution = 1;
        carom_body_id id = add(world, desc);
        if (i % 3 == 0) add(world, (carom_body_desc){.shape = circle(1), .velocity = {1, 1}});
        double ulp =
            0x1p-23 * (fabs((double)from.x) > fabs((double)from.y) ? fabs((double)from.x) : fabs((double)from.y));
        uint64_t middle = 0;
        for (int k = 1; k <= STEPS; ++k) {
            step(world);
            double behind = lag(carom_world_position(world, id), from, v, k);
            if (behind > 1.01 * ulp + 1e-6 * k) fail_msg("%d, step %d: %g ulp behind", i, k, behind / ulp);
            if (k == STEPS / 2)
                assert_int_equal(carom_world_snapshot(world, snapshot, sizeof snapshot), CAROM_STATUS_OK);
            if (k == STEPS / 2 + 9) middle = carom_world_hash(world);
        }
        assert_int_equal(carom_world_restore(world, snapshot, carom_world_snapshot_size(world)), CAROM_STATUS_OK);
        for (int k = 0; k < 9; ++k) step(world);
        assert_true(carom_world_hash(world) == middle);
        carom_world_free(world);
    }
    carom_level_free(level);
}

/// A speed of 1 is below the rounding of positions there, too: for pairs of movers and for the odd one.
static void unit_speeds_advance_far_out(void **state) {
    (void)state;
    const float far = 0x1p24f;
    carom_world *world = new_world(NULL);
    for (int i = 0; i < 6; ++i) {
        carom_vec2 at = {i < 3 ? far : 4 * (float)i, i < 3 ? 4 * (float)i : far};
        add(world, (carom_body_desc){.shape = circle(1), .position = at, .velocity = {i < 3, i >= 3}});
    }
    int count;
    for (int i = 0; i < 10; ++i) step(world);
    const carom_vec2 *at = carom_world_positions(world, &count);
    for (int i = 0; i < 6; ++i) {
        assert_true((i < 3 ? at[i].x : at[i].y) == far + 10);
        assert_true((i < 3 ? at[i].y : at[i].x) == 4 * (float)i);
    }
    carom_world_free(world);
}

/// In a step so long that one axis is no longer slow, the remainder of that axis is dropped, and that of the other
/// kept.
static void long_steps_drop_remainders_by_axis(void **state) {
    (void)state;
    const float far = 0x1p24f, slow = 0.002f, times[] = {0.5f, 500};
    for (int i = 0; i < 64; ++i) {
        bool x = i % 2;
        float fast = slow + 1e-6f * (float)i, at = 100;
        carom_world *world = new_world(NULL);
        carom_body_id id = add(world, (carom_body_desc){.shape = circle(1),
                                                        .position = {x ? at : far, x ? far : at},
                                                        .velocity = {x ? fast : 0.3f, x ? 0.3f : fast}});
        for (int k = 0; k < 2; ++k) {
            assert_int_equal(carom_world_step(world, times[k]), CAROM_STATUS_OK);
            at += fast * times[k];
            carom_vec2 now = carom_world_position(world, id);
            assert_true((x ? now.x : now.y) == at);
            assert_true((x ? now.y : now.x) == far + (k ? 150.0f : 0));
        }
        carom_world_free(world);
    }
}

/// Pressed onto a floor far from the origin, a slow slide advances. At a wall it stays. Teleports and rest discard the
/// remainder.
static void slow_slide_advances_on_floor(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    float far = 0x1p24f;
    add(world, (carom_body_desc){.shape = box(4096, 64), .position = {far - 64, far}, .type = CAROM_BODY_STATIC});
    add(world, (carom_body_desc){.shape = box(64, 64), .position = {far + 128, far - 64}, .type = CAROM_BODY_STATIC});
    carom_body_desc desc = {.shape = box(32, 32), .position = {far, far - 32}};
    desc.response.kind = CAROM_RESPONSE_SLIDE;
    carom_body_id id = add(world, desc);
    for (int k = 1; k <= 500; ++k) {
        assert_int_equal(carom_world_set_velocity(world, id, (carom_vec2){0.3f, 4}), CAROM_STATUS_OK);
        step(world);
        carom_vec2 at = carom_world_position(world, id);
        double to = 0.3 * k < 96 ? 0.3 * k : 96;
        assert_true(at.y == far - 32);
        assert_true(fabs((double)at.x - (double)far - to) <= 2.5);
    }
    assert_true(carom_world_position(world, id).x == far + 96);
    assert_int_equal(carom_world_set_position(world, id, (carom_vec2){far, far - 512}), CAROM_STATUS_OK);
    for (int k = 0; k < 3; ++k) {
        assert_int_equal(carom_world_set_velocity(world, id, (carom_vec2){0.3f, 0}), CAROM_STATUS_OK);
        step(world);
    }
    assert_true(carom_world_position(world, id).x == far);
    assert_int_equal(carom_world_set_velocity(world, id, (carom_vec2){0, 0}), CAROM_STATUS_OK);
    for (int k = 0; k < 9; ++k) step(world);
    assert_true(carom_world_position(world, id).x == far);
    carom_world_free(world);
}

/// Rounding is relative to the coordinates of the shape, not to those of a position near the origin.
static void movers_reach_a_position_at_the_origin(void **state) {
    (void)state;
    static const float offsets[] = {0, 0x1p-30f, 1};
    carom_shape triangle;
    const carom_vec2 corners[3] = {{0, 4}, {-4, -4}, {4, -4}};
    assert_int_equal(carom_make_polygon(corners, 3, &triangle), CAROM_STATUS_OK);
    const carom_shape shapes[] = {circle(4), centred_box(4, 4), triangle, centred_capsule((carom_vec2){0, 3}, 1)};
    for (int i = 0; i < WAYS * 2 * 4 * 3 * 3; ++i) {
        int way = i % WAYS;
        const carom_shape *shape = &shapes[i / WAYS / 2 % 4];
        float beside = offsets[i / WAYS / 8 % 3], speed = (float)(2 + i / WAYS / 24);
        carom_vec2 floor[4] = {{-8, 4}, {8, 4}, {8, 8}, {-8, 8}};
        for (int k = 0; k < 4; ++k) floor[k] = turned(floor[k], way);
        carom_outline outline = {.points = floor, .count = 4};
        carom_level *level = NULL;
        if (i / WAYS % 2) {
            carom_level_desc desc = {.outlines = &outline, .outlines_count = 1};
            assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
        }
        carom_world *world = new_world(level);
        carom_shape ground;
        assert_int_equal(carom_make_polygon(floor, 4, &ground), CAROM_STATUS_OK);
        if (!level) add(world, (carom_body_desc){.shape = ground, .type = CAROM_BODY_STATIC});
        carom_body_id id = add(world, (carom_body_desc){.shape = turned_shape(shape, way),
                                                        .position = turned((carom_vec2){beside, -1}, way),
                                                        .velocity = turned((carom_vec2){0, speed}, way)});
        step(world);
        carom_vec2 at = carom_world_position(world, id), there = turned((carom_vec2){beside, 0}, way);
        assert_same_float(at.x, there.x);
        assert_same_float(at.y, there.y);
        carom_world_free(world);
        carom_level_free(level);
    }
}

/// A kinematic body whose motion would leave the range of floats stays, and does not turn; others do.
static void bodies_that_would_leave_the_range_do_not_turn(void **state) {
    (void)state;
    carom_world *world = new_world(NULL);
    const carom_shape plank = boxed(-4, -1, 8, 2);
    const carom_vec2 far = {0x1.8p127f, 0}, fast = {0x1p127f, 0};
    carom_body_id held = add(
        world,
        (carom_body_desc){.shape = plank, .position = far, .velocity = fast, .type = CAROM_BODY_KINEMATIC, .spin = 1});
    carom_body_id free = add(world, (carom_body_desc){.shape = plank, .type = CAROM_BODY_KINEMATIC, .spin = 1});
    add(world, (carom_body_desc){.shape = circle(1), .position = {0x1.8p127f, -2}, .velocity = {0, 1}});
    for (int i = 0; i < 3; ++i) {
        step(world);
        carom_pose at = carom_world_pose(world, held), turned = carom_world_pose(world, free);
        assert_vec(at.position, far.x, 0);
        assert_true(at.rotation.cosine == 1 && at.rotation.sine == 0);
        assert_true(turned.rotation.sine != 0);
    }
    assert_true(carom_world_spin(world, held) == 1);
    carom_world_free(world);
}

/// A surface speed near the limit, to which a spin would add more than floats can hold: the spin does not count.
static void spins_beyond_the_limit_of_surface_speeds_do_not_count(void **state) {
    (void)state;
    const float size = 1e36f;
    carom_vec2 velocity[3];
    for (int i = 0; i < 3; ++i) {
        carom_world *world = new_world(NULL);
        add(world, (carom_body_desc){.shape = boxed(-10 * size, 0, 20 * size, 10 * size), .type = CAROM_BODY_STATIC});
        carom_body_id id =
            add(world,
                (carom_body_desc){.shape = boxed(-size, -size, 2 * size, 2 * size),
                                  .position = {0, -2 * size},
                                  .velocity = {0, 2 * size},
                                  .spin = 0.25f * (float)(i - 1),
                                  .response = {.kind = CAROM_RESPONSE_SLIDE, .friction = 1, .surface_speed = FLT_MAX}});
        step(world);
        velocity[i] = carom_world_velocity(world, id);
        carom_world_free(world);
    }
    assert_true(velocity[1].x > size && velocity[1].y == 0);
    assert_vec(velocity[0], velocity[1].x, 0); // with this spin, the sum is beyond the limit
}

/// A blade at the largest speed: a mover is pushed, or reported if it cannot become as fast as the blade.
static void a_blade_at_the_largest_speed_crushes(void **state) {
    (void)state;
    for (int i = 0; i < 2; ++i) {
        carom_world *world = new_world(NULL);
        carom_body_id blade = add(world, (carom_body_desc){.shape = boxed(-20, -1, 40, 2),
                                                           .velocity = {0, -FLT_MAX},
                                                           .type = CAROM_BODY_KINEMATIC,
                                                           .spin = i ? 1e37f : -1e37f});
        carom_body_id mover =
            add(world,
                (carom_body_desc){.shape = circle(1), .position = {5, -3}, .response = {.kind = CAROM_RESPONSE_SLIDE}});
        assert_int_equal(carom_world_step(world, 2e-38f), CAROM_STATUS_OK);
        int count;
        const carom_crush *crushes = carom_world_crushes(world, &count);
        assert_int_equal(count, 1 - i);
        for (int k = 0; k < count; ++k)
            assert_true(crushes[k].body.index == mover.index && crushes[k].by.index == blade.index);
        carom_vec2 v = carom_world_velocity(world, mover);
        assert_true(i ? v.y < -1e38f && isfinite(v.x) : v.x == 0 && v.y == 0);
        carom_shape a = carom_world_shape(world, mover), b = carom_world_shape(world, blade);
        assert_true(count == 1 || !carom_overlap(&a, &b));
        carom_world_free(world);
    }
}

/// A mover at the largest position that it may have, beyond the range of steps, and a kinematic body that advances or
/// turns into it: the mover has no room. Moved off it by a few ulp, its bounds would not be finite any more.
static void a_mover_at_the_limit_is_crushed_where_it_is(void **state) {
    (void)state;
    const float reach = 0x1p117f, size = 0x1p114f;
    float limit = FLT_MAX;
    while (!isfinite(limit + limit * 0x1p-20f)) limit -= 0x1p104f;
    for (int i = 0; i < 3; ++i) {
        carom_world *world = new_world(NULL), *other = new_world(NULL);
        carom_body_desc desc = {.shape = boxed(-reach, -reach, reach, 2 * reach), .position = {limit, 0}};
        carom_body_id mover = add(world, desc);
        desc = (carom_body_desc){.shape = boxed(-size, -size, 2 * size, 2 * size), .type = CAROM_BODY_KINEMATIC};
        desc.position.x = limit - reach - size - (i < 2 ? 0 : 0x1p110f);
        if (i == 0) desc.velocity.x = 0x1p104f; // an ulp
        if (i > 0) desc.spin = 1;
        carom_body_id by = add(world, desc);
        assert_restored(world, other, 1);
        assert_vec(carom_world_position(world, mover), limit, 0);
        int count;
        const carom_crush *crushes = carom_world_crushes(world, &count);
        assert_int_equal(count, 1);
        assert_true(crushes->body.index == mover.index && crushes->by.index == by.index);
        assert_restored(world, other, 1);
        carom_world_free(world);
        carom_world_free(other);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circles_of_every_size_pass_alike),
        cmocka_unit_test(a_mover_at_the_limit_is_crushed_where_it_is),
        cmocka_unit_test(bodies_that_would_leave_the_range_do_not_turn),
        cmocka_unit_test(spins_beyond_the_limit_of_surface_speeds_do_not_count),
        cmocka_unit_test(a_blade_at_the_largest_speed_crushes),
        cmocka_unit_test(bodies_without_extent),
        cmocka_unit_test(bodies_at_the_ends_of_the_range),
        cmocka_unit_test(bounds_out_of_range_are_refused),
        cmocka_unit_test(snapshots_near_the_limits_are_accepted),
        cmocka_unit_test(origins_far_from_their_shapes_stay_in_range),
        cmocka_unit_test(steps_with_speeds_near_the_limit_end),
        cmocka_unit_test(carried_movers_with_infinite_displacements),
        cmocka_unit_test(shapes_are_checked_at_the_target),
        cmocka_unit_test(spins_are_checked_at_the_target),
        cmocka_unit_test(steps_end_before_the_limits),
        cmocka_unit_test(slow_movers_advance_far_out),
        cmocka_unit_test(unit_speeds_advance_far_out),
        cmocka_unit_test(long_steps_drop_remainders_by_axis),
        cmocka_unit_test(slow_slide_advances_on_floor),
        cmocka_unit_test(movers_reach_a_position_at_the_origin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
