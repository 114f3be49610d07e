// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sequences of calls of a world and its levels, read from bytes: bodies of every type are added, changed, turned,
// teleported and removed, levels are edited and carved, the world steps, is stored and restored, and callbacks do the
// same. Shapes move and turn through the level, and walkers step in the world and on platforms. After each call
// everything is read and queried. A twin, restored from a snapshot, must step to the same hash. For calls.c and
// calls_fuzz.c; a broken requirement aborts, and sanitizers find reads out of bounds.
#pragma once

#include "carom/walker.h"
#include "world/forge.h"

#include <float.h>

enum {
    CALLS_IDS = 24,    // bodies at most, ids of removed ones included
    CALLS_STEPS = 60,  // a sequence, because dense crowds are slow under sanitizers
    CALLS_NESTED = 40, // calls in all callbacks of a sequence
    CALLS_COLUMNS = 6, // of the level, and rows
    CALLS_CARVES = 12, // carved and filled shapes in a sequence, because each adds edges
    CALLS_IMAGE = 1 << 17,
    CALLS_SNAPSHOT = 1 << 17,
};

typedef struct calls {
    const uint8_t *at, *end;
    carom_level *level, *second;
    carom_world *world;
    carom_body_id ids[CALLS_IDS], walker_body;
    carom_walker walker;
    int ids_count, steps, nested, carves;
    int attached, stored_attached; // 1: the second level is attached to the world, to that of the snapshot
    bool in_callback, in_rule, freed;
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
    unsigned category = calls_byte(c), met = calls_byte(c);
    return (carom_filter){category, met ? ~met : 0, (int)(calls_byte(c) % 3) - 1};
}

/// Radians, up to CAROM_MAX_TURN and beyond.
static inline float calls_angle(calls *c) {
    unsigned how = calls_byte(c);
    if (how >= 250) return calls_number(c);
    float angle = ((float)how - 125) * (how % 2 ? 0x1.921fb6p-6f : 0.27f); // multiples of pi / 128, or others
    return how % 16 == 3 ? 0 : angle;
}

static inline carom_pose calls_pose(calls *c) {
    carom_vec2 at = calls_vec2(c);
    unsigned how = calls_byte(c);
    carom_rotation turned = carom_rotation_of(calls_angle(c));
    if (how == 255) turned.cosine = calls_number(c);
    return (carom_pose){at, turned};
}

static inline carom_material calls_material(calls *c) {
    float restitution = calls_number(c), friction = calls_number(c);
    return (carom_material){restitution, friction, calls_number(c)};
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
    carom_pose pose = carom_world_pose(c->world, id);
    demand(pose.position.x == at.x && pose.position.y == at.y);
    demand(isfinite(pose.rotation.cosine) && isfinite(pose.rotation.sine));
    demand(carom_world_spin(c->world, id) == 0 || carom_world_type(c->world, id) != CAROM_BODY_STATIC);
    carom_body_id same = carom_body_of_bits(carom_body_bits(id));
    demand(same.index == id.index && same.generation == id.generation);
    carom_world_material(c->world, id);
    carom_world_is_sensor(c->world, id);
    carom_world_response(c->world, id);
    carom_world_filter(c->world, id);
    carom_world_tag(c->world, id);
    carom_world_part(c->world, id, 0);
    carom_world_part(c->world, id, 1);
    bool has_part = carom_world_part(c->world, id, 0).kind != CAROM_SHAPE_NONE; // a box that is turned is a polygon
    demand((carom_world_own_part(c->world, id, 0).kind != CAROM_SHAPE_NONE) == has_part);
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
    const carom_vec2 *positions = carom_world_positions(c->world, &count);
    const carom_vec2 *velocities = carom_world_velocities(c->world, &count);
    for (int i = 0; i < bodies; ++i) {
        carom_vec2 at = carom_world_position(c->world, ids[i]), v = carom_world_velocity(c->world, ids[i]);
        demand((int)ids[i].index < count);
        demand(memcmp(&positions[ids[i].index], &at, sizeof at) == 0);
        demand(memcmp(&velocities[ids[i].index], &v, sizeof v) == 0);
    }
    carom_world_cell cells[4];
    carom_world_cells(c->world, cells, 4);
    carom_world_edge_material(c->world, 0);
    carom_step_stats stats = carom_world_stats(c->world);
    demand(stats.hits >= 0 && stats.rested >= 0 && stats.crushed >= 0 && stats.tested >= 0);
}

