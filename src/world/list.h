// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A growing array of elements of one size, from the world's allocator. It shrinks only on request, so that a world
// stops allocating after its busiest step.
#pragma once

#include "carom/base.h"

typedef struct cr_list {
    void *data;
    uint32_t count, capacity;
    uint32_t element; ///< size in bytes; constant
} cr_list;

/// Returns the element at an index up to `count`; null if the list never had memory.
static inline void *cr_list_at(const cr_list *list, uint32_t index) {
    return list->data ? (char *)list->data + (size_t)index * list->element : NULL;
}

/// Reserves memory for `capacity` elements in all. Returns false without memory; then nothing has changed.
bool cr_list_reserve(cr_list *list, const carom_allocator *allocator, uint32_t capacity);

/// Appends an uninitialised element; returns null without memory.
void *cr_list_push(cr_list *list, const carom_allocator *allocator);

/// Appends all elements of another list. The capacity must suffice.
void cr_list_append(cr_list *list, const cr_list *other);
/// Copies all elements of another list to an index of this one. The capacity must suffice. The count stays.
void cr_list_copy(const cr_list *list, uint32_t at, const cr_list *other);
void cr_swap_lists(cr_list *a, cr_list *b);

/// Frees the memory beyond `count` elements, if the allocator can.
void cr_list_shrink(cr_list *list, const carom_allocator *allocator, uint32_t count);
void cr_list_free(cr_list *list, const carom_allocator *allocator);
