// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Time-ordered contacts. For each mover that hits a level, and each near pair that blocks, the next time of impact is
// computed and queued. The earliest impact is processed: both movers get new trajectories, and their impacts are
// computed again. Queued impacts of old trajectories are void and skipped. Passing contacts of movers with a trajectory
// are queued as well; they only make events.
#include "world/state.h"

#include "base/box.h"
#include "geom/core.h"
#include "geom/predicate.h"
#include "motion/clear_position.h"
#include "motion/contact_normals.h"

#include <math.h>

/// Speed along the normal, relative to the relative velocity, beyond which overlapping bodies approach.
#define CLOSING_SLACK 0x1p-20
/// The same for bodies that separate after a response.
#define PARTING_SLACK 0x1p-16
/// Distance from the predicted position that rounding explains, relative to the coordinates.
#define PATH_SLACK 0x1p-19
/// What each contact of a mover beside a kinematic body adds to PATH_SLACK.
#define CONTACT_ROUNDING 0x1p-23
/// Of the coordinates and the size of a mover: its distance from a turning body at a contact.
#define TURN_CLEARANCE 0x1p-22
/// Of the speed of a point by a spin: a share along the normal that is smaller is its rounding.
#define ALONG_SURFACE 0x1p-16
/// Of the speeds: approach to a turning surface up to which a contact persists.
#define PERSISTING 0x1p-6
/// Of the speeds: the first lead of a turning surface.
#define LEAST_LEAD 0x1p-15
/// Of the path: times PATH_SLACK, some ulp of a time of impact.
#define PATH_ROUNDING 0x1p-3
/// Of the speeds at which a corner closes: a mover that would have to leave it faster is crushed.
#define FASTEST_SQUEEZE 64
/// Of two unit vectors: a mover without room in one direction has none in another if their product is within this of 1.
#define HELD_ASIDE 0x1p-10
/// Of two unit normals that face each other: the square of their cross product from which a corner has a way out.
#define LEAST_SLIDE 0x1p-4
/// Contacts of a driven mover in a step after its bounces.
#define MOST_DRIVEN 512
/// Rounding of the target of a walker, as a fraction of the sum of its coordinates.
#define ARRIVAL_SLACK 0x1p-22

// ---- Trajectories --------------------------------------------------------------------------------------------------

static bool is_still(const cr_moving_body *line) {
    return line->move.x == 0 && line->move.y == 0;
}

/// Returns the fraction of its path segment that a body has covered at a time of the step.
static double share_at(const cr_moving_body *line, double time) {
    return time <= line->time || is_still(line) ? 0 : (time - line->time) / (1 - line->time);
}

static carom_vec2 position_at(const cr_moving_body *line, double time) {
    double share = share_at(line, time);
    if (share == 0) return line->from;
    return (carom_vec2){(float)((double)line->from.x + share * (double)line->move.x),
                        (float)((double)line->from.y + share * (double)line->move.y)};
}

/// Returns true if the body has no interior. True for every compound.
static bool is_flat_body(const carom_world *world, uint32_t index) {
    const carom_shape *shape = &cr_body_at(world, index)->shape;
    switch (shape->kind) {
    case CAROM_SHAPE_CIRCLE: return shape->circle.radius == 0;
    case CAROM_SHAPE_CAPSULE: return shape->capsule.radius == 0;
    case CAROM_SHAPE_BOX: return shape->box.min.x == shape->box.max.x || shape->box.min.y == shape->box.max.y;
    case CAROM_SHAPE_POLYGON: return false;
    default: return true;
    }
}

static float step_back(float at, float from) {
    return at > from ? cr_float_below(at) : at < from ? cr_float_above(at) : at;
}

/// Returns the position one ulp before the position at a time, but not before the start of the segment.
static carom_vec2 position_before(const cr_moving_body *line, double time) {
    carom_vec2 at = position_at(line, time);
    return (carom_vec2){step_back(at.x, line->from.x), step_back(at.y, line->from.y)};
}

static carom_vec2 move_from(const cr_moving_body *line, double time) {
    double left = 1 - share_at(line, time);
    return (carom_vec2){(float)(left * (double)line->move.x), (float)(left * (double)line->move.y)};
}

carom_box cr_trajectory_box(const carom_world *world, uint32_t index) {
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    if (trajectory) return trajectory->reach;
    cr_lanes4 swept = ((const cr_lanes4 *)world->step.swept.data)[index];
    return (carom_box){{swept[0], swept[1]}, {-swept[2], -swept[3]}};
}

/// A kinematic body moves movers by less than an ulp of their far sides between two contacts.
static float corner_reach(const carom_world *world, uint32_t index) {
    if (world->kinematics == 0) return 0;
    carom_box box = ((const carom_box *)world->bounds.data)[index];
    return (box.max.x - box.min.x) + (box.max.y - box.min.y);
}

cr_trajectory cr_straight_trajectory(const carom_world *world, uint32_t index) {
    cr_moving_body line = cr_moving_body_of(world, index);
    cr_trajectory trajectory = {.body = index,
                                .number = 1,
                                .response = cr_response_begin(world->step.velocity[index]),
                                .departure = line.from,
                                .from = line.from,
                                .move = line.move,
                                .led = cr_end_of(line.from, line.move),
                                .going = world->step.velocity[index],
                                .reach = cr_trajectory_box(world, index),
                                .level_hit = {.t = 1}};
    trajectory.response.reach = corner_reach(world, index);
    if (cr_turns(world, index)) {
        trajectory.turns = true;
        trajectory.rotation = cr_turn_at(world, index)->rotation;
    }
    return trajectory;
}

/// Most trajectories stay within the fattened box in the broad phase; enlarges it if this one does not.
static void keep_in_broad_phase(carom_world *world, const cr_trajectory *trajectory) {
    carom_box known = world->broad.boxes[trajectory->body], box = cr_box_union(known, trajectory->reach);
    bool within =
        box.min.x == known.min.x && box.min.y == known.min.y && box.max.x == known.max.x && box.max.y == known.max.y;
    if (!within) cr_broad_put(&world->broad, trajectory->body, trajectory->reach, false);
}

/// Does not use fattened boxes: their sizes depend on the time of the last rebuild.
static bool come_near(const carom_world *world, uint32_t a, uint32_t b) {
    carom_box p = cr_trajectory_box(world, a), q = cr_trajectory_box(world, b);
    return cr_boxes_overlap(p, q);
}

void cr_extend_reach(carom_world *world, cr_trajectory *trajectory, carom_box box) {
    trajectory->reach = cr_box_union(trajectory->reach, box);
    keep_in_broad_phase(world, trajectory);
}

/// A mover that rests does not turn, and neither does one after a contact later than the start of the step.
static void turn_on(const carom_world *world, cr_trajectory *trajectory) {
    if (!cr_turns_in_step(world, trajectory->body)) return;
    bool turns = cr_turns(world, trajectory->body);
    if (turns && trajectory->resting) cr_stop_turn(world, trajectory->body, trajectory->rotation);
    trajectory->turns = turns && !trajectory->resting;
}

/// Returns the displacement to the end of the path after a contact, see motion/free_axis.h: that by the velocity, but
/// on an axis without a share in the normal to where the path led before.
static carom_vec2 lead_on(const carom_world *world, cr_trajectory *trajectory, carom_vec2 from, carom_vec2 move,
                          carom_vec2 normal) {
    carom_vec2 now = trajectory->response.velocity, before = trajectory->going;
    bool straight = !cr_turns_in_step(world, trajectory->body);
    cr_axis_after x = {from.x, move.x, now.x * world->step.dt, straight && normal.x == 0 && now.x == before.x},
                  y = {from.y, move.y, now.y * world->step.dt, straight && normal.y == 0 && now.y == before.y};
    return (carom_vec2){cr_left_on_axis(&x, &trajectory->led.x), cr_left_on_axis(&y, &trajectory->led.y)};
}

/// Starts a new path segment with the current velocity. Near the largest float a response can overflow: then the mover
/// stops; if its position has overflowed, at the start of its last segment. The normal is that of the contact.
static void start_segment(const carom_world *world, cr_trajectory *trajectory, carom_vec2 from, double time,
                          carom_vec2 normal) {
    if (!cr_finite2(trajectory->response.velocity)) trajectory->response.velocity = (carom_vec2){0, 0};
    bool stays = trajectory->resting && (!trajectory->driver || trajectory->crushed || trajectory->lost);
    carom_box box = cr_bounds_at(world, trajectory->body, from);
    if (!cr_finite_box(box)) box = cr_bounds_at(world, trajectory->body, from = trajectory->departure);
    double left = stays ? 0 : (double)world->step.dt * (1 - time);
    carom_vec2 velocity = trajectory->response.velocity,
               remainder = cr_carried_remainder(world, trajectory->body, velocity);
    if (trajectory->meets_x) remainder.x = 0;
    if (trajectory->meets_y) remainder.y = 0;
    double share = stays ? 0 : 1 - time;
    carom_vec2 move = {(float)((double)velocity.x * left + (double)remainder.x * share),
                       (float)((double)velocity.y * left + (double)remainder.y * share)};
    if (!stays) move = lead_on(world, trajectory, from, move, normal);
    carom_box swept = cr_swept(box, move);
    bool goes = !stays && cr_box_in_range(swept);
    if (!goes) swept = box;
    if (!goes) cr_stay_at(trajectory, from);
    if (goes) trajectory->move = move;
    trajectory->departure = trajectory->from = from;
    trajectory->going = velocity;
    trajectory->time = time;
    turn_on(world, trajectory);
    ++trajectory->number;
    trajectory->reach = cr_box_union(trajectory->reach, swept);
}

// ---- Prediction ----------------------------------------------------------------------------------------------------

static void push_impact(carom_world *world, double t, uint32_t a, uint32_t b) {
    cr_predicted_impact impact = {.t = t, .a = a, .b = b, .segment_a = cr_moving_body_of(world, a).number};
    if (b < CR_LEVEL) impact.segment_b = cr_moving_body_of(world, b).number;
    if (!cr_queue_push(&world->step.queue, impact, world->allocator)) world->step.out_of_memory = true;
}

void cr_add_near_pair(carom_world *world, uint64_t pair) {
    cr_keyed *near_pair = cr_push(world, &world->step.near_pairs);
    if (near_pair) *near_pair = (cr_keyed){.key = pair};
}

void cr_add_contact(carom_world *world, cr_contact contact) {
    cr_contact *entry = cr_push(world, &world->step.contacts);
    if (entry) *entry = contact;
}

/// Returns true for a mover that a moving surface pushes: it has room until the end, and waits for the next step.
static bool waits_for_step(const carom_world *world, const cr_trajectory *trajectory) {
    return trajectory->resting || trajectory->response.moving || cr_turns_in_step(world, trajectory->body);
}

