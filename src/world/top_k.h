// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The first k of many elements, in order, in a buffer of k.
#pragma once

#include "base/heap.h"

typedef struct cr_top_k {
    cr_heap heap; ///< later elements are above; without memory, elements are only counted
    int capacity;
    int total; ///< number of elements pushed
} cr_top_k;

/// Takes O(log capacity).
void cr_top_k_push(cr_top_k *ranking, const void *element);
/// Sorts the buffer after the last push. O(n log n).
void cr_top_k_sort(cr_top_k *ranking);
