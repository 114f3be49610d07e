// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Where more than two edges meet, an edge that arrives at the vertex continues in the next edge counter-clockwise: the
// wedge between the two is empty. Solids that touch in a vertex are therefore joined there, and nothing passes between
// them (drawn with y up):
//
//      solid ^ D             A arrives from the left and continues down in B,
//            |               C arrives from the right and continues up in D:
//      --A-->+<--C--         both chains have a concave vertex.
//            |
//          B v solid
//
// A vertex is a convex corner if the chain turns left there (solid is on the left), or reverses at the end of a thin
// chain.
#include "level/build/chain.h"

#include "base/heap.h"
#include "base/memory.h"
#include "geom/predicate.h"
#include "level/build/vertex_weld.h"

/// True if p and q, collinear with the hub, lie on the same side of it.
static bool same_direction(carom_vec2 hub, carom_vec2 p, carom_vec2 q) {
    return p.x != hub.x ? (p.x > hub.x) == (q.x > hub.x) : (p.y > hub.y) == (q.y > hub.y);
}

/// True if the vertex between edges a->b and b->c is convex.
static bool turns_convex(carom_vec2 a, carom_vec2 b, carom_vec2 c) {
    int side = cr_side(a, b, c);
    return side > 0 || (side == 0 && same_direction(b, a, c));
}

static void link_edges(cr_edge *edges, int from, int to) {
    edges[from].next = to;
    edges[to].prev = from;
    if ((edges[from].flags & CR_ONE_WAY) || !turns_convex(edges[from].a, edges[from].b, edges[to].b)) return;
    edges[from].flags |= CR_CORNER_B;
    edges[to].flags |= CR_CORNER_A;
}

/// One-way edges continue only in one-way edges, and other edges only in other edges.
static void link_spokes(cr_edge *edges, const cr_fan_edge *spokes, int count) {
    for (int i = 0; i < count; ++i) {
        if (spokes[i].leaves) continue;
        uint32_t kind = edges[spokes[i].edge].flags & CR_ONE_WAY;
        int k = i;
        do k = k + 1 < count ? k + 1 : 0;
        while ((edges[spokes[k].edge].flags & CR_ONE_WAY) != kind);
        if (spokes[k].leaves) link_edges(edges, spokes[i].edge, spokes[k].edge);
    }
}

// ---- One vertex -----------------------------------------------------------------------------------------------------

bool cr_chain_vertex_reserve(cr_chain_vertex *hub, const carom_allocator *allocator, int count) {
    return cr_grow_array(allocator, (void **)&hub->edges, &hub->edges_capacity, count, sizeof hub->edges[0]) &&
           cr_grow_array(allocator, (void **)&hub->spokes, &hub->spokes_capacity, count, sizeof hub->spokes[0]) &&
           cr_grow_array(allocator, (void **)&hub->ids, &hub->ids_capacity, count, sizeof hub->ids[0]);
}

void cr_chain_vertex_free(cr_chain_vertex *hub, const carom_allocator *allocator) {
    cr_free_array(allocator, hub->edges, (size_t)hub->edges_capacity, sizeof hub->edges[0]);
    cr_free_array(allocator, hub->spokes, (size_t)hub->spokes_capacity, sizeof hub->spokes[0]);
    cr_free_array(allocator, hub->ids, (size_t)hub->ids_capacity, sizeof hub->ids[0]);
    *hub = (cr_chain_vertex){0};
}

/// Copies the edges of hub->ids. The ids must be in ascending order: of edges that coincide, the lower number is linked
/// first, at both ends.
static void load_hub(const cr_index *index, cr_chain_vertex *hub, carom_vec2 p) {
    for (int i = 0; i < hub->count; ++i) {
        hub->edges[i] = cr_index_edge(index, hub->ids[i]);
        hub->spokes[i] = (cr_fan_edge){i, cr_same_point(hub->edges[i].a, p)};
    }
}

