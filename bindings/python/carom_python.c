// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The part of the Python binding that is in C: memory that outlives a world while NumPy arrays refer to it, and loops
// over queries. It makes no decision about collisions.
#include "carom_python.h"

#include <stdlib.h>
#include <string.h>

// ---- Memory of worlds ---------------------------------------------------------------------------------------------

/// Precedes each block. Keeps the alignment of malloc.
typedef union header {
    struct {
        union header *next; ///< the next block that is kept
    };
    max_align_t alignment;
} header;

/// Blocks that a world has freed while arrays referred to them are kept until settle() or close().
struct py_heap {
    carom_allocator allocator;
    header *kept;
    bool pinned; ///< an array may refer to a block
};

static void release(py_heap *heap) {
    while (heap->kept) {
        header *next = heap->kept->next;
        free(heap->kept);
        heap->kept = next;
    }
}

static void *resize(void *context, void *old, size_t old_size, size_t new_size) {
    py_heap *heap = context;
    header *block = old ? (header *)old - 1 : NULL;
    if (new_size > SIZE_MAX - sizeof(header)) return NULL;
    if (!heap->pinned || !block) {
        if (new_size == 0) {
            free(block);
            return NULL;
        }
        header *grown = realloc(block, sizeof(header) + new_size);
        return grown ? grown + 1 : NULL;
    }
    header *moved = new_size > 0 ? malloc(sizeof(header) + new_size) : NULL;
    if (new_size > 0 && !moved) return NULL;
    if (moved) memcpy(moved + 1, old, old_size < new_size ? old_size : new_size);
    block->next = heap->kept;
    heap->kept = block;
    return moved ? moved + 1 : NULL;
}

py_heap *py_heap_open(void) {
    py_heap *heap = calloc(1, sizeof *heap);
    if (heap) heap->allocator = (carom_allocator){.resize = resize, .context = heap};
    return heap;
}

const carom_allocator *py_heap_allocator(const py_heap *heap) {
    return &heap->allocator;
}

void py_heap_pin(py_heap *heap, bool pinned) {
    heap->pinned = pinned;
    if (!pinned) release(heap);
}

void py_heap_close(py_heap *heap) {
    if (heap) release(heap);
    free(heap);
}

// ---- Prepared shapes ----------------------------------------------------------------------------------------------

carom_prepared *py_prepare(const carom_shape *shapes, int count) {
    // A multiple of the alignment, as aligned_alloc requires, and never 0.
    size_t size = ((size_t)count + 1) * sizeof(carom_prepared);
    carom_prepared *out = aligned_alloc(_Alignof(carom_prepared), size);
    for (int i = 0; out && i < count; ++i) (void)carom_prepare(&shapes[i], &out[i]);
    return out;
}

void py_free(void *memory) {
    free(memory);
}

// ---- Levels -------------------------------------------------------------------------------------------------------

void py_level_edges(const carom_level *level, carom_level_edge *out, int count) {
    for (int i = 0; i < count; ++i) out[i] = carom_level_edge_at(level, i);
}

int py_level_sweep_many(const carom_level *level, const carom_shape *shape, const py_motions *motions,
                        carom_sweep_hit *hits) {
    carom_shape placed[64];
    int found = 0, n;
    for (int i = 0; i < motions->count; i += n) {
        n = motions->count - i < 64 ? motions->count - i : 64;
        for (int k = 0; k < n; ++k) placed[k] = carom_shape_at(shape, motions->positions[i + k]);
        found += carom_level_sweep_many(level, placed, motions->moves + i, n, hits + i);
    }
    return found;
}

void py_level_overlap_many(const carom_level *level, const carom_shape *shape, const carom_vec2 *positions, int count,
                           bool *out) {
    for (int i = 0; i < count; ++i) {
        carom_shape placed = carom_shape_at(shape, positions[i]);
        out[i] = carom_level_overlap(level, &placed, NULL, 0) > 0;
    }
}

void py_level_nearest_many(const carom_level *level, const py_nearest *query, const carom_vec2 *positions, int count,
                           carom_separation *out) {
    for (int i = 0; i < count; ++i) {
        carom_shape placed = carom_shape_at(query->shape, positions[i]);
        out[i] = carom_level_nearest(level, &placed, query->max_distance);
    }
}

void py_level_solid_many(const carom_level *level, const carom_vec2 *points, int count, bool *out) {
    for (int i = 0; i < count; ++i) out[i] = carom_level_solid(level, points[i]);
}

