// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Thin edges where they run through solid.
#pragma once

#include "level/edge.h"

/// Takes away what of the thin edges is inside of the solids, whose outline is `solid`, and leaves what is outside or
/// on the border. Which parts go is decided exactly; where an edge is cut, its new end is rounded so that it touches
/// the solid, and both directions of a two-sided one end in one point. False, and the edges as they were, without
/// memory.
bool cr_clip_thin(const carom_allocator *allocator, const cr_edges *solid, cr_edges *thin);