/// True if a shape penetrates no edge of the level from either side, and does not lie within a solid. False for
/// one-sided segments, which pass through edges in one direction.
static inline bool calls_is_clear(const calls *c, const carom_shape *placed) {
    if (placed->kind == CAROM_SHAPE_SEGMENT && placed->segment.one_sided) return false;
    for (int i = 0; i < carom_level_edge_count(c->level); ++i) {
        carom_level_edge e = carom_level_edge_at(c->level, i);
        carom_shape edge;
        if (carom_make_segment(e.a, e.b, &edge) != CAROM_STATUS_OK) return false;
        carom_separation apart = carom_distance(placed, &edge);
        if (!(apart.distance >= 0) || (i == 0 && carom_level_solid(c->level, apart.on_a))) return false;
    }
    return placed->kind != CAROM_SHAPE_NONE && placed->kind != CAROM_SHAPE_COMPOUND;
}

/// A shape that stopped must penetrate nothing, unless it did before.
static inline void calls_demand_clear(const calls *c, const carom_shape *shape, carom_pose pose) {
    carom_shape placed = carom_shape_posed(shape, pose);
    demand(!carom_level_sweep(c->level, &placed, (carom_vec2){0, 0}).inside);
}

static inline void calls_rule(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    calls *c = user_data;
    if (c->in_rule) demand(carom_world_step(c->world, 1) == CAROM_STATUS_BAD_ARGUMENT);
    if (contact->edge % 3 == 1 || contact->other % 5 == 2) response->kind = CAROM_RESPONSE_PASS;
    if (contact->mover % 4 == 3) response->restitution = NAN; // ignored
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
    carom_corner_correction(&scene, &shape, from, move, 4);
    const carom_move_rule rule = {.response = response, .rule = calls_rule, .user_data = c, .dt = 1};
    carom_move_by_rule(&scene, &shape, &(carom_motion){.at = from, .velocity = move}, &rule, NULL, 0);
    carom_scene_velocity(&scene, carom_body_bits(view.except));
}

/// Queries of the level, of its image, and of shapes that move and turn in it.
static inline void calls_query_level(calls *c) {
    carom_shape parts[2], shape = calls_shape(c, parts);
    const carom_turning turning = {.pose = calls_pose(c), .move = calls_vec2(c), .angle = calls_angle(c)};
    carom_vec2 from = turning.pose.position, move = turning.move;
    const carom_shape placed = carom_shape_posed(&shape, turning.pose);
    carom_ray_hit ray = carom_level_ray(c->level, from, move), rays[3];
    carom_sweep_hit swept = carom_level_sweep(c->level, &placed, move), many;
    int edges[3];
    demand((carom_level_ray_all(c->level, from, move, rays, 3) > 0) >= ray.hit);
    demand(carom_level_ray_many(c->level, &(carom_rays){&from.x, &from.y, &move.x, &move.y, 1}, rays) == ray.hit);
    demand(carom_level_sweep_many(c->level, &placed, &move, 1, &many) == swept.hit && many.t == swept.t);
    carom_level_overlap(c->level, &placed, edges, 3);
    carom_level_nearest(c->level, &placed, INFINITY);
    carom_level_solid(c->level, from);
    carom_turning_hit turned = carom_level_sweep_turning(c->level, &shape, &turning);
    demand(turned.t >= 0 && turned.t <= 1);
    const bool clear = calls_is_clear(c, &placed);
    if (clear && turned.hit) calls_demand_clear(c, &shape, turned.at);
    const carom_response response = calls_response(c);
    const carom_turning_motion start = {.pose = turning.pose, .velocity = move, .spin = turning.angle};
    carom_scene scene = carom_scene_of_level(c->level);
    carom_scene_turning_hit hits[3];
    carom_turning_motion end = carom_move_turning(&scene, &shape, &start, &response, hits, 3);
    demand(end.t >= 0 && end.t <= 1 && end.casts <= CAROM_MOVE_MAX_CASTS);
    if (clear && end.t > 0 && response.kind != CAROM_RESPONSE_PASS) calls_demand_clear(c, &shape, end.pose);
    carom_vec2 normals[2] = {ray.normal, swept.normal};
    carom_slide(move, normals, 2);
    carom_bounce(move, ray.normal, response.restitution, response.friction);
}

