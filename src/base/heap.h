// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A binary heap in an array, for queues, for the first k of many elements, and for sorting in place. (J. W. J.
// Williams, Algorithm 232: Heapsort, 1964.) Inline, so that size and order of the elements are constants where it is
// used.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { CR_HEAP_ELEMENT = 128 }; ///< maximum size of an element

/// Returns true if element a must be nearer to the top of the heap than b. Must be a strict total order: then the order
/// in which elements leave the heap does not depend on that in which they entered.
typedef bool cr_is_above(const void *context, const void *a, const void *b);

typedef struct cr_heap {
    void *elements;
    size_t size; ///< of an element, in bytes
    cr_is_above *is_above;
    const void *context; ///< passed to is_above
} cr_heap;

static inline char *cr_heap_at(const cr_heap *heap, uint32_t i) {
    return (char *)heap->elements + i * heap->size;
}

/// Moves the last of count elements, which is new, up to where it belongs.
static inline void cr_heap_rise(const cr_heap *heap, uint32_t count) {
    char moving[CR_HEAP_ELEMENT];
    uint32_t hole = count - 1;
    memcpy(moving, cr_heap_at(heap, hole), heap->size);
    for (; hole > 0; hole = (hole - 1) / 2) {
        const char *parent = cr_heap_at(heap, (hole - 1) / 2);
        if (!heap->is_above(heap->context, moving, parent)) break;
        memcpy(cr_heap_at(heap, hole), parent, heap->size);
    }
    memcpy(cr_heap_at(heap, hole), moving, heap->size);
}

/// Puts an element at index `hole`, which is empty, and moves it down to where it belongs. The element must not be in
/// the heap.
static inline void cr_heap_sink(const cr_heap *heap, uint32_t hole, uint32_t count, const void *element) {
    for (uint32_t child; (child = 2 * hole + 1) < count; hole = child) {
        if (child + 1 < count && heap->is_above(heap->context, cr_heap_at(heap, child + 1), cr_heap_at(heap, child))) {
            ++child;
        }
        if (!heap->is_above(heap->context, cr_heap_at(heap, child), element)) break;
        memcpy(cr_heap_at(heap, hole), cr_heap_at(heap, child), heap->size);
    }
    memcpy(cr_heap_at(heap, hole), element, heap->size);
}

/// Sorts a heap of count elements: the top becomes the last.
static inline void cr_heap_unwind(const cr_heap *heap, uint32_t count) {
    char moving[CR_HEAP_ELEMENT];
    for (; count > 1; --count) {
        memcpy(moving, cr_heap_at(heap, count - 1), heap->size);
        memcpy(cr_heap_at(heap, count - 1), heap->elements, heap->size);
        cr_heap_sink(heap, 0, count - 1, moving);
    }
}

/// Sorts count elements in any order: the one above all others becomes the last.
static inline void cr_heap_sort(const cr_heap *heap, uint32_t count) {
    char moving[CR_HEAP_ELEMENT];
    for (uint32_t i = count / 2; i-- > 0;) {
        memcpy(moving, cr_heap_at(heap, i), heap->size);
        cr_heap_sink(heap, i, count, moving);
    }
    cr_heap_unwind(heap, count);
}
