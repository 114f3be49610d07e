// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The broad phase: which boxes overlap which. Bodies are named by their index; each has at most one box.
#pragma once

#include "base/float.h"
#include "carom/geom.h"

#define CR_BROAD_LAYERS 256

/// Where a box is kept: in one cell of the layer whose cells are the smallest that are no smaller than the box.
typedef struct cr_broad_entry {
    carom_box box;
    int32_t x, y;
    int16_t layer;         ///< -1: not there
    uint32_t next, before; ///< in the bucket's chain, index + 1; 0 ends it
} cr_broad_entry;

typedef struct cr_broad {
    cr_broad_entry *entries; ///< by body
    uint32_t *buckets;       ///< the first of each chain, index + 1
    uint32_t capacity;       ///< of both: a power of two
    uint32_t count;
    uint32_t population[CR_BROAD_LAYERS]; ///< how many boxes each layer holds
    int lowest, highest;                  ///< no layer outside of these holds any
} cr_broad;

typedef void cr_broad_visit(void *context, uint32_t index);

/// Room for bodies 0 .. capacity - 1. False without memory, and then nothing has changed.
bool cr_broad_reserve(cr_broad *broad, const carom_allocator *allocator, uint32_t capacity);
void cr_broad_free(cr_broad *broad, const carom_allocator *allocator);

/// Sets or replaces a body's box. O(1).
void cr_broad_put(cr_broad *broad, uint32_t index, carom_box box);
void cr_broad_drop(cr_broad *broad, uint32_t index);

/// Visits every body whose box shares a point with this one, each once, in no promised order.
void cr_broad_find(const cr_broad *broad, carom_box box, cr_broad_visit *visit, void *context);

/// The same for a body's own box, but only what is as large or larger: asking this of all bodies finds every pair, in
/// time that does not grow with how much the sizes differ. Two in the same layer find each other both ways; only the
/// lower is told of the higher.
void cr_broad_find_larger(const cr_broad *broad, uint32_t index, cr_broad_visit *visit, void *context);
