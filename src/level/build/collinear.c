// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A piece may continue its predecessor and still not the run so far, because a crossing bends the pieces of a line by
// less than an ulp. Then a new run begins.
//
// A merged run lies up to an ulp beside its bent pieces. Where two boundaries are an ulp apart, it can coincide with
// another run between the same vertices, and the area between the two is lost. Such a run keeps its pieces.
#include "level/build/collinear.h"

#include "base/memory.h"
#include "geom/predicate.h"
#include "level/build/vertex_fan.h"
#include "level/build/vertex_weld.h"

typedef struct run_merger {
    const carom_allocator *allocator;
    const cr_edge *pieces;
    cr_continues_run *continues;
    const void *context;
    const int *ids;     // of the vertices of piece i: 2 * i and 2 * i + 1
    int *next, *prev;   // as cr_follow writes them
    int *first, *last;  // the pieces of each run
    bool *keeps_pieces; // for each piece: the run ends with it
    cr_edges *runs;
    int begin; // the first run
} run_merger;

static bool continues_piece(const run_merger *m, int piece, int next) {
    return piece >= 0 && next >= 0 && m->continues(m->context, &m->pieces[piece], &m->pieces[next]);
}

static bool add_run(run_merger *m, cr_edge run, int first, int last) {
    m->first[m->runs->count - m->begin] = first;
    m->last[m->runs->count - m->begin] = last;
    return cr_edges_add(m->runs, m->allocator, run);
}

/// Adds the runs of the pieces from `first`, which continues none.
static bool add_runs_from(run_merger *m, int first) {
    cr_edge run = m->pieces[first];
    int k = first;
    for (; continues_piece(m, k, m->next[k]); k = m->next[k]) {
        const cr_edge *f = &m->pieces[m->next[k]];
        if (!m->keeps_pieces[k] && m->continues(m->context, &run, f)) {
            run.b = f->b;
        } else {
            if (!add_run(m, run, first, k)) return false;
            run = *f;
            first = m->next[k];
        }
    }
    return add_run(m, run, first, k);
}

static bool add_all_runs(run_merger *m, int count) {
    m->runs->count = m->begin;
    for (int i = 0; i < count; ++i) {
        if (!continues_piece(m, m->prev[i], i) && !add_runs_from(m, i)) return false;
    }
    return true;
}

// ---- Runs that coincide ---------------------------------------------------------------------------------------------

static bool is_bent(const run_merger *m, int run) {
    const cr_edge *e = &m->runs->items[m->begin + run];
    for (int k = m->first[run]; k != m->last[run]; k = m->next[k]) {
        if (cr_side(e->a, e->b, m->pieces[k].b) != 0) return true;
    }
    return false;
}

static uint64_t vertices_key(const run_merger *m, int run) {
    uint64_t a = (uint64_t)m->ids[2 * m->first[run]], b = (uint64_t)m->ids[2 * m->last[run] + 1];
    return a < b ? a << 32 | b : b << 32 | a;
}

/// Marks the pieces of bent runs that have the same vertices as another run. Returns 1 if there are any, 0 if not,
/// -1 without memory. `groups` has room for two numbers for each run.
static int mark_coinciding_runs(run_merger *m, uint64_t *keys, int *groups) {
    int count = m->runs->count - m->begin, *sizes = groups + count, marked = 0;
    for (int i = 0; i < count; ++i) keys[i] = vertices_key(m, i);
    if (cr_weld(m->allocator, keys, count, groups) < 0) return -1;
    for (int i = 0; i < count; ++i) sizes[i] = 0;
    for (int i = 0; i < count; ++i) ++sizes[groups[i]];
    for (int i = 0; i < count; ++i) {
        if (sizes[groups[i]] < 2 || !is_bent(m, i)) continue;
        for (int k = m->first[i]; k != m->last[i]; k = m->next[k]) m->keeps_pieces[k] = true;
        marked = 1;
    }
    return marked;
}

static bool has_bent_run(const run_merger *m) {
    for (int i = 0; i < m->runs->count - m->begin; ++i) {
        if (is_bent(m, i)) return true;
    }
    return false;
}

/// Merges again until no bent run coincides with another. Ends because each pass marks further pieces.
static bool separate_coinciding_runs(run_merger *m, int count) {
    size_t n = (size_t)count;
    if (!has_bent_run(m)) return true;
    uint64_t *keys = cr_take_array(m->allocator, n, sizeof *keys);
    int *groups = cr_take_array(m->allocator, n * 2, sizeof *groups);
    int marked = keys && groups ? mark_coinciding_runs(m, keys, groups) : -1;
    while (marked > 0) marked = add_all_runs(m, count) ? mark_coinciding_runs(m, keys, groups) : -1;
    cr_free_array(m->allocator, keys, n, sizeof *keys);
    cr_free_array(m->allocator, groups, n * 2, sizeof *groups);
    return marked == 0;
}

bool cr_merge_collinear(const carom_allocator *allocator, const cr_edges *pieces, cr_continues_run *continues,
                        const void *context, cr_edges *runs) {
    int count = pieces->count;
    size_t n = (size_t)count;
    int *ids = cr_take_array(allocator, n * 2, sizeof *ids), *links = cr_take_array(allocator, n * 4, sizeof *links);
    bool *keeps_pieces = cr_take_array(allocator, n, sizeof *keeps_pieces);
    int vertices = ids && links && keeps_pieces ? cr_weld_edges(allocator, pieces->items, count, ids) : -1;
    run_merger m = {allocator,    pieces->items,       continues, context, ids, .keeps_pieces = keeps_pieces,
                    .runs = runs, .begin = runs->count};
    bool done = vertices >= 0;
    if (done) {
        m.next = links;
        m.prev = links + n;
        m.first = links + 2 * n;
        m.last = links + 3 * n;
        for (int i = 0; i < count; ++i) keeps_pieces[i] = false;
    }
    done = done && cr_follow(allocator, ids, count, vertices, m.next, m.prev) && add_all_runs(&m, count) &&
           separate_coinciding_runs(&m, count);
    cr_free_array(allocator, ids, n * 2, sizeof *ids);
    cr_free_array(allocator, links, n * 4, sizeof *links);
    cr_free_array(allocator, keeps_pieces, n, sizeof *keeps_pieces);
    return done;
}
