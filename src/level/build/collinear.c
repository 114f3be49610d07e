// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A piece may continue its predecessor and still not the run so far, because a crossing bends the pieces of a line by
// less than an ulp. Then a new run begins.
#include "level/build/collinear.h"

#include "base/memory.h"
#include "level/build/vertex_fan.h"
#include "level/build/vertex_weld.h"

typedef struct run_merger {
    const cr_edge *pieces;
    cr_continues_run *continues;
    const void *context;
    int *next, *prev; // as cr_follow writes them
} run_merger;

static bool continues_piece(const run_merger *m, int piece, int next) {
    return piece >= 0 && next >= 0 && m->continues(m->context, &m->pieces[piece], &m->pieces[next]);
}

/// Adds the runs of the pieces from `first`, which continues none.
static bool add_runs_from(const run_merger *m, const carom_allocator *allocator, int first, cr_edges *runs) {
    cr_edge run = m->pieces[first];
    for (int k = first; continues_piece(m, k, m->next[k]); k = m->next[k]) {
        const cr_edge *f = &m->pieces[m->next[k]];
        if (m->continues(m->context, &run, f)) {
            run.b = f->b;
        } else {
            if (!cr_edges_add(runs, allocator, run)) return false;
            run = *f;
        }
    }
    return cr_edges_add(runs, allocator, run);
}

bool cr_merge_collinear(const carom_allocator *allocator, const cr_edges *pieces, cr_continues_run *continues,
                        const void *context, cr_edges *runs) {
    size_t n = (size_t)pieces->count * 2;
    int *ids = cr_take_array(allocator, n, sizeof *ids), *links = cr_take_array(allocator, n, sizeof *links);
    int vertices = ids && links ? cr_weld_edges(allocator, pieces->items, pieces->count, ids) : -1;
    run_merger m = {pieces->items, continues, context, links, links + pieces->count};
    bool done = vertices >= 0 && cr_follow(allocator, ids, pieces->count, vertices, m.next, m.prev);
    for (int i = 0; done && i < pieces->count; ++i) {
        if (!continues_piece(&m, m.prev[i], i)) done = add_runs_from(&m, allocator, i, runs);
    }
    cr_free_array(allocator, ids, n, sizeof *ids);
    cr_free_array(allocator, links, n, sizeof *links);
    return done;
}