/// The displacement of the rest of the step. At its end, that of a step that would follow: it shows what a mover
/// approaches there, unless it waits for that step.
static carom_vec2 motion_ahead(const carom_world *world, const cr_trajectory *trajectory) {
    carom_vec2 velocity = trajectory->response.velocity;
    if (trajectory->time < 1 || waits_for_step(world, trajectory)) return trajectory->move;
    return (carom_vec2){velocity.x * world->step.dt, velocity.y * world->step.dt};
}

/// Of a sweep at the end of the step, only a contact there counts.
static bool is_hit_at_end(const carom_sweep_hit *hit) {
    return hit->hit && hit->t == 0 && !hit->inside;
}

void cr_sweep_levels(const carom_world *world, cr_trajectory *trajectory) {
    if (world->spinning > 0 && cr_turns(world, trajectory->body)) {
        cr_turn_through_levels(world, trajectory);
        return;
    }
    trajectory->level_hit = (carom_sweep_hit){.t = 1};
    cr_placed placed;
    const carom_shape *here = cr_shape_at(world, trajectory->body, trajectory->from, &placed);
    for (uint32_t i = 0; i < world->levels.count; ++i) {
        carom_sweep_hit hit = cr_level_sweep(cr_level_of(world, (int)i), here, trajectory->move);
        if (trajectory->time == 1 && !hit.hit) {
            carom_sweep_hit ahead = cr_level_sweep(cr_level_of(world, (int)i), here, motion_ahead(world, trajectory));
            if (is_hit_at_end(&ahead)) hit = ahead;
        }
        if (i > 0 && !(hit.hit && (!trajectory->level_hit.hit || hit.t < trajectory->level_hit.t))) continue;
        trajectory->level_hit = hit;
        trajectory->level = (int)i;
    }
}

double cr_time_of_level(const cr_trajectory *trajectory) {
    return trajectory->time + (double)trajectory->level_hit.t * (1 - trajectory->time);
}

static void queue_level(carom_world *world, const cr_trajectory *trajectory) {
    if (!trajectory->level_hit.hit || trajectory->crushed) return;
    if (trajectory->resting && !trajectory->driver) return; // at rest it hits only what it is in
    push_impact(world, cr_time_of_level(trajectory), trajectory->body, CR_LEVEL + (uint32_t)trajectory->level);
}

typedef struct prediction {
    carom_sweep_hit hit;
    double t;                  ///< fraction of the step
    carom_vec2 move_a, move_b; ///< relative to the time from which both are on their segments
} prediction;

static bool any_turns(const carom_world *world, uint32_t a, uint32_t b) {
    return world->spinning > 0 && (cr_turns(world, a) || cr_turns(world, b));
}

static bool any_spins(const carom_world *world, uint32_t a, uint32_t b) {
    return world->spinning > 0 && ((cr_flags(world)[a] | cr_flags(world)[b]) & CR_SPINS) != 0;
}

/// The next impact of two bodies, at least one of which turns.
static prediction predict_impact_with_turn(const carom_world *world, uint32_t a, uint32_t b) {
    cr_moving_body line = cr_moving_body_of(world, a);
    cr_turning_hit hit = cr_sweep_into_turn(world, (cr_body_motion){a, line.from, line.move}, line.time, b);
    return (prediction){.hit = hit.sweep, .t = hit.time};
}

static bool waits_at_end(const carom_world *world, uint32_t index) {
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    return trajectory && waits_for_step(world, trajectory);
}

/// motion_ahead of a body at the end of the step.
static carom_vec2 motion_after_step(const carom_world *world, uint32_t index) {
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    if (!trajectory) return cr_move_of(world, index);
    cr_trajectory at_end = *trajectory;
    at_end.time = 1;
    at_end.move = (carom_vec2){0, 0};
    return motion_ahead(world, &at_end);
}

/// Returns the next impact of two bodies from the time when both are on their current segments.
static prediction predict_impact(const carom_world *world, uint32_t a, uint32_t b) {
    if (any_turns(world, a, b)) return predict_impact_with_turn(world, a, b);
    cr_moving_body line_a = cr_moving_body_of(world, a);
    cr_moving_body line_b = cr_moving_body_of(world, b);
    double time = line_a.time > line_b.time ? line_a.time : line_b.time;
    prediction e = {.move_a = move_from(&line_a, time), .move_b = move_from(&line_b, time)};
    // Two shapes without an interior could pass each other unseen after a position is rounded onto or beyond the other.
    bool flat = line_a.time != line_b.time && is_flat_body(world, a) && is_flat_body(world, b);
    carom_vec2 at_a = flat ? position_before(&line_a, time) : position_at(&line_a, time);
    carom_vec2 at_b = flat ? position_before(&line_b, time) : position_at(&line_b, time);
    e.hit = cr_sweep_bodies(world, (cr_body_motion){a, at_a, e.move_a}, (cr_body_motion){b, at_b, e.move_b});
    e.t = time + (double)e.hit.t * (1 - time);
    if (time < 1 || e.hit.hit || cr_is_kinematic(world, b) || !cr_blocks(world, a, b)) return e;
    if (waits_at_end(world, a) != waits_at_end(world, b)) return e; // the motion of one alone shows no approach
    prediction ahead = {.t = 1, .move_a = motion_after_step(world, a), .move_b = motion_after_step(world, b)};
    ahead.hit =
        cr_sweep_bodies(world, (cr_body_motion){a, at_a, ahead.move_a}, (cr_body_motion){b, at_b, ahead.move_b});
    return is_hit_at_end(&ahead.hit) ? ahead : e;
}

/// Returns true if two penetrating bodies go deeper, by more than rounding.
static bool closing(const prediction *e) {
    double x = (double)e->move_a.x - (double)e->move_b.x;
    double y = (double)e->move_a.y - (double)e->move_b.y;
    double speed = x * (double)e->hit.normal.x + y * (double)e->hit.normal.y;
    return speed < -CLOSING_SLACK * (fabs(x) + fabs(y));
}

/// 1 + the kinematic body that drives a body (a kinematic body drives itself); 0: none.
static uint32_t driver_of(const carom_world *world, uint32_t index) {
    if (cr_is_kinematic(world, index)) return index + 1;
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    return trajectory ? trajectory->driver : 0;
}

static bool is_crushed(const carom_world *world, uint32_t index) {
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    return trajectory && trajectory->crushed;
}

