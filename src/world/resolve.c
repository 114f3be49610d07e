// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Final positions. Times of impact are computed on exact paths, but positions are floats: two movers can still
// penetrate by rounding. They are nudged apart by a few ulp. A mover without room for that is rolled back to the start
// of the step, where no other mover started. Movers that have passed through that position since are rolled back as
// well: otherwise they would have tunnelled. Each mover is rolled back at most once, so the loop ends.
#include "world/state.h"

#include "base/vec.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "motion/clear_position.h"

#include <limits.h>
#include <math.h>

#define NUDGES 6 // rounds of nudges: one that clears a pair can put a mover into a third body
/// The same for movers between which a kinematic body may have come: its push is passed on from one to the next.
#define PUSHES 64
/// The anchor of a mover that has given way to one that could not: farther than those behind kinematic bodies.
#define HELD_ANCHOR 0x10000
/// The anchor of a mover that has given way to one that could have done so as well.
#define GONE_ANCHOR 0x20000
/// A mover that gives way by a distance enters its anchor by less than this share of it: it is free to do so.
#define CROSSWISE 0x1p-10

static void move_body(carom_world *world, uint32_t index, carom_vec2 at) {
    if (!cr_start_trajectory(world, index, 1)) return;
    cr_trajectory *trajectory = cr_trajectory_of(world, index);
    cr_vectors(&world->step.end)[index] = at;
    cr_stay_at(trajectory, at);
    cr_extend_reach(world, trajectory, cr_bounds_at(world, index, at));
}

carom_vec2 cr_led_to(const cr_trajectory *trajectory) {
    return (carom_vec2){(float)cr_in_range(trajectory->led.x), (float)cr_in_range(trajectory->led.y)};
}

carom_vec2 cr_trajectory_end(const carom_world *world, const cr_trajectory *trajectory) {
    if (cr_turns(world, trajectory->body)) return cr_end_turn(world, trajectory);
    const carom_shape *shape = &cr_body_at(world, trajectory->body)->shape;
    carom_vec2 end = cr_led_to(trajectory),
               swept = {trajectory->from.x + trajectory->move.x, trajectory->from.y + trajectory->move.y};
    bool round = (cr_flags(world)[trajectory->body] & CR_ROUND) != 0;
    if (world->levels.count == 1 && round && cr_same_point(end, swept)) return trajectory->level_hit.at;
    if (world->levels.count == 0 && !cr_shape_is_thin(shape, end)) return end;
    cr_body_scene fixed = {.world = world, .body = trajectory->body};
    carom_scene scene = cr_scene_of_body(&fixed);
    return cr_arrive(&(cr_resting){&scene, shape, trajectory->from}, trajectory->led);
}

static bool is_crushed_mover(const carom_world *world, uint32_t index) {
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    return trajectory && trajectory->crushed;
}

/// Returns true if a part was behind a one-sided segment at the start of the step, or in it, on its way through.
static bool passes_segment(const carom_shape *part, const carom_shape *segment) {
    cr_core core;
    if (!cr_is_one_sided(segment) || !cr_core_of(part, &core)) return false;
    return cr_core_side(&core, segment->segment.a, segment->segment.b) > 0 || cr_relate(part, segment) == CR_INSIDE;
}

/// Returns true if two bodies that penetrate do so only where one of them passes a one-sided segment of the other from
/// behind.
static bool pass_from_behind(const carom_world *world, uint32_t a, uint32_t b) {
    if (!world->one_sided) return false;
    cr_placed placed[4];
    const carom_shape *a_before = cr_place_shape(&placed[0], &cr_body_at(world, a)->shape, world->step.from[a]);
    const carom_shape *b_before = cr_place_shape(&placed[1], &cr_body_at(world, b)->shape, world->step.from[b]);
    const carom_shape *a_now = cr_shape_of(world, a, &placed[2]), *b_now = cr_shape_of(world, b, &placed[3]);
    for (int i = 0; i < cr_parts_of(a_now); ++i) {
        const carom_shape *was_a = cr_part_of(a_before, i);
        for (int k = 0; k < cr_parts_of(b_now); ++k) {
            const carom_shape *was_b = cr_part_of(b_before, k);
            if (cr_relate(cr_part_of(a_now, i), cr_part_of(b_now, k)) != CR_INSIDE) continue;
            if (!passes_segment(was_a, was_b) && !passes_segment(was_b, was_a)) return false;
        }
    }
    return true;
}