static bool gather_edges_at(const cr_index *index, const carom_allocator *allocator, cr_chain_vertex *hub,
                            carom_vec2 p) {
    const uint32_t *refs;
    int count = cr_index_refs_at(index, p, &refs);
    hub->count = 0;
    hub->refs_read += count;
    bool sorted = true; // false only after edits, which move refs
    for (int i = 0; i < count; ++i) {
        int id = (int)(refs[i] >> CR_REF_SHIFT);
        cr_edge_line line = index->lines[id];
        if (!cr_same_point(line.a, p) && !cr_same_point(line.b, p)) continue;
        if (!cr_chain_vertex_reserve(hub, allocator, hub->count + 1)) return false;
        sorted = sorted && (hub->count == 0 || hub->ids[hub->count - 1] < id);
        hub->ids[hub->count++] = id;
    }
    if (!sorted) cr_sort_unique(hub->ids, hub->count);
    load_hub(index, hub, p);
    return true;
}

static void link_hub(cr_index *index, cr_chain_vertex *hub) {
    for (int i = 0; i < hub->count; ++i) {
        cr_edge *e = &hub->edges[hub->spokes[i].edge];
        *(hub->spokes[i].leaves ? &e->prev : &e->next) = -1;
        e->flags &= ~(uint32_t)(hub->spokes[i].leaves ? CR_CORNER_A : CR_CORNER_B);
    }
    cr_sort_fan(hub->edges, hub->spokes, hub->count);
    link_spokes(hub->edges, hub->spokes, hub->count);
    for (int i = 0; i < hub->count; ++i) {
        cr_edge *e = &hub->edges[hub->spokes[i].edge];
        int *other = hub->spokes[i].leaves ? &e->prev : &e->next;
        if (*other >= 0) *other = hub->ids[*other];
        cr_index_relink(index, hub->ids[hub->spokes[i].edge], e->next, e->prev, e->flags);
    }
}

bool cr_chain_point(cr_index *index, const carom_allocator *allocator, cr_chain_vertex *hub, carom_vec2 p) {
    if (!gather_edges_at(index, allocator, hub, p)) return false;
    link_hub(index, hub);
    return true;
}

// ---- All vertices ---------------------------------------------------------------------------------------------------
//
// The edges at a vertex are in the list of its cell. If the list is long, reading it for each vertex would take
// quadratic time. So the ends of edges in such cells are collected, sorted by vertex, and linked vertex by vertex.

/// An end of an edge in a cell with more than CR_CELL_FEW refs.
typedef struct crowded_end {
    uint64_t vertex; // the key of the point
    int edge;
} crowded_end;

typedef struct chaining {
    cr_index *index;
    const carom_allocator *allocator;
    int max_edges;
    cr_chain_vertex hub;
    crowded_end *ends;
    int ends_count, ends_capacity;
} chaining;

/// Results of edge_after other than an edge. IS_CROWDED: the cell of the vertex has more than CR_CELL_FEW refs.
enum { ENDS_CHAIN = -1, MEETS_SEVERAL = -2, IS_CROWDED = -3 };

/// Returns the edge that begins at the end of edge i, if no other edge begins or ends there; ENDS_CHAIN if none begins;
/// MEETS_SEVERAL if more than one begins or ends; IS_CROWDED without reading a long list.
static int edge_after(chaining *c, int i) {
    const cr_index *index = c->index;
    const uint32_t *refs;
    carom_vec2 b = index->lines[i].b;
    int count = cr_index_refs_at(index, b, &refs), next = ENDS_CHAIN, begin = 0, end = 0;
    if (count > CR_CELL_FEW) return IS_CROWDED;
    c->hub.refs_read += count;
    for (int k = 0; k < count; ++k) { // branchless: the outcomes are unpredictable
        int id = (int)(refs[k] >> CR_REF_SHIFT);
        cr_edge_line line = index->lines[id];
        bool begins = (line.a.x == b.x) & (line.a.y == b.y), ends = (line.b.x == b.x) & (line.b.y == b.y);
        begin += begins;
        end += ends;
        next = begins ? id : next;
    }
    return end > 1 || begin > 1 ? MEETS_SEVERAL : next;
}

static void link_pair(cr_index *index, int i, int k) {
    cr_link *e = &index->links[i], *f = &index->links[k];
    cr_edge_line line = index->lines[i];
    uint32_t one_way = e->next & CR_ONE_WAY;
    if (one_way != (f->next & CR_ONE_WAY)) return;
    bool is_corner = !one_way && turns_convex(line.a, line.b, index->lines[k].b);
    e->next = (uint32_t)k << CR_REF_SHIFT | (e->next & CR_REF_FLAGS) | (is_corner ? CR_CORNER_B : 0);
    f->prev = (uint32_t)i << CR_REF_SHIFT;
    f->next |= is_corner ? CR_CORNER_A : 0;
}

