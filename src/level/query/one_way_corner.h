// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Vertices that two one-way edges share. A shape can come from the front of one edge and against the normal of the
// other, and would pass both if each decided alone: it touches the first edge while it moves away from that, and the
// second edge from behind. So the two edges decide together at a convex vertex.
#pragma once

#include "geom/core.h"
#include "level/index/index.h"

/// For a one-way edge: true if it continues in another one at its end b, and the vertex is convex as seen from the
/// front.
bool cr_is_one_way_corner(const cr_index *index, int edge);

/// True if a core that moves along `move`, and enters the point at end b of an edge, is stopped there. It is stopped if
/// it penetrates neither of the two edges before, and moves against the normal of one of them. cr_is_one_way_corner
/// must hold, and the core must not be a point. Exact. If a core with a radius touches an edge between its ends at the
/// same time, returns false: that contact decides.
bool cr_one_way_corner_stops(const cr_index *index, int edge, const cr_core *core, carom_vec2 move);

/// A vertex v between two one-way edges a->v and v->b.
typedef struct cr_shared_vertex {
    carom_vec2 a, v, b;
} cr_shared_vertex;

/// True if a flat core crosses both edges exactly through their vertex. It penetrates neither edge then. Exact.
bool cr_crosses_vertex(const cr_core *core, const cr_shared_vertex *at);

/// True if a core is in front of both edges (at a convex vertex, of one of them), does not cross the vertex, and
/// penetrates neither edge. Exact.
bool cr_starts_before_vertex(const cr_core *core, const cr_shared_vertex *at);
