// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The boundary of a level as rings and chains, from which the same level is built.
#pragma once

#include "io/memory.h"

#include "carom/level.h"

typedef enum cr_ring_kind {
    CR_RING_OUTER,     ///< the outer ring of an area
    CR_RING_HOLE,      ///< a hole of the area before it
    CR_RING_ONE_WAY,   ///< an open chain that blocks from its right
    CR_RING_TWO_SIDED, ///< an open chain that blocks from both sides
} cr_ring_kind;

typedef struct cr_level_ring {
    cr_ring_kind kind;
    int first, count; ///< its points
    int tag;
    int area; ///< the ring that is the outer ring of its area
} cr_level_ring;

typedef struct cr_level_rings {
    carom_vec2 *points;
    cr_level_ring *items; ///< each outer ring is followed by its holes; chains come last
    int count;
    int other_tags; ///< number of edges whose tag is not that of their ring
} cr_level_rings;

/// Lists the rings of a level, with memory of the arena. Chains have one tag each; a ring gets the tag of most of its
/// edges. Returns false without memory. Near linear in the edges, and in the edges at the height of each hole.
bool cr_list_rings(const carom_level *level, cr_arena *arena, cr_level_rings *out);
