// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A binary heap (J. W. J. Williams 1964). The order is total, so what is popped does not depend on what was pushed
// when.
#include "world/queue.h"

static bool before(const cr_prospect *p, const cr_prospect *q) {
    if (p->t != q->t) return p->t < q->t;
    if (p->a != q->a) return p->a < q->a;
    return p->b < q->b;
}

bool cr_queue_push(cr_list *queue, cr_prospect prospect, const carom_allocator *allocator) {
    if (!cr_list_push(queue, allocator)) return false;
    cr_prospect *heap = queue->data;
    uint32_t hole = queue->count - 1;
    while (hole > 0 && before(&prospect, &heap[(hole - 1) / 2])) {
        heap[hole] = heap[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    heap[hole] = prospect;
    return true;
}

bool cr_queue_pop(cr_list *queue, cr_prospect *out) {
    if (queue->count == 0) return false;
    cr_prospect *heap = queue->data;
    *out = heap[0];
    uint32_t count = --queue->count;
    cr_prospect last = heap[count];
    uint32_t hole = 0;
    for (uint32_t child = 1; child < count; child = 2 * hole + 1) {
        if (child + 1 < count && before(&heap[child + 1], &heap[child])) ++child;
        if (!before(&heap[child], &last)) break;
        heap[hole] = heap[child];
        hole = child;
    }
    heap[hole] = last;
    return true;
}