static bool conflict(const carom_world *world, uint64_t pair) {
    uint32_t a = cr_pair_first(pair);
    uint32_t b = cr_pair_second(pair);
    if (!cr_blocks(world, a, b) || (cr_is_kinematic(world, b) && is_crushed_mover(world, a))) return false;
    if (cr_bodies_penetrate(world, a, b)) return !cr_overlapped_at_start(world, pair) && !pass_from_behind(world, a, b);
    cr_body_path path_a = {a, world->step.from[a], cr_position_of(world, a)};
    cr_body_path path_b = {b, world->step.from[b], cr_position_of(world, b)};
    cr_limit blocker;
    return cr_bodies_lose_sides(world, &path_a, &path_b, &blocker);
}

typedef struct neighbours {
    carom_world *world;
    uint32_t index;
    carom_box box;
} neighbours;

/// Does not use the fattened box: its size depends on the time of the last rebuild.
static bool reaches_into(const carom_world *world, uint32_t index, carom_box box) {
    carom_box reach = cr_trajectory_box(world, index);
    return reach.min.x <= box.max.x && box.min.x <= reach.max.x && reach.min.y <= box.max.y && box.min.y <= reach.max.y;
}

static bool note_neighbour(void *context, uint32_t other) {
    const neighbours *n = context;
    if (other == n->index || !reaches_into(n->world, other, n->box)) return true;
    if (!cr_may_collide(n->world, n->index, other)) return true;
    cr_add_near_pair(n->world, cr_pair_of(n->world, n->index, other));
    return true;
}

/// Moves a body off its path, where it may be near other bodies.
static void put_aside(carom_world *world, uint32_t index, carom_vec2 at) {
    move_body(world, index, at);
    neighbours n = {world, index, cr_bounds_at(world, index, at)};
    cr_broad_find(&world->broad, cr_broad_query_of(world, index, n.box), note_neighbour, &n);
}

/// The limit that a contact sets to the position of a body. A contact with a moving body has no contact coordinate.
static cr_limit limit_of_contact(const carom_world *world, uint32_t index, uint32_t other,
                                 const carom_contact_points *contact) {
    if (!cr_is_static(world, other)) return cr_limit_of(contact->normal);
    return cr_limit_of_contact(&cr_body_at(world, index)->shape, contact->part_a, contact->normal, contact->points[0]);
}

/// Moves a body to a clear position within rounding of its own, if there is one beside another body.
static void nudge(carom_world *world, uint32_t index, uint32_t other) {
    if (!cr_is_mover(world, index)) return;
    carom_vec2 at = cr_position_of(world, index), other_at = cr_position_of(world, other);
    carom_contact_points contact = cr_contact_bodies(world, index, at, other, other_at);
    cr_limit limit = limit_of_contact(world, index, other, &contact);
    cr_stopping s = {at, (double)at.x, (double)at.y, &limit, 1};
    carom_vec2 there = cr_body_position_off(world, index, &s, (double)contact.depth, other, other_at);
    if (cr_is_off_path_beside(world, index, there, at, cr_extent_of(world, other, other_at))) return;
    if (cr_finite_box(cr_bounds_at(world, index, there))) put_aside(world, index, there);
}

/// Sets the rotation of a mover to that at the start of the step. Returns false if it has it already. Its turn is over:
/// a mover that rests does not turn, and arrive() ends the other turns.
static bool turn_back(const carom_world *world, uint32_t index) {
    if (!cr_turns_in_step(world, index)) return false;
    carom_rotation start = cr_turn_at(world, index)->rotation, now = cr_end_rotation(world, index);
    cr_stop_turn(world, index, start);
    return now.cosine != start.cosine || now.sine != start.sine;
}

/// Returns false if the mover was rolled back before.
static bool roll_back(carom_world *world, uint32_t index) {
    if (!cr_is_mover(world, index)) return false;
    carom_vec2 start = world->step.from[index], at = cr_position_of(world, index);
    bool has_turned = turn_back(world, index), is_there = !has_turned && at.x == start.x && at.y == start.y;
    if (!is_there) put_aside(world, index, start);
    cr_trajectory *trajectory = cr_trajectory_of(world, index);
    if (trajectory) trajectory->rolled_back = true;
    return !is_there;
}

