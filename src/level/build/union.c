// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// All edges are cut where they meet. Then each area is resolved on its own, by its rule, then all of them together.
// Cutting must come first: if loops were resolved before, their crossings would be rounded, and edges that coincide
// would do so only approximately.
#include "level/build/union.h"

#include "base/memory.h"
#include "geom/predicate.h"
#include "level/build/boundary.h"
#include "level/build/collinear.h"

/// Pieces are parts of source edges; the tag of a piece is the index of its source.
typedef struct union_work {
    const carom_allocator *allocator;
    const cr_edge *sources;
    cr_edges pieces;
} union_work;

static bool take_pieces(union_work *u, const cr_edges *edges) {
    u->sources = edges->items;
    for (int i = 0; i < edges->count; ++i) {
        cr_edge piece = edges->items[i];
        piece.tag = i;
        if (!cr_edges_add(&u->pieces, u->allocator, piece)) return false;
    }
    return true;
}

// ---- Areas --------------------------------------------------------------------------------------------------------

static int loop_of_piece(const union_work *u, const cr_edge *piece) {
    return u->sources[piece->tag].next;
}

static int count_loops(const union_work *u) {
    int loops = 0;
    for (int i = 0; i < u->pieces.count; ++i) {
        int loop = loop_of_piece(u, &u->pieces.items[i]);
        if (loop >= loops) loops = loop + 1;
    }
    return loops;
}

/// Counting sort of pieces by loop. Loop k is at [first[k + 1], first[k + 2]); pieces without a loop come first.
static void sort_by_loop(const union_work *u, int *first, int loops, cr_edge *sorted) {
    for (int k = 0; k < loops + 3; ++k) first[k] = 0;
    for (int i = 0; i < u->pieces.count; ++i) ++first[loop_of_piece(u, &u->pieces.items[i]) + 3];
    for (int k = 1; k < loops + 3; ++k) first[k] += first[k - 1];
    for (int i = 0; i < u->pieces.count; ++i) {
        sorted[first[loop_of_piece(u, &u->pieces.items[i]) + 2]++] = u->pieces.items[i];
    }
}

/// Replaces each loop by its boundary.
static bool resolve_loops(union_work *u) {
    int loops = count_loops(u);
    size_t n = (size_t)u->pieces.count;
    int *first = cr_take_array(u->allocator, (size_t)loops + 3, sizeof *first);
    cr_edge *sorted = cr_take_array(u->allocator, n, sizeof *sorted);
    bool done = first && sorted;
    if (done) {
        sort_by_loop(u, first, loops, sorted);
        u->pieces.count = 0;
        for (int i = 0; i < first[1]; ++i) u->pieces.items[u->pieces.count++] = sorted[i];
    }
    for (int k = 0; done && k < loops; ++k) {
        cr_edges own = {.items = sorted + first[k + 1], .count = first[k + 2] - first[k + 1]};
        bool even_odd = own.count > 0 && (u->sources[own.items[0].tag].flags & CR_EVEN_ODD);
        done = cr_keep_boundary(u->allocator, &own, even_odd);
        for (int i = 0; done && i < own.count; ++i) u->pieces.items[u->pieces.count++] = own.items[i];
    }
    cr_free_array(u->allocator, first, (size_t)loops + 3, sizeof *first);
    cr_free_array(u->allocator, sorted, n, sizeof *sorted);
    return done;
}

// ---- Collinear pieces ---------------------------------------------------------------------------------------------

/// True if f, the only piece that starts where `run` ends, continues it in a straight line.
static bool is_collinear_successor(const void *context, const cr_edge *run, const cr_edge *f) {
    const union_work *u = context;
    if (run->tag == f->tag) return true; // the cut bent it by less than an ulp
    if (u->sources[run->tag].tag != u->sources[f->tag].tag) return false;
    if (u->sources[run->tag].prev != u->sources[f->tag].prev) return false;
    double ex = (double)run->b.x - (double)run->a.x, ey = (double)run->b.y - (double)run->a.y;
    double fx = (double)f->b.x - (double)f->a.x, fy = (double)f->b.y - (double)f->a.y;
    return ex * fx + ey * fy > 0 && cr_side(run->a, run->b, f->b) == 0;
}

static bool merge_collinear(const union_work *u, cr_edges *merged) {
    if (!cr_merge_collinear(u->allocator, &u->pieces, is_collinear_successor, u, merged)) return false;
    for (int i = 0; i < merged->count; ++i) {
        cr_edge *run = &merged->items[i];
        run->prev = u->sources[run->tag].prev;
        run->tag = u->sources[run->tag].tag;
        run->next = -1;
    }
    return true;
}

// ---- The union ----------------------------------------------------------------------------------------------------

static carom_status unite_pieces(union_work *u, cr_edges *united, cr_crossing_budget *budget) {
    carom_status status = cr_arrange(u->allocator, &u->pieces, budget);
    if (status != CAROM_STATUS_OK) return status;
    bool done = resolve_loops(u) && cr_keep_boundary(u->allocator, &u->pieces, false) && merge_collinear(u, united);
    return done ? CAROM_STATUS_OK : CAROM_STATUS_NO_MEMORY;
}

carom_status cr_union_solids(const carom_allocator *allocator, cr_edges *edges, cr_crossing_budget *budget) {
    union_work u = {.allocator = allocator};
    cr_edges united = {0};
    carom_status status = take_pieces(&u, edges) ? unite_pieces(&u, &united, budget) : CAROM_STATUS_NO_MEMORY;
    cr_edges_free(&u.pieces, allocator);
    cr_edges_free(status == CAROM_STATUS_OK ? edges : &united, allocator);
    if (status == CAROM_STATUS_OK) *edges = united;
    return status;
}
