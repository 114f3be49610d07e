// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Walkers and platforms.
#include "carom/flat.h"

void carom_flat_walker_step(carom_walker *walker, const carom_walker_desc *desc, const carom_scene *scene, float dt,
                            carom_walker_result *out) {
    *out = carom_walker_step(walker, desc, scene, dt);
}

void carom_flat_walker_step_in_world(carom_walker *walker, const carom_walker_desc *desc, carom_world *world,
                                     uint64_t body, float dt, carom_walker_result *out) {
    *out = carom_walker_step_in_world(walker, desc, world, carom_body_of_bits(body), dt);
}

void carom_flat_scene_of_platforms(const carom_platforms *platforms, carom_scene *out) {
    *out = carom_scene_of_platforms(platforms);
}

void carom_flat_corner_correction(const carom_scene *scene, const carom_shape *shape, const carom_vec2 *position,
                                  const carom_vec2 *motion, float max_distance, carom_vec2 *out) {
    *out = carom_corner_correction(scene, shape, *position, *motion, max_distance);
}
