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
