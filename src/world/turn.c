// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bodies with a rotation. A turned body has an entry with its rotation and its shape without the rotation; the shape of
// the body is the turned one, about the same origin. So a body that does not spin is like any other.
//
// A kinematic body with a spin turns about its origin within a step, along one motion (geom/turning.h). Sweeps of
// movers against it begin at any time of this motion. At a time, its shape has the rotation of that time, rounded to
// float.
#include "world/state.h"

#include "base/rotation.h"
#include "base/vec.h"
#include "geom/predicate.h"

#include <math.h>
#include <string.h>

/// Deviation of the squared length from 1 up to which a rotation is taken as it is.
#define UNIT_LENGTH_SLACK 0x1p-20

static cr_turn *turns_of(const carom_world *world) {
    return world->turns.data;
}

cr_turn *cr_turn_at(const carom_world *world, uint32_t index) {
    uint32_t place = cr_body_at(world, index)->turn;
    return place ? turns_of(world) + place - 1 : NULL;
}

// ---- Shapes ---------------------------------------------------------------------------------------------------------

/// The radius of a circle about the origin that contains a shape at every rotation.
static float reach_of(const carom_shape *shape) {
    carom_box box = carom_shape_bounds(shape);
    double x = fabs((double)box.min.x) > fabs((double)box.max.x) ? (double)box.min.x : (double)box.max.x;
    double y = fabs((double)box.min.y) > fabs((double)box.max.y) ? (double)box.min.y : (double)box.max.y;
    return cr_float_above((float)sqrt(x * x + y * y));
}

carom_box cr_bounds_in_turn(const carom_shape *shape) {
    float reach = reach_of(shape);
    return (carom_box){{-reach, -reach}, {reach, reach}};
}

bool cr_is_rotation(carom_rotation r) {
    double c = (double)r.cosine, s = (double)r.sine;
    return fabs(c * c + s * s - 1) <= UNIT_LENGTH_SLACK;
}

void cr_turn_shape(const carom_shape *shape, carom_rotation rotation, carom_shape *out) {
    carom_shape turned = carom_shape_posed(shape, (carom_pose){.rotation = rotation});
    cr_copy_shape(&turned, out);
}

carom_shape cr_unturned_shape(const carom_world *world, uint32_t index) {
    const cr_turn *turn = cr_turn_at(world, index);
    carom_shape shape = turn ? turn->shape : cr_body_at(world, index)->shape;
    if (turn && shape.kind == CAROM_SHAPE_COMPOUND)
        shape.compound.parts = ((cr_part_block *)world->part_blocks.data)[index].shapes + shape.compound.count;
    return shape;
}

/// Sets the shape of a body to that of its entry, turned.
static void turn_body(carom_world *world, uint32_t index) {
    const cr_turn *turn = cr_turn_at(world, index);
    carom_shape unturned = cr_unturned_shape(world, index);
    if (unturned.kind == CAROM_SHAPE_COMPOUND) {
        carom_shape *parts = ((cr_part_block *)world->part_blocks.data)[index].shapes;
        for (int i = 0; i < unturned.compound.count; ++i)
            cr_turn_shape(&unturned.compound.parts[i], turn->rotation, &parts[i]);
    } else {
        cr_turn_shape(&unturned, turn->rotation, &cr_body_at(world, index)->shape);
    }
    const carom_shape *turned = &cr_body_at(world, index)->shape;
    ((carom_box *)world->bounds.data)[index] =
        turn->spin != 0 ? cr_bounds_in_turn(&unturned) : carom_shape_bounds(turned);
}

// ---- Entries --------------------------------------------------------------------------------------------------------

bool cr_reserve_turn(carom_world *world, uint32_t index, const carom_shape *shape) {
    uint32_t parts = shape->kind == CAROM_SHAPE_COMPOUND ? 2 * (uint32_t)cr_parts_of(shape) : 0;
    uint32_t turns = world->turns.count + 1;
    return cr_list_reserve(&world->turns, world->allocator, turns) &&
           cr_list_reserve(&world->step.spins, world->allocator, turns) && cr_reserve_parts(world, index, parts);
}

