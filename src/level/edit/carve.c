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
// as well, however far from the box. A bend can fold an area of less than an ulp in width up to a vertex outside the
// box: then an edge that leaves the box has another number than its solid side there. Such a vertex becomes known: the
// edges around it are cut and numbered, too.
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
    carom_vec2 *known; // vertices outside the box that are known
    int known_count, known_capacity;
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

// ---- Known vertices -------------------------------------------------------------------------------------------------

/// True if all edges at a vertex are near.
static bool knows_vertex(const carving *c, carom_vec2 p) {
    bool known = cr_boxes_overlap(c->box, (carom_box){p, p});
    for (int i = 0; i < c->known_count && !known; ++i) known = cr_same_point(c->known[i], p);
    return known;
}

static bool add_known_vertex(carving *c, carom_vec2 p) {
    if (knows_vertex(c, p)) return true;
    if (!cr_grow_array(c->allocator, (void **)&c->known, &c->known_capacity, c->known_count + 1, sizeof c->known[0]))
        return false;
    c->known[c->known_count++] = p;
    return true;
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

/// Adds the edges near each edge that a cut has bent. A cut outside the box is a new vertex: its edges are among them.
static bool add_ids_near_bent(carving *c) {
    for (int i = 0; i < c->pieces.count; ++i) {
        const cr_edge *piece = &c->pieces.items[i], *source = &c->sources.items[piece->tag];
        if (cr_side(source->a, source->b, piece->b) == 0) continue;
        if (!add_ids_in(c, cr_edge_box(source)) || !add_known_vertex(c, piece->b)) return false;
    }
    return true;
}

static carom_status arrange_nearby(carving *c) {
    if (!add_ids_in(c, c->box)) return CAROM_STATUS_NO_MEMORY;
    for (int i = 0; i < c->known_count; ++i) {
        if (!add_ids_in(c, (carom_box){c->known[i], c->known[i]})) return CAROM_STATUS_NO_MEMORY;
    }
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

static carom_vec2 point_of_vertex(const cr_planar *g, int vertex) {
    cr_fan_edge spoke = g->fans.spokes[g->fans.first[vertex]];
    return spoke.leaves ? g->lines[spoke.edge].a : g->lines[spoke.edge].b;
}

/// The contribution of an edge to the winding number of a point, as in winding.c.
static int crossing_before(const cr_edge *e, carom_vec2 p) {
    if (e->a.y <= p.y && p.y < e->b.y) return cr_side(e->a, e->b, p) < 0 ? -1 : 0;
    if (e->b.y <= p.y && p.y < e->a.y) return cr_side(e->a, e->b, p) > 0 ? 1 : 0;
    return 0;
}

/// The winding number of all pieces along the direction -x from a vertex, infinitesimally to the side of +y: that of
/// the level, with the pieces instead of their sources.
static int number_of_pieces(const carving *c, carom_vec2 p) {
    int number = cr_locate_point(&c->level->index, p).in_solid;
    for (int i = 0; i < c->ids_count; ++i) number -= crossing_before(&c->sources.items[i], p);
    for (int i = 0; i < c->pieces.count; ++i) number += crossing_before(&c->pieces.items[i], p);
    return number;
}

/// The first spoke of a vertex from that direction on.
static int spoke_after_left(const carving *c, int vertex, carom_vec2 p) {
    const cr_planar *g = &c->graph;
    int first = g->fans.first[vertex], count = g->fans.first[vertex + 1] - first;
    for (int k = 0; k < count; ++k) {
        cr_fan_edge spoke = g->fans.spokes[first + k];
        carom_vec2 q = spoke.leaves ? g->lines[spoke.edge].b : g->lines[spoke.edge].a;
        if (q.x < p.x ? q.y <= p.y : q.x == p.x && q.y < p.y) return k;
    }
    return 0;
}

/// Numbers the wedges around a vertex, and spreads the numbers.
static void spread_from(carving *c, int vertex, bool *seen, int *queue) {
    carom_vec2 p = point_of_vertex(&c->graph, vertex);
    cr_planar_set_around(&c->graph, vertex, spoke_after_left(c, vertex, p), number_of_pieces(c, p));
    cr_planar_spread(&c->graph, vertex, seen, queue);
}

static bool number_vertices(carving *c) {
    cr_planar *g = &c->graph;
    size_t n = (size_t)g->vertices;
    bool *seen = cr_take_array(c->allocator, n, sizeof *seen);
    int *queue = cr_take_array(c->allocator, n, sizeof *queue);
    bool done = seen && queue;
    for (int v = 0; done && v < g->vertices; ++v) {
        bool used = g->fans.first[v] < g->fans.first[v + 1];
        seen[v] = !used || !knows_vertex(c, point_of_vertex(g, v));
    }
    for (int v = 0; done && v < g->vertices; ++v) {
        if (!seen[v]) spread_from(c, v, seen, queue);
    }
    cr_free_array(c->allocator, seen, n, sizeof *seen);
    cr_free_array(c->allocator, queue, n, sizeof *queue);
    return done;
}

// ---- Selection ------------------------------------------------------------------------------------------------------

/// The sides of a strand that are solid.
typedef struct solid_sides {
    bool left, right;
} solid_sides;

static solid_sides sides_by_weight(const cr_strand *s) {
    return (solid_sides){s->weight > 0, s->weight < 0};
}

static solid_sides sides_by_number(const cr_strand *s) {
    return (solid_sides){s->right + s->weight > 0, s->right > 0};
}

static bool add_strand(carving *c, cr_edges *edges, int i) {
    const cr_planar *g = &c->graph;
    const cr_strand *s = &g->strands[i];
    cr_edge edge = g->lines[i];
    solid_sides sides = knows_vertex(c, edge.a) || knows_vertex(c, edge.b) ? sides_by_number(s) : sides_by_weight(s);
    if (sides.left == sides.right) return true;
    edge.tag = sides.left ? s->source_along : s->source_against;
    if (sides.right) edge.a = g->lines[i].b, edge.b = g->lines[i].a;
    return cr_edges_add(edges, c->allocator, edge);
}

/// True if a strand leads from a known vertex to another one, where it cannot end, with numbers that do not keep it.
static bool is_strand_folded(const carving *c, int i) {
    const cr_strand *s = &c->graph.strands[i];
    solid_sides number = sides_by_number(s), weight = sides_by_weight(s);
    return knows_vertex(c, c->graph.lines[i].a) != knows_vertex(c, c->graph.lines[i].b) &&
           (number.left != weight.left || number.right != weight.right);
}

static bool has_folded_strand(const carving *c) {
    for (int i = 0; i < c->graph.count; ++i) {
        if (is_strand_folded(c, i)) return true;
    }
    return false;
}

/// The outer vertices of folded strands become known.
static bool add_folded_ends(carving *c) {
    const int before = c->known_count;
    for (int i = 0; i < c->graph.count; ++i) {
        const cr_edge line = c->graph.lines[i];
        int found = c->known_count;
        c->known_count = before; // as when the strands were numbered
        bool folded = is_strand_folded(c, i);
        c->known_count = found;
        if (folded && (!add_known_vertex(c, line.a) || !add_known_vertex(c, line.b))) return false;
    }
    return true;
}

/// True if f, the only piece that starts where `run` ends, continues it in a straight line. Outside of the box other
/// edges may meet there, but for pieces of one source.
static bool is_successor(const void *context, const cr_edge *run, const cr_edge *f) {
    const carving *c = context;
    if (run->tag == f->tag) return true;
    const cr_edge *s = &c->sources.items[run->tag], *t = &c->sources.items[f->tag];
    if (s->tag != t->tag || s->prev != t->prev || !knows_vertex(c, run->b)) return false;
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

static carom_status number_nearby(carving *c) {
    carom_status status = arrange_nearby(c);
    if (status != CAROM_STATUS_OK) return status;
    cr_planar_free(&c->graph, c->allocator);
    bool done = cr_planar_make(&c->graph, c->allocator, &c->pieces) && number_vertices(c);
    return done ? CAROM_STATUS_OK : CAROM_STATUS_NO_MEMORY;
}

/// Ends because each round makes a vertex known.
static carom_status number_all(carving *c) {
    carom_status status = number_nearby(c);
    while (status == CAROM_STATUS_OK && has_folded_strand(c))
        status = add_folded_ends(c) ? number_nearby(c) : CAROM_STATUS_NO_MEMORY;
    return status;
}

static carom_status find_carving(carving *c) {
    carom_status status = number_all(c);
    if (status == CAROM_STATUS_OK) {
        c->kept = cr_take_array(c->allocator, (size_t)c->ids_count, sizeof *c->kept);
        bool done = c->kept && select_boundary(c) && compare_solid(c) && clip_thin_nearby(c);
        if (!done) status = CAROM_STATUS_NO_MEMORY;
    }
    cr_planar_free(&c->graph, c->allocator);
    cr_free_array(c->allocator, c->kept, (size_t)c->ids_count, sizeof *c->kept);
    return status;
}

carom_status cr_carve_find(carom_level *level, const cr_edges *loops, const cr_edges *clip) {
    carving c = {.level = level, .editor = level->editor, .scratch = &level->editor->scratch};
    c.allocator = cr_level_allocator(level);
    c.loops = loops;
    c.clip = clip;
    c.box = cr_box_empty();
    for (int i = 0; i < loops->count; ++i) c.box = cr_box_union(c.box, cr_edge_box(&loops->items[i]));
    carom_status status = find_carving(&c);
    cr_free_array(c.allocator, c.known, (size_t)c.known_capacity, sizeof c.known[0]);
    cr_free_array(c.allocator, c.ids, (size_t)c.ids_capacity, sizeof c.ids[0]);
    cr_edges_free(&c.sources, c.allocator);
    cr_edges_free(&c.pieces, c.allocator);
    cr_edges_free(&c.result, c.allocator);
    return status;
}
