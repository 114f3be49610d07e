// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Lists of edges, and the order of edges.
#include "level/index/edge.h"

#include "base/memory.h"

bool cr_edges_add(cr_edges *edges, const carom_allocator *allocator, cr_edge edge) {
    if (!cr_grow_array(allocator, (void **)&edges->items, &edges->capacity, edges->count + 1, sizeof edge))
        return false;
    edges->items[edges->count++] = edge;
    return true;
}

void cr_edges_free(cr_edges *edges, const carom_allocator *allocator) {
    cr_free_array(allocator, edges->items, (size_t)edges->capacity, sizeof edges->items[0]);
    *edges = (cr_edges){0};
}

bool cr_edge_before(const cr_edge *e, const cr_edge *f) {
    if (e->a.x != f->a.x) return e->a.x < f->a.x;
    if (e->a.y != f->a.y) return e->a.y < f->a.y;
    if (e->b.x != f->b.x) return e->b.x < f->b.x;
    if (e->b.y != f->b.y) return e->b.y < f->b.y;
    if (e->tag != f->tag) return e->tag < f->tag;
    return (e->flags & (CR_ONE_WAY | CR_TWO_SIDED)) < (f->flags & (CR_ONE_WAY | CR_TWO_SIDED));
}
