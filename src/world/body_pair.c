// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Positions of bodies, and narrow-phase queries for two bodies: circles in closed form, other shapes through geom.
#include "base/box.h"
#include "geom/closed_form.h"
#include "world/circle_pair.h"
#include "world/state.h"

#include <float.h>
#include <math.h>

// ---- Positions -----------------------------------------------------------------------------------------------------

carom_vec2 cr_position_of(const carom_world *world, uint32_t index) {
    if (!world->stepping) return cr_vectors(&world->position)[index];
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    return trajectory ? trajectory->from : world->step.now[index];
}

static carom_circle circle_of_body(const carom_world *world, uint32_t index, carom_vec2 at) {
    return (carom_circle){at, cr_traits_at(world, index)->radius};
}

const carom_shape *cr_shape_at(const carom_world *world, uint32_t index, carom_vec2 at, cr_placed *out) {
    if (cr_flags(world)[index] & CR_ROUND) {
        out->shape.kind = CAROM_SHAPE_CIRCLE;
        out->shape.circle = circle_of_body(world, index, at);
        return &out->shape;
    }
    if (cr_flags(world)[index] & CR_SPINS && world->stepping)
        return cr_shape_in_turn(world, index, at, world->step.time_of_turns, out);
    return cr_place_shape(out, &cr_body_at(world, index)->shape, at);
}

const carom_shape *cr_shape_of(const carom_world *world, uint32_t index, cr_placed *out) {
    return cr_shape_at(world, index, cr_position_of(world, index), out);
}

carom_box cr_box_at(carom_box box, carom_vec2 at) {
    return cr_grow_by_ulps((carom_box){{box.min.x + at.x, box.min.y + at.y}, {box.max.x + at.x, box.max.y + at.y}});
}

carom_box cr_bounds_at(const carom_world *world, uint32_t index, carom_vec2 at) {
    return cr_box_at(((const carom_box *)world->bounds.data)[index], at);
}

bool cr_finite_box(carom_box box) {
    return isfinite(box.min.x) && isfinite(box.min.y) && isfinite(box.max.x) && isfinite(box.max.y);
}

bool cr_box_in_range(carom_box box) {
    return box.min.x >= -CR_RANGE && box.min.y >= -CR_RANGE && box.max.x <= CR_RANGE && box.max.y <= CR_RANGE;
}

carom_box cr_body_bounds(const carom_shape *shape) {
    const float far = (FLT_MAX - CR_RANGE) / 2;
    carom_box box = carom_shape_bounds(shape);
    bool near = box.min.x >= -far && box.min.y >= -far && box.max.x <= far && box.max.y <= far;
    return near ? box : cr_box_union(box, (carom_box){{0, 0}, {0, 0}});
}

static carom_vec2 times_dt(const carom_world *world, carom_vec2 velocity) {
    return (carom_vec2){(float)((double)velocity.x * (double)world->step.dt),
                        (float)((double)velocity.y * (double)world->step.dt)};
}

/// Kinematic bodies and carried movers keep every remainder, so that they do not drift apart.
static bool is_guided(const carom_world *world, uint32_t index) {
    return (cr_flags(world)[index] & (CR_KINEMATIC | CR_CARRIED)) != 0;
}

carom_vec2 cr_carried_remainder(const carom_world *world, uint32_t index, carom_vec2 velocity) {
    if (!(cr_flags(world)[index] & CR_HAS_REMAINDER)) return (carom_vec2){0, 0};
    carom_vec2 remainder = cr_vectors(&world->remainder)[index], began = world->step.velocity[index];
    carom_vec2 from = world->step.from[index], move = times_dt(world, began);
    bool all = is_guided(world, index);
    if (velocity.x != began.x || !(all || cr_is_slow(from.x, move.x))) remainder.x = 0;
    if (velocity.y != began.y || !(all || cr_is_slow(from.y, move.y))) remainder.y = 0;
    return remainder;
}

