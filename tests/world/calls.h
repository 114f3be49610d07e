// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sequences of calls of a world, read from bytes: bodies of every type are added, changed, teleported and removed,
// tiles are edited, the world steps, is stored and restored, and callbacks do the same. After each call everything is
// read and queried. A twin, restored from a snapshot, must step to the same hash. For calls.c and calls_fuzz.c; a
// broken requirement aborts, and sanitizers find reads out of bounds.
#pragma once

#include "carom/walker.h"
#include "world/forge.h"

#include <float.h>

enum {
    CALLS_IDS = 24,    // bodies at most, ids of removed ones included
    CALLS_STEPS = 60,  // a sequence, because dense crowds are slow under sanitizers
    CALLS_NESTED = 40, // calls in all callbacks of a sequence
    CALLS_COLUMNS = 6, // of the level, and rows
    CALLS_SNAPSHOT = 1 << 17,
};

typedef struct calls {
    const uint8_t *at, *end;
    carom_level *level;
    carom_world *world;
    carom_body_id ids[CALLS_IDS];
    int ids_count, steps, nested;
    bool in_callback, freed;
    float before[4]; // the last numbers
    unsigned numbers;
    unsigned char stored[CALLS_SNAPSHOT];
    size_t stored_size; // 0: none
} calls;

// ---- Bytes ----------------------------------------------------------------------------------------------------------

static inline unsigned calls_byte(calls *c) {
    return c->at < c->end ? *c->at++ : 0;
}

/// Mostly a multiple of 1/4 below 32 or one ulp beside the last numbers; sometimes extreme, or no number.
static inline float calls_number(calls *c) {
    static const float extremes[] = {0x1p20f, -0x1p20f,     0x1p24f, 1e30f, FLT_MAX,  -FLT_MAX,
                                     FLT_MIN, FLT_TRUE_MIN, -0.0f,   NAN,   INFINITY, -INFINITY};
    unsigned how = calls_byte(c);
    float value = ((float)calls_byte(c) - 128) / 4;
    if (how >= 250) {
        value = extremes[(how + calls_byte(c)) % 12];
    } else if (how >= 200) {
        value = nextafterf(c->before[how % 4], how % 2 ? INFINITY : -INFINITY);
    } else if (how >= 160) {
        value = c->before[how % 4];
    } else if (how >= 120) {
        value *= 8;
    }
    return c->before[c->numbers++ % 4] = value;
}

static inline carom_vec2 calls_vec2(calls *c) {
    float x = calls_number(c);
    return (carom_vec2){x, calls_number(c)};
}

/// A shape of any kind, perhaps an invalid one. `parts` is for compounds.
static inline carom_shape calls_shape(calls *c, carom_shape parts[2]) {
    carom_shape shape = {.kind = CAROM_SHAPE_NONE};
    unsigned kind = calls_byte(c);
    carom_vec2 a = calls_vec2(c), v[3] = {{0, 0}, a, calls_vec2(c)};
    float size = fabsf(a.x) / 4;
    switch (kind % 10) {
    case 0: carom_make_point(a, &shape); break;
    case 1: carom_make_segment(v[0], a, &shape); break;
    case 2: carom_make_one_sided(v[0], a, &shape); break;
    case 3: carom_make_box(v[0], (carom_vec2){fabsf(a.x), fabsf(a.y)}, &shape); break;
    case 4: carom_make_capsule(v[0], a, size, &shape); break;
    case 5: carom_make_hull(v, 3, &shape); break;
    case 6:
        carom_make_circle(v[2], size, &parts[0]);
        carom_make_box(v[0], (carom_vec2){size, size}, &parts[1]);
        carom_make_compound(parts, 2, &shape);
        break;
    case 7:
        shape = (carom_shape){.kind = (carom_shape_kind)(kind / 10 % 9), .capsule = {a, v[2], size}};
        if (shape.kind == CAROM_SHAPE_COMPOUND) shape.kind = CAROM_SHAPE_NONE;
        if (shape.kind == CAROM_SHAPE_SEGMENT) shape.segment = (carom_segment){a, v[2], true, true, true};
        break;
    default: carom_make_circle(v[0], size, &shape); break;
    }
    return shape;
}

