// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// An array that grows, of elements of one size, from the world's allocator. It never shrinks, so that a world that has
// seen its busiest step allocates no more.
#pragma once

#include "carom/base.h"

typedef struct cr_list {
    void *data;
    uint32_t count, capacity;
    uint32_t element; ///< bytes; set once
} cr_list;

/// Room for `capacity` elements in all. False without memory, and then nothing has changed.
bool cr_list_reserve(cr_list *list, const carom_allocator *allocator, uint32_t capacity);

/// One more element at the end, not initialised; null without memory.
void *cr_list_push(cr_list *list, const carom_allocator *allocator);

/// All of another list at the end, if there is room for it.
void cr_list_append(cr_list *list, const cr_list *other);
/// All of another list to a place in this one, which has room for it; its count stays.
void cr_list_copy(const cr_list *list, uint32_t at, const cr_list *other);
void cr_swap_lists(cr_list *a, cr_list *b);

void cr_list_free(cr_list *list, const carom_allocator *allocator);
