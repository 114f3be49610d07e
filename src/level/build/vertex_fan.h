// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The edges around each vertex, sorted by direction.
#pragma once

#include "level/index/edge.h"

/// A spoke: an edge seen from one of its ends, which it leaves or arrives at.
typedef struct cr_fan_edge {
    int edge;
    bool leaves;
} cr_fan_edge;

/// The spokes of vertex v are spokes[first[v]] .. spokes[first[v + 1] - 1], counter-clockwise (from +x to +y),
/// beginning after -y. Of spokes in the same direction, leaving ones come first, then the edge with the lower number.
/// So a thin chain is a solid of zero width between the edge that leaves and the one that arrives.
typedef struct cr_vertex_fans {
    int vertices, edges;
    int *first;
    cr_fan_edge *spokes;
} cr_vertex_fans;

/// `ids` are the vertices of the ends a, b of each edge, as cr_weld_edges writes them. Returns false without memory.
bool cr_vertex_fans_make(cr_vertex_fans *fans, const carom_allocator *allocator, const cr_edge *edges, int count,
                         const int *ids, int vertices);
void cr_vertex_fans_free(cr_vertex_fans *fans, const carom_allocator *allocator);

/// Sorts the spokes of one vertex in that order.
void cr_sort_fan(const cr_edge *edges, cr_fan_edge *spokes, int count);

/// Welds the ends of edges: ids[2 * i] is the vertex of edges[i].a, ids[2 * i + 1] that of b. Returns the number of
/// vertices; -1 without memory.
int cr_weld_edges(const carom_allocator *allocator, const cr_edge *edges, int count, int *ids);
