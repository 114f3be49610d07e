// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What carom_python.c offers to the Python binding. build_carom.py also reads the declarations below the line "cffi"
// from here.
#pragma once

#include "carom.h"
#include "carom_io.h"

// ---- cffi -----------------------------------------------------------------------------------------------------------

typedef struct py_heap py_heap;
py_heap *py_heap_open(void);
const carom_allocator *py_heap_allocator(const py_heap *heap);
void py_heap_pin(py_heap *heap, bool pinned);
void py_heap_close(py_heap *heap);

carom_prepared *py_prepare(const carom_shape *shapes, int count);
void py_free(void *memory);

typedef struct py_motions {
    const carom_vec2 *positions;
    const carom_vec2 *moves;
    int count;
} py_motions;

void py_level_edges(const carom_level *level, carom_level_edge *out, int count);
typedef struct py_nearest {
    const carom_shape *shape;
    float max_distance;
} py_nearest;

int py_level_sweep_many(const carom_level *level, const carom_shape *shape, const py_motions *motions,
                        carom_sweep_hit *hits);
void py_level_overlap_many(const carom_level *level, const carom_shape *shape, const carom_vec2 *positions, int count,
                           bool *out);
void py_level_nearest_many(const carom_level *level, const py_nearest *query, const carom_vec2 *positions, int count,
                           carom_separation *out);
void py_level_solid_many(const carom_level *level, const carom_vec2 *points, int count, bool *out);

typedef struct py_world_ray {
    int32_t body;
    int32_t level;
    carom_ray_hit ray;
} py_world_ray;

typedef struct py_world_sweep {
    int32_t body;
    int32_t level;
    carom_sweep_hit sweep;
} py_world_sweep;

typedef struct py_world_separation {
    int32_t body;
    int32_t level;
    carom_separation separation;
} py_world_separation;

int py_world_ray_many(const carom_world_view *view, const carom_vec2 *starts, const carom_vec2 *moves, int count,
                      py_world_ray *hits);
int py_world_sweep_many(const carom_world_view *view, const carom_shape *shape, const py_motions *motions,
                        py_world_sweep *hits);
void py_world_overlap_many(const carom_world_view *view, const carom_shape *shape, const carom_vec2 *positions,
                           int count, bool *out);
void py_world_nearest_many(const carom_world_view *view, const py_nearest *query, const carom_vec2 *positions,
                           int count, py_world_separation *out);

typedef struct py_body {
    carom_world *world;
    carom_body_id id;
} py_body;

carom_status py_worlds_step(carom_world *const *worlds, int count, float dt);
int py_bodies_stale(const py_body *bodies, int count);
void py_bodies_positions(const py_body *bodies, int count, carom_vec2 *out);
void py_bodies_velocities(const py_body *bodies, int count, carom_vec2 *out);
carom_status py_bodies_set_positions(const py_body *bodies, int count, const carom_vec2 *values);
carom_status py_bodies_set_velocities(const py_body *bodies, int count, const carom_vec2 *values);
int py_bodies_ray_many(const py_body *bodies, int count, const carom_vec2 *moves, int each, py_world_ray *hits);
