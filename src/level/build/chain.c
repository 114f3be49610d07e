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

#include "base/memory.h"
#include "geom/predicate.h"

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

/// Sorted by number: of edges that coincide, the lower number is linked first, at both ends.
static void insert_at_hub(cr_chain_vertex *hub, int id, cr_edge edge) {
    int k = hub->count++;
    for (; k > 0 && hub->ids[k - 1] > id; --k) {
        hub->ids[k] = hub->ids[k - 1];
        hub->edges[k] = hub->edges[k - 1];
    }
    hub->ids[k] = id;
    hub->edges[k] = edge;
}

static bool gather_edges_at(const cr_index *index, const carom_allocator *allocator, cr_chain_vertex *hub,
                            carom_vec2 p) {
    const uint32_t *refs;
    int count = cr_index_refs_at(index, p, &refs);
    hub->at = p;
    hub->count = 0;
    for (int i = 0; i < count; ++i) {
        int id = (int)(refs[i] >> CR_REF_SHIFT);
        cr_edge_line line = index->lines[id];
        if (!cr_same_point(line.a, p) && !cr_same_point(line.b, p)) continue;
        if (!cr_chain_vertex_reserve(hub, allocator, hub->count + 1)) return false;
        insert_at_hub(hub, id, cr_index_edge(index, id));
    }
    for (int i = 0; i < hub->count; ++i) hub->spokes[i] = (cr_fan_edge){i, cr_same_point(hub->edges[i].a, p)};
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

/// Returns the edge that begins at the end of edge i, if no other edge begins or ends there; -1 if none begins; -2 if
/// more than one begins or ends.
static int edge_after(const cr_index *index, int i) {
    const uint32_t *refs;
    carom_vec2 b = index->lines[i].b;
    int count = cr_index_refs_at(index, b, &refs), next = -1, begin = 0, end = 0;
    if (count > CR_CELL_FEW) return -2;
    for (int k = 0; k < count; ++k) { // branchless: the outcomes are unpredictable
        int id = (int)(refs[k] >> CR_REF_SHIFT);
        cr_edge_line line = index->lines[id];
        bool begins = (line.a.x == b.x) & (line.a.y == b.y), ends = (line.b.x == b.x) & (line.b.y == b.y);
        begin += begins;
        end += ends;
        next = begins ? id : next;
    }
    return end > 1 || begin > 1 ? -2 : next;
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
static bool is_first_to_end(const cr_index *index, int i) {
    const uint32_t *refs;
    carom_vec2 b = index->lines[i].b;
    int count = cr_index_refs_at(index, b, &refs);
    for (int k = 0; k < count; ++k) {
        int id = (int)(refs[k] >> CR_REF_SHIFT);
        if (id < i && cr_same_point(index->lines[id].b, b)) return false;
    }
    return true;
}

bool cr_chain_all(cr_index *index, const carom_allocator *allocator, int *max_edges) {
    cr_chain_vertex hub = {0};
    bool done = true;
    *max_edges = 2;
    for (int i = 0; done && i < index->count; ++i) {
        int next = edge_after(index, i);
        if (next >= 0) link_pair(index, i, next);
        if (next != -2 || !is_first_to_end(index, i)) continue;
        done = gather_edges_at(index, allocator, &hub, index->lines[i].b);
        if (done) link_hub(index, &hub);
        if (hub.count > *max_edges) *max_edges = hub.count;
    }
    cr_chain_vertex_free(&hub, allocator);
    return done;
}
