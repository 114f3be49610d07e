// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Connected components of the planar graph are processed in the order of their least vertices. The wedge on the -x side
// of such a vertex has the number on the +x side of the nearest strand in that direction, or 0. That strand belongs to
// a component with a lesser vertex, so its number is known.
#include "level/build/boundary.h"

#include "base/float.h"
#include "base/memory.h"
#include "geom/predicate.h"
#include "level/build/planar.h"
#include "level/index/index.h"
#include "level/query/winding.h"

#include <stdlib.h>

/// A planar graph with an index of its lines.
typedef struct planar_graph {
    cr_planar planar;
    cr_edge *sorted_lines; // the lines in the order of the index; the tag is the number of the line
    cr_index index;
} planar_graph;

static bool index_strand_lines(planar_graph *g, const carom_allocator *allocator) {
    for (int i = 0; i < g->planar.count; ++i) {
        g->sorted_lines[i] = g->planar.lines[i];
        g->sorted_lines[i].tag = i;
    }
    return cr_index_build(&g->index, allocator, g->sorted_lines, g->planar.count);
}

static bool graph_make(planar_graph *g, const carom_allocator *allocator, const cr_edges *pieces) {
    g->index = (cr_index){0};
    g->sorted_lines = cr_take_array(allocator, (size_t)pieces->count, sizeof *g->sorted_lines);
    return cr_planar_make(&g->planar, allocator, pieces) && g->sorted_lines && index_strand_lines(g, allocator);
}

static void graph_free(planar_graph *g, const carom_allocator *allocator) {
    cr_free_array(allocator, g->sorted_lines, (size_t)g->planar.capacity, sizeof *g->sorted_lines);
    cr_planar_free(&g->planar, allocator);
    cr_index_free(&g->index, allocator);
}

// ---- Winding numbers ----------------------------------------------------------------------------------------------

typedef struct start_vertex {
    carom_vec2 at;
    int vertex;
} start_vertex;

/// Each vertex has a point of its own.
static int compare_start_vertices(const void *p, const void *q) {
    const start_vertex *a = p, *b = q;
    if (a->at.x != b->at.x) return a->at.x < b->at.x ? -1 : 1;
    return (a->at.y > b->at.y) - (a->at.y < b->at.y);
}

static int list_start_vertices(const planar_graph *g, start_vertex *starts) {
    int count = 0;
    for (int v = 0; v < g->planar.vertices; ++v) {
        if (g->planar.fans.first[v] == g->planar.fans.first[v + 1]) continue;
        cr_fan_edge spoke = g->planar.fans.spokes[g->planar.fans.first[v]];
        const cr_edge *line = &g->planar.lines[spoke.edge];
        starts[count++] = (start_vertex){spoke.leaves ? line->a : line->b, v};
    }
    return count;
}

typedef struct nearest_search {
    const planar_graph *g;
    carom_vec2 p;
    double length; // of the walk along -x
    const cr_edge *nearest;
} nearest_search;

static double visit_nearest(void *context, const uint32_t *refs, int count) {
    nearest_search *search = context;
    for (int i = 0; i < count; ++i) {
        const cr_edge *line = &search->g->sorted_lines[refs[i] >> CR_REF_SHIFT];
        if (!cr_passes_before(line->a, line->b, search->p)) continue;
        if (!search->nearest || cr_line_order(line->a, line->b, search->nearest->a, search->nearest->b) > 0)
            search->nearest = line;
    }
    if (!search->nearest) return 1;
    return ((double)search->p.x - (double)cr_edge_box(search->nearest).min.x) / search->length * (1 + CR_DOUBLE_SLACK);
}

/// Returns the nearest line on the -x side of a point; -1 if there is none.
static int nearest_line_before(const planar_graph *g, carom_vec2 p) {
    // No line is on the -x side of the origin.
    nearest_search search = {.g = g, .p = p, .length = (double)p.x - g->index.origin[0]};
    cr_index_walk_left(&g->index, p, visit_nearest, &search);
    return search.nearest ? search.nearest->tag : -1;
}

static int winding_after(const planar_graph *g, int line) {
    if (line < 0) return 0;
    const cr_strand *s = &g->planar.strands[line];
    return g->planar.lines[line].a.y < g->planar.lines[line].b.y ? s->right : s->right + s->weight;
}

/// All spokes of the least vertex of a component point towards +x, or straight to +y, so the wedge before the first one
/// is outside of the component.
static bool set_winding_numbers(planar_graph *g, const carom_allocator *allocator) {
    size_t n = (size_t)g->planar.vertices;
    start_vertex *starts = cr_take_array(allocator, n, sizeof *starts);
    bool *seen = cr_take_array(allocator, n, sizeof *seen);
    int *queue = cr_take_array(allocator, n, sizeof *queue);
    bool done = starts && seen && queue;
    if (done) {
        int count = list_start_vertices(g, starts);
        if (count > 0) qsort(starts, (size_t)count, sizeof *starts, compare_start_vertices);
        for (int v = 0; v < g->planar.vertices; ++v) seen[v] = false;
        for (int i = 0; i < count; ++i) {
            if (seen[starts[i].vertex]) continue;
            cr_planar_set_around(&g->planar, starts[i].vertex, 0,
                                 winding_after(g, nearest_line_before(g, starts[i].at)));
            cr_planar_spread(&g->planar, starts[i].vertex, seen, queue);
        }
    }
    cr_free_array(allocator, starts, n, sizeof *starts);
    cr_free_array(allocator, seen, n, sizeof *seen);
    cr_free_array(allocator, queue, n, sizeof *queue);
    return done;
}

// ---- Selection ----------------------------------------------------------------------------------------------------

static bool is_solid_number(int number, bool even_odd) {
    return even_odd ? number & 1 : number != 0;
}

/// Keeps the strands with solid on exactly one side, directed so that it is on the left. The tag is still the source.
static void keep_boundary_strands(const planar_graph *g, bool even_odd, cr_edges *pieces) {
    pieces->count = 0;
    for (int i = 0; i < g->planar.count; ++i) {
        const cr_strand *s = &g->planar.strands[i];
        bool right = is_solid_number(s->right, even_odd), left = is_solid_number(s->right + s->weight, even_odd);
        if (left == right) continue;
        cr_edge edge = g->planar.lines[i];
        if (right) {
            edge.a = g->planar.lines[i].b;
            edge.b = g->planar.lines[i].a;
        }
        edge.tag = s->weight > 0 ? s->source_along : s->source_against; // a solid may have either winding
        pieces->items[pieces->count++] = edge;                          // fits: there are no more strands than pieces
    }
}

bool cr_keep_boundary(const carom_allocator *allocator, cr_edges *pieces, bool even_odd) {
    planar_graph g;
    bool done = graph_make(&g, allocator, pieces) && set_winding_numbers(&g, allocator);
    if (done) keep_boundary_strands(&g, even_odd, pieces);
    graph_free(&g, allocator);
    return done;
}
