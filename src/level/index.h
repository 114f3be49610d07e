// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The static index of edges: a tree of boxes, eight to a node, packed without pointers over edges that are sorted along
// a Hilbert curve. It costs 2.3 bytes an edge, and can be copied or mapped as it is.
#pragma once

#include "level/edge.h"

enum {
    CR_INDEX_FAN = 8,
    CR_INDEX_LEVELS = 11, ///< 8^11 is more than an int counts
    CR_CAST_STACK = CR_INDEX_FAN * (CR_INDEX_LEVELS + 1),
};

typedef struct cr_index {
    int count;  ///< edges
    int levels; ///< box i of level k holds edges [i * 8^(k+1), (i+1) * 8^(k+1)); the last level is one box
    int first[CR_INDEX_LEVELS + 1]; ///< where the boxes of a level begin; [levels]: how many boxes there are
    carom_box *boxes;
} cr_index;

/// Sorts the edges and builds the boxes over them. O(n), by radix. False, and the edges as they were, without memory.
bool cr_index_build(cr_index *index, const carom_allocator *allocator, cr_edge *edges, int count);
void cr_index_free(cr_index *index, const carom_allocator *allocator);

/// The box around all edges; empty without any.
carom_box cr_index_bounds(const cr_index *index);

/// Walks the edges whose boxes meet a box, in ascending order:
///     cr_search search = cr_search_begin(&index, edges, box);
///     for (int i; (i = cr_search_next(&search)) >= 0;) ..
typedef struct cr_search {
    const cr_index *index;
    const cr_edge *edges;
    carom_box box;
    int64_t at;
} cr_search;

cr_search cr_search_begin(const cr_index *index, const cr_edge *edges, carom_box box);
int cr_search_next(cr_search *search); ///< -1 at the end

/// Walks the edges whose boxes a moving box may meet, those met early first, though not strictly so.
typedef struct cr_cast {
    const cr_index *index;
    const cr_edge *edges;
    double min[2], max[2]; ///< of the moving box, widened by more than all rounding together
    double per_move[2];    ///< 1 / motion; for no motion a number so great that only what is met at rest is met
    int depth;
    struct cr_cast_entry {
        double t;  ///< not later than the boxes meet
        int level; ///< -1: an edge
        int at;
    } stack[CR_CAST_STACK];
} cr_cast;

void cr_cast_begin(cr_cast *cast, const cr_index *index, const cr_edge *edges, carom_box box, carom_vec2 move);
/// The next edge that can be met at a time up to `limit`; -1 when there is none.
int cr_cast_next(cr_cast *cast, double limit);
