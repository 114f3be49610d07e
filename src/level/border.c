// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Edges that lie on each other become one strand, with the sum of their directions as its weight; what sums to nothing
// is gone. Round a vertex, each strand changes the winding number by its weight, so that one known wedge gives all
// around, and the numbers spread along the strands. The connected parts are taken in the order of their least vertices.
// Beside the least vertex of a part, towards -x, is what is on the +x side of the nearest strand there, if there is
// any; that strand's part has a lesser vertex, so that it is known already.
#include "level/border.h"

#include "base/float.h"
#include "base/memory.h"
#include "geom/predicate.h"
#include "level/index.h"
#include "level/star.h"
#include "level/weld.h"
#include "level/winding.h"

#include <stdlib.h>

// ---- Weigh --------------------------------------------------------------------------------------------------------

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
    cr_edge *by_place; // the lines in the order of the index, each with its number as a tag
    cr_index index;
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

static bool weigh_pieces(graph *g, const carom_allocator *allocator, const cr_edges *pieces) {
    int count = pieces->count;
    size_t n = (size_t)count;
    int *ids = cr_take_array(allocator, n * 2, sizeof *ids);
    uint64_t *keys = cr_take_array(allocator, n, sizeof *keys);
    int *line = cr_take_array(allocator, n, sizeof *line);
    bool done = ids && keys && line;
    if (done) g->vertices = cr_weld_edges(allocator, pieces->items, count, ids);
    done = done && g->vertices >= 0;
    for (int i = 0; done && i < count; ++i) {
        uint64_t p = (uint64_t)ids[2 * i], q = (uint64_t)ids[2 * i + 1];
        keys[i] = p < q ? p << 32 | q : q << 32 | p;
    }
    done = done && cr_weld(allocator, keys, count, line) >= 0;
    for (int i = 0; done && i < count; ++i) weigh_piece(g, line[i], &pieces->items[i], &ids[2 * i]);
    if (done) drop_weightless(g);
    cr_free_array(allocator, ids, n * 2, sizeof *ids);
    cr_free_array(allocator, keys, n, sizeof *keys);
    cr_free_array(allocator, line, n, sizeof *line);
    return done;
}

static bool index_lines(graph *g, const carom_allocator *allocator) {
    for (int i = 0; i < g->count; ++i) {
        g->by_place[i] = g->lines[i];
        g->by_place[i].tag = i;
    }
    return cr_index_build(&g->index, allocator, g->by_place, g->count);
}

static bool graph_make(graph *g, const carom_allocator *allocator, const cr_edges *pieces) {
    size_t n = (size_t)pieces->count;
    *g = (graph){.capacity = pieces->count};
    g->lines = cr_take_array(allocator, n, sizeof *g->lines);
    g->strands = cr_take_array(allocator, n, sizeof *g->strands);
    g->ids = cr_take_array(allocator, n * 2, sizeof *g->ids);
    g->by_place = cr_take_array(allocator, n, sizeof *g->by_place);
    return g->lines && g->strands && g->ids && g->by_place && weigh_pieces(g, allocator, pieces) &&
           index_lines(g, allocator) && cr_stars_make(&g->stars, allocator, g->lines, g->count, g->ids, g->vertices);
}

static void graph_free(graph *g, const carom_allocator *allocator) {
    size_t n = (size_t)g->capacity;
    cr_free_array(allocator, g->lines, n, sizeof *g->lines);
    cr_free_array(allocator, g->strands, n, sizeof *g->strands);
    cr_free_array(allocator, g->ids, n * 2, sizeof *g->ids);
    cr_free_array(allocator, g->by_place, n, sizeof *g->by_place);
    cr_stars_free(&g->stars, allocator);
    cr_index_free(&g->index, allocator);
}

// ---- Wind ---------------------------------------------------------------------------------------------------------

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

typedef struct look {
    const graph *g;
    carom_vec2 p;
    double reach; // how far to the left is looked
    const cr_edge *nearest;
} look;

static double look_at(void *context, const uint32_t *refs, int count) {
    look *l = context;
    for (int i = 0; i < count; ++i) {
        const cr_edge *line = &l->g->by_place[refs[i] >> CR_REF_SHIFT];
        if (!cr_passes_before(line->a, line->b, l->p)) continue;
        if (!l->nearest || cr_is_nearer(line->a, line->b, l->nearest->a, l->nearest->b)) l->nearest = line;
    }
    if (!l->nearest) return 1;
    return ((double)l->p.x - (double)cr_edge_box(l->nearest).min.x) / l->reach * (1 + 1e-9);
}

/// The nearest line on the -x side of a point, -1 if there is none.
static int line_before(const graph *g, carom_vec2 p) {
    look l = {.g = g, .p = p, .reach = (double)p.x - g->index.origin[0]}; // nothing is left of the origin
    cr_index_look_left(&g->index, p, look_at, &l);
    return l.nearest ? l.nearest->tag : -1;
}

static int number_after(const graph *g, int line) {
    if (line < 0) return 0;
    const strand *s = &g->strands[line];
    return g->lines[line].a.y < g->lines[line].b.y ? s->right : s->right + s->weight;
}

/// All spokes of the least vertex of a part point away from -x and -y, so that the wedge before the first is outside.
static bool wind(graph *g, const carom_allocator *allocator) {
    size_t n = (size_t)g->vertices;
    corner *corners = cr_take_array(allocator, n, sizeof *corners);
    bool *seen = cr_take_array(allocator, n, sizeof *seen);
    int *queue = cr_take_array(allocator, n, sizeof *queue);
    bool done = corners && seen && queue;
    if (done) {
        int count = list_corners(g, corners);
        if (count > 0) qsort(corners, (size_t)count, sizeof *corners, compare_corners);
        for (int v = 0; v < g->vertices; ++v) seen[v] = false;
        for (int i = 0; i < count; ++i) {
            if (seen[corners[i].vertex]) continue;
            wind_around(g, corners[i].vertex, 0, number_after(g, line_before(g, corners[i].at)));
            spread(g, corners[i].vertex, seen, queue);
        }
    }
    cr_free_array(allocator, corners, n, sizeof *corners);
    cr_free_array(allocator, seen, n, sizeof *seen);
    cr_free_array(allocator, queue, n, sizeof *queue);
    return done;
}

// ---- Keep ---------------------------------------------------------------------------------------------------------

/// What borders on solid, solid on the left; the tag is still the source.
static void keep(const graph *g, cr_edges *pieces) {
    pieces->count = 0;
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
        pieces->items[pieces->count++] = edge;                          // there are no more strands than pieces
    }
}

bool cr_keep_border(const carom_allocator *allocator, cr_edges *pieces) {
    graph g;
    bool done = graph_make(&g, allocator, pieces) && wind(&g, allocator);
    if (done) keep(&g, pieces);
    graph_free(&g, allocator);
    return done;
}
