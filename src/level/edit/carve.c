// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The boundary of a level is a set of closed loops with winding number 1 in solids and 0 outside. The boundary of the
// area is added to it: counter-clockwise to fill, clockwise to carve. Solid is then where the number is positive. A
// tile replaces a cell by both: the cell clockwise, and the tile counter-clockwise twice.
//
//     carving        number 1 (solid)              All edges near the box of the area are cut where they meet. At a
//        +--------------------------+              vertex in the box all edges are known, so the numbers spread from
//        |      0  +-----<-----+    |              vertex to vertex in the box. A vertex outside may have edges that
//        |   +-->--+- -1 - - - v    |   0          are not near. Nothing spreads through it, and an edge between two
//     ---+---|     |           |----+-             such vertices stays as it is.
//        |   |     +-----------+
//        +---+ the box
//
// A crossing is rounded, which bends the edges that it divides by less than an ulp. Edges near a bent one are compared
// as well, however far from the box.
#include "level/edit/carve.h"

#include "base/float.h"
#include "base/memory.h"
#include "geom/core.h"
#include "geom/predicate.h"
#include "level/build/arrange.h"
#include "level/build/clip.h"
#include "level/build/collinear.h"
#include "level/build/planar.h"
#include "level/query/winding.h"

#include <stdlib.h>

/// The edges near an area: first those of the level, then those of the loops.
typedef struct carving {
    carom_level *level;
    cr_editor *editor;
    cr_edit_scratch *scratch;
    const carom_allocator *allocator;
    const cr_edges *loops, *clip;
    carom_box box;
    int *ids; // of the solid edges near, ascending
    int ids_count, ids_capacity;
    cr_edges sources; // tag as in the level; `prev`: pieces with different ones are not merged
    cr_edges pieces;  // tag: the source
    cr_planar graph;
    cr_edges result; // tag: the source
    bool *kept;      // for each of `ids`: the edge stays as it is
} carving;

static bool is_thin(const cr_edge *e) {
    return e->flags & (CR_ONE_WAY | CR_TWO_SIDED);
}

// ---- Edges nearby ---------------------------------------------------------------------------------------------------

static bool add_ids_in(carving *c, carom_box box) {
    cr_search search;
    cr_search_begin(&search, &c->level->index, box);
    for (int id; (id = cr_search_next(&search)) >= 0;) {
        cr_edge edge = cr_index_edge(&c->level->index, id);
        if (is_thin(&edge)) continue;
        if (!cr_grow_array(c->allocator, (void **)&c->ids, &c->ids_capacity, c->ids_count + 1, sizeof c->ids[0]))
            return false;
        c->ids[c->ids_count++] = id;
    }
    c->ids_count = cr_sort_unique(c->ids, c->ids_count);
    return true;
}

/// Runs of tiles are merged with their own pieces only, so that they stay runs.
static bool list_sources(carving *c) {
    c->sources.count = c->pieces.count = 0;
    for (int i = 0; i < c->ids_count; ++i) {
        cr_edge edge = cr_index_edge(&c->level->index, c->ids[i]);
        edge.prev = c->editor->runs[c->ids[i]].grid >= 0 ? i : -1;
        edge.flags = 0;
        if (!cr_edges_add(&c->sources, c->allocator, edge)) return false;
    }
    for (int i = 0; i < c->loops->count; ++i) {
        cr_edge edge = c->loops->items[i];
        edge.prev = -1;
        edge.flags = 0;
        if (!cr_edges_add(&c->sources, c->allocator, edge)) return false;
    }
    for (int i = 0; i < c->sources.count; ++i) {
        cr_edge piece = c->sources.items[i];
        piece.tag = i;
        if (!cr_edges_add(&c->pieces, c->allocator, piece)) return false;
    }
    return true;
}