static inline carom_body_id calls_id(calls *c) {
    unsigned which = calls_byte(c);
    if (which == 255) return (carom_body_id){which, calls_byte(c)};
    return c->ids_count > 0 ? c->ids[(int)which % c->ids_count] : (carom_body_id){0};
}

static inline carom_filter calls_filter(calls *c) {
    unsigned category = calls_byte(c), mask = calls_byte(c);
    return (carom_filter){category, mask, (int)(calls_byte(c) % 3) - 1};
}

static inline carom_response calls_response(calls *c) {
    unsigned kind = calls_byte(c);
    carom_response response = {.kind = (carom_response_kind)(kind % 4)};
    if (kind & 4) response.restitution = calls_number(c);
    return response;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

static inline void calls_read_body(const calls *c, carom_body_id id) {
    carom_vec2 at = carom_world_position(c->world, id), v = carom_world_velocity(c->world, id);
    demand(isfinite(at.x) && isfinite(at.y) && isfinite(v.x) && isfinite(v.y));
    carom_vec2 carried = carom_world_carried(c->world, id);
    demand(isfinite(carried.x) && isfinite(carried.y));
    demand(carom_world_mass(c->world, id) > 0 || carom_world_type(c->world, id) != CAROM_BODY_MOVER);
    carom_world_is_sensor(c->world, id);
    carom_world_response(c->world, id);
    carom_world_filter(c->world, id);
    carom_world_tag(c->world, id);
    carom_world_part(c->world, id, 0);
    carom_world_part(c->world, id, 1);
}

/// Reads all bodies, pairs, events and crushes, and runs the queries of a shape and a ray.
static inline void calls_read_all(calls *c) {
    read_out(c->world);
    carom_body_id ids[CALLS_IDS + 1];
    int bodies = carom_world_bodies(c->world, ids, CALLS_IDS + 1), count = 0;
    demand(bodies <= CALLS_IDS);
    for (int i = 0; i < bodies; ++i) calls_read_body(c, ids[i]);
    for (int i = 0; i < c->ids_count; ++i) count += carom_world_has(c->world, c->ids[i]);
    demand(count == bodies);
    const carom_crush *crushes = carom_world_crushes(c->world, &count);
    for (int i = 0; i < count; ++i) demand(crushes[i].level < 4);
}

static inline void calls_query(calls *c) {
    carom_shape parts[2], shape = calls_shape(c, parts);
    carom_vec2 from = calls_vec2(c), move = calls_vec2(c);
    unsigned which = calls_byte(c);
    carom_world_view view = {.world = c->world, .except = calls_id(c), .crossing = which & 1};
    view.no_levels = which & 2, view.no_statics = which & 4, view.no_movers = which & 8,
    view.no_kinematics = which & 16;
    carom_world_ray_hit rays[4];
    carom_world_sweep_hit sweeps[4];
    carom_world_overlapped overlapped[4];
    carom_world_separation near[4];
    demand((carom_world_ray_all(&view, from, move, rays, 4) > 0) == carom_world_ray_any(&view, from, move));
    demand(carom_world_ray(&view, from, move).ray.hit == carom_world_ray_any(&view, from, move));
    demand((carom_world_sweep_all(&view, &shape, move, sweeps, 4) > 0) == carom_world_sweep_any(&view, &shape, move));
    demand(carom_world_sweep(&view, &shape, move).sweep.hit == carom_world_sweep_any(&view, &shape, move));
    demand((carom_world_overlap(&view, &shape, overlapped, 4) > 0) == carom_world_overlap_any(&view, &shape));
    carom_world_nearest(&view, &shape, fabsf(move.x));
    carom_world_nearest_all(&view, &shape, fabsf(move.x), near, 4);
    carom_scene scene = carom_scene_of_world(&view);
    const carom_response response = calls_response(c);
    carom_move(&scene, &shape, &(carom_motion){.at = from, .velocity = move}, &response, NULL, 0);
    carom_push_out(&scene, &shape, from, fabsf(move.y));
}

// ---- Calls ----------------------------------------------------------------------------------------------------------

static inline void calls_add(calls *c) {
    carom_shape parts[2];
    if (c->ids_count == CALLS_IDS) return;
    carom_body_desc desc = {.shape = calls_shape(c, parts)};
    desc.position = calls_vec2(c);
    desc.velocity = calls_vec2(c);
    unsigned how = calls_byte(c);
    desc.type = (carom_body_type)(how % 4);
    desc.sensor = how / 4 % 8 == 7;
    desc.response = calls_response(c);
    if (how & 32) desc.mass = fabsf(calls_number(c));
    if (how & 64) desc.filter = calls_filter(c);
    int before = carom_world_count(c->world);
    carom_status status = carom_world_add(c->world, &desc, &c->ids[c->ids_count]);
    demand(carom_world_count(c->world) == before + (status == CAROM_STATUS_OK));
    c->ids_count += status == CAROM_STATUS_OK;
}

static inline void calls_change(calls *c, unsigned call) {
    carom_body_id id = calls_id(c);
    carom_shape parts[2], shape;
    switch (call) {
    case 0: carom_world_remove(c->world, id); break;
    case 1: carom_world_set_position(c->world, id, calls_vec2(c)); break;
    case 2: carom_world_set_velocity(c->world, id, calls_vec2(c)); break;
    case 3: carom_world_move_to(c->world, id, calls_vec2(c)); break;
    case 4: carom_world_set_response(c->world, id, calls_response(c)); break;
    case 5: carom_world_set_sensor(c->world, id, calls_byte(c) & 1); break;
    case 6: carom_world_set_mass(c->world, id, calls_number(c)); break;
    case 7: carom_world_set_filter(c->world, id, calls_filter(c)); break;
    default:
        shape = calls_shape(c, parts);
        carom_world_set_shape(c->world, id, &shape);
        carom_world_set_tag(c->world, id, calls_byte(c));
        break;
    }
}

static inline void calls_make_world(calls *c);

static inline void calls_step(calls *c) {
    static const float dts[] = {1, 0.5f, 1 / 60.0f, 0.25f, 4, 0, -1, NAN};
    float dt = dts[calls_byte(c) % 8];
    if (c->steps++ >= CALLS_STEPS) return;
    carom_status status = carom_world_step(c->world, dt);
    if (c->freed) {
        calls_make_world(c);
    } else {
        demand((status == CAROM_STATUS_OK) == (dt > 0 && !c->in_callback));
    }
}

static inline void calls_edit(calls *c) {
    int cell = (int)(calls_byte(c) % (CALLS_COLUMNS * CALLS_COLUMNS));
    carom_level_set_tile(c->level, 0, cell % CALLS_COLUMNS, cell / CALLS_COLUMNS, (uint8_t)calls_byte(c));
}

static inline void calls_store(calls *c) {
    size_t size = carom_world_snapshot_size(c->world);
    demand(size <= sizeof c->stored);
    demand(carom_world_snapshot(c->world, c->stored, sizeof c->stored) == CAROM_STATUS_OK);
    c->stored_size = size;
}

static inline void calls_restore(calls *c) {
    if (c->stored_size == 0) return;
    carom_status status = carom_world_restore(c->world, c->stored, c->stored_size);
    demand((status == CAROM_STATUS_OK) == !c->in_callback);
    if (status != CAROM_STATUS_OK) return;
    c->ids_count = carom_world_bodies(c->world, c->ids, CALLS_IDS);
}

/// A world restored from a snapshot steps as this one does.
static inline void calls_twin(calls *c) {
    carom_world *twin, *own = c->world;
    if (c->in_callback || c->steps++ >= CALLS_STEPS) return;
    carom_world_desc desc = {.level = c->level};
    calls_store(c);
    demand(carom_world_make(&desc, &twin) == CAROM_STATUS_OK);
    demand(carom_world_restore(twin, c->stored, c->stored_size) == CAROM_STATUS_OK);
    demand(carom_world_hash(twin) == carom_world_hash(own));
    carom_world *third;
    demand(carom_world_make(&desc, &third) == CAROM_STATUS_OK);
    demand(carom_world_restore(third, c->stored, c->stored_size) == CAROM_STATUS_OK);
    demand(carom_world_step(twin, 1) == CAROM_STATUS_OK && carom_world_step(third, 1) == CAROM_STATUS_OK);
    demand(carom_world_hash(twin) == carom_world_hash(third));
    carom_world_free(twin);
    carom_world_free(third);
}

/// A walker steps through the world.
static inline void calls_walk(calls *c) {
    carom_walker_desc desc = {.slope = 1};
    if (carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){0, 3}, 2, &desc.shape) != CAROM_STATUS_OK) return;
    carom_scene scene = carom_scene_of_world(&(carom_world_view){.world = c->world});
    carom_walker walker = {.position = calls_vec2(c)};
    walker.velocity = calls_vec2(c);
    for (int i = 0; i < 3; ++i) carom_walker_step(&walker, &desc, &scene, 1);
}

