// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The edges of a level, during the build and in the index.
#pragma once

#include "base/box.h"
#include "base/vec.h"
#include "carom/level.h"

enum {
    CR_CORNER_A = 1,  ///< end a is convex, seen from outside
    CR_CORNER_B = 2,  ///< end b is convex
    CR_ONE_WAY = 4,   ///< a thin edge that blocks only motion against its normal
    CR_TWO_SIDED = 8, ///< one side of a thin chain; the reversed edge is the other side
    CR_EVEN_ODD = 16, ///< of a loop with the even-odd rule. During the build only: the index has no room for it
};

/// Solid, or the far side of a thin edge, is on the left of a->b.
typedef struct cr_edge {
    carom_vec2 a, b;
    int32_t next, prev; ///< edges that continue the chain at b and a; -1 if none
    int32_t tag;
    uint32_t flags;
} cr_edge;

/// A growing list. A zeroed one is empty.
typedef struct cr_edges {
    cr_edge *items;
    int count, capacity;
} cr_edges;

/// Returns false and adds nothing without memory.
bool cr_edges_add(cr_edges *edges, const carom_allocator *allocator, cr_edge edge);
void cr_edges_free(cr_edges *edges, const carom_allocator *allocator);

static inline carom_box cr_edge_box(const cr_edge *e) {
    return cr_box_of(e->a, e->b);
}

/// The order of points: by x, then by y.
static inline bool cr_point_before(carom_vec2 p, carom_vec2 q) {
    return p.x < q.x || (p.x == q.x && p.y < q.y);
}

/// The order of edges that are hit at the same time: by coordinates, which an edit elsewhere does not change.
bool cr_edge_before(const cr_edge *e, const cr_edge *f);