/// An image opens, and answers as the level does.
static inline void calls_open_image(calls *c) {
    static uint64_t words[CALLS_IMAGE / 8];
    static carom_triangle triangles[64];
    size_t size = carom_level_image_size(c->level);
    carom_level *opened;
    int count;
    carom_vec2 from = calls_vec2(c), move = calls_vec2(c);
    if (size > sizeof words) return;
    carom_level_image_write(c->level, words);
    carom_error error = {.message = ""};
    carom_status status = carom_level_open(words, size, NULL, &opened, &error);
    if (status != CAROM_STATUS_OK) fprintf(stderr, "%s %s\n", error.where, error.message);
    demand(status == CAROM_STATUS_OK);
    demand(carom_level_edge_count(opened) == carom_level_edge_count(c->level));
    demand(carom_level_image_size(opened) == size);
    carom_ray_hit a = carom_level_ray(c->level, from, move), b = carom_level_ray(opened, from, move);
    demand(a.hit == b.hit && a.t == b.t && a.part == b.part);
    for (int i = 0; i < carom_level_edge_count(opened); ++i) {
        carom_level_edge e = carom_level_edge_at(opened, i), f = carom_level_edge_at(c->level, i);
        demand(e.a.x == f.a.x && e.a.y == f.a.y && e.b.x == f.b.x && e.b.y == f.b.y && e.tag == f.tag);
    }
    carom_level_bounds(opened);
    carom_level_seams_removed(opened);
    carom_level_triangles(opened, triangles, 64, &count);
    carom_level_free(opened);
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
    if (how & 128) {
        desc.rotation = carom_rotation_of(calls_angle(c));
        desc.spin = calls_angle(c);
        desc.material = calls_material(c);
    }
    int before = carom_world_count(c->world);
    carom_status status = carom_world_add(c->world, &desc, &c->ids[c->ids_count], NULL);
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

/// What turns, and the materials.
static inline void calls_turn(calls *c, unsigned call) {
    carom_body_id id = calls_id(c);
    carom_pose pose;
    switch (call) {
    case 0:
        pose = calls_pose(c);
        carom_world_set_pose(c->world, id, pose);
        pose.rotation = carom_rotation_inverse(pose.rotation);
        carom_world_move_to_pose(c->world, id, pose);
        break;
    case 1: carom_world_set_spin(c->world, id, calls_angle(c)); break;
    case 2: carom_world_set_material(c->world, id, calls_material(c)); break;
    default: carom_world_set_edge_material(c->world, (int)(id.index % 3), calls_material(c)); break;
    }
}

static inline void calls_make_world(calls *c);

static inline void calls_step(calls *c) {
    static const float dts[] = {1, 0.5f, 1 / 60.0f, 0.25f, 4, 0, -1, NAN};
    float dt = dts[calls_byte(c) % 8];
    if (c->steps++ >= CALLS_STEPS) return;
    c->in_rule = dt > 0 && !c->in_callback;
    carom_status status = carom_world_step(c->world, dt);
    c->in_rule = false;
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

static inline void calls_edit_block(calls *c) {
    uint8_t codes[4];
    unsigned at = calls_byte(c);
    for (int i = 0; i < 4; ++i) codes[i] = (uint8_t)calls_byte(c);
    carom_tile_block block = {.column = (int)(at % 7), .row = (int)(at / 7 % 7), .columns = 2, .rows = 2};
    block.codes = codes;
    carom_level_set_tiles(c->level, &block);
    for (int i = -1; i < 2; ++i) carom_level_tile(c->level, 0, block.column + i, block.row);
}

static inline void calls_carve(calls *c, bool fill) {
    carom_shape parts[2], shape = calls_shape(c, parts);
    const carom_shape placed = carom_shape_at(&shape, calls_vec2(c));
    if (c->carves++ >= CALLS_CARVES) return;
    if (fill)
        carom_level_fill(c->level, &placed);
    else
        carom_level_carve(c->level, &placed);
}

static inline void calls_attach(calls *c) {
    if (c->attached) return;
    c->attached = carom_world_attach(c->world, c->second) == CAROM_STATUS_OK;
}

static inline void calls_store(calls *c) {
    size_t size = carom_world_snapshot_size(c->world);
    demand(size <= sizeof c->stored);
    demand(carom_world_snapshot(c->world, c->stored, sizeof c->stored) == CAROM_STATUS_OK);
    c->stored_size = size;
    c->stored_attached = c->attached;
}

static inline void calls_restore(calls *c) {
    if (c->stored_size == 0) return;
    carom_status status = carom_world_restore(c->world, c->stored, c->stored_size);
    if (c->stored_attached <= c->attached) demand((status == CAROM_STATUS_OK) == !c->in_callback);
    if (status != CAROM_STATUS_OK) return;
    c->ids_count = carom_world_bodies(c->world, c->ids, CALLS_IDS);
}

static inline carom_world *calls_restored(const calls *c) {
    carom_world *world;
    demand(carom_world_make(&(carom_world_desc){.level = c->level}, &world) == CAROM_STATUS_OK);
    if (c->attached) demand(carom_world_attach(world, c->second) == CAROM_STATUS_OK);
    demand(carom_world_restore(world, c->stored, c->stored_size) == CAROM_STATUS_OK);
    return world;
}

/// A world restored from a snapshot steps as this one does.
static inline void calls_twin(calls *c) {
    if (c->in_callback || c->steps++ >= CALLS_STEPS) return;
    calls_store(c);
    carom_world *twin = calls_restored(c), *third = calls_restored(c);
    demand(carom_world_hash(twin) == carom_world_hash(c->world));
    demand(carom_world_step(twin, 1) == CAROM_STATUS_OK && carom_world_step(third, 1) == CAROM_STATUS_OK);
    demand(carom_world_hash(twin) == carom_world_hash(third));
    carom_world_free(twin);
    carom_world_free(third);
}

static inline carom_walker_desc calls_walker_desc(void) {
    carom_walker_desc desc = {.slope = 1};
    demand(carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){0, 3}, 2, &desc.shape) == CAROM_STATUS_OK);
    return desc;
}