/// Reads one call and makes it.
static inline void calls_make_one(calls *c) {
    unsigned call = calls_byte(c) % 24;
    switch (call) {
    case 0: // fall through: bodies are frequent
    case 1:
    case 2: calls_add(c); break;
    case 3:
    case 4:
    case 5:
    case 6: calls_step(c); break;
    case 7: calls_store(c); break;
    case 8: calls_restore(c); break;
    case 9: calls_query(c); break;
    case 10:
        if (!c->in_callback) calls_edit(c);
        break;
    case 11: carom_world_shrink(c->world); break;
    case 12: calls_twin(c); break;
    case 13: calls_walk(c); break;
    case 14:
        c->freed = c->in_callback;
        if (c->freed) carom_world_free(c->world);
        break;
    default: calls_change(c, call - 15); break;
    }
}

static inline void calls_on_collision(carom_world *world, const carom_event *event, void *user_data) {
    calls *c = user_data;
    demand(world == c->world && !c->freed && event->t >= 0 && event->t <= 1);
    if (c->at >= c->end || c->nested++ >= CALLS_NESTED || calls_byte(c) % 4) return;
    c->in_callback = true;
    calls_make_one(c);
    if (!c->freed) calls_read_all(c);
    c->in_callback = false;
}

// ---- A sequence -----------------------------------------------------------------------------------------------------