/// The end of a mover that still goes straight, because the rule has let it pass. The end known so far is clear of all
/// statics even then.
static carom_vec2 straight_end(const carom_world *world, const cr_trajectory *trajectory) {
    bool round = (cr_flags(world)[trajectory->body] & CR_ROUND) != 0;
    bool of_level = world->levels.count == 0 || (world->levels.count == 1 && round);
    if (of_level) return cr_vectors(&world->step.end)[trajectory->body];
    return cr_vectors(&world->step.end)[trajectory->body] = cr_trajectory_end(world, trajectory);
}

/// Moves a mover to the end of its last path segment.
static void move_along(carom_world *world, const cr_trajectory *trajectory) {
    uint32_t index = trajectory->body;
    carom_vec2 end = cr_trajectory_end(world, trajectory), led = cr_led_to(trajectory);
    move_body(world, index, end);
    if (cr_is_off_path(world, index, end, led)) roll_back(world, index);
}

/// Puts a mover with a trajectory at its end; all others have their end positions.
static void arrive(carom_world *world, uint32_t place) {
    cr_trajectory *trajectory = (cr_trajectory *)world->step.trajectories.data + place;
    if (trajectory->lost) {
        move_body(world, trajectory->body, trajectory->from);
        roll_back(world, trajectory->body);
    } else if (cr_turns(world, trajectory->body)) {
        move_along(world, trajectory);
    } else if (trajectory->number == 1) { // still goes straight
        cr_stay_at(trajectory, straight_end(world, trajectory));
    } else if (!cr_same_point(cr_led_to(trajectory), trajectory->from)) {
        move_along(world, trajectory);
    } else {
        cr_vectors(&world->step.end)[trajectory->body] = trajectory->from;
    }
}

static bool is_rolled_back(const carom_world *world, uint32_t index) {
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    return trajectory && trajectory->rolled_back;
}

/// Returns true if a body on this segment hits another body that was rolled back. For a body that turns, a circle is
/// tested that contains it at every rotation: it may be rolled back without need.
static bool hits_rolled_back(const carom_world *world, uint32_t index, carom_vec2 from, carom_vec2 to,
                             uint32_t rolled_back) {
    carom_vec2 move = {to.x - from.x, to.y - from.y};
    if (cr_turns_in_step(world, index)) {
        cr_placed placed;
        const carom_shape *other = cr_shape_at(world, rolled_back, world->step.from[rolled_back], &placed);
        float reach = ((const carom_box *)world->bounds.data)[index].max.x; // cr_bounds_in_turn
        carom_shape circle = {.kind = CAROM_SHAPE_CIRCLE, .circle = {from, reach}};
        return carom_sweep(&circle, move, other, (carom_vec2){0, 0}).hit;
    }
    return cr_sweep_bodies(world, (cr_body_motion){index, from, move},
                           (cr_body_motion){.body = rolled_back, .from = world->step.from[rolled_back]})
        .hit;
}

/// Returns true if a mover has passed through the start position of a mover that was rolled back.
static bool went_through(const carom_world *world, uint32_t index, uint32_t rolled_back) {
    if (!cr_is_mover(world, index) || is_rolled_back(world, index) || !is_rolled_back(world, rolled_back)) return false;
    if (!cr_blocks(world, index, rolled_back) || cr_overlapped_at_start(world, cr_pair_of(world, index, rolled_back)))
        return false;
    cr_moving_body line = cr_moving_body_of(world, index);
    if (hits_rolled_back(world, index, line.departure, cr_position_of(world, index), rolled_back)) return true;
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    const cr_path_segment *path_segments = world->step.path_segments.data;
    for (uint32_t segment = trajectory ? trajectory->last_segment : 0; segment > 0;
         segment = path_segments[segment - 1].before) {
        if (hits_rolled_back(world, index, path_segments[segment - 1].from, path_segments[segment - 1].to, rolled_back))
            return true;
    }
    return false;
}

static bool roll_back_follower(carom_world *world, uint64_t pair) {
    uint32_t a = cr_pair_first(pair), b = cr_pair_second(pair);
    return (went_through(world, a, b) && roll_back(world, a)) || (went_through(world, b, a) && roll_back(world, b));
}