/// A walker steps through the world.
static inline void calls_walk(calls *c) {
    carom_walker_desc desc = calls_walker_desc();
    carom_scene scene = carom_scene_of_world(&(carom_world_view){.world = c->world});
    carom_walker walker = {.position = calls_vec2(c)};
    walker.velocity = calls_vec2(c);
    for (int i = 0; i < 3; ++i) carom_walker_step(&walker, &desc, &scene, 1);
}

/// A walker that is a body of the world.
static inline void calls_walk_in_world(calls *c) {
    carom_walker_desc desc = calls_walker_desc();
    unsigned how = calls_byte(c);
    desc.up = (carom_vec2){how & 1 ? 1.0f : 0.0f, how & 2 ? 1.0f : -1.0f};
    if (!carom_world_has(c->world, c->walker_body)) {
        c->walker = (carom_walker){.position = calls_vec2(c)};
        if (c->ids_count == CALLS_IDS) return;
        carom_body_desc body = {.shape = desc.shape, .position = c->walker.position, .type = CAROM_BODY_KINEMATIC};
        if (carom_world_add(c->world, &body, &c->walker_body, NULL) != CAROM_STATUS_OK) return;
        c->ids[c->ids_count++] = c->walker_body;
    }
    c->walker.velocity = calls_vec2(c);
    const carom_world_view view = {.world = c->world, .except = c->walker_body};
    carom_scene scene = carom_scene_of_world(&view);
    if (how & 4) carom_walker_drop(&c->walker, &desc, &scene);
    carom_walker_result result = carom_walker_step_in_world(&c->walker, &desc, c->world, c->walker_body, 1);
    demand(result.casts <= CAROM_WALKER_MAX_CASTS);
    carom_jump jump = {0};
    carom_jump_now(&jump, &(carom_jump_rules){2, 2}, how & 8, c->walker.grounded, 1);
}

