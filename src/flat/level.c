// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Queries of levels.
#include "carom/flat.h"

void carom_flat_level_edge_at(const carom_level *level, int index, carom_level_edge *out) {
    *out = carom_level_edge_at(level, index);
}

void carom_flat_level_bounds(const carom_level *level, carom_box *out) {
    *out = carom_level_bounds(level);
}

void carom_flat_level_ray(const carom_level *level, const carom_vec2 *from, const carom_vec2 *move,
                          carom_ray_hit *out) {
    *out = carom_level_ray(level, *from, *move);
}

int carom_flat_level_ray_all(const carom_level *level, const carom_vec2 *from, const carom_vec2 *move,
                             carom_ray_hit *hits, int capacity) {
    return carom_level_ray_all(level, *from, *move, hits, capacity);
}

void carom_flat_level_sweep(const carom_level *level, const carom_shape *shape, const carom_vec2 *move,
                            carom_sweep_hit *out) {
    *out = carom_level_sweep(level, shape, *move);
}

void carom_flat_level_sweep_turning(const carom_level *level, const carom_shape *shape, const carom_turning *motion,
                                    carom_turning_hit *out) {
    *out = carom_level_sweep_turning(level, shape, motion);
}

void carom_flat_level_nearest(const carom_level *level, const carom_shape *shape, float max_distance,
                              carom_separation *out) {
    *out = carom_level_nearest(level, shape, max_distance);
}

bool carom_flat_level_solid(const carom_level *level, const carom_vec2 *point) {
    return carom_level_solid(level, *point);
}
