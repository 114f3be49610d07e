// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bodies with a rotation. A turned body has an entry with its rotation and its shape without the rotation; the shape of
// the body is the turned one, about the same origin. So a body that does not spin is like any other.
//
// A body with a spin turns about its origin within a step, along one motion (geom/turning.h). Sweeps of other bodies
// against it begin at any time of this motion. At a time, its shape has the rotation of that time, rounded to float.
//
// A mover that turns always has a trajectory. It turns in its first segment, and on after contacts at the start of the
// step that do not block its turn; so its turn is one motion, too. At any other contact, and at the end of the step,
// its turn is over: then the shape of the body is the one at that rotation, and all else is as for a mover without
// spin.
#include "world/state.h"

#include "base/rotation.h"
#include "base/vec.h"
#include "geom/clear_pose.h"
#include "geom/core.h"
#include "geom/predicate.h"
#include "level/query/touching.h"
#include "motion/clear_position.h"

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

carom_box cr_bounds_in_turn(const carom_shape *shape) {
    float reach = cr_reach_in_turn(shape);
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
static void turn_shape_to(const carom_world *world, uint32_t index, carom_rotation rotation) {
    carom_shape unturned = cr_unturned_shape(world, index);
    if (unturned.kind == CAROM_SHAPE_COMPOUND) {
        carom_shape *parts = ((cr_part_block *)world->part_blocks.data)[index].shapes;
        for (int i = 0; i < unturned.compound.count; ++i)
            cr_turn_shape(&unturned.compound.parts[i], rotation, &parts[i]);
    } else {
        cr_turn_shape(&unturned, rotation, &cr_body_at(world, index)->shape);
    }
}

/// The same with the rotation of the entry, and the bounds.
static void turn_body(carom_world *world, uint32_t index) {
    const cr_turn *turn = cr_turn_at(world, index);
    carom_shape unturned = cr_unturned_shape(world, index);
    turn_shape_to(world, index, turn->rotation);
    ((carom_box *)world->bounds.data)[index] =
        cr_will_turn(turn) ? cr_bounds_in_turn(&unturned) : cr_body_bounds(&cr_body_at(world, index)->shape);
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
    world->spinning -= cr_will_turn(turn);
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

/// Changes the entry of a body, and all that depends on it. An entry without a rotation that will not turn is dropped.
static void change_turn(carom_world *world, uint32_t index, carom_rotation rotation, float spin,
                        carom_rotation target) {
    cr_turn *turn = cr_turn_at(world, index);
    world->spinning -= cr_will_turn(turn);
    turn->rotation = rotation;
    turn->spin = spin;
    turn->target = target;
    world->spinning += cr_will_turn(turn);
    uint32_t flags = cr_flags(world)[index] & ~(uint32_t)CR_SPINS;
    cr_flags(world)[index] = (uint16_t)(cr_will_turn(turn) ? flags | CR_SPINS : flags);
    turn_body(world, index);
    if (cr_is_unturned(rotation) && !cr_will_turn(turn)) cr_drop_turn(world, index);
}

void cr_set_turn(carom_world *world, uint32_t index, carom_rotation rotation, float spin) {
    if (!cr_turn_at(world, index)) {
        if (cr_is_unturned(rotation) && spin == 0) return;
        add_turn(world, index);
    }
    change_turn(world, index, rotation, spin, cr_turn_at(world, index)->target);
}

void cr_drop_target_rotation(carom_world *world, uint32_t index) {
    const cr_turn *turn = cr_turn_at(world, index);
    if (turn && cr_has_target_rotation(turn))
        change_turn(world, index, turn->rotation, turn->spin, (carom_rotation){0, 0});
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

carom_vec2 carom_world_velocity_at(const carom_world *world, carom_body_id id, carom_vec2 point) {
    carom_vec2 at = carom_world_position(world, id);
    cr_vec2d velocity = cr_add(cr_widen(carom_world_velocity(world, id)), cr_widen(carom_world_carried(world, id)));
    if (cr_finite2(point)) velocity = cr_velocity_in_turn(velocity, (double)carom_world_spin(world, id), at, point);
    return cr_rounded(velocity.x, velocity.y);
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
    if (world->running || (spin != 0 && cr_is_static(world, index))) return CAROM_STATUS_BAD_ARGUMENT;
    carom_shape shape = cr_unturned_shape(world, index);
    carom_pose pose = carom_world_pose(world, id);
    carom_status status = cr_check_turn(&shape, pose, spin);
    if (status) return status;
    if (spin != 0 && cr_flags(world)[index] & CR_HAS_TARGET) {
        status = cr_check_turn(&shape, (carom_pose){.position = cr_body_at(world, index)->target}, spin);
        if (status) return status;
    }
    if (spin != 0 && !cr_reserve_turn(world, index, &shape)) return CAROM_STATUS_NO_MEMORY;
    uint32_t spun = cr_flags(world)[index] & CR_SPINS;
    cr_set_turn(world, index, pose.rotation, spin);
    if (spun != (cr_flags(world)[index] & CR_SPINS)) cr_put_into_broad(world, index); // the bounds have changed
    return CAROM_STATUS_OK;
}

carom_status carom_world_move_to_pose(carom_world *world, carom_body_id id, carom_pose target) {
    uint32_t index = cr_find_body(world, id);
    if (index == CR_NOTHING) return CAROM_STATUS_STALE_ID;
    if (world->running || !cr_is_kinematic(world, index)) return CAROM_STATUS_BAD_ARGUMENT;
    carom_shape shape = cr_unturned_shape(world, index);
    carom_pose pose = carom_world_pose(world, id);
    carom_status status = cr_check_turn(&shape, target, 0);
    if (!status) status = cr_check_turn(&shape, pose, 0);
    if (status) return status;
    carom_rotation rotation = cr_rotation_given(target.rotation);
    bool turned = cr_turn_at(world, index) || !cr_is_unturned(rotation);
    if (turned && !cr_reserve_turn(world, index, &shape)) return CAROM_STATUS_NO_MEMORY;
    status = carom_world_move_to(world, id, target.position);
    if (status || !turned) return status;
    if (!cr_turn_at(world, index)) add_turn(world, index);
    change_turn(world, index, pose.rotation, carom_world_spin(world, id), rotation);
    cr_put_into_broad(world, index);
    return CAROM_STATUS_OK;
}

// ---- Within a step --------------------------------------------------------------------------------------------------

static cr_step_spin *step_spin_of(const carom_world *world, uint32_t index) {
    return (cr_step_spin *)world->step.spins.data + (cr_body_at(world, index)->turn - 1);
}

static float angle_of(const carom_world *world, uint32_t index) {
    return step_spin_of(world, index)->spin.angle;
}

static carom_rotation rotation_at(const carom_world *world, uint32_t index, double time) {
    const cr_turn *turn = cr_turn_at(world, index);
    if (time >= 1 && cr_has_target_rotation(turn)) return turn->target;
    carom_turning motion = {.pose.rotation = turn->rotation};
    return cr_rotation_in_turn(&motion, &step_spin_of(world, index)->spin, time);
}

void cr_begin_turns(carom_world *world) {
    world->step.time_of_turns = 0;
    if (world->spinning == 0) return;
    if (!cr_list_reserve(&world->step.spins, world->allocator, world->turns.count)) {
        world->step.out_of_memory = true; // only after carom_world_shrink
        return;
    }
    cr_step_spin *spins = world->step.spins.data;
    for (uint32_t i = 0; i < world->turns.count; ++i) {
        const cr_turn *turn = &turns_of(world)[i];
        if (!cr_will_turn(turn)) continue;
        float angle = cr_has_target_rotation(turn) ? (float)cr_angle_between(turn->rotation, turn->target)
                                                   : cr_angle_in_step((double)turn->spin, (double)world->step.dt);
        cr_spin_of(angle, &spins[i].spin);
    }
}

double cr_spin_in_step(const carom_world *world, uint32_t index, double dt) {
    const cr_turn *turn = cr_turn_at(world, index);
    if (!turn) return 0;
    return cr_has_target_rotation(turn) ? cr_angle_between(turn->rotation, turn->target) / dt : (double)turn->spin;
}

void cr_end_turns(carom_world *world) {
    uint32_t count = world->spinning > 0 ? world->turns.count : 0;
    for (uint32_t i = count; i-- > 0;) { // backward, because an entry that is dropped gives its place to the last one
        cr_turn *turn = &turns_of(world)[i];
        uint32_t body = turn->body;
        uint16_t *flags = &cr_flags(world)[body];
        if (!cr_will_turn(turn)) continue;
        if (*flags & CR_HELD) {
            cr_drop_target_rotation(world, body);
        } else if (*flags & CR_TURN_OVER) {
            turn->rotation = step_spin_of(world, body)->end;
            *flags &= (uint16_t)~CR_TURN_OVER;
        } else {
            change_turn(world, body, rotation_at(world, body, 1), turn->spin, (carom_rotation){0, 0});
        }
    }
}

void cr_undo_turns(carom_world *world) {
    for (uint32_t i = 0; i < world->turns.count && world->spinning > 0; ++i)
        cr_resume_turn(world, turns_of(world)[i].body);
}

void cr_stop_turn(const carom_world *world, uint32_t index, carom_rotation rotation) {
    step_spin_of(world, index)->end = rotation;
    turn_shape_to(world, index, rotation);
    cr_flags(world)[index] |= CR_TURN_OVER;
}

carom_rotation cr_end_rotation(const carom_world *world, uint32_t index) {
    return step_spin_of(world, index)->end;
}

void cr_resume_turn(const carom_world *world, uint32_t index) {
    if (!(cr_flags(world)[index] & CR_TURN_OVER)) return;
    turn_shape_to(world, index, cr_turn_at(world, index)->rotation);
    cr_flags(world)[index] &= (uint16_t)~CR_TURN_OVER;
}

bool cr_turns_last(const carom_world *world, uint32_t index) {
    if (cr_is_fixed(world, index)) return cr_turns(world, index);
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    return trajectory && trajectory->turns;
}

/// The shape of a turned body at a pose.
static const carom_shape *place_turned(const carom_world *world, uint32_t index, carom_pose at, cr_placed *out) {
    carom_shape unturned = cr_unturned_shape(world, index), turned;
    if (unturned.kind != CAROM_SHAPE_COMPOUND) {
        cr_turn_shape(&unturned, at.rotation, &turned);
        return cr_place_shape(out, &turned, at.position);
    }
    for (int i = 0; i < unturned.compound.count; ++i) {
        cr_turn_shape(&unturned.compound.parts[i], at.rotation, &turned);
        cr_set_shape_at(&out->parts[i], &turned, at.position);
    }
    out->shape.kind = CAROM_SHAPE_COMPOUND;
    out->shape.compound = (carom_compound){out->parts, unturned.compound.count};
    return &out->shape;
}

const carom_shape *cr_shape_in_turn(const carom_world *world, uint32_t index, carom_vec2 at, double time,
                                    cr_placed *out) {
    bool is_over = (cr_flags(world)[index] & CR_TURN_OVER) != 0;
    bool stays = is_over ? time == 1 || !cr_turns_last(world, index) : time == 0 || !cr_turns(world, index);
    if (stays) return cr_place_shape(out, &cr_body_at(world, index)->shape, at);
    return place_turned(world, index, (carom_pose){at, rotation_at(world, index, time)}, out);
}

/// The motion of a body on a segment; from its rotation at the start of the step, if it turns.
static cr_late_motion late_motion_of(const carom_world *world, cr_body_motion m, double time, cr_placed *placed) {
    if (!cr_turns(world, m.body))
        return (cr_late_motion){.shape = cr_shape_at(world, m.body, m.from, placed), .move = m.move, .time = time};
    return (cr_late_motion){.shape = cr_place_shape(placed, &cr_body_at(world, m.body)->shape, m.from),
                            .pivot = m.from,
                            .from = m.from,
                            .move = m.move,
                            .time = time,
                            .spin = &step_spin_of(world, m.body)->spin};
}

static cr_turning_hit turning_hit_of(const cr_late_impact *late) {
    const cr_turning_impact *impact = &late->impact;
    cr_turning_hit hit = {.sweep = {.hit = impact->hit, .inside = impact->inside, .t = impact->t}, .time = 1};
    if (!impact->hit) return hit;
    const cr_turning_contact *c = &impact->contact;
    hit.time = c->time;
    hit.sweep.point = cr_rounded(c->on_b.x, c->on_b.y);
    hit.sweep.normal = cr_rounded(c->normal.x, c->normal.y);
    hit.sweep.part_a = late->part_a;
    hit.sweep.part_b = late->part_b;
    return hit;
}

cr_turning_hit cr_sweep_into_turn(const carom_world *world, cr_body_motion a, double time, uint32_t b) {
    cr_placed there_a, there_b;
    cr_moving_body line = cr_moving_body_of(world, b);
    cr_late_motion motion_a = late_motion_of(world, a, time, &there_a);
    cr_late_motion motion_b = late_motion_of(world, (cr_body_motion){b, line.from, line.move}, line.time, &there_b);
    double from = line.time > time ? line.time : time;
    cr_late_impact late = cr_sweep_late(&motion_a, &motion_b, from, cr_blocks(world, a.body, b));
    return turning_hit_of(&late);
}

/// The last path of a body, run backward as if it had taken the whole step.
static cr_late_motion backward_motion_of(const carom_world *world, cr_body_motion m, double time, cr_spin *reversed,
                                         cr_placed *placed) {
    double left = 1 - time;
    carom_vec2 move = cr_rounded((double)m.move.x / left, (double)m.move.y / left), start_at = world->step.from[m.body];
    if (cr_is_fixed(world, m.body)) move = (carom_vec2){start_at.x - m.from.x, start_at.y - m.from.y};
    if (!cr_turns_last(world, m.body))
        return (cr_late_motion){.shape = cr_shape_at(world, m.body, m.from, placed), .move = move};
    cr_spin_reverse(&step_spin_of(world, m.body)->spin, reversed);
    carom_pose start = {m.from, cr_turn_at(world, m.body)->rotation};
    return (cr_late_motion){.shape = place_turned(world, m.body, start, placed),
                            .pivot = m.from,
                            .from = m.from,
                            .move = move,
                            .spin = reversed};
}

double cr_sweep_back_into_turn(const carom_world *world, cr_body_motion a, cr_body_motion b, double time) {
    cr_placed there_a, there_b;
    cr_spin back_a, back_b;
    cr_late_motion motion_a = backward_motion_of(world, a, time, &back_a, &there_a);
    cr_late_motion motion_b = backward_motion_of(world, b, time, &back_b, &there_b);
    cr_late_impact late = cr_sweep_late(&motion_a, &motion_b, 0, true);
    return late.impact.hit ? 1 - late.impact.contact.time : 0;
}

carom_vec2 cr_velocity_at_point(const carom_world *world, uint32_t index, carom_vec2 at, carom_vec2 point) {
    return cr_turned_velocity(world, index, cr_velocity_now(world, index), at, point);
}

carom_vec2 cr_turned_velocity(const carom_world *world, uint32_t index, carom_vec2 velocity, carom_vec2 at,
                              carom_vec2 point) {
    uint32_t flags = cr_flags(world)[index];
    if ((flags & (CR_SPINS | CR_HELD | CR_TURN_OVER)) != CR_SPINS) return velocity;
    double spin = cr_spin_in_step(world, index, (double)world->step.dt);
    cr_vec2d sum = cr_velocity_in_turn(cr_widen(velocity), spin, at, point);
    carom_vec2 rounded = cr_rounded(sum.x, sum.y);
    return cr_finite2(rounded) ? rounded : velocity;
}

carom_vec2 cr_velocity_by_spin(const carom_world *world, uint32_t index, carom_vec2 at, carom_vec2 point) {
    return cr_turned_velocity(world, index, (carom_vec2){0, 0}, at, point);
}

// ---- Movers that turn -----------------------------------------------------------------------------------------------

// The vertices of a body are rounded twice: turned about the origin, and then at its position. So levels are swept by
// the motion of the turned shape, from a pose without rotation.

static carom_turning turn_motion_of(const carom_world *world, const cr_trajectory *trajectory) {
    float angle = angle_of(world, trajectory->body);
    return (carom_turning){{trajectory->from, trajectory->rotation}, trajectory->move, angle};
}

static carom_turning turn_motion_of_shape(const carom_world *world, const cr_trajectory *trajectory) {
    return (carom_turning){{trajectory->from, {1, 0}}, trajectory->move, angle_of(world, trajectory->body)};
}

static carom_sweep_hit level_hit_of(const carom_turning_hit *hit) {
    return (carom_sweep_hit){.hit = hit->hit,
                             .inside = hit->inside,
                             .t = hit->t,
                             .at = hit->at.position,
                             .point = hit->point,
                             .normal = hit->normal,
                             .feature = hit->feature,
                             .part_a = hit->part_a,
                             .part_b = hit->part_b};
}

void cr_turn_through_level(const carom_world *world, cr_trajectory *trajectory, uint32_t level) {
    const carom_shape *shape = &cr_body_at(world, trajectory->body)->shape;
    carom_turning motion = turn_motion_of_shape(world, trajectory);
    carom_turning_hit hit = carom_level_sweep_turning(cr_level_of(world, (int)level), shape, &motion);
    trajectory->level_hit = level_hit_of(&hit);
    trajectory->level = (int)level;
    trajectory->end = hit.at;
    bool stays = hit.at.rotation.cosine == 1 && hit.at.rotation.sine == 0;
    trajectory->end.rotation =
        stays ? trajectory->rotation : carom_rotation_compose(hit.at.rotation, trajectory->rotation);
}

void cr_turn_through_levels(const carom_world *world, cr_trajectory *trajectory) {
    carom_turning motion = turn_motion_of(world, trajectory);
    trajectory->level_hit = (carom_sweep_hit){.t = 1};
    if (world->levels.count == 0) {
        trajectory->end = carom_turning_pose(&motion, 1);
    } else {
        cr_turn_through_level(world, trajectory, 0);
    }
    for (uint32_t i = 1; i < world->levels.count; ++i) {
        cr_trajectory other = *trajectory;
        cr_turn_through_level(world, &other, i);
        bool first = !trajectory->level_hit.hit || other.level_hit.t < trajectory->level_hit.t;
        if (other.level_hit.hit && first) *trajectory = other;
    }
}

carom_sweep_hit cr_turn_back_through_level(const carom_world *world, cr_body_motion back, uint32_t level) {
    carom_turning motion = {{back.from, {1, 0}}, back.move, -angle_of(world, back.body)};
    const carom_shape *shape = &cr_body_at(world, back.body)->shape; // its turn is over
    carom_turning_hit hit = carom_level_sweep_turning(cr_level_of(world, (int)level), shape, &motion);
    return level_hit_of(&hit);
}

/// The search for a clear pose of a mover.
typedef struct turn_search {
    const carom_world *world;
    uint32_t body, other;
    carom_vec2 other_at;
    const carom_shape *shape;       ///< at the start, about the origin
    carom_turning motion, of_shape; ///< of the body without its rotation; of this shape
    const cr_spin *spin;
} turn_search;

static turn_search search_turn(const carom_world *world, const cr_trajectory *trajectory) {
    return (turn_search){.world = world,
                         .body = trajectory->body,
                         .other = CR_NOTHING,
                         .shape = &cr_body_at(world, trajectory->body)->shape,
                         .motion = turn_motion_of(world, trajectory),
                         .of_shape = turn_motion_of_shape(world, trajectory),
                         .spin = &step_spin_of(world, trajectory->body)->spin};
}

/// A pose of a search, and the obstacle that the shape there is deepest in.
typedef struct turn_pose {
    const turn_search *search;
    cr_posed_motion posed;
    bool clear, is_thin;
    carom_separation *found;
} turn_pose;

static void keep_deepest_obstacle(turn_pose *p, carom_separation out) {
    if (p->clear || out.distance < p->found->distance) *p->found = out;
    p->clear = false;
}

/// Two shapes without interior can pass through each other by rounding. A shape at rest does not hit a one-sided
/// segment, even if it penetrates it.
static void keep_side(turn_pose *p, const carom_shape *part) {
    cr_core core;
    carom_separation out;
    if (!cr_core_of(part, &core) || core.count != 2 || !cr_core_is_thin(&core)) return;
    if (!p->is_thin && !core.one_sided) return;
    carom_segment wall = {core.v[0], core.v[1], core.one_sided, core.skip_a, core.skip_b};
    if (cr_has_turned_past(&p->posed, &wall, &out)) keep_deepest_obstacle(p, out);
    wall = (carom_segment){.a = core.v[1], .b = core.v[0]};
    if (!core.one_sided && cr_has_turned_past(&p->posed, &wall, &out)) keep_deepest_obstacle(p, out);
}

static bool look_at_static(void *context, uint32_t index) {
    turn_pose *p = context;
    cr_placed placed;
    const carom_shape *other = cr_shape_of(p->search->world, index, &placed), *shape = p->posed.there;
    if (carom_sweep(shape, (carom_vec2){0, 0}, other, (carom_vec2){0, 0}).hit)
        keep_deepest_obstacle(p, carom_distance(shape, other));
    for (int i = 0; i < cr_parts_of(other); ++i) keep_side(p, cr_part_of(other, i));
    return true;
}

static bool find_any(void *context, uint32_t index) {
    bool *found = context;
    (void)index;
    *found = true;
    return false;
}

/// The box that `shape_box` sweeps from a position back to the position at the time before rounding.
static carom_box box_on_way_back(const turn_search *s, carom_box shape_box, carom_vec2 at, double time) {
    cr_vec2d back = cr_subtract(cr_position_in_turn(&s->motion, time), cr_widen(at));
    return cr_grow_by_ulps(cr_swept(shape_box, cr_narrow(back)));
}

/// The largest coordinate of the motion.
static double extent_of_turn(const turn_search *s) {
    carom_box box = ((const carom_box *)s->world->bounds.data)[s->body];
    const carom_turning *m = &s->motion;
    return fabs((double)m->pose.position.x) + fabs((double)m->pose.position.y) + fabs((double)m->move.x) +
           fabs((double)m->move.y) + (double)box.max.x - (double)box.min.x;
}

/// True if there is nothing near a position that the body could penetrate, with any rotation.
static bool is_alone(const turn_search *s, carom_vec2 at, double time) {
    if (s->world->levels.count > 0 || s->other != CR_NOTHING) return false;
    if (s->world->broad.population[CR_BROAD_FIXED] == 0) return true;
    float margin = (float)cr_pose_rounding(extent_of_turn(s));
    carom_box box = cr_box_at(((const carom_box *)s->world->bounds.data)[s->body], at);
    box = (carom_box){{box.min.x - margin, box.min.y - margin}, {box.max.x + margin, box.max.y + margin}};
    cr_body_scene statics = {.world = s->world, .body = s->body};
    bool found = false;
    cr_visit_scene_bodies(&statics, box_on_way_back(s, box, at, time), find_any, &found);
    return !found;
}

static bool is_turn_clear(const void *context, carom_pose at, double time, carom_vec2 normal, carom_separation *found) {
    const turn_search *s = context;
    const carom_world *world = s->world;
    if (is_alone(s, at.position, time)) return true;
    cr_placed placed, other;
    const carom_shape *shape = place_turned(world, s->body, at, &placed);
    turn_pose p = {s, {s->shape, &s->of_shape, shape, at.position, time, normal}, true, false, found};
    carom_separation out;
    found->distance = INFINITY;
    for (uint32_t i = 0; i < world->levels.count; ++i)
        if (!cr_level_is_clear_of_turn(cr_level_of(world, (int)i), &p.posed, &out)) keep_deepest_obstacle(&p, out);
    if (world->broad.population[CR_BROAD_FIXED] > 0) {
        p.is_thin = cr_shape_is_thin(shape, (carom_vec2){0, 0});
        cr_body_scene statics = {.world = world, .body = s->body};
        carom_box box = box_on_way_back(s, carom_shape_bounds(shape), at.position, time);
        cr_visit_scene_bodies(&statics, box, look_at_static, &p);
    }
    if (s->other == CR_NOTHING) return p.clear;
    const carom_shape *there = cr_shape_at(world, s->other, s->other_at, &other);
    if (cr_relate(shape, there) == CR_INSIDE) keep_deepest_obstacle(&p, carom_distance(shape, there));
    return p.clear;
}

static cr_pose_search pose_search_of(const turn_search *s) {
    return (cr_pose_search){
        .motion = &s->motion, .spin = s->spin, .extent = extent_of_turn(s), .is_clear = is_turn_clear, .context = s};
}

carom_pose cr_clear_turn_pose(const carom_world *world, const cr_trajectory *trajectory, const cr_turn_contact *c) {
    double t = c->time;
    turn_search s = search_turn(world, trajectory);
    if (t == 0 && c->clearance == 0) return s.motion.pose;
    s.other = c->other;
    s.other_at = c->other_at;
    cr_pose_search search = pose_search_of(&s);
    cr_vec2d at = cr_add(cr_position_in_turn(&s.motion, t), cr_scale(cr_widen(c->normal), c->clearance));
    carom_pose pose = {.rotation = cr_rotation_in_turn(&s.motion, s.spin, t)};
    return cr_nudge_pose(&search, at, t, c->normal, true, &pose) ? pose : cr_clear_pose(&search, t, c->normal);
}

carom_pose cr_turn_pose_at_level(const carom_world *world, const cr_trajectory *trajectory) {
    const carom_sweep_hit *hit = &trajectory->level_hit;
    double t = (double)hit->t;
    carom_pose pose = trajectory->end;
    turn_search s = search_turn(world, trajectory);
    if (t == 0) return s.motion.pose;
    cr_pose_search search = pose_search_of(&s);
    if (cr_nudge_pose(&search, cr_widen(pose.position), t, hit->normal, true, &pose)) return pose;
    return cr_clear_pose(&search, t, hit->normal);
}

carom_vec2 cr_end_turn(const carom_world *world, const cr_trajectory *trajectory) {
    bool is_free = cr_passes(world, trajectory->body) ||
                   (world->levels.count == 0 && world->broad.population[CR_BROAD_FIXED] == 0);
    carom_turning motion = turn_motion_of(world, trajectory);
    carom_pose end = is_free ? carom_turning_pose(&motion, 1) : cr_turn_pose_at_level(world, trajectory);
    cr_stop_turn(world, trajectory->body, end.rotation);
    return end.position;
}