/// A walker on two platforms.
static inline void calls_walk_on_platforms(calls *c) {
    carom_platform platforms[2];
    carom_walker_desc desc = {.shape = calls_walker_desc().shape, .up = {0, -1}};
    carom_scene world = carom_scene_of_world(&(carom_world_view){.world = c->world});
    for (int i = 0; i < 2; ++i) {
        carom_shape parts[2], shape = calls_shape(c, parts);
        if (shape.kind == CAROM_SHAPE_COMPOUND) shape.kind = CAROM_SHAPE_NONE;
        platforms[i] = (carom_platform){.shape = shape, .owner = UINT64_MAX - (uint64_t)i};
        platforms[i].position = calls_vec2(c);
        platforms[i].velocity = calls_vec2(c);
    }
    const carom_platforms all = {.base = &world, .list = platforms, .count = 2};
    carom_scene scene = carom_scene_of_platforms(&all);
    carom_walker walker = {.position = calls_vec2(c)};
    for (int i = 0; i < 3; ++i) {
        carom_walker_step(&walker, &desc, &scene, 1);
        carom_platforms_move(platforms, 2, 1);
    }
}

/// Calls that change or query levels, and other rare ones. Levels are not edited in callbacks.
static inline void calls_make_rare(calls *c, unsigned call) {
    switch (call) {
    case 0: calls_query_level(c); break;
    case 1:
        if (!c->in_callback) calls_edit_block(c);
        break;
    case 2:
    case 3:
        if (!c->in_callback) calls_carve(c, call == 3);
        break;
    case 4: calls_open_image(c); break;
    case 5: calls_attach(c); break;
    case 6: calls_walk_in_world(c); break;
    case 7: calls_walk_on_platforms(c); break;
    default: calls_turn(c, call - 8); break;
    }
}

/// Reads one call and makes it.
static inline void calls_make_one(calls *c) {
    unsigned call = calls_byte(c) % 36;
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
    default:
        if (call < 24)
            calls_change(c, call - 15);
        else
            calls_make_rare(c, call - 24);
        break;
    }
}

static inline bool calls_custom_filter(const carom_world *world, carom_body_id a, carom_body_id b, void *user_data) {
    const calls *c = user_data;
    demand(world == c->world);
    return (a.index + b.index) % 5 != 4;
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
    if (how & 8) desc.rule = calls_rule;
    if (how & 16) desc.custom_filter = calls_custom_filter;
    demand(carom_world_make(&desc, &c->world) == CAROM_STATUS_OK);
    c->freed = false;
    c->ids_count = c->attached = 0;
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
    tiles.origin = (carom_vec2){-60, -24};
    demand(carom_level_make(&level, &c.second, NULL) == CAROM_STATUS_OK);
    calls_make_world(&c);
    while (c.at < c.end) {
        calls_make_one(&c);
        calls_read_all(&c);
    }
    carom_world_free(c.world);
    carom_level_free(c.second);
    carom_level_free(c.level);
}
