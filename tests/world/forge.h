// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Snapshots with arbitrary bytes and a correct checksum, and the use of a world that has accepted one. For forged.c and
// fuzz.c; sanitizers find reads out of bounds.
#pragma once

#include "carom/world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUM_AT = 16, SUMMED_FROM = 24, FORGED_SIZE = 1 << 16 };

/// The checksum of src/world/snapshot.c.
static inline uint64_t forged_sum(const unsigned char *bytes, size_t size) {
    uint64_t lanes[4] = {1, 2, 3, 4}, sum = size;
    size_t at = 0;
    for (; at + 32 <= size; at += 32) {
        uint64_t words[4];
        memcpy(words, bytes + at, sizeof words);
        for (int i = 0; i < 4; ++i) lanes[i] = (lanes[i] ^ words[i]) * 0x9E3779B97F4A7C15u + (lanes[i] >> 32);
    }
    for (; at < size; ++at) sum = (sum ^ bytes[at]) * 0x100000001B3u;
    for (int i = 0; i < 4; ++i) sum = (sum ^ lanes[i] ^ lanes[i] >> 29) * 0xBF58476D1CE4E5B9u;
    return sum;
}

static inline void put_sum(unsigned char *snapshot, size_t size) {
    uint64_t sum = forged_sum(snapshot + SUMMED_FROM, size - SUMMED_FROM);
    memcpy(snapshot + SUM_AT, &sum, sizeof sum);
}

static inline void demand_at(bool holds, const char *what, int source_line) {
    if (holds) return;
    fprintf(stderr, "line %d: not so: %s\n", source_line, what);
    abort();
}

#define demand(holds) demand_at(holds, #holds, __LINE__)

/// Reads all of a world, and runs a query of each kind.
static inline void read_out(const carom_world *world) {
    carom_world_view view = {.world = world, .crossing = true};
    carom_shape probe;
    carom_make_circle((carom_vec2){50, 50}, 20, &probe);
    carom_world_overlapped overlapped[4];
    carom_world_overlap(&view, &probe, overlapped, 4);
    carom_world_ray(&view, (carom_vec2){20, 20}, (carom_vec2){70, 50});
    carom_world_sweep(&view, &probe, (carom_vec2){9, 2});
    carom_world_nearest(&view, &probe, 30);
    int count;
    const carom_event *events = carom_world_events(world, &count);
    for (int i = 0; i < count; ++i) {
        demand(events[i].t >= 0 && events[i].t <= 1);
        carom_world_position(world, events[i].a);
        carom_world_part(world, events[i].b, 1);
    }
    const carom_pair *pairs = carom_world_pairs(world, &count);
    for (int i = 0; i < count; ++i) carom_world_shape(world, pairs[i].a);
    carom_body_id ids[64];
    int bodies = carom_world_bodies(world, ids, 64);
    demand(bodies == carom_world_count(world));
    for (int i = 0; i < bodies && i < 64; ++i) {
        carom_vec2 at = carom_world_position(world, ids[i]), v = carom_world_velocity(world, ids[i]);
        demand(carom_world_has(world, ids[i]) && isfinite((double)at.x + (double)at.y + (double)v.x + (double)v.y));
    }
}

/// An accepted world must work like any other: it steps, takes bodies, and accepts its own snapshot.
static inline void use(carom_world *world) {
    static unsigned char own[4 * FORGED_SIZE];
    read_out(world);
    for (int i = 0; i < 3; ++i) {
        demand(carom_world_step(world, 1) == CAROM_STATUS_OK);
        read_out(world);
        carom_body_id ids[8], added;
        int count = carom_world_bodies(world, ids, 8);
        if (count > 0) carom_world_remove(world, ids[i % (count < 8 ? count : 8)]);
        carom_body_desc desc = {.position = {60, 60}};
        carom_make_circle((carom_vec2){0, 0}, 3, &desc.shape);
        demand(carom_world_add(world, &desc, &added, NULL) == CAROM_STATUS_OK && carom_world_has(world, added));
    }
    size_t size = carom_world_snapshot_size(world);
    if (size > sizeof own) return;
    demand(carom_world_snapshot(world, own, sizeof own) == CAROM_STATUS_OK);
    demand(carom_world_restore(world, own, size) == CAROM_STATUS_OK);
    demand(carom_world_step(world, 0.5f) == CAROM_STATUS_OK);
}

/// Restores a world from a forged snapshot. Returns true if it was accepted.
static inline bool try_forged(carom_world *world, unsigned char *snapshot, size_t size) {
    put_sum(snapshot, size);
    if (carom_world_restore(world, snapshot, size) != CAROM_STATUS_OK) return false;
    use(world);
    return true;
}

