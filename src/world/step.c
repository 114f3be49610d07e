// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A step from end to end, and what it leaves to read.
#include "world/state.h"

#include <math.h>
#include <string.h>

static void begin(carom_world *world, float dt) {
    world->dt = dt;
    world->out_of_memory = false;
    world->stats = (carom_step_stats){0};
    world->near_pairs.count = world->touches.count = world->beside.count = world->legs.count = 0;
    world->stepping = world->broad.hurried = true;
}

static void end(carom_world *world) {
    const cr_way *ways = world->ways.data;
    for (uint32_t i = 0; i < world->ways.count; ++i) ((uint32_t *)world->way_of.data)[ways[i].body] = 0;
    world->ways.count = 0;
    world->stepping = world->broad.hurried = false;
}

/// Who is still inside of something: is asked again in the next step.
static void mark_unsettled(carom_world *world) {
    uint8_t *flags = cr_flags(world);
    uint32_t places = world->places;
    for (uint32_t i = 0; i < places; ++i) flags[i] &= (uint8_t)~CR_UNSETTLED;
    const cr_way *ways = world->ways.data;
    for (uint32_t i = 0; i < world->ways.count; ++i) {
        if (ways[i].level_hit.hit && ways[i].level_hit.inside) flags[ways[i].body] |= CR_UNSETTLED;
    }
    const cr_keyed *overlaps = world->overlaps.data;
    for (uint32_t i = 0; i < world->overlaps.count; ++i) {
        flags[cr_first(overlaps[i].key)] |= CR_UNSETTLED;
        flags[cr_second(overlaps[i].key)] |= CR_UNSETTLED;
    }
}

static int count_crushed(const carom_world *world) {
    const uint8_t *flags = cr_flags(world);
    uint32_t places = world->places;
    int crushed = 0;
    for (uint32_t i = 0; i < places; ++i) {
        crushed += (flags[i] & (CR_ALIVE | CR_STATIC | CR_UNSETTLED)) == (CR_ALIVE | CR_UNSETTLED);
    }
    return crushed;
}

static void commit(carom_world *world) {
    mark_unsettled(world);
    if (world->ways.count + world->overlaps.count > 0) world->stats.crushed = count_crushed(world);
    const cr_way *ways = world->ways.data;
    for (uint32_t i = 0; i < world->ways.count; ++i) {
        cr_vectors(&world->velocity)[ways[i].body] = ways[i].course.velocity;
    }
    world->removed = false;
    cr_swap_lists(&world->position, &world->end);
    cr_swap_lists(&world->pairs, &world->next_pairs);
    cr_swap_lists(&world->events, &world->next_events);
}

/// After a step that was given up: everyone is where it was, and its box may be where it was pushed to.
static void find_all_again(carom_world *world) {
    for (uint32_t i = 0; i < world->places; ++i) {
        if (cr_is_mover(world, i)) cr_put_into_broad(world, i);
    }
}

static carom_event seen_from_b(const carom_event *event) {
    carom_event seen = *event;
    seen.a = event->b;
    seen.b = event->a;
    seen.normal = (carom_vec2){-event->normal.x, -event->normal.y};
    return seen;
}

static void call(carom_world *world, const carom_event *event) {
    uint32_t index = cr_find_body(world, event->a);
    if (index == UINT32_MAX) return;
    cr_hook hook = ((const cr_hook *)world->hooks.data)[index];
    if (hook.on_collision && hook.generation == event->a.generation) hook.on_collision(world, event, hook.user_data);
}

static void call_back(carom_world *world) {
    if (!world->hooked) return;
    world->calling_back = true;
    for (uint32_t i = 0; i < world->events.count; ++i) {
        carom_event event = ((const carom_event *)world->events.data)[i];
        call(world, &event);
        if (event.level >= 0) continue;
        carom_event seen = seen_from_b(&event);
        call(world, &seen);
    }
    world->calling_back = false;
}

carom_status carom_world_step(carom_world *world, float dt) {
    if (!world || world->calling_back || !(dt > 0) || !isfinite(dt)) return CAROM_BAD_ARGUMENT;
    carom_step_stats stats = world->stats;
    begin(world, dt);
    cr_part_overlaps(world);
    if (!world->out_of_memory) cr_go_straight(world);
    if (!world->out_of_memory) cr_meet_all(world);
    if (!world->out_of_memory) cr_settle(world);
    if (!world->out_of_memory) cr_make_events(world);
    if (!world->out_of_memory) commit(world);
    end(world);
    if (world->out_of_memory) {
        world->stats = stats;
        find_all_again(world);
        return CAROM_NO_MEMORY;
    }
    call_back(world);
    return CAROM_OK;
}

const carom_event *carom_world_events(const carom_world *world, int *count) {
    *count = (int)world->events.count;
    return world->events.data;
}

const carom_pair *carom_world_pairs(const carom_world *world, int *count) {
    *count = (int)world->pairs.count;
    return world->pairs.data;
}

carom_step_stats carom_world_stats(const carom_world *world) {
    return world->stats;
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

uint64_t carom_world_hash(const carom_world *world) {
    uint64_t hash = 0xCBF29CE484222325u;
    for (uint32_t i = 0; i < world->places; ++i) {
        if (!(cr_flags(world)[i] & CR_ALIVE)) continue;
        carom_vec2 position = cr_vectors(&world->position)[i], velocity = cr_vectors(&world->velocity)[i];
        hash = mix_number(mix_number(hash, i), cr_id_of(world, i).generation);
        hash = mix_float(mix_float(hash, position.x), position.y);
        hash = mix_float(mix_float(hash, velocity.x), velocity.y);
    }
    return hash;
}
