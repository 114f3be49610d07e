// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Contacts of points and segments, for rays and sweeps. A point has no extent that could touch the other edge at a
// vertex. So at an end of an edge, both edges of the vertex decide. The same holds for the ends of a segment.
#pragma once

#include "geom/core.h"
#include "level/index/index.h"

/// An edge with its ends, as a one-sided segment.
static inline carom_shape cr_face_of(cr_edge_line line) {
    return (carom_shape){.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = line.a, .b = line.b, .one_sided = true}};
}

/// True if a point at p that moves along `move` and touches the edge enters the solid. Exact. Through a convex corner
/// it enters only if it moves into both edges; through a concave corner only if it comes from between them.
bool cr_point_enters(const cr_index *index, int edge, carom_vec2 p, carom_vec2 move);

/// True if a segment p-q that moves along `move` and touches an edge, or the corner at its end b, enters the solid.
/// Exact. False only where an end of the segment touches a convex corner and nothing else of the edge.
bool cr_segment_enters(const cr_index *index, int edge, bool is_corner, carom_vec2 p, carom_vec2 q, carom_vec2 move);

/// True if a core without area lies across the vertex at the end b of an edge: the vertex is between its ends, one half
/// is in front of the edges, and the other one behind. Such a core penetrates neither edge. Behind is solid, or the
/// free space on the other side of a vertex that two solids share. False if the centre is behind: like any shape that
/// starts in solid, the core may leave. False for one-way edges. Exact.
bool cr_lies_across(const cr_index *index, int edge, const cr_core *core);

/// The unit normal of a segment: to the right of its direction, or to the left.
cr_vec2d cr_normal_of_segment(const cr_core *core, bool right);