/// Adds the edges near each edge that a cut has bent.
static bool add_ids_near_bent(carving *c) {
    for (int i = 0; i < c->pieces.count; ++i) {
        const cr_edge *piece = &c->pieces.items[i], *source = &c->sources.items[piece->tag];
        if (cr_side(source->a, source->b, piece->b) == 0) continue;
        if (!add_ids_in(c, cr_edge_box(source))) return false;
    }
    return true;
}

static carom_status arrange_nearby(carving *c) {
    if (!add_ids_in(c, c->box)) return CAROM_STATUS_NO_MEMORY;
    for (int before = -1; c->ids_count != before;) {
        before = c->ids_count;
        cr_crossing_budget budget = cr_crossing_budget_of(c->editor->desc.max_crossings);
        if (!list_sources(c)) return CAROM_STATUS_NO_MEMORY;
        carom_status status = cr_arrange(c->allocator, &c->pieces, &budget);
        if (status != CAROM_STATUS_OK) return status;
        if (!add_ids_near_bent(c)) return CAROM_STATUS_NO_MEMORY;
    }
    return CAROM_STATUS_OK;
}

// ---- Winding numbers ------------------------------------------------------------------------------------------------

static bool is_in_box(carom_box box, carom_vec2 p) {
    return cr_boxes_overlap(box, (carom_box){p, p});
}

static carom_vec2 point_of_vertex(const cr_planar *g, int vertex) {
    cr_fan_edge spoke = g->fans.spokes[g->fans.first[vertex]];
    return spoke.leaves ? g->lines[spoke.edge].a : g->lines[spoke.edge].b;
}

static bool leaves_box(const carving *c, int strand) {
    const cr_edge *line = &c->graph.lines[strand];
    return !is_in_box(c->box, line->a) || !is_in_box(c->box, line->b);
}

/// The strands of the level that give a number: first the ones that leave the box, then all.
enum { LEAVING_STRANDS, LEVEL_STRANDS, NO_STRANDS };

/// The number of the level before the first spoke of a vertex, from the first strand of that kind around it. Returns
/// false if there is no such strand.
static bool number_before(const carving *c, int vertex, int kind, int *number) {
    const cr_planar *g = &c->graph;
    int turned = 0; // by the spokes passed
    for (int k = g->fans.first[vertex]; kind != NO_STRANDS && k < g->fans.first[vertex + 1]; ++k) {
        cr_fan_edge spoke = g->fans.spokes[k];
        const cr_strand *s = &g->strands[spoke.edge];
        int weight = s->weight - s->added;
        if (weight != 0 && (kind == LEVEL_STRANDS || leaves_box(c, spoke.edge))) {
            bool inside_left = weight > 0; // of the strand; the wedge before is right of a leaving one
            *number = (inside_left != spoke.leaves) - turned;
            return true;
        }
        turned += spoke.leaves ? weight : -weight;
    }
    return false;
}

/// The number of the added loops before the first spoke of a vertex: along the direction -y from there, infinitesimally
/// to the side of +x. The crossing rule of winding.c, turned by a quarter.
static int added_number_before(const carving *c, carom_vec2 p) {
    int number = 0;
    for (int i = 0; i < c->pieces.count; ++i) {
        const cr_edge *e = &c->pieces.items[i];
        if (e->tag < c->ids_count || (e->a.x > p.x) == (e->b.x > p.x)) continue;
        int side = cr_side(e->a, e->b, p);
        if (e->a.x > p.x && side < 0) --number;
        if (e->b.x > p.x && side > 0) ++number;
    }
    return number;
}

/// Numbers the wedges around a vertex, and spreads the numbers. Does nothing if the vertex has no strand of the kind.
/// NO_STRANDS: takes the number from the index. That is right because such vertices belong to parts of the loops that
/// meet no edge, where nothing is cut.
static void spread_from(carving *c, int vertex, int kind, bool *seen, int *queue) {
    carom_vec2 p = point_of_vertex(&c->graph, vertex);
    int level = 0;
    if (kind == NO_STRANDS)
        level = cr_locate_point(&c->level->index, p).in_solid;
    else if (!number_before(c, vertex, kind, &level))
        return;
    cr_planar_set_around(&c->graph, vertex, 0, level + added_number_before(c, p));
    cr_planar_spread(&c->graph, vertex, seen, queue);
}