static inline void calls_make_world(calls *c) {
    carom_world_desc desc = {.level = c->level, .on_collision = calls_on_collision, .user_data = c};
    unsigned how = calls_byte(c);
    if (how & 1) desc.down = (carom_vec2){0, 1};
    desc.bounces = (int)(how / 2 % 4);
    demand(carom_world_make(&desc, &c->world) == CAROM_STATUS_OK);
    c->freed = false;
    c->ids_count = 0;
}

static inline void calls_run(const uint8_t *bytes, size_t size) {
    static calls c;
    static const uint8_t codes[CALLS_COLUMNS * CALLS_COLUMNS] = {[30] = 1, [31] = 1, [32] = 1, [33] = 1, [20] = 1};
    memset(&c, 0, sizeof c);
    c.at = bytes;
    c.end = bytes + size;
    carom_tiles tiles = {.columns = CALLS_COLUMNS, .rows = CALLS_COLUMNS, .cell = {8, 8}, .codes = codes};
    tiles.origin = (carom_vec2){-24, -24};
    carom_level_desc level = {.tiles = &tiles, .tiles_count = 1, .editable = true};
    demand(carom_level_make(&level, &c.level, NULL) == CAROM_STATUS_OK);
    calls_make_world(&c);
    while (c.at < c.end) {
        calls_make_one(&c);
        calls_read_all(&c);
    }
    carom_world_free(c.world);
    carom_level_free(c.level);
}
