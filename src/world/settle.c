// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The ends of all ways. Contacts were found on exact ways, but places are floats, so that two can still end inside of
// each other by the rounding of their last places. They are moved apart by as little; where there is no room for that,
// a mover goes home, back to where it was at the start of the step, which was free of everyone else's start. Others may
// have gone through there since: they go home too, or they would have passed through it. Everyone goes home at most
// once, so this ends.
#include "world/state.h"

#include "geom/relation.h"
#include "motion/rest.h"

#include <math.h>

#define NUDGES 6 // each twice the one before

static void put(carom_world *world, uint32_t index, carom_vec2 at) {
    if (!cr_join(world, index, 1)) return;
    cr_way *way = cr_way_of(world, index);
    cr_vectors(&world->end)[index] = way->from = at;
    way->move = (carom_vec2){0, 0};
    cr_extend_reach(world, way, cr_bounds_at(world, index, at));
}

/// Is the place a level tells for the end of a motion the place of the whole shape to the last bit? Other shapes have
/// far sides that are rounded on their own.
static bool is_round(const carom_shape *shape) {
    return shape->kind == CAROM_CIRCLE || shape->kind == CAROM_POINT;
}

carom_vec2 cr_end_of(const carom_world *world, const cr_way *way) {
    const carom_shape *shape = &cr_body_at(world, way->body)->shape;
    carom_vec2 end = {way->from.x + way->move.x, way->from.y + way->move.y};
    if (world->levels.count == 1 && is_round(shape)) return way->level_hit.at;
    if (world->levels.count == 0) return end;
    cr_scene fixed = {.world = world, .body = way->body};
    carom_space space = cr_space_of_scene(&fixed);
    return cr_arrive(&space, shape, way->from, way->move);
}

static bool conflict(const carom_world *world, uint64_t pair) {
    uint32_t a = cr_first(pair);
    uint32_t b = cr_second(pair);
    if (!cr_blocks(world, a, b)) return false;
    cr_relation relation = cr_relate_bodies(world, a, cr_position_of(world, a), b, cr_position_of(world, b));
    return relation == CR_INSIDE && !cr_overlapped_at_start(world, pair);
}

typedef struct neighbours {
    carom_world *world;
    uint32_t index;
    carom_box box;
} neighbours;

/// Not by the box in the broad phase: how large that is depends on when it was made.
static bool reaches_into(const carom_world *world, uint32_t index, carom_box box) {
    carom_box reach = cr_way_box(world, index);
    return reach.min.x <= box.max.x && box.min.x <= reach.max.x && reach.min.y <= box.max.y && box.min.y <= reach.max.y;
}

static bool note_neighbour(void *context, uint32_t other) {
    const neighbours *n = context;
    if (other == n->index || !reaches_into(n->world, other, n->box)) return true;
    if (!cr_may_meet(n->world, n->index, other)) return true;
    cr_note_near(n->world, cr_pair_of(n->world, n->index, other));
    return true;
}

/// Puts a body where its way did not lead, and where it may be near to others than on the way.
static void put_aside(carom_world *world, uint32_t index, carom_vec2 at) {
    put(world, index, at);
    neighbours n = {world, index, cr_bounds_at(world, index, at)};
    cr_broad_find(&world->broad, n.box, note_neighbour, &n);
}

/// Moves a body by a few steps of a float along the normal, if that is free of everything that is fixed.
static void nudge(carom_world *world, uint32_t index, carom_vec2 normal, int round) {
    if (!cr_is_mover(world, index)) return;
    carom_vec2 at = cr_position_of(world, index);
    cr_placed placed;
    carom_box box = carom_shape_bounds(cr_shape_of(world, index, &placed));
    double size = fabs((double)box.min.x) + fabs((double)box.max.x) + fabs((double)box.min.y) + fabs((double)box.max.y);
    double step = size * 0x1p-25 * (double)(1 << round);
    carom_vec2 there = {(float)((double)at.x + step * (double)normal.x),
                        (float)((double)at.y + step * (double)normal.y)};
    cr_scene fixed = {.world = world, .body = index};
    carom_space space = cr_space_of_scene(&fixed);
    const carom_shape *shape = &cr_body_at(world, index)->shape;
    carom_vec2 move = {there.x - at.x, there.y - at.y};
    if (space.sweep(space.self, cr_put(&placed, shape, at), move).sweep.hit)
        return; // not into a thin edge, and through
    if (cr_free(&space, shape, there)) put_aside(world, index, there);
}

