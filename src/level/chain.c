// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// At a vertex where more than two edges meet, an edge that arrives goes on in the next one counter-clockwise: the
// outside between the two is empty. Solids that touch in a corner are joined there, and nothing passes between them
// (drawn with y up):
//
//      solid ^ D             A arrives from the left and goes on down in B,
//            |               C arrives from the right and goes on up in D:
//      --A-->+<--C--         both outsides end in a concave corner.
//            |
//          B v solid
//
// A corner counts when it is convex as seen from outside: a left turn, solid being on the left, or a full turn back at
// the end of a thin chain.
#include "level/chain.h"

#include "base/memory.h"
#include "geom/predicate.h"

/// Do p and q, on one line with the hub, lie on the same side of it?
static bool same_direction(carom_vec2 hub, carom_vec2 p, carom_vec2 q) {
    return p.x != hub.x ? (p.x > hub.x) == (q.x > hub.x) : (p.y > hub.y) == (q.y > hub.y);
}

/// Is the corner that lies between the edges a->b and b->c convex?
static bool turns_convex(carom_vec2 a, carom_vec2 b, carom_vec2 c) {
    int side = cr_side(a, b, c);
    return side > 0 || (side == 0 && same_direction(b, a, c));
}

static void link(cr_edge *edges, int from, int to) {
    edges[from].next = to;
    edges[to].prev = from;
    if ((edges[from].flags & CR_ONE_WAY) || !turns_convex(edges[from].a, edges[from].b, edges[to].b)) return;
    edges[from].flags |= CR_CORNER_B;
    edges[to].flags |= CR_CORNER_A;
}

/// One-way edges go on in one-way edges, borders of solids in borders of solids.
static void link_spokes(cr_edge *edges, const cr_spoke *spokes, int count) {
    for (int i = 0; i < count; ++i) {
        if (spokes[i].leaves) continue;
        uint32_t kind = edges[spokes[i].edge].flags & CR_ONE_WAY;
        int k = i;
        do k = k + 1 < count ? k + 1 : 0;
        while ((edges[spokes[k].edge].flags & CR_ONE_WAY) != kind);
        if (spokes[k].leaves) link(edges, spokes[i].edge, spokes[k].edge);
    }
}

// ---- At one point ---------------------------------------------------------------------------------------------------

bool cr_hub_reserve(cr_hub *hub, const carom_allocator *allocator, int count) {
    return cr_grow_array(allocator, (void **)&hub->edges, &hub->edges_capacity, count, sizeof hub->edges[0]) &&
           cr_grow_array(allocator, (void **)&hub->spokes, &hub->spokes_capacity, count, sizeof hub->spokes[0]) &&
           cr_grow_array(allocator, (void **)&hub->ids, &hub->ids_capacity, count, sizeof hub->ids[0]);
}

void cr_hub_free(cr_hub *hub, const carom_allocator *allocator) {
    cr_free_array(allocator, hub->edges, (size_t)hub->edges_capacity, sizeof hub->edges[0]);
    cr_free_array(allocator, hub->spokes, (size_t)hub->spokes_capacity, sizeof hub->spokes[0]);
    cr_free_array(allocator, hub->ids, (size_t)hub->ids_capacity, sizeof hub->ids[0]);
    *hub = (cr_hub){0};
}

typedef struct gathering {
    const cr_index *index;
    const carom_allocator *allocator;
    cr_hub *hub;
    bool failed;
} gathering;

static bool has_id(const cr_hub *hub, int id) {
    for (int i = 0; i < hub->count; ++i) {
        if (hub->ids[i] == id) return true;
    }
    return false;
}

/// In the order of numbers: of edges that lie on each other the lower one goes on first, at both of their ends.
static void insert(cr_hub *hub, int id, cr_edge edge) {
    int k = hub->count++;
    for (; k > 0 && hub->ids[k - 1] > id; --k) {
        hub->ids[k] = hub->ids[k - 1];
        hub->edges[k] = hub->edges[k - 1];
    }
    hub->ids[k] = id;
    hub->edges[k] = edge;
}

static double gather(void *context, const uint32_t *refs, int count) {
    gathering *g = context;
    cr_hub *hub = g->hub;
    for (int i = 0; i < count && !g->failed; ++i) {
        int id = (int)(refs[i] >> CR_REF_SHIFT);
        cr_line line = g->index->lines[id];
        bool ends_here = cr_same_point(line.a, hub->at) || cr_same_point(line.b, hub->at);
        if (!ends_here || has_id(hub, id)) continue;
        g->failed = !cr_hub_reserve(hub, g->allocator, hub->count + 1);
        if (!g->failed) insert(hub, id, cr_index_edge(g->index, id));
    }
    return 1;
}