/// Lets some movers pass, so that a snapshot has pairs that pass.
static inline void pass_some(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)user_data;
    if ((contact->mover + contact->other) % 3 == 1) response->kind = CAROM_RESPONSE_PASS;
}

/// A mover between a static and a kinematic body: its crush, and a mover that rests on another kinematic body.
static inline void add_driven(carom_world *world) {
    carom_body_desc desc = {.position = {-60, 0}, .type = CAROM_BODY_STATIC};
    carom_make_box((carom_vec2){-4, -4}, (carom_vec2){4, 4}, &desc.shape);
    demand(carom_world_add(world, &desc, NULL, NULL) == CAROM_STATUS_OK);
    desc = (carom_body_desc){.shape = desc.shape, .position = {-51, 0}, .response = {.kind = CAROM_RESPONSE_SLIDE}};
    demand(carom_world_add(world, &desc, NULL, NULL) == CAROM_STATUS_OK);
    desc.type = CAROM_BODY_KINEMATIC;
    desc.position.x = -40;
    desc.velocity.x = -2;
    demand(carom_world_add(world, &desc, NULL, NULL) == CAROM_STATUS_OK);
    desc.position = (carom_vec2){-60, 60};
    desc.velocity = (carom_vec2){0.5f, 0.25f};
    demand(carom_world_add(world, &desc, NULL, NULL) == CAROM_STATUS_OK);
    desc.type = CAROM_BODY_MOVER;
    desc.position.y = 51.5f;
    desc.velocity = (carom_vec2){0, 1};
    demand(carom_world_add(world, &desc, NULL, NULL) == CAROM_STATUS_OK);
    for (int i = 0; i < 5; ++i)
        demand(carom_world_set_edge_material(world, i - 2, (carom_material){0, 1, 0.5f}) == CAROM_STATUS_OK);
}

/// A small world in a level, with one body of each kind.
static inline carom_world *model_world(carom_level **level) {
    static const uint8_t codes[64] = {[9] = CAROM_TILE_SOLID, [10] = CAROM_TILE_SOLID, [54] = CAROM_TILE_SOLID};
    carom_tiles tiles = {.columns = 8, .rows = 8, .cell = {16, 16}, .codes = codes};
    demand(carom_level_make(&(carom_level_desc){.tiles = &tiles, .tiles_count = 1}, level, NULL) == CAROM_STATUS_OK);
    carom_world *world;
    demand(carom_world_make(&(carom_world_desc){.level = *level, .rule = pass_some}, &world) == CAROM_STATUS_OK);
    carom_body_id ids[24];
    carom_vec2 zero = {0, 0}, corners[4] = {{0, 0}, {6, 0}, {7, 5}, {1, 6}};
    for (int i = 0; i < 24; ++i) {
        carom_body_desc desc = {.position = {20 + 8 * (float)(i % 6), 40 + 9 * (float)(i / 6)}, .tag = (uint64_t)i};
        carom_shape parts[2];
        carom_make_circle(zero, 2, &parts[0]);
        carom_make_one_sided((carom_vec2){1, 0}, (carom_vec2){4, 1}, &parts[1]);
        switch (i % 8) {
        case 0: carom_make_point(zero, &desc.shape); break;
        case 1: carom_make_one_sided(zero, corners[2], &desc.shape); break;
        case 2: carom_make_box(zero, corners[2], &desc.shape); break;
        case 3: carom_make_capsule(zero, corners[1], 1, &desc.shape); break;
        case 4: carom_make_polygon(corners, 4, &desc.shape); break;
        case 5: carom_make_compound(parts, 2, &desc.shape); break;
        default: carom_make_circle(zero, 3, &desc.shape); break;
        }
        desc.type = i % 5 == 4 ? CAROM_BODY_STATIC : CAROM_BODY_MOVER;
        desc.velocity = (carom_vec2){(float)(i % 7) - 3, (float)(i % 4) - 2};
        desc.response.kind = (carom_response_kind)(i % 4);
        desc.response.restitution = 1;
        demand(carom_world_add(world, &desc, &ids[i], NULL) == CAROM_STATUS_OK);
    }
    add_driven(world);
    int crushes = 0;
    for (int i = 0; i < 3 || (crushes == 0 && i < 9); ++i) {
        demand(carom_world_step(world, 1) == CAROM_STATUS_OK);
        carom_world_crushes(world, &crushes);
    }
    demand(crushes > 0);
    for (int i = 3; i < 24; i += 7) carom_world_remove(world, ids[i]);
    carom_body_id lift = {27, 1};
    demand(carom_world_carried(world, (carom_body_id){28, 1}).x == 0.5f);
    demand(carom_world_move_to(world, lift, (carom_vec2){-59, 61}) == CAROM_STATUS_OK);
    return world;
}