/// False when it is there already.
static bool send_home(carom_world *world, uint32_t index) {
    if (!cr_is_mover(world, index)) return false;
    carom_vec2 start = world->from[index], at = cr_position_of(world, index);
    bool is_there = at.x == start.x && at.y == start.y;
    if (!is_there) put_aside(world, index, start);
    cr_way *way = cr_way_of(world, index);
    if (way) way->home = true;
    return !is_there;
}

/// Those that were turned come to the ends of their last ways; all others have theirs.
static void arrive(carom_world *world, uint32_t place) {
    cr_way *way = (cr_way *)world->ways.data + place;
    if (way->lost) {
        put(world, way->body, way->from);
        send_home(world, way->body);
    } else if (way->number == 1) { // it still goes straight
        way->from = cr_vectors(&world->end)[way->body];
        way->move = (carom_vec2){0, 0};
    } else if (way->move.x != 0 || way->move.y != 0) {
        carom_vec2 end = cr_end_of(world, way), led = {way->from.x + way->move.x, way->from.y + way->move.y};
        put(world, way->body, end);
        if (cr_is_astray(end, led)) send_home(world, way->body);
    } else {
        cr_vectors(&world->end)[way->body] = way->from;
    }
}

static bool is_home(const carom_world *world, uint32_t index) {
    const cr_way *way = cr_way_of(world, index);
    return way && way->home;
}

/// Does a body on this leg of its way meet another one, that is at home?
static bool meets_home(const carom_world *world, uint32_t index, carom_vec2 from, carom_vec2 to, uint32_t at_home) {
    carom_vec2 move = {to.x - from.x, to.y - from.y};
    return cr_sweep_bodies(world, index, from, move, at_home, world->from[at_home], (carom_vec2){0, 0}).hit;
}

/// Has a mover gone through where the other has been sent back to?
static bool went_through(const carom_world *world, uint32_t index, uint32_t at_home) {
    if (!cr_is_mover(world, index) || is_home(world, index) || !is_home(world, at_home)) return false;
    if (!cr_blocks(world, index, at_home) || cr_overlapped_at_start(world, cr_pair_of(world, index, at_home)))
        return false;
    cr_line line = cr_line_of(world, index);
    if (meets_home(world, index, line.departure, cr_position_of(world, index), at_home)) return true;
    const cr_way *way = cr_way_of(world, index);
    const cr_leg *legs = world->legs.data;
    for (uint32_t leg = way ? way->leg : 0; leg > 0; leg = legs[leg - 1].before) {
        if (meets_home(world, index, legs[leg - 1].from, legs[leg - 1].to, at_home)) return true;
    }
    return false;
}

static bool follow_home(carom_world *world, uint64_t pair) {
    uint32_t a = cr_first(pair), b = cr_second(pair);
    return (went_through(world, a, b) && send_home(world, a)) || (went_through(world, b, a) && send_home(world, b));
}

static void nudge_apart(carom_world *world, uint32_t a, uint32_t b, int round) {
    carom_vec2 normal = cr_contact_bodies(world, a, cr_position_of(world, a), b, cr_position_of(world, b)).normal;
    nudge(world, a, normal, round);
    nudge(world, b, (carom_vec2){-normal.x, -normal.y}, round);
}

/// False when nothing more can be done about the pair.
static bool resolve(carom_world *world, uint64_t pair, int round) {
    uint32_t a = cr_first(pair);
    uint32_t b = cr_second(pair);
    if (round < NUDGES) {
        nudge_apart(world, a, b, round);
        return true;
    }
    bool a_went = send_home(world, a);
    bool b_went = send_home(world, b);
    return a_went || b_went;
}

/// The near pairs, each once, in order.
static void sort_near_pairs(carom_world *world) {
    if (!cr_sort_once(&world->near_pairs, &world->scratch, world->allocator)) world->out_of_memory = true;
}

/// One round. False when there was nothing left to do.
static bool resolve_conflicts(carom_world *world, int round) {
    bool any = false;
    sort_near_pairs(world);
    uint32_t count = world->near_pairs.count; // it may grow on the way: what is new comes in the next round
    for (uint32_t i = 0; i < count; ++i) {
        uint64_t pair = ((const cr_keyed *)world->near_pairs.data)[i].key;
        if (follow_home(world, pair)) any = true;
        if (conflict(world, pair) && resolve(world, pair, round)) any = true;
    }
    return any && !world->out_of_memory;
}

void cr_settle(carom_world *world) {
    for (uint32_t i = 0; i < world->ways.count; ++i) arrive(world, i);
    world->now = cr_vectors(&world->end);
    // After the nudges each round sends at least one more home, for good; two at home are not in conflict.
    for (int round = 0; resolve_conflicts(world, round); ++round) {
    }
    sort_near_pairs(world);
}
