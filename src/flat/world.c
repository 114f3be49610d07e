// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bodies, and queries of worlds.
#include "carom/flat.h"

uint64_t carom_flat_body_bits(const carom_body_id *id) {
    return carom_body_bits(*id);
}

void carom_flat_body_of_bits(uint64_t bits, carom_body_id *out) {
    *out = carom_body_of_bits(bits);
}

carom_status carom_flat_world_remove(carom_world *world, uint64_t id) {
    return carom_world_remove(world, carom_body_of_bits(id));
}

bool carom_flat_world_has(const carom_world *world, uint64_t id) {
    return carom_world_has(world, carom_body_of_bits(id));
}

void carom_flat_world_position(const carom_world *world, uint64_t id, carom_vec2 *out) {
    *out = carom_world_position(world, carom_body_of_bits(id));
}

void carom_flat_world_velocity(const carom_world *world, uint64_t id, carom_vec2 *out) {
    *out = carom_world_velocity(world, carom_body_of_bits(id));
}

void carom_flat_world_carried(const carom_world *world, uint64_t id, carom_vec2 *out) {
    *out = carom_world_carried(world, carom_body_of_bits(id));
}

carom_body_type carom_flat_world_type(const carom_world *world, uint64_t id) {
    return carom_world_type(world, carom_body_of_bits(id));
}

bool carom_flat_world_is_sensor(const carom_world *world, uint64_t id) {
    return carom_world_is_sensor(world, carom_body_of_bits(id));
}

void carom_flat_world_response(const carom_world *world, uint64_t id, carom_response *out) {
    *out = carom_world_response(world, carom_body_of_bits(id));
}

void carom_flat_world_material(const carom_world *world, uint64_t id, carom_material *out) {
    *out = carom_world_material(world, carom_body_of_bits(id));
}

void carom_flat_world_pose(const carom_world *world, uint64_t id, carom_pose *out) {
    *out = carom_world_pose(world, carom_body_of_bits(id));
}

float carom_flat_world_spin(const carom_world *world, uint64_t id) {
    return carom_world_spin(world, carom_body_of_bits(id));
}

void carom_flat_world_velocity_at(const carom_world *world, uint64_t id, const carom_vec2 *point, carom_vec2 *out) {
    *out = carom_world_velocity_at(world, carom_body_of_bits(id), *point);
}

float carom_flat_world_mass(const carom_world *world, uint64_t id) {
    return carom_world_mass(world, carom_body_of_bits(id));
}

void carom_flat_world_filter(const carom_world *world, uint64_t id, carom_filter *out) {
    *out = carom_world_filter(world, carom_body_of_bits(id));
}

void carom_flat_world_shape(const carom_world *world, uint64_t id, carom_shape *out) {
    *out = carom_world_shape(world, carom_body_of_bits(id));
}

void carom_flat_world_down(const carom_world *world, carom_vec2 *out) {
    *out = carom_world_down(world);
}

void carom_flat_world_own_part(const carom_world *world, uint64_t id, int number, carom_shape *out) {
    *out = carom_world_own_part(world, carom_body_of_bits(id), number);
}

void carom_flat_world_part(const carom_world *world, uint64_t id, int number, carom_shape *out) {
    *out = carom_world_part(world, carom_body_of_bits(id), number);
}

uint64_t carom_flat_world_tag(const carom_world *world, uint64_t id) {
    return carom_world_tag(world, carom_body_of_bits(id));
}

carom_status carom_flat_world_set_position(carom_world *world, uint64_t id, const carom_vec2 *position) {
    return carom_world_set_position(world, carom_body_of_bits(id), *position);
}

carom_status carom_flat_world_set_velocity(carom_world *world, uint64_t id, const carom_vec2 *velocity) {
    return carom_world_set_velocity(world, carom_body_of_bits(id), *velocity);
}

carom_status carom_flat_world_move_to(carom_world *world, uint64_t id, const carom_vec2 *target) {
    return carom_world_move_to(world, carom_body_of_bits(id), *target);
}

