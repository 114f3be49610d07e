// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A crossing is rounded to float once, for both edges. That bends the parts by less than an ulp, so that they are
// looked at again, until nothing is left to cut. (As in snap rounding: J. D. Hobby, 1999.) Crossings wait until nothing
// touches: then edges that lie on each other have become equal parts, and are crossed in equal points.
#include "level/arrange.h"

#include "base/float.h"
#include "base/memory.h"
#include "geom/predicate.h"
#include "level/index.h"

#include <stdlib.h>

enum {
    ROUNDS = 64, ///< a few do, unless many edges cross within a few ulps
    // Flags of a piece that has not been compared with the others yet.
    FOR_TOUCHES = 1,
    FOR_CROSSINGS = 2,
    FRESH = FOR_TOUCHES | FOR_CROSSINGS,
};

typedef struct arrangement {
    const carom_allocator *allocator;
    cr_edges pieces;
    uint32_t seeking; // FOR_TOUCHES or FOR_CROSSINGS
    struct cut *cuts;
    int cuts_count, cuts_capacity;
} arrangement;

/// A place to cut a piece at. `along` and `across` grow towards its end: of the coordinate it extends further in, and
/// of the other.
typedef struct cut {
    int piece;
    float along, across;
    carom_vec2 at;
} cut;

static int compare_cuts(const void *p, const void *q) {
    const cut *a = p, *b = q;
    if (a->piece != b->piece) return a->piece < b->piece ? -1 : 1;
    if (a->along != b->along) return a->along < b->along ? -1 : 1;
    return (a->across > b->across) - (a->across < b->across);
}

static bool add_cut(arrangement *g, int piece, carom_vec2 at) {
    const cr_edge *e = &g->pieces.items[piece];
    if (cr_same_point(at, e->a) || cr_same_point(at, e->b)) return true;
    if (!cr_grow_array(g->allocator, (void **)&g->cuts, &g->cuts_capacity, g->cuts_count + 1, sizeof g->cuts[0])) {
        return false;
    }
    double dx = (double)e->b.x - (double)e->a.x, dy = (double)e->b.y - (double)e->a.y;
    float x = dx < 0 ? -at.x : at.x, y = dy < 0 ? -at.y : at.y;
    bool flat = (dx < 0 ? -dx : dx) >= (dy < 0 ? -dy : dy);
    g->cuts[g->cuts_count++] = (cut){piece, flat ? x : y, flat ? y : x, at};
    return true;
}

static bool comes_first(carom_vec2 p, carom_vec2 q) {
    return p.x < q.x || (p.x == q.x && p.y < q.y);
}

static float clamp(double value, float low, float high) {
    float nearest = (float)value;
    return nearest < low ? low : nearest > high ? high : nearest;
}

carom_vec2 cr_crossing_point(const cr_edge *e, const cr_edge *f) {
    carom_vec2 a = comes_first(e->a, e->b) ? e->a : e->b, b = comes_first(e->a, e->b) ? e->b : e->a;
    carom_vec2 c = comes_first(f->a, f->b) ? f->a : f->b, d = comes_first(f->a, f->b) ? f->b : f->a;
    if (comes_first(c, a) || (cr_same_point(a, c) && comes_first(d, b))) {
        carom_vec2 swap = a;
        a = c, c = swap;
        swap = b;
        b = d, d = swap;
    }
    double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y;
    double fx = (double)d.x - (double)c.x, fy = (double)d.y - (double)c.y;
    double sx = (double)c.x - (double)a.x, sy = (double)c.y - (double)a.y;
    double t = (sx * fy - sy * fx) / (ex * fy - ey * fx); // NaN or infinite only where nearly parallel
    if (!(t >= 0)) t = 0;
    if (t > 1) t = 1;
    carom_box p = cr_edge_box(e), q = cr_edge_box(f);
    carom_vec2 low = {p.min.x > q.min.x ? p.min.x : q.min.x, p.min.y > q.min.y ? p.min.y : q.min.y};
    carom_vec2 high = {p.max.x < q.max.x ? p.max.x : q.max.x, p.max.y < q.max.y ? p.max.y : q.max.y};
    return (carom_vec2){clamp((double)a.x + t * ex, low.x, high.x), clamp((double)a.y + t * ey, low.y, high.y)};
}

