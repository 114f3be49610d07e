// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// 1. Cut: wherever two edges cross, touch or lie on each other, both are cut there. A crossing is rounded to float
// once,
//    for both. Rounding bends the pieces by less than an ulp, so that the cut ones are looked at again, until edges
//    meet in shared ends only. (As in snap rounding: J. D. Hobby, 1999.)
// 2. Weigh: pieces that lie on each other become one, with the sum of their directions. What sums to nothing is gone.
// 3. Wind: round a vertex, each spoke changes the winding number by its weight, so that one known wedge gives all
//    around, and the numbers spread along the edges. Each connected part begins at its least vertex, beside which only
//    the other parts count: those are counted along a ray.
// 4. Keep what has solid on exactly one side, and merge what goes straight on.
#include "level/join.h"

#include "base/float.h"
#include "base/memory.h"
#include "geom/predicate.h"
#include "level/star.h"
#include "level/weld.h"
#include "level/winding.h"

#include <stdlib.h>

enum {
    ROUNDS = 64, ///< two or three do, unless many edges cross within a few ulps
    FRESH = 1,   ///< flag of a piece that has not been compared with the others yet
};

/// Pieces are edges whose tag is the source they are cut from.
typedef struct join {
    const carom_allocator *allocator;
    cr_edges sources; // the caller's
    cr_edges pieces;
    struct cut *cuts;
    int cuts_count, cuts_capacity;
} join;

// ---- 1. Cut -------------------------------------------------------------------------------------------------------

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

static bool add_cut(join *j, int piece, carom_vec2 at) {
    const cr_edge *e = &j->pieces.items[piece];
    if (cr_same_point(at, e->a) || cr_same_point(at, e->b)) return true;
    if (!cr_grow_array(j->allocator, (void **)&j->cuts, &j->cuts_capacity, j->cuts_count + 1, sizeof j->cuts[0])) {
        return false;
    }
    double dx = (double)e->b.x - (double)e->a.x, dy = (double)e->b.y - (double)e->a.y;
    float x = dx < 0 ? -at.x : at.x, y = dy < 0 ? -at.y : at.y;
    bool flat = (dx < 0 ? -dx : dx) >= (dy < 0 ? -dy : dy);
    j->cuts[j->cuts_count++] = (cut){piece, flat ? x : y, flat ? y : x, at};
    return true;
}

static bool comes_first(carom_vec2 p, carom_vec2 q) {
    return p.x < q.x || (p.x == q.x && p.y < q.y);
}

static float clamp(double value, float low, float high) {
    float nearest = (float)value;
    return nearest < low ? low : nearest > high ? high : nearest;
}

