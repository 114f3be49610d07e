// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The phases of a step, the callbacks, and the results of the last step.
#include "world/state.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static void begin(carom_world *world, float dt) {
    world->running = true; // what begins may already ask the custom filter
    world->step.dt = dt;
    world->step.out_of_memory = false;
    world->stats = (carom_step_stats){0};
    world->step.overlaps.count = 0;
    cr_begin_turns(world);
    cr_begin_rules(world);
    cr_begin_carrying(world);
    world->step.near_pairs.count = world->step.contacts.count = world->step.beside.count =
        world->step.path_segments.count = 0;
    world->stepping = world->broad.hurried = true;
}

static void end(carom_world *world) {
    const cr_trajectory *trajectories = world->step.trajectories.data;
    for (uint32_t i = 0; i < world->step.trajectories.count; ++i)
        ((uint32_t *)world->step.trajectory_of.data)[trajectories[i].body] = 0;
    world->step.trajectories.count = 0;
    world->running = world->stepping = world->broad.hurried = false;
}

enum { BURIED_TO_UNSETTLED = CR_CENTRE_IN_SOLID / CR_UNSETTLED };

/// Marks the movers that were crushed, and the bodies that still penetrate something: the next step tests them again. A
/// pair that depenetration has not separated may be apart by its own motion. Writes the union of all flags.
static void mark_unsettled(carom_world *world, uint32_t *all) {
    uint16_t *flags = cr_flags(world);
    uint32_t slots = world->slots;
    uint32_t any = 0;
    for (uint32_t i = 0; i < slots; ++i) {
        any |= flags[i];
        flags[i] = (uint16_t)((flags[i] & ~(CR_UNSETTLED | CR_CENTRE_IN_SOLID | CR_HAS_REMAINDER)) |
                              (flags[i] & CR_CENTRE_IN_SOLID) / BURIED_TO_UNSETTLED);
    }
    *all = any;
    const cr_trajectory *trajectories = world->step.trajectories.data;
    for (uint32_t i = 0; i < world->step.trajectories.count; ++i) {
        // A level hit that is left is that of a mover at rest, inside of the level: all others have been processed.
        if (trajectories[i].crushed || trajectories[i].level_hit.hit) flags[trajectories[i].body] |= CR_UNSETTLED;
    }
    const cr_keyed *overlaps = world->step.overlaps.data;
    for (uint32_t i = 0; i < world->step.overlaps.count; ++i) {
        uint32_t a = cr_pair_first(overlaps[i].key), b = cr_pair_second(overlaps[i].key);
        if (!cr_bodies_penetrate(world, a, b)) continue;
        flags[a] |= CR_UNSETTLED;
        flags[b] |= CR_UNSETTLED;
    }
}

static int count_crushed(const carom_world *world) {
    const uint16_t *flags = cr_flags(world);
    uint32_t slots = world->slots;
    int crushed = 0;
    for (uint32_t i = 0; i < slots; ++i) {
        crushed += (flags[i] & (CR_ALIVE | CR_FIXED | CR_UNSETTLED)) == (CR_ALIVE | CR_UNSETTLED);
    }
    return crushed;
}

static void commit(carom_world *world) {
    uint32_t flags;
    cr_carry_remainders(world);
    mark_unsettled(world, &flags);
    cr_mark_remainders(world);
    if (world->step.trajectories.count + world->step.overlaps.count > 0 || flags & CR_CENTRE_IN_SOLID)
        world->stats.crushed = count_crushed(world);
    cr_end_carrying(world);
    cr_end_rules(world);
    cr_end_turns(world);
    world->removed = false;
    cr_swap_lists(&world->position, &world->step.end);
    cr_swap_lists(&world->pairs, &world->step.next_pairs);
    cr_swap_lists(&world->events, &world->step.next_events);
    cr_swap_lists(&world->crushes, &world->step.next_crushes);
}

/// After a failed step all movers are at their old positions, but their boxes may be at separated ones.
static void reset_boxes(carom_world *world) {
    for (uint32_t i = 0; i < world->slots; ++i) {
        if (cr_is_in_motion(world, i)) cr_put_into_broad(world, i);
    }
}

static carom_event seen_from_b(const carom_event *event) {
    carom_event seen = *event;
    seen.a = event->b;
    seen.b = event->a;
    seen.normal = (carom_vec2){-event->normal.x, -event->normal.y};
    return seen;
}

/// Delivers an event to a, if it still exists. Earlier callbacks may have removed b, or freed the world.
static void call(carom_world *world, carom_event event) {
    if (world->freed || !carom_world_has(world, event.a)) return;
    event.gone = event.level < 0 && !carom_world_has(world, event.b) ? CAROM_EVENT_GONE_B : 0;
    world->on_collision(world, &event, world->user_data);
}

static void call_back(carom_world *world) {
    if (!world->on_collision) return;
    world->calling_back = true;
    for (uint32_t i = 0; i < world->events.count && !world->freed; ++i) {
        carom_event event = ((const carom_event *)world->events.data)[i];
        call(world, event);
        if (event.level < 0) call(world, seen_from_b(&event));
    }
    world->calling_back = false;
}