/// All edges that end at a point are in its cell.
static bool gather_hub(const cr_index *index, const carom_allocator *allocator, cr_hub *hub, carom_vec2 p) {
    gathering g = {index, allocator, hub, false};
    const uint32_t *refs;
    hub->at = p;
    hub->count = 0;
    int count = cr_index_refs_at(index, p, &refs);
    if (count >= 0) gather(&g, refs, count);
    if (count < 0) cr_index_walk_box(index, (carom_box){p, p}, gather, &g);
    for (int i = 0; i < hub->count; ++i) hub->spokes[i] = (cr_spoke){i, cr_same_point(hub->edges[i].a, p)};
    return !g.failed;
}

static void chain_hub(cr_index *index, cr_hub *hub) {
    for (int i = 0; i < hub->count; ++i) {
        cr_edge *e = &hub->edges[hub->spokes[i].edge];
        *(hub->spokes[i].leaves ? &e->prev : &e->next) = -1;
        e->flags &= ~(uint32_t)(hub->spokes[i].leaves ? CR_CORNER_A : CR_CORNER_B);
    }
    cr_sort_spokes(hub->edges, hub->spokes, hub->count);
    link_spokes(hub->edges, hub->spokes, hub->count);
    for (int i = 0; i < hub->count; ++i) {
        cr_edge *e = &hub->edges[hub->spokes[i].edge];
        int *other = hub->spokes[i].leaves ? &e->prev : &e->next;
        if (*other >= 0) *other = hub->ids[*other];
        cr_index_relink(index, hub->ids[hub->spokes[i].edge], e->next, e->prev, e->flags);
    }
}

bool cr_chain_point(cr_index *index, const carom_allocator *allocator, cr_hub *hub, carom_vec2 p) {
    if (!gather_hub(index, allocator, hub, p)) return false;
    chain_hub(index, hub);
    return true;
}

// ---- Everywhere -----------------------------------------------------------------------------------------------------

/// The only edge that begins where edge i, alone, ends; -1 if none does, -2 if there are more of either.
static int edge_after(const cr_index *index, int i) {
    const uint32_t *refs;
    carom_vec2 b = index->lines[i].b;
    int count = cr_index_refs_at(index, b, &refs), next = -1, begin = 0, end = 0;
    if (count < 0) return -2;
    for (int k = 0; k < count; ++k) { // without branches, which nobody could guess
        int id = (int)(refs[k] >> CR_REF_SHIFT);
        cr_line line = index->lines[id];
        bool begins = (line.a.x == b.x) & (line.a.y == b.y), ends = (line.b.x == b.x) & (line.b.y == b.y);
        begin += begins;
        end += ends;
        next = begins ? id : next;
    }
    return end > 1 || begin > 1 ? -2 : next;
}

static void link_pair(cr_index *index, int i, int k) {
    cr_link *e = &index->links[i], *f = &index->links[k];
    cr_line line = index->lines[i];
    uint32_t one_way = e->next & CR_ONE_WAY;
    if (one_way != (f->next & CR_ONE_WAY)) return;
    bool is_corner = !one_way && turns_convex(line.a, line.b, index->lines[k].b);
    e->next = (uint32_t)k << CR_REF_SHIFT | (e->next & CR_REF_FLAGS) | (is_corner ? CR_CORNER_B : 0);
    f->prev = (uint32_t)i << CR_REF_SHIFT;
    f->next |= is_corner ? CR_CORNER_A : 0;
}

/// Where more than two meet, the first that ends there does it for all.
static bool is_first_to_end(const cr_hub *hub, int id) {
    for (int i = 0; i < hub->count; ++i) {
        if (!hub->spokes[i].leaves && hub->ids[i] < id) return false;
    }
    return true;
}

bool cr_chain_all(cr_index *index, const carom_allocator *allocator, int *most) {
    cr_hub hub = {0};
    bool done = true;
    *most = 2;
    for (int i = 0; done && i < index->count; ++i) {
        int next = edge_after(index, i);
        if (next >= 0) link_pair(index, i, next);
        if (next != -2) continue;
        done = gather_hub(index, allocator, &hub, index->lines[i].b);
        if (done && is_first_to_end(&hub, i)) chain_hub(index, &hub);
        if (hub.count > *most) *most = hub.count;
    }
    cr_hub_free(&hub, allocator);
    return done;
}
