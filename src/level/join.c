// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// All edges are cut where they meet; each loop that may cross itself is resolved on its own, then all of them together.
// Cutting comes first, for all: loops resolved before would be rounded where they cross themselves, and what lay on
// each other would do so only nearly.
#include "level/join.h"

#include "base/memory.h"
#include "geom/predicate.h"
#include "level/arrange.h"
#include "level/border.h"
#include "level/star.h"
#include "level/weld.h"

/// Pieces are edges whose tag is the source they are cut from.
typedef struct join {
    const carom_allocator *allocator;
    const cr_edge *sources;
    cr_edges pieces;
} join;

static bool take_pieces(join *j, const cr_edges *edges) {
    j->sources = edges->items;
    for (int i = 0; i < edges->count; ++i) {
        cr_edge piece = edges->items[i];
        piece.tag = i;
        if (!cr_edges_add(&j->pieces, j->allocator, piece)) return false;
    }
    return true;
}

// ---- Loops of their own -------------------------------------------------------------------------------------------

static int loop_of(const join *j, const cr_edge *piece) {
    return j->sources[piece->tag].next;
}

static int count_loops(const join *j) {
    int loops = 0;
    for (int i = 0; i < j->pieces.count; ++i) {
        int loop = loop_of(j, &j->pieces.items[i]);
        if (loop >= loops) loops = loop + 1;
    }
    return loops;
}

/// The pieces in the order of their loops; those of loop k are [first[k + 1], first[k + 2]), those of none come first.
static void sort_by_loop(const join *j, int *first, int loops, cr_edge *sorted) {
    for (int k = 0; k < loops + 3; ++k) first[k] = 0;
    for (int i = 0; i < j->pieces.count; ++i) ++first[loop_of(j, &j->pieces.items[i]) + 3];
    for (int k = 1; k < loops + 3; ++k) first[k] += first[k - 1];
    for (int i = 0; i < j->pieces.count; ++i) {
        sorted[first[loop_of(j, &j->pieces.items[i]) + 2]++] = j->pieces.items[i];
    }
}

/// Leaves of each loop its own border.
static bool resolve_loops(join *j) {
    int loops = count_loops(j);
    size_t n = (size_t)j->pieces.count;
    int *first = cr_take_array(j->allocator, (size_t)loops + 3, sizeof *first);
    cr_edge *sorted = cr_take_array(j->allocator, n, sizeof *sorted);
    bool done = first && sorted;
    if (done) {
        sort_by_loop(j, first, loops, sorted);
        j->pieces.count = 0;
        for (int i = 0; i < first[1]; ++i) j->pieces.items[j->pieces.count++] = sorted[i];
    }
    for (int k = 0; done && k < loops; ++k) {
        cr_edges own = {.items = sorted + first[k + 1], .count = first[k + 2] - first[k + 1]};
        done = cr_keep_border(j->allocator, &own);
        for (int i = 0; done && i < own.count; ++i) j->pieces.items[j->pieces.count++] = own.items[i];
    }
    cr_free_array(j->allocator, first, (size_t)loops + 3, sizeof *first);
    cr_free_array(j->allocator, sorted, n, sizeof *sorted);
    return done;
}

// ---- Straight on --------------------------------------------------------------------------------------------------

/// Does f, which starts where `run` ends and is alone there, go straight on?
static bool goes_straight(const join *j, const cr_edge *run, const cr_edge *f) {
    if (run->tag == f->tag) return true; // bent by less than an ulp where it was cut
    if (j->sources[run->tag].tag != j->sources[f->tag].tag) return false;
    if (j->sources[run->tag].prev != j->sources[f->tag].prev) return false;
    double ex = (double)run->b.x - (double)run->a.x, ey = (double)run->b.y - (double)run->a.y;
    double fx = (double)f->b.x - (double)f->a.x, fy = (double)f->b.y - (double)f->a.y;
    return ex * fx + ey * fy > 0 && cr_side(run->a, run->b, f->b) == 0;
}

static bool add_run(const join *j, cr_edges *merged, cr_edge run) {
    run.prev = j->sources[run.tag].prev;
    run.tag = j->sources[run.tag].tag;
    run.next = -1;
    return cr_edges_add(merged, j->allocator, run);
}

/// `next` and `prev` as cr_follow gives them. A piece can be straight on from the one before it and still not from the
/// run so far: then a new run begins.
static bool merge_runs(const join *j, const int *next, const int *prev, cr_edges *merged) {
    const cr_edge *pieces = j->pieces.items;
    for (int i = 0; i < j->pieces.count; ++i) {
        if (prev[i] >= 0 && goes_straight(j, &pieces[prev[i]], &pieces[i])) continue; // within a run
        cr_edge run = pieces[i];
        for (int k = i; next[k] >= 0 && goes_straight(j, &pieces[k], &pieces[next[k]]); k = next[k]) {
            const cr_edge *f = &pieces[next[k]];
            if (goes_straight(j, &run, f)) {
                run.b = f->b;
            } else {
                if (!add_run(j, merged, run)) return false;
                run = *f;
            }
        }
        if (!add_run(j, merged, run)) return false;
    }
    return true;
}

static bool merge_straight(const join *j, cr_edges *merged) {
    size_t n = (size_t)j->pieces.count;
    int *ids = cr_take_array(j->allocator, n * 2, sizeof *ids);
    int *links = cr_take_array(j->allocator, n * 2, sizeof *links);
    bool done = ids && links;
    int vertices = done ? cr_weld_edges(j->allocator, j->pieces.items, j->pieces.count, ids) : -1;
    done = vertices >= 0 && cr_follow(j->allocator, ids, j->pieces.count, vertices, links, links + n) &&
           merge_runs(j, links, links + n, merged);
    cr_free_array(j->allocator, ids, n * 2, sizeof *ids);
    cr_free_array(j->allocator, links, n * 2, sizeof *links);
    return done;
}

// ---- All of it ----------------------------------------------------------------------------------------------------

static carom_status join_pieces(join *j, cr_edges *joined) {
    carom_status status = cr_arrange(j->allocator, &j->pieces);
    if (status != CAROM_OK) return status;
    bool done = resolve_loops(j) && cr_keep_border(j->allocator, &j->pieces) && merge_straight(j, joined);
    return done ? CAROM_OK : CAROM_NO_MEMORY;
}

carom_status cr_join_solids(const carom_allocator *allocator, cr_edges *edges) {
    join j = {.allocator = allocator};
    cr_edges joined = {0};
    carom_status status = take_pieces(&j, edges) ? join_pieces(&j, &joined) : CAROM_NO_MEMORY;
    cr_edges_free(&j.pieces, allocator);
    cr_edges_free(status == CAROM_OK ? edges : &joined, allocator);
    if (status == CAROM_OK) *edges = joined;
    return status;
}
