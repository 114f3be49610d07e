// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The edges around each vertex, in the order of their directions.
#pragma once

#include "level/edge.h"

/// A ray from a vertex along an edge: `edge` leaves the vertex or arrives there.
typedef struct cr_spoke {
    int edge;
    bool leaves;
} cr_spoke;

/// The spokes of vertex v are spokes[first[v]] .. spokes[first[v + 1] - 1], counter-clockwise (from +x to +y) beginning
/// after -y. Where two lie on each other, leaving ones come first, then the lesser edge: a thin chain is then a solid
/// without width between the edge that leaves and the one that arrives.
typedef struct cr_stars {
    int vertices, edges;
    int *first;
    cr_spoke *spokes;
} cr_stars;

/// `ids` as cr_weld gives them for the ends a, b of each edge. False without memory.
bool cr_stars_make(cr_stars *stars, const carom_allocator *allocator, const cr_edge *edges, int count, const int *ids,
                   int vertices);
void cr_stars_free(cr_stars *stars, const carom_allocator *allocator);

/// Puts the spokes of one vertex in that order.
void cr_sort_spokes(const cr_edge *edges, cr_spoke *spokes, int count);

/// Welds the ends of edges: ids[2 * i] is the vertex of edges[i].a, ids[2 * i + 1] that of b. Returns the number of
/// vertices, -1 without memory.
int cr_weld_edges(const carom_allocator *allocator, const cr_edge *edges, int count, int *ids);
