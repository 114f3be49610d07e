// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Solids that overlap to one outline: no edge inside of solid survives, none outside is lost.
#pragma once

#include "level/edge.h"

/// Replaces closed loops of edges by the outline of the points they wind around (a winding number that is not zero),
/// solid on the left. Loops may cross and overlap themselves and each other. Edges that go straight on in one another
/// are merged when they have one tag; their flags are dropped. CAROM_BAD_ARGUMENT: crossings so dense that they cannot
/// be told apart in floats. On failure the edges are still a valid list, of no meaning.
carom_status cr_join_solids(const carom_allocator *allocator, cr_edges *edges);