carom_status carom_flat_world_move_to_pose(carom_world *world, uint64_t id, const carom_pose *target) {
    return carom_world_move_to_pose(world, carom_body_of_bits(id), *target);
}

carom_status carom_flat_world_set_shape(carom_world *world, uint64_t id, const carom_shape *shape) {
    return carom_world_set_shape(world, carom_body_of_bits(id), shape);
}

carom_status carom_flat_world_set_pose(carom_world *world, uint64_t id, const carom_pose *pose) {
    return carom_world_set_pose(world, carom_body_of_bits(id), *pose);
}

carom_status carom_flat_world_set_spin(carom_world *world, uint64_t id, float spin) {
    return carom_world_set_spin(world, carom_body_of_bits(id), spin);
}

carom_status carom_flat_world_set_mass(carom_world *world, uint64_t id, float mass) {
    return carom_world_set_mass(world, carom_body_of_bits(id), mass);
}

carom_status carom_flat_world_set_sensor(carom_world *world, uint64_t id, bool sensor) {
    return carom_world_set_sensor(world, carom_body_of_bits(id), sensor);
}

carom_status carom_flat_world_set_response(carom_world *world, uint64_t id, const carom_response *response) {
    return carom_world_set_response(world, carom_body_of_bits(id), *response);
}

carom_status carom_flat_world_set_material(carom_world *world, uint64_t id, const carom_material *material) {
    return carom_world_set_material(world, carom_body_of_bits(id), *material);
}

carom_status carom_flat_world_set_edge_material(carom_world *world, int edge_tag, const carom_material *material) {
    return carom_world_set_edge_material(world, edge_tag, *material);
}

void carom_flat_world_edge_material(const carom_world *world, int edge_tag, carom_material *out) {
    *out = carom_world_edge_material(world, edge_tag);
}

carom_status carom_flat_world_set_filter(carom_world *world, uint64_t id, const carom_filter *filter) {
    return carom_world_set_filter(world, carom_body_of_bits(id), *filter);
}

carom_status carom_flat_world_set_tag(carom_world *world, uint64_t id, uint64_t tag) {
    return carom_world_set_tag(world, carom_body_of_bits(id), tag);
}

void carom_flat_world_stats(const carom_world *world, carom_step_stats *out) {
    *out = carom_world_stats(world);
}

void carom_flat_world_ray(const carom_world_view *view, const carom_vec2 *from, const carom_vec2 *move,
                          carom_world_ray_hit *out) {
    *out = carom_world_ray(view, *from, *move);
}

int carom_flat_world_ray_all(const carom_world_view *view, const carom_vec2 *from, const carom_vec2 *move,
                             carom_world_ray_hit *out, int capacity) {
    return carom_world_ray_all(view, *from, *move, out, capacity);
}

bool carom_flat_world_ray_any(const carom_world_view *view, const carom_vec2 *from, const carom_vec2 *move) {
    return carom_world_ray_any(view, *from, *move);
}

void carom_flat_world_sweep(const carom_world_view *view, const carom_shape *shape, const carom_vec2 *move,
                            carom_world_sweep_hit *out) {
    *out = carom_world_sweep(view, shape, *move);
}

int carom_flat_world_sweep_all(const carom_world_view *view, const carom_shape *shape, const carom_vec2 *move,
                               carom_world_sweep_hit *out, int capacity) {
    return carom_world_sweep_all(view, shape, *move, out, capacity);
}

bool carom_flat_world_sweep_any(const carom_world_view *view, const carom_shape *shape, const carom_vec2 *move) {
    return carom_world_sweep_any(view, shape, *move);
}

void carom_flat_world_nearest(const carom_world_view *view, const carom_shape *shape, float max_distance,
                              carom_world_separation *out) {
    *out = carom_world_nearest(view, shape, max_distance);
}

void carom_flat_scene_of_world(const carom_world_view *view, carom_scene *out) {
    *out = carom_scene_of_world(view);
}
