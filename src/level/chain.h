// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Edges to chains: which edge goes on from which, and which ends can be met first.
#pragma once

#include "level/star.h"

/// Sets next, prev and the corner flags of all edges; *most becomes the number of ends at the vertex that has most.
/// False without memory.
bool cr_chain_edges(const carom_allocator *allocator, cr_edge *edges, int count, int *most);

/// The same at one vertex: edges[k] begins or ends there as spokes[k] says, which is put in order; it is known to
/// others as ids[k]. What is set is what concerns the vertex: next and the corner at b, or prev and that at a.
void cr_chain_vertex(cr_edge *edges, cr_spoke *spokes, const int *ids, int count);