/// The level is solid on one side of each of its strands. But rounding can fold an area that is an ulp wide: then the
/// numbers on both sides of a strand are one too low or too high. A strand that leaves the box keeps its solid side, so
/// numbers start from such strands, then from other strands of the level. Parts that meet no edge take the number of
/// the index.
static bool number_vertices(carving *c) {
    cr_planar *g = &c->graph;
    size_t n = (size_t)g->vertices;
    bool *seen = cr_take_array(c->allocator, n, sizeof *seen);
    int *queue = cr_take_array(c->allocator, n, sizeof *queue);
    bool done = seen && queue;
    for (int v = 0; done && v < g->vertices; ++v) {
        bool used = g->fans.first[v] < g->fans.first[v + 1];
        seen[v] = !used || !is_in_box(c->box, point_of_vertex(g, v));
    }
    for (int kind = LEAVING_STRANDS; done && kind <= NO_STRANDS; ++kind) {
        for (int v = 0; v < g->vertices; ++v) {
            if (!seen[v]) spread_from(c, v, kind, seen, queue);
        }
    }
    cr_free_array(c->allocator, seen, n, sizeof *seen);
    cr_free_array(c->allocator, queue, n, sizeof *queue);
    return done;
}

// ---- Selection ------------------------------------------------------------------------------------------------------

static bool add_strand(carving *c, cr_edges *edges, int i) {
    const cr_planar *g = &c->graph;
    const cr_strand *s = &g->strands[i];
    cr_edge edge = g->lines[i];
    bool left, right;
    if (is_in_box(c->box, edge.a) || is_in_box(c->box, edge.b)) {
        left = s->right + s->weight > 0;
        right = s->right > 0;
    } else {
        left = s->weight > 0;
        right = s->weight < 0;
    }
    if (left == right) return true;
    edge.tag = left ? s->source_along : s->source_against;
    if (right) edge.a = g->lines[i].b, edge.b = g->lines[i].a;
    return cr_edges_add(edges, c->allocator, edge);
}

/// True if f, the only piece that starts where `run` ends, continues it in a straight line. Outside of the box other
/// edges may meet there, but for pieces of one source.
static bool is_successor(const void *context, const cr_edge *run, const cr_edge *f) {
    const carving *c = context;
    if (run->tag == f->tag) return true;
    const cr_edge *s = &c->sources.items[run->tag], *t = &c->sources.items[f->tag];
    if (s->tag != t->tag || s->prev != t->prev || !is_in_box(c->box, run->b)) return false;
    double ex = (double)run->b.x - (double)run->a.x, ey = (double)run->b.y - (double)run->a.y;
    double fx = (double)f->b.x - (double)f->a.x, fy = (double)f->b.y - (double)f->a.y;
    return ex * fx + ey * fy > 0 && cr_side(run->a, run->b, f->b) == 0;
}

static bool select_boundary(carving *c) {
    cr_edges edges = {0};
    bool done = true;
    for (int i = 0; done && i < c->graph.count; ++i) done = add_strand(c, &edges, i);
    done = done && cr_merge_collinear(c->allocator, &edges, is_successor, c, &c->result);
    cr_edges_free(&edges, c->allocator);
    return done;
}

// ---- Changes --------------------------------------------------------------------------------------------------------

static bool add_carved_edge(carving *c, cr_edge edge, int tag) {
    cr_edit_scratch *s = c->scratch;
    if (!cr_grow_array(c->allocator, (void **)&s->added_runs, &s->added_runs_capacity, s->added.count + 1,
                       sizeof s->added_runs[0])) {
        return false;
    }
    s->added_runs[s->added.count] = (cr_run){.grid = CR_RUN_CARVED};
    edge.tag = tag;
    edge.next = edge.prev = -1;
    edge.flags &= CR_ONE_WAY | CR_TWO_SIDED;
    return cr_edges_add(&s->added, c->allocator, edge);
}

