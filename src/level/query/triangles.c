// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The solid area of a level as triangles.
#include "base/memory.h"
#include "geom/triangulate.h"
#include "level/index/level.h"

static bool bounds_solid(const cr_edge *e) {
    return !(e->flags & (CR_ONE_WAY | CR_TWO_SIDED));
}

carom_status carom_level_triangles(const carom_level *level, carom_triangle *out, int capacity, int *count) {
    if (!level || !count || capacity < 0 || (capacity > 0 && !out)) return CAROM_STATUS_BAD_ARGUMENT;
    const carom_allocator *allocator = cr_level_allocator(level);
    size_t edge_count = (size_t)level->index.count;
    int sloped = 0;
    cr_sloped *edges = cr_take_array(allocator, edge_count, sizeof *edges);
    *count = 0;
    if (!edges) return CAROM_STATUS_NO_MEMORY;
    for (int i = 0; i < level->index.count; ++i) {
        cr_edge e = cr_index_edge(&level->index, i);
        if (bounds_solid(&e)) sloped += cr_slope_edge(e.a, e.b, &edges[sloped]);
    }
    carom_status status = cr_triangulate(edges, sloped, allocator, out, capacity, count);
    cr_free_array(allocator, edges, edge_count, sizeof *edges);
    return status;
}