/// Where ab and cd, which cross, do so: the same for either direction and order of the two, and within both boxes.
static carom_vec2 crossing_point(const cr_edge *e, const cr_edge *f) {
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
static bool cut_if_on(join *j, int i, int side, carom_vec2 at) {
    if (side != 0 || !cr_boxes_meet(cr_edge_box(&j->pieces.items[i]), (carom_box){at, at})) return true;
    return add_cut(j, i, at);
}

static bool cut_pair(join *j, int i, int k) {
    const cr_edge *e = &j->pieces.items[i], *f = &j->pieces.items[k];
    int a = cr_side(f->a, f->b, e->a), b = cr_side(f->a, f->b, e->b);
    int c = cr_side(e->a, e->b, f->a), d = cr_side(e->a, e->b, f->b);
    if (a * b < 0 && c * d < 0) {
        carom_vec2 at = crossing_point(e, f);
        return add_cut(j, i, at) && add_cut(j, k, at);
    }
    return cut_if_on(j, k, a, e->a) && cut_if_on(j, k, b, e->b) && cut_if_on(j, i, c, f->a) && cut_if_on(j, i, d, f->b);
}

static bool find_cuts(join *j, const cr_index *index) {
    j->cuts_count = 0;
    for (int i = 0; i < j->pieces.count; ++i) {
        if (!(j->pieces.items[i].flags & FRESH)) continue;
        cr_search search = cr_search_begin(index, j->pieces.items, cr_edge_box(&j->pieces.items[i]));
        for (int k; (k = cr_search_next(&search)) >= 0;) {
            bool met_before = k <= i && (j->pieces.items[k].flags & FRESH);
            if (!met_before && !cut_pair(j, i, k)) return false;
        }
    }
    if (j->cuts_count > 0) qsort(j->cuts, (size_t)j->cuts_count, sizeof j->cuts[0], compare_cuts);
    return true;
}

static bool add_parts(cr_edges *parts, const join *j, cr_edge rest, const cut **next, int piece) {
    const cut *end = j->cuts + j->cuts_count;
    bool is_cut = *next < end && (*next)->piece == piece;
    rest.flags = is_cut ? FRESH : 0;
    for (; *next < end && (*next)->piece == piece; ++*next) {
        if (cr_same_point((*next)->at, rest.a)) continue;
        cr_edge part = rest;
        part.b = rest.a = (*next)->at;
        if (!cr_edges_add(parts, j->allocator, part)) return false;
    }
    return cr_edges_add(parts, j->allocator, rest);
}

static bool apply_cuts(join *j) {
    cr_edges parts = {0};
    const cut *next = j->cuts;
    for (int i = 0; i < j->pieces.count; ++i) {
        if (add_parts(&parts, j, j->pieces.items[i], &next, i)) continue;
        cr_edges_free(&parts, j->allocator);
        return false;
    }
    cr_edges_free(&j->pieces, j->allocator);
    j->pieces = parts;
    return true;
}

/// Leaves the index over the finished pieces.
static carom_status cut_pieces(join *j, cr_index *index) {
    for (int round = 0; round < ROUNDS; ++round) {
        if (!cr_index_build(index, j->allocator, j->pieces.items, j->pieces.count)) return CAROM_NO_MEMORY;
        if (!find_cuts(j, index)) return CAROM_NO_MEMORY;
        if (j->cuts_count == 0) return CAROM_OK;
        cr_index_free(index, j->allocator);
        if (!apply_cuts(j)) return CAROM_NO_MEMORY;
    }
    return CAROM_BAD_ARGUMENT;
}

// ---- 2. Weigh -----------------------------------------------------------------------------------------------------

enum { NO_SOURCE = -1 };

/// A set of pieces that lie on each other, taken from the lower vertex number to the higher.
typedef struct strand {
    int weight;                       // pieces along it less pieces against it
    int source_along, source_against; // the lowest of each
    int right;                        // winding number on the right; on the left it is `weight` more
} strand;

/// The planar graph: lines[i] is the geometry of strands[i].
typedef struct graph {
    cr_edge *lines;
    strand *strands;
    int *ids; // vertices of the lines' ends
    int count, capacity, vertices;
    cr_stars stars;
} graph;

static void lower(int *source, int candidate) {
    if (*source == NO_SOURCE || candidate < *source) *source = candidate;
}

static void weigh_piece(graph *g, int line, const cr_edge *piece, const int ids[2]) {
    strand *s = &g->strands[line];
    if (line == g->count) {
        bool along = ids[0] < ids[1];
        g->lines[line] = (cr_edge){.a = along ? piece->a : piece->b, .b = along ? piece->b : piece->a};
        g->ids[2 * line] = along ? ids[0] : ids[1];
        g->ids[2 * line + 1] = along ? ids[1] : ids[0];
        *s = (strand){.source_along = NO_SOURCE, .source_against = NO_SOURCE};
        ++g->count;
    }
    if (ids[0] < ids[1]) {
        ++s->weight;
        lower(&s->source_along, piece->tag);
    } else {
        --s->weight;
        lower(&s->source_against, piece->tag);
    }
}

static void drop_weightless(graph *g) {
    int kept = 0;
    for (int i = 0; i < g->count; ++i) {
        if (g->strands[i].weight == 0) continue;
        g->strands[kept] = g->strands[i];
        g->lines[kept] = g->lines[i];
        g->ids[2 * kept] = g->ids[2 * i];
        g->ids[2 * kept + 1] = g->ids[2 * i + 1];
        ++kept;
    }
    g->count = kept;
}

static bool weigh_pieces(graph *g, const join *j) {
    int count = j->pieces.count;
    size_t n = (size_t)count;
    int *ids = cr_take_array(j->allocator, n * 2, sizeof *ids);
    uint64_t *keys = cr_take_array(j->allocator, n, sizeof *keys);
    int *line = cr_take_array(j->allocator, n, sizeof *line);
    bool done = ids && keys && line;
    if (done) g->vertices = cr_weld_edges(j->allocator, j->pieces.items, count, ids);
    done = done && g->vertices >= 0;
    for (int i = 0; done && i < count; ++i) {
        uint64_t p = (uint64_t)ids[2 * i], q = (uint64_t)ids[2 * i + 1];
        keys[i] = p < q ? p << 32 | q : q << 32 | p;
    }
    done = done && cr_weld(j->allocator, keys, count, line) >= 0;
    for (int i = 0; done && i < count; ++i) weigh_piece(g, line[i], &j->pieces.items[i], &ids[2 * i]);
    if (done) drop_weightless(g);
    cr_free_array(j->allocator, ids, n * 2, sizeof *ids);
    cr_free_array(j->allocator, keys, n, sizeof *keys);
    cr_free_array(j->allocator, line, n, sizeof *line);
    return done;
}

static bool graph_make(graph *g, const join *j) {
    size_t n = (size_t)j->pieces.count;
    *g = (graph){.capacity = j->pieces.count};
    g->lines = cr_take_array(j->allocator, n, sizeof *g->lines);
    g->strands = cr_take_array(j->allocator, n, sizeof *g->strands);
    g->ids = cr_take_array(j->allocator, n * 2, sizeof *g->ids);
    return g->lines && g->strands && g->ids && weigh_pieces(g, j) &&
           cr_stars_make(&g->stars, j->allocator, g->lines, g->count, g->ids, g->vertices);
}

static void graph_free(graph *g, const carom_allocator *allocator) {
    size_t n = (size_t)g->capacity;
    cr_free_array(allocator, g->lines, n, sizeof *g->lines);
    cr_free_array(allocator, g->strands, n, sizeof *g->strands);
    cr_free_array(allocator, g->ids, n * 2, sizeof *g->ids);
    cr_stars_free(&g->stars, allocator);
}

// ---- 3. Wind ------------------------------------------------------------------------------------------------------

typedef struct corner {
    carom_vec2 at;
    int vertex;
} corner;

static int compare_corners(const void *p, const void *q) {
    const corner *a = p, *b = q;
    if (a->at.x != b->at.x) return a->at.x < b->at.x ? -1 : 1;
    if (a->at.y != b->at.y) return a->at.y < b->at.y ? -1 : 1;
    return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

/// Goes once round a vertex from the wedge before spoke `from`, whose winding number is known.
static void wind_around(graph *g, int vertex, int from, int number) {
    const cr_spoke *spokes = g->stars.spokes + g->stars.first[vertex];
    int count = g->stars.first[vertex + 1] - g->stars.first[vertex];
    for (int n = 0; n < count; ++n) {
        cr_spoke spoke = spokes[(from + n) % count];
        strand *s = &g->strands[spoke.edge];
        s->right = spoke.leaves ? number : number - s->weight;
        number = spoke.leaves ? number + s->weight : number - s->weight;
    }
}

static int find_spoke(const graph *g, int vertex, int edge) {
    const cr_spoke *spokes = g->stars.spokes + g->stars.first[vertex];
    int k = 0;
    while (spokes[k].edge != edge) ++k;
    return k;
}

/// From a vertex all of whose spokes are known to the vertices at their other ends, and so on.
static void spread(graph *g, int vertex, bool *seen, int *queue) {
    int head = 0, tail = 0;
    queue[tail++] = vertex;
    seen[vertex] = true;
    while (head < tail) {
        vertex = queue[head++];
        for (int k = g->stars.first[vertex]; k < g->stars.first[vertex + 1]; ++k) {
            cr_spoke spoke = g->stars.spokes[k];
            const strand *s = &g->strands[spoke.edge];
            int other = g->ids[2 * spoke.edge + spoke.leaves];
            if (seen[other]) continue;
            // At its other end the spoke comes the other way round: the wedge before it is that on its left, if it
            // leaves here.
            wind_around(g, other, find_spoke(g, other, spoke.edge), spoke.leaves ? s->right + s->weight : s->right);
            seen[other] = true;
            queue[tail++] = other;
        }
    }
}

static int list_corners(const graph *g, corner *corners) {
    int count = 0;
    for (int v = 0; v < g->vertices; ++v) {
        if (g->stars.first[v] == g->stars.first[v + 1]) continue;
        cr_spoke spoke = g->stars.spokes[g->stars.first[v]];
        const cr_edge *line = &g->lines[spoke.edge];
        corners[count++] = (corner){spoke.leaves ? line->a : line->b, v};
    }
    return count;
}

/// All spokes of the least vertex of a part point away from -x and -y, so that the wedge before the first is outside.
static bool wind(graph *g, const join *j, const cr_index *index) {
    size_t n = (size_t)g->vertices;
    corner *corners = cr_take_array(j->allocator, n, sizeof *corners);
    bool *seen = cr_take_array(j->allocator, n, sizeof *seen);
    int *queue = cr_take_array(j->allocator, n, sizeof *queue);
    bool done = corners && seen && queue;
    if (done) {
        int count = list_corners(g, corners);
        if (count > 0) qsort(corners, (size_t)count, sizeof *corners, compare_corners);
        for (int v = 0; v < g->vertices; ++v) seen[v] = false;
        for (int i = 0; i < count; ++i) {
            if (seen[corners[i].vertex]) continue;
            int number = cr_winding_at(index, j->pieces.items, corners[i].at, 0).number;
            wind_around(g, corners[i].vertex, 0, number);
            spread(g, corners[i].vertex, seen, queue);
        }
    }
    cr_free_array(j->allocator, corners, n, sizeof *corners);
    cr_free_array(j->allocator, seen, n, sizeof *seen);
    cr_free_array(j->allocator, queue, n, sizeof *queue);
    return done;
}

// ---- 4. Keep ------------------------------------------------------------------------------------------------------

/// What borders on solid, solid on the left; the tag is still the source.
static void keep_border(join *j, const graph *g) {
    j->pieces.count = 0;
    for (int i = 0; i < g->count; ++i) {
        const strand *s = &g->strands[i];
        bool right = s->right != 0, left = s->right + s->weight != 0;
        if (left == right) continue;
        cr_edge edge = g->lines[i];
        if (right) {
            edge.a = g->lines[i].b;
            edge.b = g->lines[i].a;
        }
        edge.tag = s->weight > 0 ? s->source_along : s->source_against; // a solid may be wound either way
        j->pieces.items[j->pieces.count++] = edge;                      // there are no more strands than pieces
    }
}

/// Does f, which starts where `run` ends and is alone there, go straight on?
static bool goes_straight(const join *j, const cr_edge *run, const cr_edge *f) {
    if (run->tag == f->tag) return true; // bent by less than an ulp where it was cut
    if (j->sources.items[run->tag].tag != j->sources.items[f->tag].tag) return false;
    double ex = (double)run->b.x - (double)run->a.x, ey = (double)run->b.y - (double)run->a.y;
    double fx = (double)f->b.x - (double)f->a.x, fy = (double)f->b.y - (double)f->a.y;
    return ex * fx + ey * fy > 0 && cr_side(run->a, run->b, f->b) == 0;
}

static bool add_run(const join *j, cr_edges *merged, cr_edge run) {
    run.tag = j->sources.items[run.tag].tag;
    run.next = run.prev = -1;
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

static bool take_pieces(join *j, const cr_edges *edges) {
    j->sources = *edges;
    for (int i = 0; i < edges->count; ++i) {
        cr_edge piece = edges->items[i];
        piece.tag = i;
        piece.flags = FRESH;
        if (!cr_edges_add(&j->pieces, j->allocator, piece)) return false;
    }
    return true;
}

static carom_status join_pieces(join *j, cr_edges *joined) {
    cr_index index = {0};
    graph g = {0};
    carom_status status = cut_pieces(j, &index);
    if (status == CAROM_OK && !(graph_make(&g, j) && wind(&g, j, &index))) status = CAROM_NO_MEMORY;
    if (status == CAROM_OK) {
        keep_border(j, &g);
        if (!merge_straight(j, joined)) status = CAROM_NO_MEMORY;
    }
    graph_free(&g, j->allocator);
    cr_index_free(&index, j->allocator);
    return status;
}

carom_status cr_join_solids(const carom_allocator *allocator, cr_edges *edges) {
    join j = {.allocator = allocator};
    cr_edges joined = {0};
    carom_status status = take_pieces(&j, edges) ? join_pieces(&j, &joined) : CAROM_NO_MEMORY;
    cr_edges_free(&j.pieces, allocator);
    cr_free_array(allocator, j.cuts, (size_t)j.cuts_capacity, sizeof j.cuts[0]);
    if (status != CAROM_OK) {
        cr_edges_free(&joined, allocator);
        return status;
    }
    cr_edges_free(edges, allocator);
    *edges = joined;
    return CAROM_OK;
}