/// The motion of a kinematic body, or of a carried mover with its support, without the remainder.
static carom_vec2 guided_move(const carom_world *world, uint32_t index) {
    if (cr_flags(world)[index] & CR_CARRIED) return cr_vectors(&world->step.carried_move)[index];
    if (!(cr_flags(world)[index] & CR_HAS_TARGET)) return times_dt(world, world->step.velocity[index]);
    carom_vec2 from = world->step.from[index], target = cr_body_at(world, index)->target;
    return (carom_vec2){target.x - from.x, target.y - from.y};
}

static carom_vec2 move_with_remainder(const carom_world *world, uint32_t index) {
    carom_vec2 velocity = world->step.velocity[index];
    carom_vec2 move = is_guided(world, index) ? guided_move(world, index) : times_dt(world, velocity);
    carom_vec2 remainder = cr_carried_remainder(world, index, velocity);
    return (carom_vec2){move.x + remainder.x, move.y + remainder.y};
}

static carom_vec2 special_move(const carom_world *world, uint32_t index, uint32_t flags) {
    if (flags & CR_HELD || (flags & (CR_FIXED | CR_KINEMATIC)) == CR_FIXED) return (carom_vec2){0, 0};
    if (flags & CR_KINEMATIC) return guided_move(world, index);
    if (flags & CR_HAS_REMAINDER) return move_with_remainder(world, index);
    return guided_move(world, index);
}

carom_vec2 cr_move_of(const carom_world *world, uint32_t index) {
    uint32_t flags = cr_flags(world)[index];
    if (flags & (CR_FIXED | CR_HELD | CR_HAS_REMAINDER | CR_CARRIED)) return special_move(world, index, flags);
    return times_dt(world, world->step.velocity[index]);
}

// ---- Remainders ----------------------------------------------------------------------------------------------------

static carom_vec2 add_vectors(carom_vec2 a, carom_vec2 b) {
    return (carom_vec2){a.x + b.x, a.y + b.y};
}

/// The remainder of a carried mover: to its exact end. On an axis on which a nudge away from a kinematic body has
/// opposed its own motion, there is none: it would add up from step to step, and then lift the mover off.
static carom_vec2 carry_guided(const carom_world *world, uint32_t index) {
    carom_vec2 end = cr_vectors(&world->step.end)[index], own = cr_vectors(&world->velocity)[index];
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    carom_vec2 nudged = trajectory ? trajectory->anchored[0] : (carom_vec2){0, 0};
    carom_vec2 left = cr_narrow(cr_subtract(cr_carried_end(world, index, end), cr_widen(end)));
    if (nudged.x * own.x < 0 && left.x * own.x > 0) left.x = 0;
    if (nudged.y * own.y < 0 && left.y * own.y > 0) left.y = 0;
    return left;
}

static carom_vec2 carry(const carom_world *world, uint32_t index) {
    carom_vec2 velocity = world->step.velocity[index], move = cr_move_of(world, index), left = {0, 0};
    carom_vec2 from = world->step.from[index], end = cr_vectors(&world->step.end)[index],
               plain = times_dt(world, velocity);
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    if (cr_flags(world)[index] & CR_CARRIED) return carry_guided(world, index);
    if (trajectory && (trajectory->resting || trajectory->rolled_back)) return left;
    carom_vec2 now = trajectory ? trajectory->response.velocity : velocity;
    bool all = is_guided(world, index);
    if (cr_is_kinematic(world, index)) move = add_vectors(move, cr_carried_remainder(world, index, velocity));
    if (now.x == velocity.x && (all || cr_is_slow(from.x, plain.x))) left.x = cr_remainder_of(from.x, move.x, end.x);
    if (now.y == velocity.y && (all || cr_is_slow(from.y, plain.y))) left.y = cr_remainder_of(from.y, move.y, end.y);
    return left;
}

void cr_carry_remainders(carom_world *world) {
    const cr_slice *slices = world->step.slices.data;
    for (uint32_t p = 0; p < world->step.slices.count; ++p) {
        const uint32_t *slow = slices[p].slow.data;
        for (uint32_t i = 0; i < slices[p].slow.count; ++i)
            cr_vectors(&world->remainder)[slow[i]] = carry(world, slow[i]);
    }
}

