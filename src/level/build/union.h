// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The union of solids: edges inside of solid are removed.
#pragma once

#include "level/build/arrange.h"

/// Replaces closed loops of edges by the boundary of their union, solid on the left. `next` of an edge is its area.
/// The loops of areas 0, 1, .. may cross one another and have either winding; a point is in the area if its winding
/// number is not zero, or, if the edges have CR_EVEN_ODD, odd. Loops of number -1 must be boundaries with solid on the
/// left. Collinear successive edges are merged if they have the
/// same tag and the same `prev`, which are kept; flags are dropped. Errors as cr_arrange; on an error the edges are
/// unchanged.
carom_status cr_union_solids(const carom_allocator *allocator, cr_edges *edges, cr_crossing_budget *budget);
