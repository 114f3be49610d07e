// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Selects the boundary of solids from edges that share ends only.
#pragma once

#include "level/index/edge.h"

/// `pieces` are closed loops of edges that share ends only. Keeps the edges with solid on exactly one side, and directs
/// them so that this side is on the left. Solid is where the winding number is not zero, or odd. Of edges that
/// coincide, keeps one: the one with the lowest tag among those directed like the winding. Returns false without
/// memory.
bool cr_keep_boundary(const carom_allocator *allocator, cr_edges *pieces, bool even_odd);