static bool add_removed_edge(carving *c, int id) {
    cr_edit_scratch *s = c->scratch;
    if (!cr_grow_array(c->allocator, (void **)&s->removed, &s->removed_capacity, s->removed_count + 1,
                       sizeof s->removed[0])) {
        return false;
    }
    s->removed[s->removed_count++] = id;
    return true;
}

static bool compare_solid(carving *c) {
    for (int i = 0; i < c->ids_count; ++i) c->kept[i] = false;
    for (int i = 0; i < c->result.count; ++i) {
        const cr_edge *e = &c->result.items[i], *source = &c->sources.items[e->tag];
        bool same = e->tag < c->ids_count && cr_same_point(e->a, source->a) && cr_same_point(e->b, source->b);
        if (same) c->kept[e->tag] = true;
        if (!same && !add_carved_edge(c, *e, source->tag)) return false;
    }
    for (int i = 0; i < c->ids_count; ++i) {
        if (!c->kept[i] && !add_removed_edge(c, c->ids[i])) return false;
    }
    return true;
}

/// Clips one thin edge against the area.
static bool clip_thin_edge(carving *c, int id) {
    cr_edges thin = {0};
    cr_edge edge = cr_index_edge(&c->level->index, id);
    edge.flags &= CR_ONE_WAY | CR_TWO_SIDED;
    bool done = cr_edges_add(&thin, c->allocator, edge) && cr_clip_thin(c->allocator, c->clip, &thin);
    bool same =
        done && thin.count == 1 && cr_same_point(thin.items[0].a, edge.a) && cr_same_point(thin.items[0].b, edge.b);
    for (int i = 0; done && !same && i < thin.count; ++i) done = add_carved_edge(c, thin.items[i], edge.tag);
    if (done && !same) done = add_removed_edge(c, id);
    cr_edges_free(&thin, c->allocator);
    return done;
}

static bool clip_thin_nearby(carving *c) {
    cr_search search;
    cr_search_begin(&search, &c->level->index, c->box);
    for (int id; (id = cr_search_next(&search)) >= 0;) {
        cr_edge edge = cr_index_edge(&c->level->index, id);
        if (is_thin(&edge) && !clip_thin_edge(c, id)) return false;
    }
    return true;
}

static carom_status find_carving(carving *c) {
    carom_status status = arrange_nearby(c);
    if (status != CAROM_STATUS_OK) return status;
    c->kept = cr_take_array(c->allocator, (size_t)c->ids_count, sizeof *c->kept);
    bool done = c->kept && cr_planar_make(&c->graph, c->allocator, &c->pieces, c->ids_count) && number_vertices(c) &&
                select_boundary(c) && compare_solid(c) && clip_thin_nearby(c);
    cr_planar_free(&c->graph, c->allocator);
    cr_free_array(c->allocator, c->kept, (size_t)c->ids_count, sizeof *c->kept);
    return done ? CAROM_STATUS_OK : CAROM_STATUS_NO_MEMORY;
}

carom_status cr_carve_find(carom_level *level, const cr_edges *loops, const cr_edges *clip) {
    carving c = {.level = level, .editor = level->editor, .scratch = &level->editor->scratch};
    c.allocator = cr_level_allocator(level);
    c.loops = loops;
    c.clip = clip;
    c.box = cr_box_empty();
    for (int i = 0; i < loops->count; ++i) c.box = cr_box_union(c.box, cr_edge_box(&loops->items[i]));
    carom_status status = find_carving(&c);
    cr_free_array(c.allocator, c.ids, (size_t)c.ids_capacity, sizeof c.ids[0]);
    cr_edges_free(&c.sources, c.allocator);
    cr_edges_free(&c.pieces, c.allocator);
    cr_edges_free(&c.result, c.allocator);
    return status;
}
