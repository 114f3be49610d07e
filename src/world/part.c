// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bodies that are inside of each other at the start of a step: put there by a caller, never by a step. Everyone goes
// half of the depth away from everyone else, one pair after the other; who is in the way is asked to go along. Nobody
// goes into anything that it is not inside of already, so the number of overlapping pairs only falls, and there is
// nothing to swing to and fro.
#include "world/state.h"

#include "geom/relation.h"
#include "motion/rest.h"

#include <math.h>
#include <string.h>

#define PUSH       0.50390625 // of the depth: a half for each and a little more, or crowds would part ever more slowly
#define LEAST_PUSH 0x1p-19    // of the coordinates: what is left of it at the end of a chain still moves a float
#define MANY       64         // questions are worth sorting what they look at
#define CHAIN      32         // how many others a push is handed on to

typedef struct search {
    carom_world *world;
    uint32_t body;
} search;

static bool inside(const carom_world *world, uint32_t a, uint32_t b) {
    return cr_relate_bodies(world, a, cr_position_of(world, a), b, cr_position_of(world, b)) == CR_INSIDE;
}

static bool add_overlap(void *context, uint32_t other) {
    search *s = context;
    carom_world *world = s->world;
    if (other == s->body || !cr_blocks(world, s->body, other) || !cr_may_meet(world, s->body, other)) return true;
    if (cr_flags(world)[other] & CR_UNSETTLED && other < s->body) return true; // it found this one itself
    if (!inside(world, s->body, other)) return true;
    cr_keyed *overlap = cr_push(world, &world->overlaps);
    if (overlap) *overlap = (cr_keyed){.key = cr_pair_of(world, s->body, other)};
    return true;
}

static void find_overlaps(carom_world *world) {
    const uint8_t *flags = cr_flags(world);
    uint32_t unsettled = 0;
    for (uint32_t i = 0; i < world->places; ++i) unsettled += (flags[i] & CR_UNSETTLED) != 0;
    if (unsettled > MANY) cr_broad_sort_loose(&world->broad);
    for (uint32_t i = 0; i < world->places; ++i) {
        if ((flags[i] & (CR_ALIVE | CR_UNSETTLED)) != (CR_ALIVE | CR_UNSETTLED) || flags[i] & CR_CROSSES) continue;
        search s = {world, i};
        cr_broad_find(&world->broad, cr_bounds_at(world, i, world->now[i]), add_overlap, &s);
    }
    if (!cr_sort(&world->overlaps, &world->scratch, world->allocator)) world->out_of_memory = true;
}

static void note_touches(carom_world *world) {
    const cr_keyed *overlaps = world->overlaps.data;
    for (uint32_t i = 0; i < world->overlaps.count; ++i) {
        uint64_t pair = overlaps[i].key;
        uint32_t a = cr_first(pair), b = cr_second(pair);
        carom_contact_points contact = cr_contact_bodies(world, a, world->now[a], b, world->now[b]);
        cr_note_touch(world,
                      (cr_touch){.pair = pair, .point = contact.points[0], .normal = contact.normal, .edge = -1});
        cr_note_near(world, pair);
    }
}

bool cr_overlapped_at_start(const carom_world *world, uint64_t pair) {
    const cr_keyed *overlaps = world->overlaps.data;
    uint32_t at = cr_find_key(&world->overlaps, pair);
    return at < world->overlaps.count && overlaps[at].key == pair;
}

/// Puts a mover somewhere else before the step begins.
static void put(carom_world *world, uint32_t index, carom_vec2 at) {
    cr_vectors(&world->start)[index] = at;
    cr_broad_put(&world->broad, index, cr_bounds_at(world, index, at), false);
}

/// Out of levels and statics, unless that is into a mover.
static void push_out(carom_world *world, uint32_t index) {
    const cr_body *body = cr_body_at(world, index);
    cr_scene fixed = {.world = world, .body = index, .overlapped = true};
    cr_scene others = {.world = world, .body = index, .movers = true};
    carom_space fixed_space = cr_space_of_scene(&fixed);
    carom_space others_space = cr_space_of_scene(&others);
    carom_push push = carom_push_out(&fixed_space, &body->shape, cr_position_of(world, index));
    if (push.moved && cr_free(&others_space, &body->shape, push.at)) put(world, index, push.at);
}

/// What is left of a motion that something has stopped, along it.
static carom_vec2 rest_along(carom_vec2 move, const carom_sweep_hit *hit) {
    double left = 1 - (double)hit->t;
    carom_vec2 rest = {(float)(left * (double)move.x), (float)(left * (double)move.y)};
    return carom_slide(rest, &hit->normal, 1);
}

