// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A heap with the last of its elements on top, which an earlier element replaces; sorted in place at the end.
#include "world/top_k.h"

void cr_top_k_push(cr_top_k *ranking, const void *element) {
    const cr_heap *heap = &ranking->heap;
    int held = ranking->total++;
    if (!heap->elements || ranking->capacity <= 0) return;
    if (held < ranking->capacity) {
        memcpy(cr_heap_at(heap, (uint32_t)held), element, heap->size);
        cr_heap_rise(heap, (uint32_t)held + 1);
    } else if (heap->is_above(heap->context, heap->elements, element)) {
        cr_heap_sink(heap, 0, (uint32_t)ranking->capacity, element);
    }
}

void cr_top_k_sort(cr_top_k *ranking) {
    int held = ranking->total < ranking->capacity ? ranking->total : ranking->capacity;
    if (ranking->heap.elements && held > 0) cr_heap_unwind(&ranking->heap, (uint32_t)held);
}