void cr_adopt_turn(carom_world *world, uint32_t index) {
    cr_turn *turn = cr_turn_at(world, index);
    const carom_shape *shape = &cr_body_at(world, index)->shape;
    if (!turn) return;
    cr_copy_shape(shape, &turn->shape);
    if (shape->kind == CAROM_SHAPE_COMPOUND) {
        uint32_t count = (uint32_t)shape->compound.count;
        carom_shape *parts = ((cr_part_block *)world->part_blocks.data)[index].shapes;
        for (uint32_t i = 0; i < count; ++i) cr_copy_shape(&parts[i], &parts[count + i]);
        turn->shape.compound = (carom_compound){NULL, (int)count};
        world->compound_parts += count;
    }
    turn_body(world, index);
}

/// Adds the entry of a body without one; there must be memory for it.
static void add_turn(carom_world *world, uint32_t index) {
    cr_turn *turn = turns_of(world) + world->turns.count++;
    memset(turn, 0, sizeof *turn);
    turn->body = index;
    turn->rotation = (carom_rotation){1, 0};
    cr_body_at(world, index)->turn = world->turns.count;
    cr_adopt_turn(world, index);
}

void cr_drop_turn(carom_world *world, uint32_t index) {
    cr_turn *turn = cr_turn_at(world, index);
    if (!turn) return;
    cr_turn *last = turns_of(world) + world->turns.count - 1;
    if (turn->shape.kind == CAROM_SHAPE_COMPOUND) world->compound_parts -= (uint32_t)turn->shape.compound.count;
    world->spinning -= turn->spin != 0;
    cr_body_at(world, last->body)->turn = cr_body_at(world, index)->turn;
    cr_body_at(world, index)->turn = 0;
    *turn = *last;
    --world->turns.count;
    cr_flags(world)[index] &= (uint16_t)~CR_SPINS;
}

carom_rotation cr_rotation_given(carom_rotation r) {
    r = cr_turn_of(r);
    return cr_is_rotation(r) ? r : carom_rotation_normalized(r);
}

carom_status cr_check_turn(const carom_shape *shape, carom_pose pose, float spin) {
    if (!cr_pose_is_finite(pose) || !isfinite(spin)) return CAROM_STATUS_NOT_FINITE;
    // At every rotation, the shape is within this box.
    return cr_finite_box(cr_box_at(cr_bounds_in_turn(shape), pose.position)) ? CAROM_STATUS_OK
                                                                             : CAROM_STATUS_NOT_FINITE;
}

void cr_set_turn(carom_world *world, uint32_t index, carom_rotation rotation, float spin) {
    bool plain = cr_is_unturned(rotation) && spin == 0;
    if (plain && !cr_turn_at(world, index)) return;
    if (!cr_turn_at(world, index)) add_turn(world, index);
    cr_turn *turn = cr_turn_at(world, index);
    world->spinning += (spin != 0) - (uint32_t)(turn->spin != 0);
    turn->rotation = rotation;
    turn->spin = spin;
    uint32_t flags = cr_flags(world)[index] & ~(uint32_t)CR_SPINS;
    cr_flags(world)[index] = (uint16_t)(spin != 0 ? flags | CR_SPINS : flags);
    turn_body(world, index);
    if (plain) cr_drop_turn(world, index);
}

// ---- For callers ----------------------------------------------------------------------------------------------------

carom_pose carom_world_pose(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    if (index == CR_NOTHING) return (carom_pose){.rotation = {1, 0}};
    const cr_turn *turn = cr_turn_at(world, index);
    return (carom_pose){cr_vectors(&world->position)[index], turn ? turn->rotation : (carom_rotation){1, 0}};
}

float carom_world_spin(const carom_world *world, carom_body_id id) {
    uint32_t index = cr_find_body(world, id);
    const cr_turn *turn = index != CR_NOTHING ? cr_turn_at(world, index) : NULL;
    return turn ? turn->spin : 0;
}