/// The number of bodies between a body and the kinematic one that it gave way to; INT_MAX if it gave way to none, or if
/// it can give way in this direction as well.
static int anchor_of(const carom_world *world, uint32_t index, carom_vec2 toward) {
    if (cr_is_kinematic(world, index)) return 0;
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    for (int i = 0; trajectory && i < 2; ++i) {
        double along = cr_dot(cr_widen(trajectory->anchored[i]), cr_widen(toward));
        if (along < -CROSSWISE) return trajectory->anchors[i];
    }
    return INT_MAX;
}

/// Two bodies in conflict: the normal points from b to a.
typedef struct anchored_pair {
    carom_vec2 normal, reverse;
    int anchor_a, anchor_b;
} anchored_pair;

static anchored_pair anchors_of(const carom_world *world, uint32_t a, uint32_t b) {
    carom_vec2 n = cr_contact_bodies(world, a, cr_position_of(world, a), b, cr_position_of(world, b)).normal;
    carom_vec2 reverse = {-n.x, -n.y};
    return (anchored_pair){n, reverse, anchor_of(world, a, n), anchor_of(world, b, reverse)};
}

/// Nudges a body along a normal, away from another. It does not give way against the normal from then on.
static void give_way(carom_world *world, uint32_t index, uint32_t other, carom_vec2 normal, int anchor) {
    nudge(world, index, other);
    cr_trajectory *trajectory = cr_trajectory_of(world, index);
    if (!trajectory) return;
    bool held = anchor >= HELD_ANCHOR;
    trajectory->anchors[held] = anchor;
    trajectory->anchored[held] = normal;
}

static carom_vec2 velocity_at_end(const carom_world *world, uint32_t index) {
    const cr_trajectory *trajectory = cr_trajectory_of(world, index);
    return trajectory ? trajectory->response.velocity : world->step.velocity[index];
}

/// Returns true if the first of two movers gives way to the second one. In a row that a kinematic body pushes, the one
/// in front does; otherwise the first one, but not if its mass is infinite.
static bool is_first_to_give_way(const carom_world *world, uint32_t a, uint32_t b, carom_vec2 normal) {
    if (!cr_is_mover(world, b)) return true;
    if (isinf(cr_body_at(world, a)->mass)) return false;
    if (world->kinematics == 0) return true;
    cr_vec2d of_a = cr_widen(velocity_at_end(world, a)), of_b = cr_widen(velocity_at_end(world, b));
    double speed_a = -cr_dot(of_a, cr_widen(normal)), speed_b = -cr_dot(of_b, cr_widen(normal));
    return speed_b <= CROSSWISE * cr_length(of_b) || speed_a + speed_b <= 0;
}

/// A mover gives way to a kinematic body, and to one that has given way before it. Beside kinematic bodies, a mover
/// that cannot be nudged, as one at a wall, is an anchor for the others of its row; and one that gave way to another
/// does not go back while a third can give way. One that does go back is held between two, which have to give way next.
static void nudge_apart(carom_world *world, uint64_t pair) {
    uint32_t a = cr_pair_first(pair), b = cr_pair_second(pair);
    anchored_pair p = anchors_of(world, a, b);
    bool equal = p.anchor_a == p.anchor_b;
    bool a_first = p.anchor_b < p.anchor_a || (equal && is_first_to_give_way(world, a, b, p.normal));
    uint32_t first = a_first ? a : b, last = a_first ? b : a;
    carom_vec2 away = a_first ? p.normal : p.reverse, back = a_first ? p.reverse : p.normal;
    if (world->kinematics == 0) {
        nudge(world, first, last);
        if (conflict(world, pair)) nudge(world, last, first);
        return;
    }
    int anchor = a_first ? p.anchor_b : p.anchor_a, own = a_first ? p.anchor_a : p.anchor_b;
    bool goes_back = own < INT_MAX && anchor >= HELD_ANCHOR;
    give_way(world, first, last, away, goes_back ? HELD_ANCHOR : equal ? GONE_ANCHOR : anchor + 1);
    if ((equal || anchor >= HELD_ANCHOR) && conflict(world, pair)) give_way(world, last, first, back, HELD_ANCHOR);
}

/// Nudges two bodies apart. Returns false if both stay where they are.
static bool nudge_pair(carom_world *world, uint64_t pair) {
    uint32_t a = cr_pair_first(pair), b = cr_pair_second(pair);
    carom_vec2 before_a = cr_position_of(world, a), before_b = cr_position_of(world, b);
    nudge_apart(world, pair);
    return !cr_same_point(before_a, cr_position_of(world, a)) || !cr_same_point(before_b, cr_position_of(world, b));
}