/// Cuts piece i at the point if it, on the line of i already, lies on i.
static bool cut_if_on(arrangement *g, int i, int side, carom_vec2 at) {
    if (side != 0 || !cr_boxes_meet(cr_edge_box(&g->pieces.items[i]), (carom_box){at, at})) return true;
    return add_cut(g, i, at);
}

static bool cut_pair(arrangement *g, int i, int k) {
    const cr_edge *e = &g->pieces.items[i], *f = &g->pieces.items[k];
    int a = cr_side(f->a, f->b, e->a), b = cr_side(f->a, f->b, e->b);
    int c = cr_side(e->a, e->b, f->a), d = cr_side(e->a, e->b, f->b);
    if (g->seeking == FOR_CROSSINGS) {
        if (a * b >= 0 || c * d >= 0) return true;
        carom_vec2 at = cr_crossing_point(e, f);
        return add_cut(g, i, at) && add_cut(g, k, at);
    }
    return cut_if_on(g, k, a, e->a) && cut_if_on(g, k, b, e->b) && cut_if_on(g, i, c, f->a) && cut_if_on(g, i, d, f->b);
}

static bool find_cuts(arrangement *g, const cr_index *index, uint32_t seeking) {
    g->seeking = seeking;
    g->cuts_count = 0;
    for (int i = 0; i < g->pieces.count; ++i) {
        if (!(g->pieces.items[i].flags & g->seeking)) continue;
        cr_search search;
        cr_search_begin(&search, index, cr_edge_box(&g->pieces.items[i]));
        for (int k; (k = cr_search_next(&search)) >= 0;) {
            bool met_before = k <= i && (g->pieces.items[k].flags & g->seeking);
            if (!met_before && !cut_pair(g, i, k)) return false;
        }
    }
    if (g->cuts_count > 0) qsort(g->cuts, (size_t)g->cuts_count, sizeof g->cuts[0], compare_cuts);
    return true;
}

static bool add_parts(cr_edges *parts, const arrangement *g, cr_edge rest, const cut **next, int piece) {
    const cut *end = g->cuts + g->cuts_count;
    bool is_cut = *next < end && (*next)->piece == piece;
    rest.flags = is_cut ? FRESH : rest.flags & ~(FOR_TOUCHES | g->seeking);
    for (; *next < end && (*next)->piece == piece; ++*next) {
        if (cr_same_point((*next)->at, rest.a)) continue;
        cr_edge part = rest;
        part.b = rest.a = (*next)->at;
        if (!cr_edges_add(parts, g->allocator, part)) return false;
    }
    return cr_edges_add(parts, g->allocator, rest);
}

static bool apply_cuts(arrangement *g) {
    cr_edges parts = {0};
    const cut *next = g->cuts;
    for (int i = 0; i < g->pieces.count; ++i) {
        if (add_parts(&parts, g, g->pieces.items[i], &next, i)) continue;
        cr_edges_free(&parts, g->allocator);
        return false;
    }
    cr_edges_free(&g->pieces, g->allocator);
    g->pieces = parts;
    return true;
}

static carom_status arrange(arrangement *g) {
    for (int round = 0; round < ROUNDS; ++round) {
        cr_index index;
        if (!cr_index_build(&index, g->allocator, g->pieces.items, g->pieces.count)) return CAROM_NO_MEMORY;
        bool done = find_cuts(g, &index, FOR_TOUCHES);
        if (done && g->cuts_count == 0) done = find_cuts(g, &index, FOR_CROSSINGS);
        cr_index_free(&index, g->allocator);
        if (!done) return CAROM_NO_MEMORY;
        if (g->cuts_count == 0) return CAROM_OK;
        if (!apply_cuts(g)) return CAROM_NO_MEMORY;
    }
    return CAROM_BAD_ARGUMENT;
}

carom_status cr_arrange(const carom_allocator *allocator, cr_edges *edges) {
    arrangement g = {.allocator = allocator, .pieces = *edges};
    for (int i = 0; i < edges->count; ++i) edges->items[i].flags = FRESH;
    carom_status status = arrange(&g);
    *edges = g.pieces;
    cr_free_array(allocator, g.cuts, (size_t)g.cuts_capacity, sizeof g.cuts[0]);
    return status;
}
