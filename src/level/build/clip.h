// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Clips thin edges against solids.
#pragma once

#include "level/index/edge.h"

/// Removes the parts of thin edges that are inside of solids; `solid` is their boundary. Parts outside and on the
/// boundary stay. The decision is exact. A new end is rounded so that it touches the solid, and is the same point for
/// both directions of a two-sided edge. Without memory, returns false and leaves the edges unchanged.
bool cr_clip_thin(const carom_allocator *allocator, const cr_edges *solid, cr_edges *thin);
