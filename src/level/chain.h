// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Edges to chains: which edge goes on from which, and which ends can be met first.
#pragma once

#include "level/edge.h"

/// Sets next, prev and the corner flags of all edges. False without memory.
bool cr_chain_edges(const carom_allocator *allocator, cr_edge *edges, int count);
