// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Where bodies are, and questions about two of them: discs in closed form, all else by geom.
#include "geom/closed.h"
#include "world/discs.h"
#include "world/state.h"

#include <math.h>

// ---- Places --------------------------------------------------------------------------------------------------------

carom_vec2 cr_position_of(const carom_world *world, uint32_t index) {
    if (!world->stepping) return cr_vectors(&world->position)[index];
    const cr_way *way = cr_way_of(world, index);
    return way ? way->from : world->now[index];
}

static carom_circle circle_at(const carom_world *world, uint32_t index, carom_vec2 at) {
    return (carom_circle){at, cr_traits_at(world, index)->radius};
}

const carom_shape *cr_shape_at(const carom_world *world, uint32_t index, carom_vec2 at, cr_placed *out) {
    if (cr_flags(world)[index] & CR_ROUND) {
        out->shape = (carom_shape){.kind = CAROM_CIRCLE, .circle = circle_at(world, index, at)};
        return &out->shape;
    }
    return cr_put(out, &cr_body_at(world, index)->shape, at);
}

const carom_shape *cr_shape_of(const carom_world *world, uint32_t index, cr_placed *out) {
    return cr_shape_at(world, index, cr_position_of(world, index), out);
}

carom_box cr_bounds_at(const carom_world *world, uint32_t index, carom_vec2 at) {
    carom_box box = ((const carom_box *)world->bounds.data)[index];
    return cr_loosen((carom_box){{box.min.x + at.x, box.min.y + at.y}, {box.max.x + at.x, box.max.y + at.y}});
}

carom_vec2 cr_move_of(const carom_world *world, uint32_t index) {
    if ((cr_flags(world)[index] & (CR_STATIC | CR_HELD)) != 0) return (carom_vec2){0, 0};
    carom_vec2 velocity = cr_vectors(&world->velocity)[index];
    return (carom_vec2){(float)((double)velocity.x * (double)world->dt),
                        (float)((double)velocity.y * (double)world->dt)};
}

cr_line cr_line_of(const carom_world *world, uint32_t index) {
    const cr_way *way = cr_way_of(world, index);
    if (way) return (cr_line){way->departure, way->from, way->move, way->time, way->number};
    carom_vec2 start = world->from[index];
    return (cr_line){.departure = start, .from = start, .move = cr_move_of(world, index), .number = 1};
}

// ---- Two bodies ----------------------------------------------------------------------------------------------------

static bool both_round(const carom_world *world, uint32_t a, uint32_t b) {
    const uint8_t *flags = cr_flags(world);
    return (flags[a] & flags[b] & CR_ROUND) != 0;
}

static cr_discs discs_at(const carom_world *world, uint32_t a, carom_vec2 at_a, uint32_t b, carom_vec2 at_b) {
    return cr_discs_at(at_a, cr_traits_at(world, a)->radius, at_b, cr_traits_at(world, b)->radius);
}

cr_relation cr_relate_bodies(const carom_world *world, uint32_t a, carom_vec2 at_a, uint32_t b, carom_vec2 at_b) {
    if (both_round(world, a, b)) {
        int relation = cr_discs_relate(discs_at(world, a, at_a, b, at_b));
        if (relation >= 0) return (cr_relation)relation;
    }
    cr_placed there_a, there_b;
    const carom_shape *shape_a = cr_shape_at(world, a, at_a, &there_a);
    const carom_shape *shape_b = cr_shape_at(world, b, at_b, &there_b);
    return cr_relate(shape_a, shape_b);
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

carom_sweep_hit cr_sweep_bodies(const carom_world *world, uint32_t a, carom_vec2 at_a, carom_vec2 move_a, uint32_t b,
                                carom_vec2 at_b, carom_vec2 move_b) {
    carom_sweep_hit hit;
    if (both_round(world, a, b) &&
        cr_sweep_circles(circle_at(world, a, at_a), move_a, circle_at(world, b, at_b), move_b, &hit)) {
        return hit;
    }
    cr_placed there_a, there_b;
    const carom_shape *shape_a = cr_shape_at(world, a, at_a, &there_a);
    const carom_shape *shape_b = cr_shape_at(world, b, at_b, &there_b);
    return carom_sweep(shape_a, move_a, shape_b, move_b);
}