carom_status carom_world_set_pose(carom_world *world, carom_body_id id, carom_pose pose) {
    uint32_t index = cr_find_body(world, id);
    if (index == CR_NOTHING) return CAROM_STATUS_STALE_ID;
    if (world->running) return CAROM_STATUS_BAD_ARGUMENT;
    carom_shape shape = cr_unturned_shape(world, index);
    carom_status status = cr_check_turn(&shape, pose, 0);
    if (status) return status;
    carom_rotation rotation = cr_rotation_given(pose.rotation);
    if (!cr_is_unturned(rotation) && !cr_reserve_turn(world, index, &shape)) return CAROM_STATUS_NO_MEMORY;
    cr_set_turn(world, index, rotation, carom_world_spin(world, id));
    return carom_world_set_position(world, id, pose.position);
}

carom_status carom_world_set_spin(carom_world *world, carom_body_id id, float spin) {
    uint32_t index = cr_find_body(world, id);
    if (index == CR_NOTHING) return CAROM_STATUS_STALE_ID;
    if (world->running || (spin != 0 && !cr_is_kinematic(world, index))) return CAROM_STATUS_BAD_ARGUMENT;
    carom_shape shape = cr_unturned_shape(world, index);
    carom_pose pose = carom_world_pose(world, id);
    carom_status status = cr_check_turn(&shape, pose, spin);
    if (status) return status;
    if (spin != 0 && !cr_reserve_turn(world, index, &shape)) return CAROM_STATUS_NO_MEMORY;
    bool spun = carom_world_spin(world, id) != 0;
    cr_set_turn(world, index, pose.rotation, spin);
    if (spun != (spin != 0)) cr_put_into_broad(world, index); // the bounds have changed
    return CAROM_STATUS_OK;
}

// ---- Within a step --------------------------------------------------------------------------------------------------

static const cr_spin *spin_of(const carom_world *world, uint32_t index) {
    return (const cr_spin *)world->step.spins.data + (cr_body_at(world, index)->turn - 1);
}

static carom_rotation rotation_at(const carom_world *world, uint32_t index, double time) {
    carom_turning motion = {.pose.rotation = cr_turn_at(world, index)->rotation};
    return cr_rotation_in_turn(&motion, spin_of(world, index), time);
}

void cr_begin_turns(carom_world *world) {
    world->step.time_of_turns = 0;
    if (world->spinning == 0) return;
    if (!cr_list_reserve(&world->step.spins, world->allocator, world->turns.count)) {
        world->step.out_of_memory = true; // only after carom_world_shrink
        return;
    }
    cr_spin *spins = world->step.spins.data;
    for (uint32_t i = 0; i < world->turns.count; ++i) {
        if (turns_of(world)[i].spin == 0) continue;
        float angle = (float)((double)turns_of(world)[i].spin * (double)world->step.dt);
        angle = angle > CAROM_MAX_TURN ? CAROM_MAX_TURN : angle < -CAROM_MAX_TURN ? -CAROM_MAX_TURN : angle;
        cr_spin_of(angle, &spins[i]);
    }
}

void cr_end_turns(carom_world *world) {
    for (uint32_t i = 0; i < world->turns.count && world->spinning > 0; ++i) {
        cr_turn *turn = &turns_of(world)[i];
        if (turn->spin == 0 || cr_flags(world)[turn->body] & CR_HELD) continue;
        turn->rotation = rotation_at(world, turn->body, 1);
        turn_body(world, turn->body);
    }
}

const carom_shape *cr_shape_in_turn(const carom_world *world, uint32_t index, carom_vec2 at, double time,
                                    cr_placed *out) {
    if (time == 0 || !cr_turns(world, index)) return cr_place_shape(out, &cr_body_at(world, index)->shape, at);
    carom_rotation rotation = rotation_at(world, index, time);
    carom_shape unturned = cr_unturned_shape(world, index), turned;
    if (unturned.kind != CAROM_SHAPE_COMPOUND) {
        cr_turn_shape(&unturned, rotation, &turned);
        return cr_place_shape(out, &turned, at);
    }
    for (int i = 0; i < unturned.compound.count; ++i) {
        cr_turn_shape(&unturned.compound.parts[i], rotation, &turned);
        cr_set_shape_at(&out->parts[i], &turned, at);
    }
    out->shape.kind = CAROM_SHAPE_COMPOUND;
    out->shape.compound = (carom_compound){out->parts, unturned.compound.count};
    return &out->shape;
}

