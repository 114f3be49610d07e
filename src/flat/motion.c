// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Scenes, responses and depenetration.
#include "carom/flat.h"

void carom_flat_scene_velocity(const carom_scene *scene, uint64_t owner, carom_vec2 *out) {
    *out = carom_scene_velocity(scene, owner);
}

void carom_flat_scene_of_level(const carom_level *level, carom_scene *out) {
    *out = carom_scene_of_level(level);
}

void carom_flat_slide(const carom_vec2 *velocity, const carom_vec2 *normals, int count, carom_vec2 *out) {
    *out = carom_slide(*velocity, normals, count);
}

void carom_flat_bounce(const carom_vec2 *velocity, const carom_vec2 *normal, float restitution, float friction,
                       carom_vec2 *out) {
    *out = carom_bounce(*velocity, *normal, restitution, friction);
}

void carom_flat_move(const carom_scene *scene, const carom_shape *shape, carom_motion *state,
                     const carom_response *response, carom_scene_hit *contacts, int capacity) {
    *state = carom_move(scene, shape, state, response, contacts, capacity);
}

void carom_flat_move_by_rule(const carom_scene *scene, const carom_shape *shape, carom_motion *state,
                             const carom_move_rule *rule, carom_scene_hit *contacts, int capacity) {
    *state = carom_move_by_rule(scene, shape, state, rule, contacts, capacity);
}

void carom_flat_move_turning(const carom_scene *scene, const carom_shape *shape, carom_turning_motion *state,
                             const carom_response *response, carom_scene_turning_hit *contacts, int capacity) {
    *state = carom_move_turning(scene, shape, state, response, contacts, capacity);
}

void carom_flat_push_out(const carom_scene *scene, const carom_shape *shape, const carom_vec2 *position,
                         float max_distance, carom_push *out) {
    *out = carom_push_out(scene, shape, *position, max_distance);
}
