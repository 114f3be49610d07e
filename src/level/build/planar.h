// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Edges that share ends only, as a planar graph with winding numbers.
#pragma once

#include "level/build/vertex_fan.h"

enum { CR_NO_SOURCE = -1 };

/// All pieces between two vertices, directed from the lower vertex number to the higher.
typedef struct cr_strand {
    int weight;                       ///< pieces along it minus pieces against it
    int source_along, source_against; ///< the lowest source in each direction; the source of a piece is its tag
    int right;                        ///< winding number on its right; on its left it is right + weight
} cr_strand;

/// The planar graph: lines[i] is the geometry of strands[i], and goes from vertex ids[2 * i] to ids[2 * i + 1].
typedef struct cr_planar {
    cr_edge *lines;
    cr_strand *strands;
    int *ids;
    int count, capacity, vertices;
    cr_vertex_fans fans;
} cr_planar;

/// Drops strands without weight: both of their sides are solid, or neither. Returns false without memory;
/// cr_planar_free frees in any case.
bool cr_planar_make(cr_planar *g, const carom_allocator *allocator, const cr_edges *pieces);
void cr_planar_free(cr_planar *g, const carom_allocator *allocator);

/// Sets the numbers around a vertex, given the number of the wedge before spoke `from`.
void cr_planar_set_around(cr_planar *g, int vertex, int from, int number);
/// Spreads the numbers from a vertex with known spokes, breadth first, to all vertices that are not seen. `queue` has
/// room for all vertices.
void cr_planar_spread(cr_planar *g, int vertex, bool *seen, int *queue);