/// The motion of a turning body in a step.
static cr_late_motion turning_motion_of(const carom_world *world, uint32_t index, cr_placed *placed) {
    carom_vec2 from = world->step.from[index];
    return (cr_late_motion){.shape = cr_place_shape(placed, &cr_body_at(world, index)->shape, from),
                            .pivot = from,
                            .from = from,
                            .move = cr_move_of(world, index),
                            .spin = spin_of(world, index)};
}

static cr_turning_hit turning_hit_of(const cr_late_impact *late) {
    const cr_turning_impact *impact = &late->impact;
    cr_turning_hit hit = {.sweep = {.hit = impact->hit, .inside = impact->inside, .t = impact->t}, .time = 1};
    if (!impact->hit) return hit;
    const cr_turning_contact *c = &impact->contact;
    hit.time = c->time;
    hit.velocity = c->velocity;
    hit.sweep.point = cr_rounded(c->on_b.x, c->on_b.y);
    hit.sweep.normal = cr_rounded(c->normal.x, c->normal.y);
    hit.sweep.part_a = late->part_a;
    hit.sweep.part_b = late->part_b;
    return hit;
}

cr_turning_hit cr_sweep_into_turn(const carom_world *world, cr_body_motion a, double time, uint32_t b) {
    cr_placed there_a, there_b;
    cr_late_motion motion_b = turning_motion_of(world, b, &there_b);
    cr_late_motion motion_a = {.shape = cr_shape_at(world, a.body, a.from, &there_a), .move = a.move, .time = time};
    cr_late_impact late = cr_sweep_late(&motion_a, &motion_b, time, cr_blocks(world, a.body, b));
    return turning_hit_of(&late);
}

double cr_sweep_back_into_turn(const carom_world *world, cr_body_motion a, double time, uint32_t b) {
    cr_placed there_a, there_b;
    cr_spin reversed;
    cr_late_motion motion_b = turning_motion_of(world, b, &there_b);
    carom_vec2 from = world->step.from[b], end = cr_vectors(&world->step.end)[b];
    cr_spin_reverse(motion_b.spin, &reversed);
    motion_b.spin = &reversed;
    motion_b.from = end;
    motion_b.move = (carom_vec2){from.x - end.x, from.y - end.y};
    // The last path of a, as if it had taken the whole step.
    double left = 1 - time;
    carom_vec2 move = cr_rounded((double)a.move.x / left, (double)a.move.y / left);
    cr_late_motion motion_a = {.shape = cr_shape_at(world, a.body, a.from, &there_a), .move = move};
    cr_late_impact late = cr_sweep_late(&motion_a, &motion_b, 0, true);
    return late.impact.hit ? 1 - late.impact.contact.time : 0;
}

carom_vec2 cr_velocity_at_point(const carom_world *world, uint32_t index, carom_vec2 at, carom_vec2 point) {
    return cr_turned_velocity(world, index, cr_velocity_now(world, index), at, point);
}

carom_vec2 cr_turned_velocity(const carom_world *world, uint32_t index, carom_vec2 velocity, carom_vec2 at,
                              carom_vec2 point) {
    const cr_turn *turn = cr_flags(world)[index] & CR_SPINS ? cr_turn_at(world, index) : NULL;
    if (!turn || cr_flags(world)[index] & CR_HELD) return velocity;
    double spin = (double)turn->spin, x = (double)point.x - (double)at.x, y = (double)point.y - (double)at.y;
    carom_vec2 sum = cr_rounded((double)velocity.x - spin * y, (double)velocity.y + spin * x);
    return cr_finite2(sum) ? sum : velocity;
}