/// A vertex with more than two edges is handled once, from the first edge that ends there.
static bool is_first_to_end(chaining *c, int i) {
    const cr_index *index = c->index;
    const uint32_t *refs;
    carom_vec2 b = index->lines[i].b;
    int count = cr_index_refs_at(index, b, &refs);
    c->hub.refs_read += count;
    for (int k = 0; k < count; ++k) {
        int id = (int)(refs[k] >> CR_REF_SHIFT);
        if (id < i && cr_same_point(index->lines[id].b, b)) return false;
    }
    return true;
}

static bool add_crowded_end(chaining *c, carom_vec2 p, int edge) {
    if (!cr_grow_array(c->allocator, (void **)&c->ends, &c->ends_capacity, c->ends_count + 1, sizeof c->ends[0]))
        return false;
    c->ends[c->ends_count++] = (crowded_end){cr_point_key(p), edge};
    return true;
}

/// Links edges at their ends, except in crowded cells, whose ends it collects.
static bool chain_few(chaining *c) {
    cr_index *index = c->index;
    bool done = true;
    for (int i = 0, count = index->count; done && i < count; ++i) {
        int next = edge_after(c, i);
        if (next >= 0) {
            link_pair(index, i, next);
        } else if (next == IS_CROWDED) {
            done = add_crowded_end(c, index->lines[i].b, i);
        } else if (next == MEETS_SEVERAL && is_first_to_end(c, i)) {
            done = cr_chain_point(index, c->allocator, &c->hub, index->lines[i].b);
        }
    }
    return done;
}

/// Collects the beginnings of edges in crowded cells: none of them is linked yet.
static bool add_crowded_beginnings(chaining *c) {
    const cr_index *index = c->index;
    const uint32_t *refs;
    bool done = true;
    for (int i = 0, count = index->count; done && i < count; ++i) {
        if ((int32_t)index->links[i].prev >= 0) continue;
        carom_vec2 a = index->lines[i].a;
        if (cr_index_refs_at(index, a, &refs) > CR_CELL_FEW) done = add_crowded_end(c, a, i);
    }
    return done;
}

/// Orders by vertex, then by edge. No two ends are equal: an edge has only one end at a vertex.
static bool is_end_after(const void *context, const void *a, const void *b) {
    (void)context;
    const crowded_end *p = a, *q = b;
    return p->vertex != q->vertex ? p->vertex > q->vertex : p->edge > q->edge;
}

/// Links the ends at one vertex. They must be all of them, in the order of the edges.
static bool chain_ends(chaining *c, const crowded_end *ends, int count) {
    cr_chain_vertex *hub = &c->hub;
    if (!cr_chain_vertex_reserve(hub, c->allocator, count)) return false;
    hub->count = count;
    for (int i = 0; i < count; ++i) hub->ids[i] = ends[i].edge;
    cr_edge_line line = c->index->lines[ends[0].edge];
    load_hub(c->index, hub, cr_point_key(line.a) == ends[0].vertex ? line.a : line.b);
    link_hub(c->index, hub);
    if (count > c->max_edges) c->max_edges = count;
    return true;
}

static bool chain_crowded(chaining *c) {
    if (!add_crowded_beginnings(c)) return false;
    cr_heap_sort(&(cr_heap){c->ends, sizeof *c->ends, is_end_after, NULL}, (uint32_t)c->ends_count);
    bool done = true;
    for (int i = 0, next; done && i < c->ends_count; i = next) {
        for (next = i + 1; next < c->ends_count && c->ends[next].vertex == c->ends[i].vertex;) ++next;
        done = chain_ends(c, c->ends + i, next - i);
    }
    return done;
}

bool cr_chain_all(cr_index *index, const carom_allocator *allocator, cr_chain_count *counts) {
    chaining c = {.index = index, .allocator = allocator, .max_edges = CR_CELL_FEW};
    bool done = chain_few(&c) && chain_crowded(&c);
    *counts = (cr_chain_count){c.max_edges, c.hub.refs_read};
    cr_chain_vertex_free(&c.hub, allocator);
    cr_free_array(allocator, c.ends, (size_t)c.ends_capacity, sizeof c.ends[0]);
    return done;
}
