// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// How often closed loops of edges wind around a point.
#pragma once

#include "level/index.h"

typedef struct cr_winding {
    int number; ///< counter-clockwise (from +x to +y) is positive; of a point on the border, that just beside it in -x
    bool on_edge; ///< the point lies on an edge
} cr_winding;

/// Exact. Counts the edges that pass on the -x side of the point; those with any of the flags `without` do not count.
cr_winding cr_winding_at(const cr_index *index, carom_vec2 point, uint32_t without);

/// Of the borders of solid, which meet in shared ends only, the nearest tells.
typedef struct cr_standing {
    bool in_solid; ///< of a point on the border, just beside it in -x
    bool on_edge;
} cr_standing;

/// Exact; thin edges do not count. Looks at the cells up to the nearest border on the -x side.
cr_standing cr_standing_at(const cr_index *index, carom_vec2 point);

/// Does the line through a and b pass the point on its -x side? Its lower end belongs to it, its upper end does not.
bool cr_passes_before(carom_vec2 a, carom_vec2 b, carom_vec2 point);
/// Of two lines that pass a point so, and meet in shared ends only: is (a, b) further towards +x than (c, d)?
bool cr_is_nearer(carom_vec2 a, carom_vec2 b, carom_vec2 c, carom_vec2 d);