/// Moves a mover. Another one that is in the way gives way first, and what is in its way before that, up to `others`;
/// all by no more than is needed, and not into anything. What cannot give way is gone along, `turns` times.
static void shift(carom_world *world, uint32_t index, carom_vec2 move, int others, int turns) {
    cr_scene scene = {.world = world, .body = index, .movers = true};
    carom_space space = cr_space_of_scene(&scene);
    const carom_shape *shape = &cr_body_at(world, index)->shape;
    carom_vec2 from = cr_position_of(world, index);
    cr_placed placed;
    const carom_shape *here = cr_put(&placed, shape, from);
    carom_space_hit hit = space.sweep(space.self, here, move);
    uint32_t met = (uint32_t)hit.owner;
    if (hit.sweep.hit && hit.owner != 0 && !cr_is_static(world, met) && others > 0) {
        double left = 1 - (double)hit.sweep.t;
        carom_vec2 rest = {(float)(left * (double)move.x), (float)(left * (double)move.y)};
        shift(world, met, rest, others - 1, turns);
        hit = space.sweep(space.self, here, move);
    }
    if (!hit.sweep.hit) {
        put(world, index, cr_arrive(&space, shape, from, move));
    } else if (!hit.sweep.inside) {
        put(world, index, cr_stop(&space, shape, from, move, &hit.sweep));
        if (turns > 0) shift(world, index, rest_along(move, &hit.sweep), 0, turns - 1);
    }
}

static void give_way(carom_world *world, uint32_t index, carom_vec2 normal, double distance) {
    carom_vec2 move = {(float)((double)normal.x * distance), (float)((double)normal.y * distance)};
    shift(world, index, move, CHAIN, 1);
}

static void part_pair(carom_world *world, uint32_t a, uint32_t b) {
    carom_contact_points contact = cr_contact_bodies(world, a, world->now[a], b, world->now[b]);
    if (!contact.hit) return;
    double distance = PUSH * (double)contact.depth;
    double least = (fabs((double)contact.points[0].x) + fabs((double)contact.points[0].y)) * LEAST_PUSH;
    if (distance < least) distance = least;
    give_way(world, a, contact.normal, distance);
    give_way(world, b, contact.normal, -distance);
}

static void keep_what_still_overlaps(carom_world *world) {
    cr_keyed *overlaps = world->overlaps.data;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->overlaps.count; ++i) {
        uint64_t pair = overlaps[i].key;
        if (inside(world, cr_first(pair), cr_second(pair))) overlaps[kept++] = overlaps[i];
    }
    world->overlaps.count = kept;
}

/// Everyone who may be in a level, and who is in a static.
static void push_all_out(carom_world *world) {
    for (uint32_t i = 0; i < world->places; ++i) {
        uint8_t flags = cr_flags(world)[i];
        if (flags & CR_UNSETTLED && (flags & (CR_ALIVE | CR_STATIC | CR_CROSSES)) == CR_ALIVE) push_out(world, i);
    }
    const cr_keyed *overlaps = world->overlaps.data;
    for (uint32_t i = 0; i < world->overlaps.count; ++i) {
        if (cr_is_static(world, cr_second(overlaps[i].key))) push_out(world, cr_first(overlaps[i].key));
    }
}

static void part_movers(carom_world *world) {
    const cr_keyed *overlaps = world->overlaps.data;
    for (uint32_t i = 0; i < world->overlaps.count; ++i) {
        if (!cr_is_static(world, cr_second(overlaps[i].key))) {
            part_pair(world, cr_first(overlaps[i].key), cr_second(overlaps[i].key));
        }
    }
}

static bool any_unsettled(const carom_world *world) {
    const uint8_t *flags = cr_flags(world);
    uint32_t places = world->places;
    uint8_t any = 0;
    for (uint32_t i = 0; i < places; ++i) any |= flags[i];
    return (any & CR_UNSETTLED) != 0;
}

void cr_part_overlaps(carom_world *world) {
    world->overlaps.count = 0;
    world->now = world->from = cr_vectors(&world->position);
    if (!any_unsettled(world)) return;
    memcpy(world->start.data, world->position.data, world->places * sizeof(carom_vec2));
    world->now = world->from = cr_vectors(&world->start);
    find_overlaps(world);
    if (world->out_of_memory) return;
    note_touches(world);
    push_all_out(world);
    part_movers(world);
    keep_what_still_overlaps(world);
}