void cr_mark_remainders(carom_world *world) {
    const cr_slice *slices = world->step.slices.data;
    for (uint32_t p = 0; p < world->step.slices.count; ++p) {
        const uint32_t *slow = slices[p].slow.data;
        for (uint32_t i = 0; i < slices[p].slow.count; ++i) {
            carom_vec2 remainder = cr_vectors(&world->remainder)[slow[i]];
            if (remainder.x != 0 || remainder.y != 0) cr_flags(world)[slow[i]] |= CR_HAS_REMAINDER;
        }
    }
}

cr_moving_body cr_moving_body_of(const carom_world *world, uint32_t index) {
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    if (trajectory)
        return (cr_moving_body){trajectory->departure, trajectory->from, trajectory->move, trajectory->time,
                                trajectory->number};
    carom_vec2 start = world->step.from[index];
    return (cr_moving_body){.departure = start, .from = start, .move = cr_move_of(world, index), .number = 1};
}

// ---- Two bodies ----------------------------------------------------------------------------------------------------

static bool both_round(const carom_world *world, uint32_t a, uint32_t b) {
    const uint16_t *flags = cr_flags(world);
    return (flags[a] & flags[b] & CR_ROUND) != 0;
}

static cr_circle_pair circle_pair_of(const carom_world *world, uint32_t a, carom_vec2 at_a, uint32_t b,
                                     carom_vec2 at_b) {
    return cr_circle_pair_at(at_a, cr_traits_at(world, a)->radius, at_b, cr_traits_at(world, b)->radius);
}

cr_relation cr_relate_bodies(const carom_world *world, uint32_t a, carom_vec2 at_a, uint32_t b, carom_vec2 at_b) {
    if (both_round(world, a, b)) {
        int relation = cr_circle_pair_relate(circle_pair_of(world, a, at_a, b, at_b));
        if (relation >= 0) return (cr_relation)relation;
    }
    cr_placed there_a, there_b;
    const carom_shape *shape_a = cr_shape_at(world, a, at_a, &there_a);
    const carom_shape *shape_b = cr_shape_at(world, b, at_b, &there_b);
    return cr_relate(shape_a, shape_b);
}

bool cr_bodies_penetrate(const carom_world *world, uint32_t a, uint32_t b) {
    return cr_relate_bodies(world, a, cr_position_of(world, a), b, cr_position_of(world, b)) == CR_INSIDE;
}

carom_contact_points cr_contact_bodies(const carom_world *world, uint32_t a, carom_vec2 at_a, uint32_t b,
                                       carom_vec2 at_b) {
    cr_placed there_a, there_b;
    const carom_shape *shape_a = cr_shape_at(world, a, at_a, &there_a);
    const carom_shape *shape_b = cr_shape_at(world, b, at_b, &there_b);
    return carom_contact(shape_a, shape_b);
}

double cr_distance_bodies(const carom_world *world, uint32_t a, carom_vec2 at_a, uint32_t b, carom_vec2 at_b) {
    cr_placed there_a, there_b;
    const carom_shape *shape_a = cr_shape_at(world, a, at_a, &there_a);
    const carom_shape *shape_b = cr_shape_at(world, b, at_b, &there_b);
    return (double)carom_distance(shape_a, shape_b).distance;
}

carom_sweep_hit cr_sweep_bodies(const carom_world *world, cr_body_motion a, cr_body_motion b) {
    carom_sweep_hit hit;
    if (both_round(world, a.body, b.body) && cr_sweep_circles(circle_of_body(world, a.body, a.from), a.move,
                                                              circle_of_body(world, b.body, b.from), b.move, &hit)) {
        return hit;
    }
    cr_placed there_a, there_b;
    const carom_shape *shape_a = cr_shape_at(world, a.body, a.from, &there_a);
    const carom_shape *shape_b = cr_shape_at(world, b.body, b.from, &there_b);
    return carom_sweep(shape_a, a.move, shape_b, b.move);
}