// ---- Worlds -------------------------------------------------------------------------------------------------------

static int32_t index_of(carom_body_id id) {
    return id.generation ? (int32_t)id.index : -1;
}

int py_world_ray_many(const carom_world_view *view, const carom_vec2 *starts, const carom_vec2 *moves, int count,
                      py_world_ray *hits) {
    int found = 0;
    for (int i = 0; i < count; ++i) {
        carom_world_ray_hit hit = carom_world_ray(view, starts[i], moves[i]);
        hits[i] = (py_world_ray){.body = index_of(hit.body), .level = hit.level, .ray = hit.ray};
        found += hit.ray.hit;
    }
    return found;
}

int py_world_sweep_many(const carom_world_view *view, const carom_shape *shape, const py_motions *motions,
                        py_world_sweep *hits) {
    int found = 0;
    for (int i = 0; i < motions->count; ++i) {
        carom_shape placed = carom_shape_at(shape, motions->positions[i]);
        carom_world_sweep_hit hit = carom_world_sweep(view, &placed, motions->moves[i]);
        hits[i] = (py_world_sweep){.body = index_of(hit.body), .level = hit.level, .sweep = hit.sweep};
        found += hit.sweep.hit;
    }
    return found;
}

void py_world_overlap_many(const carom_world_view *view, const carom_shape *shape, const carom_vec2 *positions,
                           int count, bool *out) {
    for (int i = 0; i < count; ++i) {
        carom_shape placed = carom_shape_at(shape, positions[i]);
        out[i] = carom_world_overlap_any(view, &placed);
    }
}

void py_world_nearest_many(const carom_world_view *view, const py_nearest *query, const carom_vec2 *positions,
                           int count, py_world_separation *out) {
    for (int i = 0; i < count; ++i) {
        carom_shape placed = carom_shape_at(query->shape, positions[i]);
        carom_world_separation hit = carom_world_nearest(view, &placed, query->max_distance);
        out[i] = (py_world_separation){.body = index_of(hit.body), .level = hit.level, .separation = hit.separation};
    }
}

// ---- Bodies of any number of worlds -------------------------------------------------------------------------------

carom_status py_worlds_step(carom_world *const *worlds, int count, float dt) {
    carom_status first = CAROM_STATUS_OK;
    for (int i = 0; i < count; ++i) {
        carom_status status = carom_world_step(worlds[i], dt);
        if (!first) first = status;
    }
    return first;
}

int py_bodies_stale(const py_body *bodies, int count) {
    for (int i = 0; i < count; ++i) {
        if (!carom_world_has(bodies[i].world, bodies[i].id)) return i;
    }
    return -1;
}

void py_bodies_positions(const py_body *bodies, int count, carom_vec2 *out) {
    for (int i = 0; i < count; ++i) out[i] = carom_world_position(bodies[i].world, bodies[i].id);
}

void py_bodies_velocities(const py_body *bodies, int count, carom_vec2 *out) {
    for (int i = 0; i < count; ++i) out[i] = carom_world_velocity(bodies[i].world, bodies[i].id);
}

carom_status py_bodies_set_positions(const py_body *bodies, int count, const carom_vec2 *values) {
    carom_status first = CAROM_STATUS_OK;
    for (int i = 0; i < count; ++i) {
        carom_status status = carom_world_set_position(bodies[i].world, bodies[i].id, values[i]);
        if (!first) first = status;
    }
    return first;
}

carom_status py_bodies_set_velocities(const py_body *bodies, int count, const carom_vec2 *values) {
    carom_status first = CAROM_STATUS_OK;
    for (int i = 0; i < count; ++i) {
        carom_status status = carom_world_set_velocity(bodies[i].world, bodies[i].id, values[i]);
        if (!first) first = status;
    }
    return first;
}

int py_bodies_ray_many(const py_body *bodies, int count, const carom_vec2 *moves, int each, py_world_ray *hits) {
    int found = 0;
    for (int i = 0; i < count; ++i) {
        carom_world_view view = {.world = bodies[i].world, .except = bodies[i].id};
        carom_vec2 from = carom_world_position(view.world, view.except);
        for (int k = 0; k < each; ++k) {
            int at = i * each + k;
            carom_world_ray_hit hit = carom_world_ray(&view, from, moves[at]);
            hits[at] = (py_world_ray){.body = index_of(hit.body), .level = hit.level, .ray = hit.ray};
            found += hit.ray.hit;
        }
    }
    return found;
}
