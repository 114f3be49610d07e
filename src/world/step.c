// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A step from end to end, and what it leaves to read.
#include "world/state.h"

#include <math.h>
#include <string.h>

static carom_box joined(carom_box a, carom_box b) {
    if (b.min.x < a.min.x) a.min.x = b.min.x;
    if (b.min.y < a.min.y) a.min.y = b.min.y;
    if (b.max.x > a.max.x) a.max.x = b.max.x;
    if (b.max.y > a.max.y) a.max.y = b.max.y;
    return a;
}

void cr_extend_reach(carom_world *world, uint32_t index, carom_box box) {
    cr_way *way = cr_way_at(world, index);
    way->reach = joined(way->reach, box);
    cr_broad_put(&world->broad, index, way->reach);
}

static void begin(carom_world *world, float dt) {
    world->dt = dt;
    world->out_of_memory = false;
    world->stats = (carom_step_stats){0};
    world->near_pairs.count = world->touches.count = 0;
    for (uint32_t i = 0; i < world->bodies.count; ++i) {
        const cr_body *body = cr_body_at(world, i);
        carom_shape shape = carom_shape_at(&body->shape, body->position);
        *cr_way_at(world, i) = (cr_way){.course = cr_course_begin(body->velocity),
                                        .departure = body->position,
                                        .from = body->position,
                                        .reach = carom_shape_bounds(&shape)};
    }
}

/// After the bodies have been parted: where everyone can go back to.
static void note_starts(carom_world *world) {
    for (uint32_t i = 0; i < world->bodies.count; ++i) cr_way_at(world, i)->start = cr_way_at(world, i)->from;
}

static void mark_unsettled(carom_world *world) {
    for (uint32_t i = 0; i < world->bodies.count; ++i) {
        const cr_way *way = cr_way_at(world, i);
        cr_body_at(world, i)->unsettled = way->level_hit.hit && way->level_hit.inside;
    }
    const cr_keyed *overlaps = world->overlaps.data;
    for (uint32_t i = 0; i < world->overlaps.count; ++i) {
        cr_body_at(world, cr_first(overlaps[i].key))->unsettled = true;
        cr_body_at(world, cr_second(overlaps[i].key))->unsettled = true;
    }
}

static void commit(carom_world *world) {
    mark_unsettled(world);
    for (uint32_t i = 0; i < world->bodies.count; ++i) {
        cr_body *body = cr_body_at(world, i);
        if (!body->alive || body->is_static) continue;
        body->position = cr_way_at(world, i)->from;
        body->velocity = cr_way_at(world, i)->course.velocity;
        if (body->unsettled) ++world->stats.crushed;
    }
    cr_list old = world->pairs;
    world->pairs = world->next_pairs;
    world->next_pairs = old;
}

static carom_event seen_from_b(const carom_event *event) {
    carom_event seen = *event;
    seen.a = event->b;
    seen.b = event->a;
    seen.normal = (carom_vec2){-event->normal.x, -event->normal.y};
    return seen;
}

static void call(carom_world *world, const carom_event *event) {
    const cr_body *body = cr_find_body(world, event->a);
    if (body && body->on_collision) body->on_collision(world, event, body->user_data);
}

static void call_back(carom_world *world) {
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
    begin(world, dt);
    world->stepping = true;
    cr_part_overlaps(world);
    note_starts(world);
    if (!world->out_of_memory) cr_meet_all(world);
    if (!world->out_of_memory) cr_settle(world);
    if (!world->out_of_memory) cr_make_events(world);
    world->stepping = false;
    if (world->out_of_memory) return CAROM_NO_MEMORY;
    commit(world);
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
    for (uint32_t i = 0; i < world->bodies.count; ++i) {
        const cr_body *body = cr_body_at(world, i);
        if (!body->alive) continue;
        hash = mix_number(mix_number(hash, i), body->generation);
        hash = mix_float(mix_float(hash, body->position.x), body->position.y);
        hash = mix_float(mix_float(hash, body->velocity.x), body->velocity.y);
    }
    return hash;
}
