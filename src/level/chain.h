// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Edges to chains: which edge goes on from which, and which ends can be met first.
#pragma once

#include "level/index.h"
#include "level/star.h"

/// Room for the edges around a point; zeroed it is empty.
typedef struct cr_hub {
    carom_vec2 at;
    int count;
    cr_edge *edges;
    cr_spoke *spokes;
    int *ids;
    int edges_capacity, spokes_capacity, ids_capacity;
} cr_hub;

/// Room for so many ends at a point. False without memory.
bool cr_hub_reserve(cr_hub *hub, const carom_allocator *allocator, int count);
void cr_hub_free(cr_hub *hub, const carom_allocator *allocator);

/// Sets next, prev and the corner flags of all edges, which have none yet; *most becomes the number of ends at the
/// point that has most. False without memory.
bool cr_chain_all(cr_index *index, const carom_allocator *allocator, int *most);

/// The same at one point: next and the corner at b of edges that end there, prev and that at a of those that begin.
/// hub->count becomes how many there are; false without memory, which cannot be when there is room for them.
bool cr_chain_point(cr_index *index, const carom_allocator *allocator, cr_hub *hub, carom_vec2 p);
