// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The first of many, in order, in a buffer that may be too small for all of them.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { CR_RANKED_SIZE = 128 }; ///< of an element, at most

typedef bool cr_comes_before(const void *a, const void *b);

typedef struct cr_ranking {
    char *data; ///< null: they are only counted
    size_t element;
    int capacity;
    int total; ///< how many were pushed
    cr_comes_before *before;
} cr_ranking;

/// O(log capacity).
void cr_ranking_push(cr_ranking *ranking, const void *element);
/// Sorts what is in the buffer, when everything has been pushed. O(n log n)
void cr_ranking_sort(cr_ranking *ranking);
