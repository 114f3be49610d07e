// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A heap with the earliest impact on top. The order is total, so the order of pops does not depend on that of pushes.
#include "world/queue.h"

#include "base/heap.h"

static bool is_earlier_impact(const void *context, const void *a, const void *b) {
    (void)context;
    const cr_predicted_impact *p = a, *q = b;
    if (p->t != q->t) return p->t < q->t;
    if (p->a != q->a) return p->a < q->a;
    return p->b < q->b;
}

static cr_heap heap_of(const cr_list *queue) {
    return (cr_heap){queue->data, sizeof(cr_predicted_impact), is_earlier_impact, NULL};
}

bool cr_queue_push(cr_list *queue, cr_predicted_impact impact, const carom_allocator *allocator) {
    cr_predicted_impact *last = cr_list_push(queue, allocator);
    if (!last) return false;
    *last = impact;
    cr_heap heap = heap_of(queue);
    cr_heap_rise(&heap, queue->count);
    return true;
}

bool cr_queue_pop(cr_list *queue, cr_predicted_impact *out) {
    if (queue->count == 0) return false;
    const cr_predicted_impact *impacts = queue->data;
    *out = impacts[0];
    cr_predicted_impact last = impacts[--queue->count];
    cr_heap heap = heap_of(queue);
    cr_heap_sink(&heap, 0, queue->count, &last);
    return true;
}
