// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Worlds. Ids go over as 64 bits, lists as the place where they lie.
#include "space.h"
#include "web.h"

/// Sizes and places of fields, in the order of `WORLD_LAYOUT` in carom.js.
const uint16_t *WEB(world_layout)(void) {
    static const uint16_t layout[] = {
        sizeof(carom_event),          offsetof(carom_event, kind),  offsetof(carom_event, t),
        offsetof(carom_event, a),     offsetof(carom_event, b),     offsetof(carom_event, level),
        offsetof(carom_event, edge),  offsetof(carom_event, point), offsetof(carom_event, normal),
        sizeof(carom_pair),           offsetof(carom_pair, a),      offsetof(carom_pair, b),
        offsetof(carom_pair, level),  offsetof(carom_pair, edge),   offsetof(carom_pair, point),
        offsetof(carom_pair, normal),
    };
    return layout;
}

// ---- Making ---------------------------------------------------------------------------------------------------------

carom_status WEB(world_make)(const carom_level *level, int bounces, carom_world **out) {
    return carom_world_make(&(carom_world_desc){.level = level, .bounces = bounces}, out);
}

void WEB(world_free)(carom_world *world) {
    carom_world_free(world);
}

carom_status WEB(world_attach)(carom_world *world, const carom_level *level) {
    return carom_world_attach(world, level);
}

// ---- Bodies ---------------------------------------------------------------------------------------------------------

/// position, velocity, restitution, friction: six numbers.
carom_status WEB(world_add)(carom_world *world, const carom_shape *shape, const float *v, int is_static, int response,
                            const carom_filter *filter, carom_body_id *out) {
    carom_body_desc desc = {.shape = *shape,
                            .position = {v[0], v[1]},
                            .velocity = {v[2], v[3]},
                            .is_static = is_static,
                            .response = {.kind = (carom_response_kind)response, .restitution = v[4], .friction = v[5]},
                            .filter = *filter};
    return carom_world_add(world, &desc, out);
}

carom_status WEB(world_remove)(carom_world *world, uint64_t id) {
    return carom_world_remove(world, carom_body_of_bits(id));
}

int WEB(world_has)(const carom_world *world, uint64_t id) {
    return carom_world_has(world, carom_body_of_bits(id));
}

int WEB(world_count)(const carom_world *world) {
    return carom_world_count(world);
}

void WEB(world_bodies)(const carom_world *world, carom_body_id *out, int capacity) {
    carom_world_bodies(world, out, capacity);
}

void WEB(world_positions)(const carom_world *world, const carom_body_id *ids, int count, carom_vec2 *out) {
    for (int i = 0; i < count; i++) out[i] = carom_world_position(world, ids[i]);
}

void WEB(world_velocities)(const carom_world *world, const carom_body_id *ids, int count, carom_vec2 *out) {
    for (int i = 0; i < count; i++) out[i] = carom_world_velocity(world, ids[i]);
}

void WEB(world_shape)(const carom_world *world, uint64_t id, carom_shape *out) {
    *out = carom_world_shape(world, carom_body_of_bits(id));
}

void WEB(world_part)(const carom_world *world, uint64_t id, int number, carom_shape *out) {
    *out = carom_world_part(world, carom_body_of_bits(id), number);
}

carom_status WEB(world_set_position)(carom_world *world, uint64_t id, float x, float y) {
    return carom_world_set_position(world, carom_body_of_bits(id), (carom_vec2){x, y});
}

carom_status WEB(world_set_velocity)(carom_world *world, uint64_t id, float x, float y) {
    return carom_world_set_velocity(world, carom_body_of_bits(id), (carom_vec2){x, y});
}

carom_status WEB(world_set_response)(carom_world *world, uint64_t id, int kind, float restitution, float friction) {
    carom_response response = {.kind = (carom_response_kind)kind, .restitution = restitution, .friction = friction};
    return carom_world_set_response(world, carom_body_of_bits(id), response);
}

carom_status WEB(world_set_filter)(carom_world *world, uint64_t id, const carom_filter *filter) {
    return carom_world_set_filter(world, carom_body_of_bits(id), *filter);
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

carom_status WEB(world_step)(carom_world *world, float dt) {
    return carom_world_step(world, dt);
}

const carom_event *WEB(world_events)(const carom_world *world, int *count) {
    return carom_world_events(world, count);
}

const carom_pair *WEB(world_pairs)(const carom_world *world, int *count) {
    return carom_world_pairs(world, count);
}

void WEB(world_stats)(const carom_world *world, carom_step_stats *out) {
    *out = carom_world_stats(world);
}

uint64_t WEB(world_hash)(const carom_world *world) {
    return carom_world_hash(world);
}

// ---- Snapshots ------------------------------------------------------------------------------------------------------

int WEB(world_snapshot_size)(const carom_world *world) {
    return (int)carom_world_snapshot_size(world);
}

carom_status WEB(world_snapshot)(const carom_world *world, void *buffer, int capacity) {
    return carom_world_snapshot(world, buffer, (size_t)capacity);
}

carom_status WEB(world_restore)(carom_world *world, const void *snapshot, int size) {
    return carom_world_restore(world, snapshot, (size_t)size);
}

// ---- Questions ------------------------------------------------------------------------------------------------------
//
// Each answer begins with who was met: the body, and the level.

WEB_SIZE(carom_world_ray_hit, 48);
WEB_AT(carom_world_ray_hit, level, 8);
WEB_AT(carom_world_ray_hit, ray, 12);
WEB_SIZE(carom_world_sweep_hit, 56);
WEB_AT(carom_world_sweep_hit, sweep, 12);
WEB_SIZE(carom_world_overlapped, 16);
WEB_AT(carom_world_overlapped, edge, 12);
WEB_SIZE(carom_world_gap, 48);
WEB_AT(carom_world_gap, gap, 12);

void WEB(world_ray)(const web_space *s, float x, float y, float move_x, float move_y, carom_world_ray_hit *out) {
    *out = carom_world_ray(&s->view, (carom_vec2){x, y}, (carom_vec2){move_x, move_y});
}

int WEB(world_ray_all)(const web_space *s, float x, float y, float move_x, float move_y, carom_world_ray_hit *out,
                       int capacity) {
    return carom_world_ray_all(&s->view, (carom_vec2){x, y}, (carom_vec2){move_x, move_y}, out, capacity);
}

void WEB(world_sweep)(const web_space *s, const carom_shape *shape, float move_x, float move_y,
                      carom_world_sweep_hit *out) {
    *out = carom_world_sweep(&s->view, shape, (carom_vec2){move_x, move_y});
}

int WEB(world_sweep_all)(const web_space *s, const carom_shape *shape, float move_x, float move_y,
                         carom_world_sweep_hit *out, int capacity) {
    return carom_world_sweep_all(&s->view, shape, (carom_vec2){move_x, move_y}, out, capacity);
}

int WEB(world_overlap)(const web_space *s, const carom_shape *shape, carom_world_overlapped *out, int capacity) {
    return carom_world_overlap(&s->view, shape, out, capacity);
}

void WEB(world_nearest)(const web_space *s, const carom_shape *shape, float reach, carom_world_gap *out) {
    *out = carom_world_nearest(&s->view, shape, reach);
}

int WEB(world_nearest_all)(const web_space *s, const carom_shape *shape, float reach, carom_world_gap *out,
                           int capacity) {
    return carom_world_nearest_all(&s->view, shape, reach, out, capacity);
}
