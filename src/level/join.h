// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Solids that overlap to one outline: no edge inside of solid survives, none outside is lost.
#pragma once

#include "level/edge.h"

/// Replaces closed loops of edges by the outline of their union, solid on the left. What an edge belongs to is told by
/// its `next`: the loops of number 0, 1, .. may cross themselves and be wound either way, and are solid where they wind
/// around a point (a winding number that is not zero); those of -1 are outlines already, solid on the left. Edges that
/// go straight on in one another are merged when they have one tag and one `prev`, which they keep; flags are dropped.
/// CAROM_BAD_ARGUMENT: crossings so dense that they cannot be told apart in floats. On failure the edges are as they
/// were.
carom_status cr_join_solids(const carom_allocator *allocator, cr_edges *edges);
