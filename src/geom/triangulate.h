// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Triangles of an area, given by its edges.
#pragma once

#include "base/memory.h"
#include "carom/geom.h"

/// An edge of the boundary, in the order of the sweep line: by y, then by x.
typedef struct cr_sloped {
    carom_vec2 top, bottom;
} cr_sloped;

/// Writes an edge; returns false if its ends are equal.
bool cr_slope_edge(carom_vec2 a, carom_vec2 b, cr_sloped *out);

/// Triangulates the points with an odd number of edges to their left. Sorts `edges`. Results and errors as
/// carom_triangulate.
carom_status cr_triangulate(cr_sloped *edges, int edge_count, const carom_allocator *allocator, carom_triangle *out,
                            int capacity, int *count);
