// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Links edges to chains, and marks convex corners.
#pragma once

#include "level/build/vertex_fan.h"
#include "level/index/index.h"

/// A buffer for the edges at one vertex. A zeroed one is empty.
typedef struct cr_chain_vertex {
    int count;
    int64_t refs_read; // from lists of cells
    cr_edge *edges;
    cr_fan_edge *spokes;
    int *ids;
    int edges_capacity, spokes_capacity, ids_capacity;
} cr_chain_vertex;

/// Reserves memory for `count` edges. Returns false without memory.
bool cr_chain_vertex_reserve(cr_chain_vertex *hub, const carom_allocator *allocator, int count);
void cr_chain_vertex_free(cr_chain_vertex *hub, const carom_allocator *allocator);

typedef struct cr_chain_count {
    int max_edges;     ///< an upper bound of the number of edges at a vertex
    int64_t refs_read; ///< number of refs read from lists of cells: a measure of the work
} cr_chain_count;

/// Sets next, prev and the corner flags of all edges, which must have none. Returns false without memory. Cost: O(n log
/// n), however many edges share a vertex or a cell.
bool cr_chain_all(cr_index *index, const carom_allocator *allocator, cr_chain_count *counts);

/// The same at one vertex: `next` and the corner flag of edges that end there, `prev` and the corner flag of edges that
/// begin there. Writes their number to hub->count. Returns false without memory, which cannot happen if the hub has
/// reserved enough.
bool cr_chain_point(cr_index *index, const carom_allocator *allocator, cr_chain_vertex *hub, carom_vec2 p);
