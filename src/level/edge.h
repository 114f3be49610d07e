// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The edges of a level, while it is built and after.
#pragma once

#include "base/float.h"
#include "carom/level.h"

enum {
    CR_CORNER_A = 1,  ///< the end a is convex, as seen from outside
    CR_CORNER_B = 2,  ///< the end b is
    CR_ONE_WAY = 4,   ///< a thin edge that only stops what comes against its normal
    CR_TWO_SIDED = 8, ///< one side of a thin chain; the edge that runs the other way is the other side
};

/// Solid, or the far side of a thin edge, is on the left of a->b.
typedef struct cr_edge {
    carom_vec2 a, b;
    int32_t next, prev; ///< along the chain, -1 where it ends
    int32_t tag;
    uint32_t flags;
} cr_edge;

/// A growing list; zeroed it is empty.
typedef struct cr_edges {
    cr_edge *items;
    int count, capacity;
} cr_edges;

/// False, and nothing added, when there is no memory.
bool cr_edges_add(cr_edges *edges, const carom_allocator *allocator, cr_edge edge);
void cr_edges_free(cr_edges *edges, const carom_allocator *allocator);

/// The least box that holds two points.
static inline carom_box cr_box_of(carom_vec2 a, carom_vec2 b) {
    return (carom_box){{a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y}, {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y}};
}

static inline carom_box cr_edge_box(const cr_edge *e) {
    return cr_box_of(e->a, e->b);
}

/// Which of two edges comes first where times are equal? By place, which an edit elsewhere does not change.
bool cr_edge_before(const cr_edge *e, const cr_edge *f);

static inline bool cr_same_point(carom_vec2 p, carom_vec2 q) {
    return p.x == q.x && p.y == q.y;
}

static inline bool cr_boxes_meet(carom_box a, carom_box b) {
    return (a.min.x <= b.max.x) & (b.min.x <= a.max.x) & (a.min.y <= b.max.y) & (b.min.y <= a.max.y);
}

/// The least box that holds both.
carom_box cr_box_union(carom_box a, carom_box b);
/// Holds nothing, and is the neutral element of cr_box_union.
carom_box cr_box_empty(void);
