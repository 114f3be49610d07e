// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What lies between solid and empty.
#pragma once

#include "level/edge.h"

/// Of closed loops of edges that meet in shared ends only: keeps those with points that the loops wind around (a
/// winding number that is not zero) on exactly one side, turned so that these are on the left. Of several that lie on
/// each other one stays, with the lowest tag of those that run the way that made it a border. False without memory.
bool cr_keep_border(const carom_allocator *allocator, cr_edges *pieces);
