// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Winding numbers of points relative to closed loops of edges.
#pragma once

#include "level/index/index.h"

typedef struct cr_winding {
    int number; ///< counter-clockwise (from +x to +y) is positive; for a point on the boundary, the number just beside
                ///< it in -x
    bool on_edge; ///< the point lies on an edge
} cr_winding;

/// The winding number of a point. Exact. Counts the edges that pass on the -x side, except those with a flag in
/// `without`.
cr_winding cr_winding_at(const cr_index *index, carom_vec2 point, uint32_t without);

/// Whether a point is in solid. The nearest boundary edge on the -x side decides. Where rounding has put two opposite
/// edges onto or across each other, so that a solid or a gap between them has no width, the winding number decides.
typedef struct cr_point_location {
    bool in_solid; ///< for a point on the boundary, just beside it in -x
    bool on_edge;
} cr_point_location;

/// Exact; thin edges do not count. Reads the cells up to the nearest boundary edge on the -x side.
cr_point_location cr_locate_point(const cr_index *index, carom_vec2 point);

/// True if the line through a and b passes the point on its -x side. Its lower end counts, its upper end does not.
bool cr_passes_before(carom_vec2 a, carom_vec2 b, carom_vec2 point);
/// Of two lines that pass a point so: > 0 if (a, b) is further towards +x than (c, d), < 0 if (c, d) is, 0 if they
/// coincide or cross.
int cr_line_order(carom_vec2 a, carom_vec2 b, carom_vec2 c, carom_vec2 d);
