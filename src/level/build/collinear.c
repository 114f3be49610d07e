// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A piece may continue its predecessor and still not the run so far, because a crossing bends the pieces of a line by
// less than an ulp. Then a new run begins.
//
// A merged run lies up to an ulp beside its bent pieces. If a vertex of another piece is between the two, the run would
// cross another one, overlap it, or leave a vertex in another order. If none is, it can still coincide with another run
// between the same vertices, and the area between the two is lost. Such runs keep their pieces.
#include "level/build/collinear.h"

#include "base/memory.h"
#include "geom/predicate.h"
#include "level/build/vertex_fan.h"
#include "level/build/vertex_weld.h"
#include "level/index/index.h"

#include <math.h>

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

// ---- Vertices beside runs -------------------------------------------------------------------------------------------

static bool is_bent(const run_merger *m, int run) {
    const cr_edge *e = &m->runs->items[m->begin + run];
    for (int k = m->first[run]; k != m->last[run]; k = m->next[k]) {
        if (cr_side(e->a, e->b, m->pieces[k].b) != 0) return true;
    }
    return false;
}

/// A run and its pieces, which are in order along the longer axis of the run.
typedef struct bent_run {
    const run_merger *m;
    const cr_index *index; // of all pieces; the tag is the number of the piece
    const int *run_of;     // of each piece
    int run, *chain, count;
    bool along_y, backward, meets_vertex;
} bent_run;

static float along_run(const bent_run *b, carom_vec2 p) {
    float c = b->along_y ? p.y : p.x;
    return b->backward ? -c : c;
}

/// True if p is between the run and its pieces, or on one of them.
static bool is_beside_run(const bent_run *b, carom_vec2 p) {
    const cr_edge *run = &b->m->runs->items[b->m->begin + b->run];
    int low = 0, high = b->count, side = cr_side(run->a, run->b, p);
    while (low < high) { // the first piece that ends at p or after it
        int middle = low + (high - low) / 2;
        if (along_run(b, b->m->pieces[b->chain[middle]].b) < along_run(b, p))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < b->count && along_run(b, b->m->pieces[b->chain[low]].a) <= along_run(b, p); ++low) {
        const cr_edge *piece = &b->m->pieces[b->chain[low]];
        if (side == 0 || cr_side(piece->a, piece->b, p) != side) return true;
    }
    return false;
}

static double visit_pieces(void *context, const uint32_t *refs, int count) {
    bent_run *b = context;
    const int *ids = b->m->ids;
    int begin = ids[2 * b->chain[0]], end = ids[2 * b->chain[b->count - 1] + 1];
    for (int i = 0; i < count && !b->meets_vertex; ++i) {
        int piece = b->index->links[refs[i] >> CR_REF_SHIFT].tag;
        for (int k = 0; k < 2 && b->run_of[piece] != b->run; ++k) {
            int vertex = ids[2 * piece + k];
            carom_vec2 p = k == 0 ? b->m->pieces[piece].a : b->m->pieces[piece].b;
            b->meets_vertex = b->meets_vertex || (vertex != begin && vertex != end && is_beside_run(b, p));
        }
    }
    return 1;
}

/// Writes the pieces of a run to b->chain.
static void begin_run(bent_run *b, int run) {
    const run_merger *m = b->m;
    const cr_edge *e = &m->runs->items[m->begin + run];
    double x = fabs((double)e->b.x - (double)e->a.x), y = fabs((double)e->b.y - (double)e->a.y);
    b->run = run;
    b->count = 0;
    for (int k = m->first[run];; k = m->next[k]) {
        b->chain[b->count++] = k;
        if (k == m->last[run]) break;
    }
    b->along_y = y > x;
    b->backward = b->along_y ? e->b.y < e->a.y : e->b.x < e->a.x;
    b->meets_vertex = false;
}

static bool index_pieces(const run_merger *m, cr_index *index, int count) {
    cr_edge *copy = cr_take_array(m->allocator, (size_t)count, sizeof *copy);
    for (int i = 0; copy && i < count; ++i) {
        copy[i] = m->pieces[i];
        copy[i].tag = i;
        copy[i].next = copy[i].prev = -1;
        copy[i].flags = 0;
    }
    bool done = copy && cr_index_build(index, m->allocator, copy, count);
    cr_free_array(m->allocator, copy, (size_t)count, sizeof *copy);
    return done;
}

static void number_runs(const run_merger *m, int *run_of) {
    for (int i = 0; i < m->runs->count - m->begin; ++i) {
        for (int k = m->first[i];; k = m->next[k]) {
            run_of[k] = i;
            if (k == m->last[i]) break;
        }
    }
}

/// Merges again without the bent runs that have a vertex of another piece beside them.
static bool separate_crossing_runs(run_merger *m, int count) {
    size_t n = (size_t)count;
    cr_index index = {0};
    int *numbers = cr_take_array(m->allocator, n * 2, sizeof *numbers);
    bool done = numbers && index_pieces(m, &index, count), any = false;
    bent_run b = {.m = m, .index = &index, .run_of = numbers, .chain = numbers ? numbers + n : NULL};
    if (done) number_runs(m, numbers);
    for (int i = 0; done && i < m->runs->count - m->begin; ++i) {
        const cr_edge *run = &m->runs->items[m->begin + i];
        if (!is_bent(m, i)) continue;
        begin_run(&b, i);
        cr_index_walk_line(&index, (cr_edge_line){run->a, run->b}, visit_pieces, &b);
        for (int k = 0; b.meets_vertex && k < b.count; ++k) m->keeps_pieces[b.chain[k]] = true;
        any = any || b.meets_vertex;
    }
    cr_free_array(m->allocator, numbers, n * 2, sizeof *numbers);
    cr_index_free(&index, m->allocator);
    return done && (!any || add_all_runs(m, count));
}

// ---- Runs that coincide ---------------------------------------------------------------------------------------------

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
    if (!separate_crossing_runs(m, count)) return false;
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