/// Returns false if the pair cannot be resolved any further.
static bool resolve(carom_world *world, uint64_t pair, int round) {
    if (round < (world->kinematics > 0 ? PUSHES : NUDGES) && (nudge_pair(world, pair) || round < NUDGES)) return true;
    bool a_went = roll_back(world, cr_pair_first(pair));
    bool b_went = roll_back(world, cr_pair_second(pair));
    return a_went || b_went;
}

/// Sorts the near pairs and removes duplicates.
static void sort_near_pairs(carom_world *world) {
    if (!cr_sort_once(&world->step.near_pairs, &world->step.scratch, world->allocator))
        world->step.out_of_memory = true;
}

/// Runs one round. Returns false if nothing changed.
static bool resolve_conflicts(carom_world *world, int round) {
    bool any = false;
    sort_near_pairs(world);
    uint32_t count = world->step.near_pairs.count; // pairs that are added meanwhile wait for the next round
    // A nudge is passed on along a row in one round if the pairs are in its order.
    bool backward = world->kinematics > 0 && round % 2 == 1;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t place = backward ? count - 1 - i : i;
        uint64_t pair = ((const cr_keyed *)world->step.near_pairs.data)[place].key;
        if (roll_back_follower(world, pair)) any = true;
        if (conflict(world, pair) && resolve(world, pair, round)) any = true;
    }
    return any && !world->step.out_of_memory;
}

/// Returns true if a mover that was rolled back is where a kinematic body has been or is.
static bool is_run_over(const carom_world *world, uint32_t mover, uint32_t by) {
    if (!is_rolled_back(world, mover) || is_crushed_mover(world, mover)) return false;
    cr_body_motion rest = {mover, cr_position_of(world, mover), {0, 0}};
    if (cr_turns(world, by)) return cr_sweep_into_turn(world, rest, 0, by).sweep.hit;
    return cr_sweep_bodies(world, rest, (cr_body_motion){by, world->step.from[by], cr_move_of(world, by)}).hit;
}

/// A mover that no nudge and no start position takes out of the way of a kinematic body is crushed by it.
static void crush_run_over(carom_world *world) {
    uint32_t count = world->kinematics > 0 ? world->step.near_pairs.count : 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint64_t pair = ((const cr_keyed *)world->step.near_pairs.data)[i].key;
        uint32_t mover = cr_pair_first(pair), by = cr_pair_second(pair);
        if (!cr_is_kinematic(world, by) || !cr_blocks(world, mover, by) || cr_overlapped_at_start(world, pair))
            continue;
        if (!conflict(world, pair) && !is_run_over(world, mover, by)) continue;
        if (cr_start_trajectory(world, mover, 1)) cr_crush(cr_trajectory_of(world, mover), by, by);
    }
}

/// Moves a carried mover by a few ulp to its exact end, if that is clear of levels and statics. A thin mover stays:
/// another thin body could be in between, unseen.
static void arrive_with_support(carom_world *world, uint32_t index) {
    const carom_shape *shape = &cr_body_at(world, index)->shape;
    carom_vec2 at = cr_position_of(world, index), to = cr_narrow(cr_carried_end(world, index, at));
    if ((at.x == to.x && at.y == to.y) || cr_shape_is_thin(shape, at)) return;
    cr_body_scene fixed = {.world = world, .body = index};
    carom_scene scene = cr_scene_of_body(&fixed);
    cr_limit blocker;
    if (cr_is_clear_at(&(cr_resting){&scene, shape, at}, to, &blocker)) put_aside(world, index, to);
}

void cr_resolve_positions(carom_world *world) {
    for (uint32_t i = 0; i < world->step.trajectories.count; ++i) arrive(world, i);
    world->step.now = cr_vectors(&world->step.end);
    for (uint32_t i = 0; i < world->slots && world->kinematics > 0; ++i) {
        if (cr_flags(world)[i] & CR_CARRIED) arrive_with_support(world, i);
    }
    // After the nudges, each round rolls back at least one more mover, once; two rolled-back movers are not in
    // conflict.
    for (int round = 0; resolve_conflicts(world, round); ++round) {
    }
    sort_near_pairs(world);
    crush_run_over(world);
    if (world->kinematics > 0) sort_near_pairs(world); // a mover that is crushed may have passed others
}