static bool is_same_velocity(carom_vec2 a, carom_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/// Returns true if two velocities differ by rounding only. Two driven movers would exchange such a difference for ever.
static bool is_near_velocity(carom_vec2 a, carom_vec2 b) {
    float size = fabsf(a.x) + fabsf(a.y) + fabsf(b.x) + fabsf(b.y);
    return fabsf(a.x - b.x) + fabsf(a.y - b.y) <= size * (float)CLOSING_SLACK;
}

/// Returns true if one kinematic body drives both at one velocity, or one is crushed by a kinematic body that moves on.
static bool is_settled(const carom_world *world, uint32_t a, uint32_t b) {
    if (world->kinematics == 0) return false;
    if (cr_is_kinematic(world, b) && is_crushed(world, a)) return true;
    if (driver_of(world, a) == 0 || driver_of(world, a) != driver_of(world, b)) return false;
    if (cr_turns(world, driver_of(world, a) - 1) || is_crushed(world, a) || is_crushed(world, b)) return false;
    return is_near_velocity(cr_velocity_now(world, a), cr_velocity_now(world, b));
}

/// The time of an impact. A walker stops where it touches: what it would enter by rounding only until its target, and
/// does not penetrate there, it reaches at the end of the step.
static double time_of_impact(const carom_world *world, uint32_t a, uint32_t b, const prediction *e) {
    if (e->t >= 1 || e->hit.inside || !(cr_flags(world)[b] & CR_ARRIVES) || any_turns(world, a, b)) return e->t;
    cr_moving_body line_a = cr_moving_body_of(world, a), line_b = cr_moving_body_of(world, b);
    carom_vec2 end_a = position_at(&line_a, 1), end_b = position_at(&line_b, 1);
    cr_vec2d left_a = cr_subtract(cr_widen(end_a), cr_widen(position_at(&line_a, e->t)));
    cr_vec2d left_b = cr_subtract(cr_widen(end_b), cr_widen(position_at(&line_b, e->t)));
    carom_box box = cr_bounds_at(world, b, end_b);
    double size = fabs((double)box.min.x) + fabs((double)box.max.x) + fabs((double)box.min.y) + fabs((double)box.max.y);
    double closer = cr_dot(cr_subtract(left_b, left_a), cr_widen(e->hit.normal));
    if (closer > size * ARRIVAL_SLACK) return e->t;
    return cr_relate_bodies(world, a, end_a, b, end_b) == CR_INSIDE ? e->t : 1;
}

/// Queues the next impact of a pair that may collide.
static void queue_pair(carom_world *world, uint64_t pair) {
    uint32_t a = cr_pair_first(pair), b = cr_pair_second(pair);
    if (is_settled(world, a, b)) return;
    prediction e = predict_impact(world, a, b);
    if (!e.hit.hit || (e.hit.inside && !any_turns(world, a, b) && cr_blocks(world, a, b) && !closing(&e))) return;
    push_impact(world, time_of_impact(world, a, b, &e), a, b);
}

typedef struct pair_query {
    carom_world *world;
    uint32_t index;
    double time;
} pair_query;

static bool queue_passing(void *context, uint32_t other) {
    pair_query *a = context;
    if (other == a->index || !come_near(a->world, a->index, other)) return true;
    if (!cr_may_collide(a->world, a->index, other)) return true;
    uint64_t pair = cr_pair_of(a->world, a->index, other);
    cr_add_near_pair(a->world, pair);
    queue_pair(a->world, pair);
    return true;
}

/// Queues all impacts of a body that has a new segment.
static void queue_impacts(carom_world *world, uint32_t index) {
    cr_trajectory *trajectory = cr_trajectory_of(world, index);
    if (!trajectory) return;
    cr_sweep_levels(world, trajectory);
    queue_level(world, trajectory);
    pair_query a = {.world = world, .index = index};
    cr_broad_find(&world->broad, cr_broad_query_of(world, index, trajectory->reach), queue_passing, &a);
}

// ---- Movers that get a trajectory -----------------------------------------------------------------------------------

static cr_contact contact_of_pair(uint64_t pair, double t, const carom_sweep_hit *hit) {
    return (cr_contact){.pair = pair, .t = cr_float_down(t), .point = hit->point, .normal = hit->normal, .edge = -1};
}

/// Queues the passing contacts of a mover that went straight until now. Pairs with two trajectories, or with a mover
/// that turns, are queued already.
static bool ask_crossed(void *context, uint32_t other) {
    pair_query *a = context;
    carom_world *world = a->world;
    if (other == a->index || cr_trajectory_of(world, other) || cr_blocks(world, a->index, other)) return true;
    if (cr_turns_in_step(world, other) && !cr_is_fixed(world, other)) return true;
    if (!come_near(world, a->index, other) || !cr_may_collide(world, a->index, other)) return true;
    uint64_t pair = cr_pair_of(world, a->index, other);
    cr_add_near_pair(world, pair);
    prediction e = predict_impact(world, cr_pair_first(pair), cr_pair_second(pair));
    if (!e.hit.hit) return true;
    if (e.t <= a->time) {
        cr_add_contact(world, contact_of_pair(pair, e.t, &e.hit));
    } else {
        push_impact(world, e.t, cr_pair_first(pair), cr_pair_second(pair));
    }
    return true;
}

/// Creates the trajectory of a mover without one, at a time of the step. Returns false without memory.
static bool join(carom_world *world, const cr_trajectory *trajectory, double time) {
    cr_trajectory *entry = cr_push(world, &world->step.trajectories);
    if (!entry) return false;
    *entry = *trajectory;
    ((uint32_t *)world->step.trajectory_of.data)[trajectory->body] = world->step.trajectories.count;
    pair_query a = {world, trajectory->body, time};
    cr_broad_query near = cr_broad_query_of(world, trajectory->body, trajectory->reach);
    if (!trajectory->alone && !cr_turns(world, trajectory->body)) cr_broad_find(&world->broad, near, ask_crossed, &a);
    return !world->step.out_of_memory;
}

bool cr_start_trajectory(carom_world *world, uint32_t index, double time) {
    if (cr_is_fixed(world, index) || cr_trajectory_of(world, index)) return true;
    cr_trajectory trajectory = cr_straight_trajectory(world, index);
    return join(world, &trajectory, time);
}

// ---- Responses -----------------------------------------------------------------------------------------------------

void cr_crush(cr_trajectory *trajectory, uint32_t by, uint32_t through) {
    trajectory->crushed = trajectory->resting = true;
    trajectory->lost = trajectory->rides = false;
    trajectory->crusher = by;
    trajectory->through = through;
    trajectory->anvil = CR_NOTHING;
    trajectory->response.velocity = (carom_vec2){0, 0};
}

/// Returns true if contacts have changed the speed of a carried mover along a normal: it does not go with its support.
/// The mover is in an impact, so it has a trajectory.
static bool is_held_back(const carom_world *world, uint32_t index, carom_vec2 normal) {
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    cr_vec2d now = cr_widen(trajectory->response.velocity), began = cr_widen(world->step.velocity[index]);
    cr_vec2d carried = cr_widen(cr_carrying_velocity(world, index)), n = cr_widen(normal);
    double speed = cr_dot(now, n), own = cr_dot(began, n), along = cr_dot(carried, n);
    double slack = PARTING_SLACK * (cr_length(began) + cr_length(carried));
    return trajectory->resting || speed > (own > along ? own : along) + slack ||
           speed < (own < along ? own : along) - slack;
}

static const carom_vec2 X_AXIS = {1, 0}, Y_AXIS = {0, 1};

/// A mover that comes to rest on a kinematic body goes on with it for the rest of the step.
static void begin_ride(const carom_world *world, cr_trajectory *trajectory) {
    uint32_t root = cr_root_of(world, trajectory->body), index = trajectory->body;
    if (root == CR_NOTHING || is_held_back(world, index, X_AXIS) || is_held_back(world, index, Y_AXIS)) return;
    trajectory->rides = true;
    trajectory->driver = root + 1;
    trajectory->unspent = trajectory->response.velocity;
    trajectory->response.velocity = cr_velocity_now(world, root);
}

/// A mover that rides stops at an obstacle, and stays there. Returns false if it does not ride.
static bool end_ride(const carom_world *world, cr_trajectory *trajectory) {
    if (!trajectory->rides) return false;
    trajectory->rides = false;
    trajectory->driver = 0;
    trajectory->bounces = world->bounces;
    trajectory->response.velocity = trajectory->unspent;
    return true;
}

/// Counts a contact; a mover with more than `bounces` contacts rests. One that rests and is driven goes on, and is
/// crushed after many more: so every step ends.
static void count_bounce(const carom_world *world, cr_trajectory *trajectory, carom_step_stats *stats) {
    if (trajectory->bounces++ < world->bounces) return;
    if (!trajectory->resting) {
        begin_ride(world, trajectory);
        trajectory->resting = true;
        ++stats->rested;
    } else if (trajectory->rides) {
        if (trajectory->bounces > MOST_DRIVEN + world->bounces) end_ride(world, trajectory);
    } else if (trajectory->driver && !trajectory->crushed && trajectory->bounces > MOST_DRIVEN + world->bounces) {
        cr_crush(trajectory, trajectory->driver - 1, CR_NOTHING);
    }
}

enum { MOST_PUSHERS = 1024, MOST_LOADS = 16, MOST_LEADS = 7, MOST_DRIVES = 32 };

/// Returns the kinematic body that moves a surface, directly or through movers that are held against each other.
static uint32_t pusher_of(const carom_world *world, uint32_t surface) {
    for (int i = 0; i < MOST_PUSHERS && surface < CR_LEVEL; ++i) {
        uint32_t driver = driver_of(world, surface);
        if (driver) return driver - 1;
        const cr_trajectory *trajectory = cr_trajectory_of(world, surface);
        if (!trajectory || !trajectory->response.moving) return CR_NOTHING;
        for (int k = 0; k < trajectory->response.count; ++k) {
            if (trajectory->response.speeds[k] != 0) surface = trajectory->response.owners[k];
        }
    }
    return CR_NOTHING;
}

/// Returns true for a mover that goes on with the kinematic body that drives it, as a part of it.
static bool goes_with_driver(const carom_world *world, const cr_trajectory *trajectory) {
    if (!trajectory->resting || !trajectory->driver || trajectory->crushed) return false;
    if (trajectory->rides || cr_turns(world, trajectory->driver - 1)) return true;
    if (cr_root_of(world, trajectory->body) == trajectory->driver - 1) return false;
    return is_same_velocity(trajectory->response.velocity, cr_velocity_now(world, trajectory->driver - 1));
}

static carom_vec2 reversed(carom_vec2 normal) {
    return (carom_vec2){-normal.x, -normal.y};
}

/// Returns the direction from a mover to the owner of one of the surfaces that it keeps.
static carom_vec2 toward_owner(const cr_response_state *state, uint32_t owner) {
    int at = 0;
    while (at < state->count - 1 && state->owners[at] != owner) ++at;
    return reversed(state->normals[at]);
}

/// Returns true for a mover that can still be pushed in a direction. The obstacle is that of an impact, so a mover has
/// a trajectory.
static bool gives_way(const carom_world *world, uint32_t obstacle, carom_vec2 toward) {
    if (obstacle >= CR_LEVEL || cr_is_fixed(world, obstacle) || is_crushed(world, obstacle)) return false;
    const cr_trajectory *trajectory = cr_trajectory_of(world, obstacle);
    if (!cr_same_point(trajectory->held_at, trajectory->from)) return true;
    return cr_dot(cr_widen(trajectory->held), cr_widen(toward)) < 1 - HELD_ASIDE;
}

/// Returns true if a mover has room to go on with a kinematic body: its velocity approaches no obstacle in this corner
/// other than movers, which give way.
static bool has_room_with(const carom_world *world, const cr_trajectory *trajectory, uint32_t driver) {
    const cr_response_state *state = &trajectory->response;
    carom_vec2 velocity = cr_velocity_now(world, driver);
    for (int i = 0; i < state->count; ++i) {
        if (gives_way(world, state->owners[i], reversed(state->normals[i])) || state->owners[i] == driver) continue;
        cr_vec2d n = cr_widen(state->normals[i]);
        if (cr_dot(cr_widen(velocity), n) < (double)state->speeds[i]) return false;
    }
    return true;
}

/// Movers that push a mover against each other, or against one that is driven, leave it no room at their velocities;
/// it has room if it goes with the kinematic body that pushes them all. Returns false if it has none, or goes with it
/// already.
static bool begin_drive(const carom_world *world, cr_trajectory *trajectory, uint32_t driver) {
    if (driver == CR_NOTHING || cr_turns(world, driver)) return false;
    if (cr_root_of(world, trajectory->body) == driver) return false;
    if (trajectory->driver == driver + 1 || !has_room_with(world, trajectory, driver)) return false;
    trajectory->driver = driver + 1;
    trajectory->resting = true;
    trajectory->rides = false;
    trajectory->response.velocity = trajectory->response.wanted = cr_velocity_now(world, driver);
    return true;
}

/// Of two obstacles that leave a mover no room, the first one that a kinematic body moves is the one that presses.
static void crush_between(const carom_world *world, cr_trajectory *trajectory, uint32_t one, uint32_t other) {
    uint32_t through = one, pusher = pusher_of(world, one);
    if (pusher == CR_NOTHING) pusher = pusher_of(world, through = other);
    if (pusher == CR_NOTHING) through = CR_NOTHING;
    if (pusher == CR_NOTHING && trajectory->driver) pusher = trajectory->driver - 1;
    cr_crush(trajectory, pusher, through);
}

/// Crushes a mover between two obstacles, unless it can go with the kinematic body that presses.
static void drive_or_crush(const carom_world *world, cr_trajectory *trajectory, uint32_t one, uint32_t other) {
    uint32_t pusher = pusher_of(world, one);
    if (pusher == CR_NOTHING) pusher = pusher_of(world, other);
    if (!begin_drive(world, trajectory, pusher)) crush_between(world, trajectory, one, other);
}

/// Returns true for a mover that moves along a normal only because it rests on a kinematic body, or because such a
/// mover pushes it. It stops at what has no room. Surfaces of movers are those of impacts: they have trajectories.
static bool stops_at_load(const carom_world *world, uint32_t index, carom_vec2 normal, int most) {
    if (index >= CR_LEVEL || cr_is_fixed(world, index) || most == 0) return false;
    cr_trajectory *trajectory = cr_trajectory_of(world, index);
    if (end_ride(world, trajectory)) return true;
    bool driven = trajectory->driver != 0;
    if (driven && cr_turns(world, trajectory->driver - 1)) return false;
    uint32_t pusher = CR_NOTHING;
    for (int i = 0; i < trajectory->response.count; ++i) {
        const cr_response_state *state = &trajectory->response;
        bool along = cr_dot(cr_widen(state->normals[i]), cr_widen(normal)) > 0;
        if (state->speeds[i] != 0 && along) pusher = state->owners[i];
    }
    if (pusher == CR_NOTHING) return driven || (cr_flags(world)[index] & CR_CARRIED);
    if (!stops_at_load(world, pusher, normal, most - 1)) return false;
    cr_response_forget(&trajectory->response, pusher);
    return true;
}

/// Returns true for a mover that could stop at another one which it pushes, and which has no room: it could slide along
/// it, or what pushed it has stopped since. It does not ride: stops_at_load has ended that.
static bool goes_round(const carom_world *world, uint32_t index, carom_vec2 toward) {
    const cr_trajectory *trajectory = index < CR_LEVEL ? cr_trajectory_of(world, index) : NULL;
    if (!trajectory || trajectory->crushed) return false;
    if (!goes_with_driver(world, trajectory))
        return cr_response_can_stop(&trajectory->response, toward) || pusher_of(world, index) == CR_NOTHING;
    if (cr_turns(world, trajectory->driver - 1)) return false;
    cr_vec2d v = cr_widen(trajectory->response.velocity), n = cr_widen(toward);
    return fabs(cr_cross(v, n)) * FASTEST_SQUEEZE > cr_length(v);
}

/// A corner that closes presses a mover out, the faster the more its surfaces are parallel: without bound, and two
/// movers that are driven against each other would make each other faster at every contact. If a mover is faster now
/// than FASTEST_SQUEEZE times the speeds at which the bodies began the step, returns the surface that a kinematic body
/// moves; else CR_NOTHING.
static uint32_t surface_that_squeezes(const carom_world *world, const cr_trajectory *trajectory, carom_vec2 before,
                                      const carom_response *response, carom_vec2 at, uint32_t surface) {
    const cr_response_state *state = &trajectory->response;
    double now = cr_length(cr_widen(state->velocity));
    if (response->kind == CAROM_RESPONSE_BOUNCE || !state->moving || now <= cr_length(cr_widen(before)))
        return CR_NOTHING;
    uint32_t pusher = pusher_of(world, surface);
    for (int i = 0; i < state->count && pusher == CR_NOTHING; ++i)
        pusher = pusher_of(world, surface = state->owners[i]);
    if (pusher == CR_NOTHING) return CR_NOTHING;
    carom_vec2 closing = cr_velocity_at_point(world, pusher, world->step.from[pusher], at);
    double own = cr_length(cr_widen(world->step.velocity[trajectory->body])) + fabs((double)response->surface_speed);
    double other = cr_length(cr_widen(world->step.velocity[surface])) + cr_length(cr_widen(closing));
    return now > FASTEST_SQUEEZE * (own + other) ? surface : CR_NOTHING;
}

/// Responds to one obstacle. A driven mover slides, but one that a turning body drives cannot give way, and is crushed.
/// Returns true if the obstacle stops, because there is no room.
static bool respond_to_surface(const carom_world *world, cr_trajectory *trajectory, const carom_response *response,
                               carom_vec2 at, const cr_surface *surface) {
    uint32_t against;
    bool moves = surface->velocity.x != 0 || surface->velocity.y != 0;
    bool pressed = moves && driver_of(world, surface->owner) != 0;           // what is only carried stops
    if (pressed && cr_flags(world)[trajectory->body] & CR_CENTRE_IN_SOLID) { // in solid, where nothing would stop it
        crush_between(world, trajectory, surface->owner, CR_NOTHING);
        return false;
    }
    static const carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    if (trajectory->resting) {
        if (end_ride(world, trajectory) || !trajectory->driver || trajectory->crushed) return false;
        if (cr_turns(world, trajectory->driver - 1)) {
            cr_crush(trajectory, trajectory->driver - 1, CR_NOTHING);
            return false;
        }
        response = &slide;
    }
    cr_response_state before = trajectory->response;
    cr_surface met = *surface;
    bool stopped = false;
    // Each round forgets an earlier surface, or stops the load: at most CR_RESPONSE_NORMALS + 1 rounds.
    while (!cr_response_surface(&trajectory->response, response, at, &met, &against)) {
        trajectory->response = before;
        if (gives_way(world, against, toward_owner(&trajectory->response, against))) {
            cr_response_forget(&trajectory->response, against); // pushes the other mover from now on
            before = trajectory->response;
        } else if (!stopped && (stops_at_load(world, met.owner, met.normal, MOST_LOADS) ||
                                goes_round(world, met.owner, met.normal))) {
            met.velocity = (carom_vec2){0, 0};
            stopped = true;
            trajectory->held = met.normal;
            trajectory->held_at = at;
            if (cr_dot(cr_widen(before.velocity), cr_widen(met.normal)) >= 0) break;
        } else {
            drive_or_crush(world, trajectory, met.owner, against);
            return stopped;
        }
    }
    uint32_t squeezer = surface_that_squeezes(world, trajectory, before.velocity, response, at, met.owner);
    if (squeezer != CR_NOTHING) drive_or_crush(world, trajectory, squeezer, CR_NOTHING);
    return stopped;
}

/// Returns true if the response separates the two, by more than rounding and with time left.
static bool parting(carom_vec2 a, carom_vec2 b, carom_vec2 normal, double t) {
    double x = (double)a.x - (double)b.x;
    double y = (double)a.y - (double)b.y;
    double speed = x * (double)normal.x + y * (double)normal.y;
    return t < 1 && speed > PARTING_SLACK * (fabs(x) + fabs(y));
}

/// Returns true if a mover parts from a turning surface by the lead that it was given only, or by the rounding of the
/// velocities.
static bool keeps_to_turn(const cr_trajectory *trajectory, carom_vec2 velocity, carom_vec2 surface, carom_vec2 normal) {
    cr_vec2d a = cr_widen(velocity), b = cr_widen(surface);
    double speed = cr_dot(cr_subtract(a, b), cr_widen(normal));
    return speed <= trajectory->lead + PARTING_SLACK * (cr_length(a) + cr_length(b));
}

uint64_t cr_pair_of_level(uint32_t body, uint32_t level) {
    return (uint64_t)body << 32 | (CR_LEVEL + level);
}

cr_contact cr_contact_of_level(const cr_trajectory *trajectory) {
    cr_contact contact = contact_of_pair(cr_pair_of_level(trajectory->body, (uint32_t)trajectory->level),
                                         cr_time_of_level(trajectory), &trajectory->level_hit);
    contact.edge = trajectory->level_hit.part_b;
    return contact;
}

/// Returns the clear position of a mover whose path a level or static ends.
static carom_vec2 stop_at_fixed(const carom_world *world, uint32_t index, const cr_moving_body *line,
                                const carom_sweep_hit *hit) {
    cr_body_scene fixed = {.world = world, .body = index};
    carom_scene scene = cr_scene_of_body(&fixed);
    return cr_stop(&scene, &cr_body_at(world, index)->shape, line->from, line->move, hit);
}

/// The same at a level hit. The position reported by the level is used if nothing else is near, and if it is exact for
/// the whole shape.
static carom_vec2 stop(const carom_world *world, const cr_trajectory *trajectory) {
    bool round = (cr_flags(world)[trajectory->body] & CR_ROUND) != 0;
    bool alone = world->levels.count == 1 && world->broad.population[CR_BROAD_FIXED] == 0;
    if (round && alone) return trajectory->level_hit.at;
    cr_moving_body line = {.from = trajectory->from, .move = trajectory->move};
    return stop_at_fixed(world, trajectory->body, &line, &trajectory->level_hit);
}

/// Levels and statics decide whether a body that a hit stops passes the end of a surface.
static cr_end_contact end_contact_of(const carom_world *world, uint32_t index, const cr_moving_body *line,
                                     const carom_sweep_hit *hit) {
    cr_body_scene fixed = {.world = world, .body = index};
    carom_scene scene = cr_scene_of_body(&fixed);
    return cr_end_contact_of(&(cr_resting){&scene, &cr_body_at(world, index)->shape, line->from}, line->move, hit);
}

/// The normal of a contact that is passed limits no axis if it faces one.
static carom_vec2 passed_normal(carom_vec2 normal) {
    return normal.x == 0 || normal.y == 0 ? (carom_vec2){0, 0} : normal;
}

/// The rule lets a mover pass a one-way edge: returns true and moves it into the edge, if nothing else is there.
static bool pass_one_way(const carom_world *world, const cr_trajectory *trajectory, const carom_response *response,
                         carom_vec2 *at) {
    const carom_level *level = cr_level_of(world, trajectory->level);
    if (response->kind != CAROM_RESPONSE_PASS) return false;
    if (!carom_level_edge_at(level, trajectory->level_hit.part_b).one_way) return false;
    cr_body_scene fixed = {.world = world, .body = trajectory->body};
    carom_scene scene = cr_scene_of_body(&fixed);
    cr_resting r = {&scene, &cr_body_at(world, trajectory->body)->shape, *at};
    return cr_enter_one_way(&r, trajectory->level_hit.normal, at);
}

/// The spin of a mover at a contact.
typedef struct turn_at_contact {
    bool turned;         ///< the mover has turned up to the contact
    carom_vec2 velocity; ///< of its point there, by its spin alone
    carom_vec2 approach; ///< the same for a bounce: none if it has not turned yet in this step
    bool late;           ///< the contact is after the start of the step
} turn_at_contact;

static turn_at_contact turn_at(const carom_world *world, uint32_t index, carom_vec2 at, carom_vec2 point, double time) {
    carom_vec2 velocity = cr_velocity_by_spin(world, index, at, point);
    return (turn_at_contact){.turned = cr_turns(world, index) && !cr_is_fixed(world, index),
                             .velocity = velocity,
                             .approach = time > 0 ? velocity : (carom_vec2){0, 0},
                             .late = time > 0};
}

/// Returns true if a contact ends the turn of a mover: the turn closes it, or nothing else does; or it is after the
/// start of the step, so that a turn is one motion. `opening` is the speed along the normal by all other motion.
static bool blocks_turn(const turn_at_contact *turn, carom_vec2 normal, double opening) {
    double speed = fabs((double)turn->velocity.x) + fabs((double)turn->velocity.y);
    double by_turn = cr_dot(cr_widen(turn->velocity), cr_widen(normal));
    return turn->late || by_turn < -ALONG_SURFACE * speed || opening >= 0;
}

/// A bounce returns the speed of the contact, spins included: `by_turn` is their part along the normal.
static void approach_by_turn(cr_trajectory *trajectory, const carom_response *response, carom_vec2 normal,
                             double by_turn) {
    if (by_turn == 0 || trajectory->resting || response->kind != CAROM_RESPONSE_BOUNCE) return;
    carom_vec2 *v = &trajectory->response.velocity;
    *v = cr_narrow(cr_add(cr_widen(*v), cr_scale(cr_widen(normal), by_turn)));
}

static void respond_at_level(const carom_world *world, cr_trajectory *trajectory, carom_response response,
                             carom_vec2 at, carom_vec2 normal) {
    if (response.kind == CAROM_RESPONSE_PASS) response.kind = CAROM_RESPONSE_SLIDE;
    if (world->kinematics == 0) {
        cr_response_contact(&trajectory->response, &response, at, normal);
    } else {
        cr_surface surface = {.normal = normal, .owner = CR_LEVEL + (uint32_t)trajectory->level};
        respond_to_surface(world, trajectory, &response, at, &surface);
    }
}

static double own_speed_along(const cr_trajectory *trajectory, carom_vec2 normal) {
    return cr_dot(cr_widen(trajectory->response.velocity), cr_widen(normal));
}

/// Responds to a level at the pose of a mover that has turned up to it. Its shape is that at the contact already.
/// Returns its velocity there, which includes its spin if it turns on. Where the end of the turn
/// is enough, the velocity does not change.
static carom_vec2 respond_to_level_in_turn(const carom_world *world, cr_trajectory *trajectory,
                                           const turn_at_contact *turn, const carom_response *response) {
    carom_vec2 normal = trajectory->level_hit.normal, at = trajectory->end.position;
    bool stops = response->kind == CAROM_RESPONSE_STOP;
    bool blocked = stops || blocks_turn(turn, normal, own_speed_along(trajectory, normal));
    approach_by_turn(trajectory, response, normal, cr_dot(cr_widen(turn->approach), cr_widen(normal)));
    if (stops || !blocked || own_speed_along(trajectory, normal) < 0)
        respond_at_level(world, trajectory, *response, at, normal);
    if (blocked) return trajectory->response.velocity;
    cr_resume_turn(world, trajectory->body);
    return cr_narrow(cr_add(cr_widen(trajectory->response.velocity), cr_widen(turn->velocity)));
}

/// cr_respond_to_level for a mover that turns.
static cr_contact turn_into_level(const carom_world *world, cr_trajectory *trajectory, carom_step_stats *stats) {
    cr_contact contact = cr_contact_of_level(trajectory);
    double t = cr_time_of_level(trajectory);
    carom_pose pose = trajectory->end = cr_turn_pose_at_level(world, trajectory);
    turn_at_contact turn = turn_at(world, trajectory->body, pose.position, contact.point, t);
    ++stats->hits;
    if (trajectory->level_hit.inside) {
        trajectory->resting = true;
    } else {
        carom_response response = cr_response_of_contact(world, &contact, false);
        trajectory->rotation = pose.rotation;
        cr_stop_turn(world, trajectory->body, pose.rotation);
        contact.parting = contact.entered = pass_one_way(world, trajectory, &response, &pose.position);
        if (contact.entered) {
            cr_resume_turn(world, trajectory->body);
        } else {
            carom_vec2 velocity = respond_to_level_in_turn(world, trajectory, &turn, &response);
            contact.parting = parting(velocity, (carom_vec2){0, 0}, contact.normal, t);
        }
        count_bounce(world, trajectory, stats);
    }
    start_segment(world, trajectory, pose.position, t, trajectory->level_hit.normal);
    return contact;
}

cr_contact cr_respond_to_level(const carom_world *world, cr_trajectory *trajectory, carom_step_stats *stats) {
    if (cr_turns(world, trajectory->body)) return turn_into_level(world, trajectory, stats);
    cr_contact contact = cr_contact_of_level(trajectory);
    double t = cr_time_of_level(trajectory);
    carom_vec2 at = trajectory->from, normal;
    cr_moving_body line = {.from = at, .move = motion_ahead(world, trajectory)};
    cr_end_contact end = end_contact_of(world, trajectory->body, &line, &trajectory->level_hit);
    normal = end.normal;
    ++stats->hits;
    if (trajectory->level_hit.inside) {
        trajectory->resting = true; // crushed: any motion could tunnel through the obstacle
        if (!end_ride(world, trajectory) && trajectory->driver)
            cr_crush(trajectory, trajectory->driver - 1, CR_NOTHING);
    } else if (end.passes) {
        at = end.beside;
        normal = passed_normal(end.normal);
        count_bounce(world, trajectory, stats);
        contact.parting = true;
    } else {
        at = stop(world, trajectory);
        carom_response response = cr_response_of_contact(world, &contact, false);
        contact.parting = contact.entered = pass_one_way(world, trajectory, &response, &at);
        if (!contact.entered) {
            respond_at_level(world, trajectory, response, at, end.normal);
            contact.parting = parting(trajectory->response.velocity, (carom_vec2){0, 0}, end.normal, t);
        }
        count_bounce(world, trajectory, stats);
    }
    start_segment(world, trajectory, at, t, normal);
    return contact;
}

/// Puts a mover with a new segment into the broad phase, and queues its impacts.
static void requeue(carom_world *world, uint32_t index) {
    keep_in_broad_phase(world, cr_trajectory_of(world, index));
    queue_impacts(world, index);
}

/// Stores the finished part of a segment.
static void finish_segment(carom_world *world, cr_trajectory *trajectory, carom_vec2 from) {
    if (trajectory->departure.x == from.x && trajectory->departure.y == from.y) return;
    cr_path_segment *segment = cr_push(world, &world->step.path_segments);
    if (!segment) return;
    *segment = (cr_path_segment){from, trajectory->departure, trajectory->last_segment};
    trajectory->last_segment = world->step.path_segments.count;
}

/// The largest coordinate whose rounding can move a mover: of its shape, near the origin as well, or of its path.
static double path_coordinate(const carom_world *world, uint32_t index, carom_vec2 led) {
    carom_box box = ((const carom_box *)world->bounds.data)[index];
    carom_vec2 from = world->step.from[index];
    double most = fabs((double)led.x) > fabs((double)led.y) ? fabs((double)led.x) : fabs((double)led.y);
    double size = (double)box.max.x - (double)box.min.x + (double)box.max.y - (double)box.min.y;
    double path = fabs((double)led.x - (double)from.x) + fabs((double)led.y - (double)from.y);
    return most + size + path * PATH_ROUNDING;
}

carom_vec2 cr_extent_of(const carom_world *world, uint32_t index, carom_vec2 at) {
    carom_box box = ((const carom_box *)world->bounds.data)[index];
    if (!cr_is_kinematic(world, index)) return at;
    float x = box.max.x > -box.min.x ? box.max.x : -box.min.x, y = box.max.y > -box.min.y ? box.max.y : -box.min.y;
    return (carom_vec2){fabsf(at.x) + x, fabsf(at.y) + y};
}

bool cr_is_off_path(const carom_world *world, uint32_t index, carom_vec2 at, carom_vec2 led) {
    return cr_is_off_path_beside(world, index, at, led, (carom_vec2){0, 0});
}

/// Between two movers, each contact rounds the position of a mover that a kinematic body pushes, and moves it back.
static double contact_slack(const carom_world *world, uint32_t index) {
    const cr_trajectory *trajectory = world->kinematics > 0 ? cr_trajectory_of(world, index) : NULL;
    return trajectory ? trajectory->bounces * CONTACT_ROUNDING : 0;
}

bool cr_is_off_path_beside(const carom_world *world, uint32_t index, carom_vec2 at, carom_vec2 led, carom_vec2 other) {
    double most = path_coordinate(world, index, led) + fabs((double)other.x) + fabs((double)other.y);
    double off = fabs((double)at.x - (double)led.x) + fabs((double)at.y - (double)led.y);
    return off > most * (PATH_SLACK + contact_slack(world, index));
}

/// A mover that had to be put too far from its path rests for this step. `other` is the position of the body that it
/// hits.
static void stop_if_off_path(const carom_world *world, uint32_t index, carom_vec2 at, carom_vec2 led,
                             carom_vec2 other) {
    cr_trajectory *trajectory = cr_trajectory_of(world, index);
    if (trajectory && cr_is_off_path_beside(world, index, at, led, other))
        trajectory->lost = trajectory->resting = true;
}

/// Returns the point of a path at which a level or static stops a mover. cr_stop may find the contact a little later
/// than the time of impact, which is that of the vertices as they are rounded at the start.
static carom_vec2 point_of_stop(const cr_moving_body *line, double t, carom_vec2 at) {
    carom_vec2 led = position_at(line, t);
    double ahead =
        ((double)at.x - (double)led.x) * (double)line->move.x + ((double)at.y - (double)led.y) * (double)line->move.y;
    return ahead > 0 ? at : led;
}

static void process_level_impact(carom_world *world, uint32_t index) {
    cr_trajectory *trajectory = cr_trajectory_of(world, index);
    cr_moving_body line = cr_moving_body_of(world, index);
    double t = cr_time_of_level(trajectory);
    cr_contact contact = cr_respond_to_level(world, trajectory, &world->stats);
    cr_add_contact(world, contact);
    finish_segment(world, trajectory, line.departure);
    carom_vec2 led = point_of_stop(&line, t, trajectory->from);
    if (!contact.entered) stop_if_off_path(world, index, trajectory->from, led, led);
    if (trajectory->lost) start_segment(world, trajectory, trajectory->from, trajectory->time, contact.normal);
    requeue(world, index);
}

/// A position for one of two bodies in contact, clear of levels and statics, and of the other one at its position.
typedef struct impact_placement {
    const carom_world *world;
    cr_resting fixed;
    uint32_t body;
    uint32_t other; ///< CR_NOTHING while the other has no position yet
    carom_vec2 other_at;
    carom_vec2 normal;               ///< of the contact, away from the other
    carom_vec2 before, other_before; ///< where both were apart
} impact_placement;

bool cr_bodies_lose_sides(const carom_world *world, const cr_body_path *a, const cr_body_path *b, cr_limit *blocker) {
    if (!is_flat_body(world, a->body) || !is_flat_body(world, b->body)) return false;
    if (cr_turns_in_step(world, a->body) || cr_turns_in_step(world, b->body)) return false; // sides turn with bodies
    cr_placed a_before, a_there, b_before, b_there;
    return cr_loses_side_of(
        cr_shape_at(world, a->body, a->before, &a_before), cr_shape_at(world, a->body, a->at, &a_there),
        cr_shape_at(world, b->body, b->before, &b_before), cr_shape_at(world, b->body, b->at, &b_there), blocker);
}

static bool is_clear_of_bodies(void *context, carom_vec2 at, cr_limit *blocker) {
    const impact_placement *p = context;
    if (p->other != CR_NOTHING) {
        *blocker = cr_limit_of(p->normal);
        if (cr_relate_bodies(p->world, p->body, at, p->other, p->other_at) == CR_INSIDE) return false;
        cr_body_path path = {p->body, p->before, at}, other = {p->other, p->other_before, p->other_at};
        if (cr_bodies_lose_sides(p->world, &path, &other, blocker)) return false;
    }
    return cr_is_clear_at(&p->fixed, at, blocker);
}

/// Sets the positions before the impact: at the start of the segments of both; at the end of the step, at its start.
static void set_positions_before(impact_placement *p) {
    const carom_world *world = p->world;
    cr_moving_body line = cr_moving_body_of(world, p->body), other_line = cr_moving_body_of(world, p->other);
    double time = line.time > other_line.time ? line.time : other_line.time;
    bool at_end = world->step.now == cr_vectors(&world->step.end);
    p->before = at_end ? world->step.from[p->body] : position_at(&line, time);
    p->other_before = at_end ? world->step.from[p->other] : position_at(&other_line, time);
}

carom_vec2 cr_clear_body_position(const carom_world *world, uint32_t index, const cr_stopping *s, uint32_t other,
                                  carom_vec2 other_at) {
    cr_body_scene fixed = {.world = world, .body = index};
    carom_scene scene = cr_scene_of_body(&fixed);
    carom_vec2 departure = cr_moving_body_of(world, index).departure;
    impact_placement p = {.world = world,
                          .fixed = {&scene, &cr_body_at(world, index)->shape, departure},
                          .body = index,
                          .other = other,
                          .other_at = other_at,
                          .normal = s->limits->normal};
    if (other != CR_NOTHING) set_positions_before(&p);
    return cr_clear_position(s, is_clear_of_bodies, &p);
}

/// Returns the limit that holds a body on the side to which it moves off another one: what it gave way to before,
/// because between two that push it, it would go to and fro; or else a level or static.
static cr_limit holding_limit(const carom_world *world, uint32_t index, const cr_stopping *s, double depth) {
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    carom_vec2 n = s->limits->normal, before = trajectory ? trajectory->anchored[0] : (carom_vec2){0, 0};
    if (cr_dot(cr_widen(n), cr_widen(before)) < 0) return cr_limit_of(before);
    cr_body_scene fixed = {.world = world, .body = index};
    carom_scene scene = cr_scene_of_body(&fixed);
    carom_vec2 to = {cr_float_toward(cr_in_range(s->x + depth * (double)n.x), n.x),
                     cr_float_toward(cr_in_range(s->y + depth * (double)n.y), n.y)};
    cr_limit blocker;
    cr_is_clear_at(&(cr_resting){&scene, &cr_body_at(world, index)->shape, s->from}, to, &blocker);
    return blocker;
}

carom_vec2 cr_body_position_off(const carom_world *world, uint32_t index, const cr_stopping *s, double depth,
                                uint32_t other, carom_vec2 other_at) {
    if (world->kinematics == 0) return cr_clear_body_position(world, index, s, other, other_at);
    cr_limit limits[2] = {*s->limits, holding_limit(world, index, s, depth)};
    cr_vec2d n = cr_widen(limits[0].normal), held = cr_widen(limits[1].normal), along = n;
    double facing = cr_dot(n, held), share = 1 - facing * facing;
    bool slides = facing < 0 && share >= LEAST_SLIDE;
    if (slides) along = cr_scale(cr_subtract(n, cr_scale(held, facing)), 1 / share);
    cr_stopping off = {s->from, s->x + depth * along.x, s->y + depth * along.y, limits, slides ? 2 : 1};
    return cr_clear_body_position(world, index, &off, other, other_at);
}

/// The position of a kinematic body, not beyond the exact one against a normal: the contact position of the other body
/// is clear of it, even if it is rounded more finely.
static carom_vec2 rounded_away(const cr_moving_body *line, double share, carom_vec2 normal) {
    return (carom_vec2){cr_float_toward((double)line->from.x + share * (double)line->move.x, normal.x),
                        cr_float_toward((double)line->from.y + share * (double)line->move.y, normal.y)};
}

static double extent_of_body(const carom_world *world, uint32_t index) {
    carom_box box = ((const carom_box *)world->bounds.data)[index];
    return (double)box.max.x - (double)box.min.x + (double)box.max.y - (double)box.min.y;
}

double cr_turn_clearance(const carom_world *world, uint32_t index, double x, double y) {
    return (fabs(x) + fabs(y) + extent_of_body(world, index)) * TURN_CLEARANCE;
}

/// Moves the end of a path off a turning body by more than its rounding. The sweep goes on from there, against the
/// exact motion of the body, so the rounded vertices at that time do not matter.
static void clear_turn(const carom_world *world, cr_stopping *s, uint32_t index) {
    double slack = cr_turn_clearance(world, index, s->x, s->y);
    s->x += slack * (double)s->limits->normal.x;
    s->y += slack * (double)s->limits->normal.y;
}

static carom_vec2 position_at_impact(const carom_world *world, uint32_t index, double t, cr_limit limit, uint32_t other,
                                     carom_vec2 other_at) {
    cr_moving_body line = cr_moving_body_of(world, index);
    double share = share_at(&line, t);
    bool by_turn = other != CR_NOTHING && cr_turns(world, other);
    if (share == 0 && !by_turn) return line.from;
    if (cr_is_fixed(world, index)) return rounded_away(&line, share, limit.normal);
    share = cr_exact_time(line.from, line.move, share, &limit, 1);
    cr_stopping s = cr_stopping_at(line.from, line.move, share, &limit, 1);
    if (by_turn) clear_turn(world, &s, index);
    if (by_turn) other = CR_NOTHING;
    carom_vec2 at = cr_clear_body_position(world, index, &s, other, other_at), led = cr_rounded(s.x, s.y);
    if (world->kinematics == 0 || other == CR_NOTHING) return at;
    if (!cr_is_off_path_beside(world, index, at, led, cr_extent_of(world, other, other_at))) return at;
    // The other is rounded more coarsely: its position may be off its path by many ulp of this body.
    carom_contact_points contact = cr_contact_bodies(world, index, led, other, other_at);
    if (contact.depth > 0) limit = cr_limit_of(contact.normal);
    at = cr_body_position_off(world, index, &s, (double)contact.depth, other, other_at);
    // Where the other is far off its own path, that may be beyond a wall: the start of the segment is not.
    return cr_is_off_path_beside(world, index, at, led, cr_extent_of(world, other, other_at)) ? line.from : at;
}

/// An impact of two bodies. A response of a fixed body has no meaning.
typedef struct body_impact {
    uint32_t a, b;
    carom_vec2 at_a, at_b, normal;
    carom_vec2 point;            ///< of the contact
    carom_response responses[2]; ///< of a and b
    turn_at_contact turns[2];
    bool blocked[2]; ///< these turns end here
} body_impact;

static bool is_wall(const carom_world *world, uint32_t index, const carom_response *response) {
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    return !trajectory || trajectory->resting || response->kind == CAROM_RESPONSE_STOP;
}

/// Two movers that cannot be pushed are walls to each other.
static bool are_walls(const carom_world *world, const body_impact *i) {
    return is_wall(world, i->a, &i->responses[0]) || is_wall(world, i->b, &i->responses[1]) ||
           (isinf(cr_body_at(world, i->a)->mass) && isinf(cr_body_at(world, i->b)->mass));
}

carom_vec2 cr_velocity_now(const carom_world *world, uint32_t index) {
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    if (trajectory) return trajectory->response.velocity;
    return cr_is_kinematic(world, index) && !(cr_flags(world)[index] & CR_HELD) ? world->step.velocity[index]
                                                                                : (carom_vec2){0, 0};
}

/// The velocity of one of two bodies at their contact.
static carom_vec2 contact_velocity(const carom_world *world, uint32_t index, const body_impact *i) {
    return cr_is_kinematic(world, index) ? cr_velocity_at_point(world, index, i->at_b, i->point)
                                         : cr_velocity_now(world, index);
}

/// Returns the velocity of a carried mover as a surface with a normal: that of its support, because its own is yet to
/// be stopped there; but not more than a mover keeps after contacts.
static carom_vec2 carried_surface(const carom_world *world, uint32_t index, carom_vec2 normal) {
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    carom_vec2 carried = cr_carrying_velocity(world, index);
    if (trajectory->bounces == 0) return carried;
    double support = cr_dot(cr_widen(carried), cr_widen(normal));
    double now = cr_dot(cr_widen(trajectory->response.velocity), cr_widen(normal));
    return support > 0 && now < support ? trajectory->response.velocity : carried;
}

/// A body as a surface for another. Only bodies that a kinematic body drives or carries count as moving.
static cr_surface surface_of(const carom_world *world, uint32_t index, carom_vec2 normal, const body_impact *i) {
    cr_surface surface = {.normal = normal, .owner = index};
    if (driver_of(world, index)) {
        surface.velocity = contact_velocity(world, index, i);
    } else if (cr_flags(world)[index] & CR_CARRIED && !is_held_back(world, index, normal)) {
        surface.velocity = carried_surface(world, index, normal);
    }
    return surface;
}

static void note_turning_surface(const carom_world *world, const body_impact *i) {
    cr_trajectory *trajectory = cr_trajectory_of(world, i->a);
    trajectory->turned_by = i->b + 1;
    trajectory->turned = contact_velocity(world, i->b, i);
    trajectory->lead = 0;
}

/// Returns the velocity of a turning surface for the response of a mover. A mover that takes on the speed of the
/// surface at one time is touched again at once, because the velocity of the surface changes with time. So if the
/// contact persists, the surface counts as a little faster along its normal: each time by four times as much.
static carom_vec2 lead_turn(cr_trajectory *trajectory, const cr_surface *surface, bool persists) {
    cr_vec2d own = cr_widen(trajectory->response.velocity), other = cr_widen(surface->velocity);
    cr_vec2d normal = cr_widen(surface->normal);
    double size = cr_length(own) + cr_length(other), approach = -cr_dot(cr_subtract(own, other), normal);
    if (!persists && approach > PERSISTING * size) return surface->velocity;
    int times = trajectory->turn_contacts++;
    double lead = size * LEAST_LEAD;
    for (int i = 0; i < times && i < MOST_LEADS; ++i) lead *= 4;
    carom_vec2 faster = cr_narrow(cr_add(other, cr_scale(normal, lead)));
    if (times == 0 || !cr_finite2(faster)) return surface->velocity;
    trajectory->lead = lead;
    return faster;
}

/// Returns true for a mover that a kinematic body pushes in a direction: it pushes others there in turn.
static bool pushes(const carom_world *world, const cr_trajectory *trajectory, carom_vec2 at, carom_vec2 toward) {
    if (trajectory->resting && (!trajectory->driver || trajectory->crushed)) return false;
    return goes_with_driver(world, trajectory) || cr_response_pushes(&trajectory->response, at, toward);
}

/// 1 + the kinematic body that drives a body, or that pushes it in a direction, directly or through others; 0: none.
static uint32_t driver_through(const carom_world *world, uint32_t index, carom_vec2 at, carom_vec2 toward) {
    uint32_t driver = driver_of(world, index);
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    if (driver || !trajectory) return driver;
    uint32_t surface = cr_response_pushed_by(&trajectory->response, at, toward);
    uint32_t pusher = surface == CR_NO_OWNER ? CR_NOTHING : pusher_of(world, surface);
    return pusher == CR_NOTHING || cr_turns(world, pusher) || cr_root_of(world, index) == pusher ? 0 : pusher + 1;
}

/// A resting mover that is hit by a driven body is driven by the same kinematic body. It does not wait for the next
/// step: the kinematic body could have passed through it by then.
static bool join_driver(const carom_world *world, const body_impact *i, bool second) {
    uint32_t index = second ? i->b : i->a, other = second ? i->a : i->b;
    cr_trajectory *trajectory = cr_trajectory_of(world, index);
    if (!trajectory || !trajectory->resting || trajectory->driver || trajectory->crushed) return false;
    carom_vec2 normal = second ? reversed(i->normal) : i->normal;
    uint32_t driver = driver_through(world, other, second ? i->at_a : i->at_b, normal);
    if (!driver || is_crushed(world, other)) return false;
    bool turns = cr_turns(world, driver - 1);
    if (turns && trajectory->lost) { // what turns may be past this position
        cr_crush(trajectory, driver - 1, other);
        return true;
    }
    trajectory->driver = driver;
    trajectory->lost = false;
    trajectory->response.velocity = (carom_vec2){0, 0};
    if (turns) return false;
    bool driven = driver_of(world, other) != 0;
    cr_surface surface = {normal, cr_velocity_now(world, driven ? other : driver - 1), other};
    cr_response_lead(&trajectory->response, second ? i->at_b : i->at_a, &surface);
    return true;
}

/// A body that turns drives a resting mover from contact to contact, because its points have different velocities. The
/// mover takes on the speed of the one that pushes, as lead_turn gives it. Returns false if neither is driven so.
static bool drive_on(const carom_world *world, const body_impact *i) {
    uint32_t driver = driver_of(world, i->a);
    if (!driver || driver != driver_of(world, i->b) || !cr_turns(world, driver - 1)) return false;
    if (is_crushed(world, i->a) || is_crushed(world, i->b)) return false;
    carom_vec2 a = contact_velocity(world, i->a, i), b = contact_velocity(world, i->b, i);
    cr_vec2d normal = cr_widen(i->normal);
    bool a_yields = cr_is_fixed(world, i->b) || cr_dot(cr_widen(b), normal) > -cr_dot(cr_widen(a), normal);
    cr_trajectory *yielding = cr_trajectory_of(world, a_yields ? i->a : i->b);
    cr_surface surface = {a_yields ? i->normal : reversed(i->normal), a_yields ? b : a, a_yields ? i->b : i->a};
    if (yielding->turn_contacts >= MOST_DRIVES) {
        cr_crush(yielding, driver - 1, surface.owner);
        return true;
    }
    carom_vec2 faster = lead_turn(yielding, &surface, true), n = surface.normal, now = yielding->response.velocity;
    double lacks = cr_dot(cr_subtract(cr_widen(faster), cr_widen(now)), cr_widen(n));
    if (lacks > 0) yielding->response.velocity = cr_narrow(cr_add(cr_widen(now), cr_scale(cr_widen(n), lacks)));
    return true;
}

/// Returns true for a mover with the response stop that does not approach another mover which only rests on it: the two
/// were in contact before the step. It keeps moving.
static bool bears(const carom_world *world, const body_impact *i, bool second) {
    uint32_t index = second ? i->b : i->a, load = second ? i->a : i->b;
    if (cr_is_fixed(world, load) || cr_is_fixed(world, index)) return false;
    if (i->responses[second].kind != CAROM_RESPONSE_STOP) return false;
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    if (trajectory->resting && trajectory->driver) return false; // into a crushed load it would go on for ever
    carom_vec2 velocity = cr_velocity_now(world, index), carried = {0, 0};
    bool carries = !(cr_flags(world)[load] & CR_CARRIED) || cr_body_at(world, load)->support == index;
    if (cr_flags(world)[index] & CR_CARRIED && carries) carried = cr_carrying_velocity(world, index);
    double x = (double)velocity.x - (double)carried.x, y = (double)velocity.y - (double)carried.y;
    double away = x * (double)i->normal.x + y * (double)i->normal.y;
    return (second ? -away : away) >= 0 && cr_were_in_contact(world, cr_pair_of(world, index, load));
}

static void respond_as_movers(const carom_world *world, const body_impact *i) {
    double share = cr_mass_share(world, i->a, i->b);
    cr_response_mover a = {&cr_trajectory_of(world, i->a)->response, &i->responses[0], i->at_a, i->a, share};
    cr_response_mover b = {&cr_trajectory_of(world, i->b)->response, &i->responses[1], i->at_b, i->b, 1 - share};
    cr_response_pair(&a, &b, i->normal);
}

/// Returns true if a body that a rider hits goes on with the kinematic body below both. If that body drives both, their
/// velocities differ: else the pair would be settled.
static bool goes_along(const carom_world *world, uint32_t index, uint32_t root, carom_vec2 normal) {
    if (driver_of(world, index) || cr_is_fixed(world, index)) return false;
    return cr_root_of(world, index) == root && !is_held_back(world, index, normal);
}

/// A mover that rides stops at all that does not go the same way.
static void end_ride_at(const carom_world *world, uint32_t index, uint32_t other, carom_vec2 normal) {
    cr_trajectory *trajectory = cr_trajectory_of(world, index);
    if (trajectory && trajectory->rides && !goes_along(world, other, trajectory->driver - 1, normal))
        end_ride(world, trajectory);
}

/// respond in a world with kinematic bodies: surfaces may move.
static void respond_to_moving(const carom_world *world, const body_impact *i) {
    end_ride_at(world, i->a, i->b, i->normal);
    end_ride_at(world, i->b, i->a, i->normal);
    cr_trajectory *path_a = cr_trajectory_of(world, i->a), *path_b = cr_trajectory_of(world, i->b);
    bool b_leads = path_b && goes_with_driver(world, path_b) && !goes_with_driver(world, path_a);
    bool a_pushes = !b_leads && pushes(world, path_a, i->at_a, reversed(i->normal));
    bool b_pushes = !a_pushes && path_b && pushes(world, path_b, i->at_b, i->normal);
    if (!are_walls(world, i) && !a_pushes && !b_pushes) {
        respond_as_movers(world, i);
        return;
    }
    if (cr_is_spun(world, i->b)) note_turning_surface(world, i);
    if (join_driver(world, i, false) || join_driver(world, i, true)) return;
    if (drive_on(world, i)) return;
    cr_surface surface_a = surface_of(world, i->a, reversed(i->normal), i);
    cr_surface surface_b = surface_of(world, i->b, i->normal, i);
    if (cr_turns(world, i->b) && cr_is_fixed(world, i->b)) surface_b.velocity = lead_turn(path_a, &surface_b, false);
    if (a_pushes) surface_a.velocity = path_a->response.velocity;
    if (b_pushes) surface_b.velocity = path_b->response.velocity;
    bool a_yields = b_pushes && gives_way(world, i->a, i->normal);
    bool a_stays = (a_pushes && gives_way(world, i->b, reversed(i->normal))) || (!a_yields && bears(world, i, false));
    bool b_stays = !path_b || a_yields || (!a_stays && bears(world, i, true));
    bool b_stops = !a_stays && respond_to_surface(world, path_a, &i->responses[0], i->at_a, &surface_b);
    if (path_b && (!b_stays || b_stops)) {
        bool a_stops = respond_to_surface(world, path_b, &i->responses[1], i->at_b, &surface_a);
        if (a_stays && a_stops) respond_to_surface(world, path_a, &i->responses[0], i->at_a, &surface_b);
    }
}

/// Computes both velocities. A body that rests for this step, or stops at contacts, is a wall to the other.
static void respond(const carom_world *world, const body_impact *i) {
    cr_trajectory *path_a = cr_trajectory_of(world, i->a);
    cr_trajectory *path_b = cr_trajectory_of(world, i->b); // null for a fixed body
    if (world->kinematics > 0) {
        respond_to_moving(world, i);
    } else if (!are_walls(world, i)) {
        respond_as_movers(world, i);
    } else {
        bool a_bears = bears(world, i, false), b_bears = !a_bears && bears(world, i, true);
        if (!path_a->resting && !a_bears) cr_response_contact(&path_a->response, &i->responses[0], i->at_a, i->normal);
        if (path_b && !path_b->resting && !b_bears)
            cr_response_contact(&path_b->response, &i->responses[1], i->at_b, reversed(i->normal));
    }
}

static void deflect(carom_world *world, cr_trajectory *trajectory, carom_vec2 at, double t, carom_vec2 normal) {
    carom_vec2 from = trajectory->departure;
    start_segment(world, trajectory, at, t, normal);
    finish_segment(world, trajectory, from);
}

/// Lets a mover that overlaps the end of a static by one ulp pass beside it. If it does not pass, returns false, and *e
/// has the normal of the surface that stops it.
static bool pass_static(carom_world *world, uint32_t a, double t, cr_contact *contact, prediction *e) {
    cr_trajectory *trajectory = cr_trajectory_of(world, a);
    cr_moving_body line = cr_moving_body_of(world, a);
    line.move = motion_ahead(world, trajectory);
    cr_end_contact end = end_contact_of(world, a, &line, &e->hit);
    e->hit.normal = end.normal;
    if (!end.passes) return false;
    count_bounce(world, trajectory, &world->stats);
    contact->parting = true;
    cr_add_contact(world, *contact);
    deflect(world, trajectory, end.beside, t, passed_normal(end.normal));
    requeue(world, a);
    return true;
}

/// Remainders are up to half an ulp in a step: far from the origin, that is the speed at which riders side by side
/// would approach again and again, and lean away from each other by more than that.
static void note_meeting(const carom_world *world, cr_trajectory *trajectory, carom_vec2 normal) {
    if (!(cr_flags(world)[trajectory->body] & CR_CARRIED)) return;
    trajectory->meets_x |= normal.x != 0;
    trajectory->meets_y |= normal.y != 0;
}

// ---- Movers that turn
// ------------------------------------------------------------------------------------------------

/// Reads the spins of both movers at a contact, and decides which of them end there.
static void block_turns(const carom_world *world, body_impact *i, double t) {
    cr_moving_body line_a = cr_moving_body_of(world, i->a), line_b = cr_moving_body_of(world, i->b);
    carom_vec2 at_a = position_at(&line_a, t), at_b = position_at(&line_b, t);
    i->turns[0] = turn_at(world, i->a, at_a, i->point, t);
    i->turns[1] = turn_at(world, i->b, at_b, i->point, t);
    carom_vec2 of_a = cr_velocity_now(world, i->a), of_b = cr_velocity_now(world, i->b);
    if (cr_is_fixed(world, i->b)) {
        of_b = cr_velocity_at_point(world, i->b, at_b, i->point);
        i->turns[1].velocity = i->turns[1].approach = (carom_vec2){0, 0};
    }
    cr_vec2d normal = cr_widen(i->normal);
    double by_move = cr_dot(cr_subtract(cr_widen(of_a), cr_widen(of_b)), normal);
    double by_a = cr_dot(cr_widen(i->turns[0].velocity), normal);
    double by_b = -cr_dot(cr_widen(i->turns[1].velocity), normal);
    for (int k = 0; k < 2; ++k) {
        bool stops = i->responses[k].kind == CAROM_RESPONSE_STOP && !cr_is_fixed(world, k ? i->b : i->a);
        double others = by_move + (k ? by_a : by_b);
        bool blocks = blocks_turn(&i->turns[k], k ? reversed(i->normal) : i->normal, others);
        i->blocked[k] = i->turns[k].turned && (stops || blocks);
    }
}

/// Puts a mover that has turned up to an impact at its clear pose; `other` as in position_at_impact.
static carom_vec2 turned_position(carom_world *world, const body_impact *i, bool second, double t, uint32_t other) {
    uint32_t index = second ? i->b : i->a, against = second ? i->a : i->b;
    cr_trajectory *trajectory = cr_trajectory_of(world, index);
    cr_turn_contact c = {.time = t, .normal = second ? reversed(i->normal) : i->normal, .other = CR_NOTHING};
    // Two shapes without interior must not come so near that rounding moves one through the other.
    bool flat = is_flat_body(world, index) && is_flat_body(world, against);
    bool turns_on = !i->blocked[second] || (cr_turns(world, against) && !i->blocked[!second]);
    if (flat || (turns_on && !cr_is_static(world, against))) {
        carom_vec2 from = trajectory->from;
        double size =
            fabs((double)from.x) + fabs((double)from.y) + extent_of_body(world, index) + extent_of_body(world, against);
        c.clearance = size * TURN_CLEARANCE;
    } else if (!cr_is_static(world, against)) {
        c.other = other;
        c.other_at = i->at_b;
    }
    carom_pose pose = cr_clear_turn_pose(world, trajectory, &c);
    trajectory->rotation = pose.rotation;
    if (i->blocked[second]) cr_stop_turn(world, index, pose.rotation);
    return pose.position;
}

/// The position of the first of two at their impact; the second has its own already. At a static, that of carom_move.
static carom_vec2 first_position(carom_world *world, const body_impact *i, double t, const carom_sweep_hit *hit,
                                 uint32_t other) {
    if (i->turns[0].turned) return turned_position(world, i, false, t, other);
    if (!cr_is_static(world, i->b)) return position_at_impact(world, i->a, t, cr_limit_of(hit->normal), other, i->at_b);
    cr_moving_body line = cr_moving_body_of(world, i->a);
    return share_at(&line, t) == 0 ? line.from : stop_at_fixed(world, i->a, &line, hit);
}

/// The velocities at the contact, for bounces.
static void approach_by_turns(const carom_world *world, const body_impact *i) {
    cr_vec2d normal = cr_widen(i->normal);
    double by_turns = cr_dot(cr_subtract(cr_widen(i->turns[0].approach), cr_widen(i->turns[1].approach)), normal);
    if (by_turns == 0) return;
    cr_trajectory *path_a = cr_trajectory_of(world, i->a), *path_b = cr_trajectory_of(world, i->b);
    double share = !path_b || are_walls(world, i) ? 1 : 1 - cr_mass_share(world, i->a, i->b);
    approach_by_turn(path_a, &i->responses[0], i->normal, share * by_turns);
    if (path_b)
        approach_by_turn(path_b, &i->responses[1], reversed(i->normal), (share == 1 ? 1 : 1 - share) * by_turns);
}

/// Returns false if the velocities do not change: at the target of a walker, which stops there, or if the end of a turn
/// is enough.
static bool is_approaching(const carom_world *world, const body_impact *i, double t) {
    if (t >= 1 && cr_flags(world)[i->b] & CR_ARRIVES) return false;
    if (!i->blocked[0] && !i->blocked[1]) return true;
    for (int k = 0; k < 2; ++k)
        if (i->responses[k].kind == CAROM_RESPONSE_STOP && !cr_is_fixed(world, k ? i->b : i->a)) return true;
    carom_vec2 of_a = cr_velocity_now(world, i->a), of_b = contact_velocity(world, i->b, i);
    return cr_dot(cr_subtract(cr_widen(of_a), cr_widen(of_b)), cr_widen(i->normal)) < 0;
}

// ---- One impact
// ------------------------------------------------------------------------------------------------------

static void process_pair_impact(carom_world *world, uint32_t a, uint32_t b, double t) {
    world->step.time_of_turns = t;
    prediction e = predict_impact(world, a, b);
    cr_contact contact = contact_of_pair(cr_pair_of(world, a, b), t, &e.hit);
    if (!cr_blocks(world, a, b)) {
        cr_add_contact(world, contact);
        return;
    }
    body_impact impact = {.a = a, .b = b};
    bool turning = any_turns(world, a, b);
    if (cr_rule_passes(world, &contact, impact.responses)) {
        cr_add_contact(world, contact);
        if (cr_is_static(world, b)) cr_start_trajectory(world, a, t); // its end was clear of the static
        return;
    }
    if (!cr_start_trajectory(world, a, t) || !cr_start_trajectory(world, b, t)) return;
    if (cr_is_static(world, b) && !turning && pass_static(world, a, t, &contact, &e)) return;
    ++world->stats.hits;
    carom_vec2 normal = e.hit.normal;
    bool apart = !cr_overlapped_at_start(world, contact.pair);
    // The second gets its position first, unless only it moves and both are flat: then it must keep its side.
    cr_moving_body still = cr_moving_body_of(world, a);
    bool flat = !turning && is_still(&still) && is_flat_body(world, a) && is_flat_body(world, b);
    impact.normal = normal;
    impact.point = e.hit.point;
    bool spins = any_spins(world, a, b);
    if (spins) block_turns(world, &impact, t);
    carom_vec2 at_b = impact.at_b =
        impact.turns[1].turned
            ? turned_position(world, &impact, true, t, CR_NOTHING)
            : position_at_impact(world, b, t, cr_limit_of(reversed(normal)), flat ? a : CR_NOTHING, still.from);
    uint32_t other = apart ? b : CR_NOTHING;
    carom_vec2 at_a = impact.at_a = first_position(world, &impact, t, &e.hit, other);
    cr_moving_body line_a = cr_moving_body_of(world, a), line_b = cr_moving_body_of(world, b);
    carom_vec2 led_a = cr_is_static(world, b) ? point_of_stop(&line_a, t, at_a) : position_at(&line_a, t);
    stop_if_off_path(world, a, at_a, led_a, cr_extent_of(world, b, at_b));
    stop_if_off_path(world, b, at_b, position_at(&line_b, t), at_a);
    if (spins) approach_by_turns(world, &impact);
    cr_trajectory *path_a = cr_trajectory_of(world, a);
    cr_trajectory *path_b = cr_trajectory_of(world, b);
    if (is_approaching(world, &impact, t)) respond(world, &impact);
    count_bounce(world, path_a, &world->stats);
    if (path_b) count_bounce(world, path_b, &world->stats);
    if (path_b) note_meeting(world, path_a, normal);
    if (path_b) note_meeting(world, path_b, normal);
    carom_vec2 of_a = cr_velocity_at_point(world, a, at_a, e.hit.point),
               of_b = cr_velocity_at_point(world, b, at_b, e.hit.point);
    contact.parting =
        parting(of_a, of_b, normal, t) && !(cr_is_spun(world, b) && keeps_to_turn(path_a, of_a, of_b, normal));
    cr_add_contact(world, contact);
    deflect(world, path_a, at_a, t, normal);
    if (path_b) deflect(world, path_b, at_b, t, normal);
    keep_in_broad_phase(world, path_a);
    if (path_b) keep_in_broad_phase(world, path_b);
    queue_impacts(world, a);
    queue_impacts(world, b);
}

static bool is_void(const carom_world *world, const cr_predicted_impact *p) {
    if (cr_moving_body_of(world, p->a).number != p->segment_a) return true;
    return p->b < CR_LEVEL && cr_moving_body_of(world, p->b).number != p->segment_b;
}

// ---- The phase -----------------------------------------------------------------------------------------------------

/// Queues the movers that hit a level on their first segment. Contacts of movers that are `alone` are done already.
static void queue_level_impacts(carom_world *world) {
    const cr_slice *parts = world->step.slices.data;
    for (uint32_t p = 0; p < world->step.slices.count; ++p) {
        const cr_trajectory *trajectories = parts[p].trajectories.data;
        for (uint32_t i = 0; i < parts[p].trajectories.count && join(world, &trajectories[i], 0); ++i) {
            if (trajectories[i].alone) {
                keep_in_broad_phase(world, &trajectories[i]);
            } else {
                queue_level(world, &trajectories[i]);
            }
        }
    }
}

/// Queues the near pairs that block, and those of movers that turn.
static void queue_near_pairs(carom_world *world) {
    uint32_t count = world->step.near_pairs.count;
    for (uint32_t i = 0; i < count && !world->step.out_of_memory; ++i) {
        uint64_t pair = ((const cr_keyed *)world->step.near_pairs.data)[i].key;
        uint32_t a = cr_pair_first(pair), b = cr_pair_second(pair);
        if (cr_blocks(world, a, b) || any_turns(world, a, b)) queue_pair(world, pair);
    }
}

void cr_process_impacts(carom_world *world) {
    world->step.queue.count = 0;
    queue_level_impacts(world); // first: a mover without a clear end position stays, and is hit at its start
    queue_near_pairs(world);
    cr_predicted_impact next;
    while (!world->step.out_of_memory && cr_queue_pop(&world->step.queue, &next)) {
        if (is_void(world, &next)) continue;
        if (next.b >= CR_LEVEL) {
            process_level_impact(world, next.a);
        } else {
            process_pair_impact(world, next.a, next.b, next.t);
        }
    }
}