carom_status carom_world_step(carom_world *world, float dt) {
    if (!world || world->running || world->calling_back || !(dt > 0) || !isfinite(dt)) return CAROM_STATUS_BAD_ARGUMENT;
    carom_step_stats stats = world->stats;
    begin(world, dt);
    if (!world->step.out_of_memory) cr_separate_overlaps(world);
    if (!world->step.out_of_memory) cr_free_motion(world);
    if (!world->step.out_of_memory) cr_process_impacts(world);
    world->step.time_of_turns = 1;
    if (!world->step.out_of_memory) cr_resolve_positions(world);
    if (!world->step.out_of_memory) cr_make_events(world);
    if (!world->step.out_of_memory) cr_list_crushes(world);
    if (!world->step.out_of_memory) commit(world);
    end(world);
    carom_status status = world->step.out_of_memory ? CAROM_STATUS_NO_MEMORY : CAROM_STATUS_OK;
    if (status) {
        world->stats = stats;
        cr_undo_turns(world);
        reset_boxes(world);
        cr_undo_boarding(world);
    } else {
        call_back(world);
    }
    if (world->freed) cr_free_now(world);
    return status;
}

const carom_event *carom_world_events(const carom_world *world, int *count) {
    *count = (int)world->events.count;
    return world->events.data;
}

const carom_pair *carom_world_pairs(const carom_world *world, int *count) {
    *count = (int)world->pairs.count;
    return world->pairs.data;
}

const carom_crush *carom_world_crushes(const carom_world *world, int *count) {
    *count = (int)world->crushes.count;
    return world->crushes.data;
}

carom_step_stats carom_world_stats(const carom_world *world) {
    return world->stats;
}

typedef struct cell_list {
    carom_world_cell *out;
    int capacity, count;
} cell_list;

static int bounded(uint64_t count) {
    return count < INT_MAX ? (int)count : INT_MAX;
}

static void list_cell(void *context, const cr_broad_cell *cell) {
    cell_list *list = context;
    if (list->count < list->capacity) {
        list->out[list->count] = (carom_world_cell){.bounds = cell->bounds,
                                                    .bodies = bounded(cell->bodies),
                                                    .tests = bounded(cell->tests),
                                                    .statics = cell->fixed};
    }
    ++list->count;
}

int carom_world_cells(const carom_world *world, carom_world_cell *out, int capacity) {
    cell_list list = {out, capacity, 0};
    cr_broad_cells(&world->broad, list_cell, &list);
    return list.count;
}

// ---- The hash (G. Fowler, L. C. Noll, K.-P. Vo 1991) --------------------------------------------------------------

static uint64_t mix(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return hash;
}

static uint64_t mix_number(uint64_t hash, uint32_t number) {
    unsigned char bytes[4] = {(unsigned char)number, (unsigned char)(number >> 8), (unsigned char)(number >> 16),
                              (unsigned char)(number >> 24)};
    return mix(hash, bytes, sizeof bytes);
}

static uint64_t mix_float(uint64_t hash, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return mix_number(hash, bits);
}

static uint64_t mix_guidance(uint64_t hash, const cr_body *body) {
    hash = mix_float(mix_float(mix_number(hash, body->support), body->carried.x), body->carried.y);
    return mix_float(mix_float(hash, body->target.x), body->target.y);
}

static uint64_t mix_turn(uint64_t hash, const cr_turn *turn) {
    if (!turn) return hash;
    hash = mix_float(mix_float(mix_float(hash, turn->rotation.cosine), turn->rotation.sine), turn->spin);
    if (!cr_has_target_rotation(turn)) return hash;
    return mix_float(mix_float(hash, turn->target.cosine), turn->target.sine);
}

uint64_t carom_world_hash(const carom_world *world) {
    uint64_t hash = 0xCBF29CE484222325u;
    for (uint32_t i = 0; i < world->slots; ++i) {
        if (!(cr_flags(world)[i] & CR_ALIVE)) continue;
        carom_vec2 position = cr_vectors(&world->position)[i], velocity = cr_vectors(&world->velocity)[i];
        hash = mix_number(mix_number(hash, i), cr_id_of(world, i).generation);
        hash = mix_float(mix_float(hash, position.x), position.y);
        hash = mix_float(mix_float(hash, velocity.x), velocity.y);
        if (cr_flags(world)[i] & (CR_CARRIED | CR_HAS_TARGET)) hash = mix_guidance(hash, cr_body_at(world, i));
        if (world->turns.count > 0) hash = mix_turn(hash, cr_turn_at(world, i));
        if (!(cr_flags(world)[i] & CR_HAS_REMAINDER)) continue;
        carom_vec2 remainder = cr_vectors(&world->remainder)[i];
        hash = mix_float(mix_float(hash, remainder.x), remainder.y);
    }
    return hash;
}
