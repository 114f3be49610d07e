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

static bool turns_convex(const cr_edge *e, const cr_edge *f) {
    int side = cr_side(e->a, e->b, f->b);
    return side > 0 || (side == 0 && same_direction(e->b, e->a, f->b));
}

static void link(cr_edge *edges, int from, int to) {
    edges[from].next = to;
    edges[to].prev = from;
    if ((edges[from].flags & CR_ONE_WAY) || !turns_convex(&edges[from], &edges[to])) return;
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

bool cr_chain_edges(const carom_allocator *allocator, cr_edge *edges, int count, int *most) {
    int *ids = cr_take_array(allocator, (size_t)count * 2, sizeof *ids);
    if (!ids) return false;
    cr_stars stars = {0};
    int vertices = cr_weld_edges(allocator, edges, count, ids);
    bool done = vertices >= 0 && cr_stars_make(&stars, allocator, edges, count, ids, vertices);
    for (int i = 0; done && i < count; ++i) {
        edges[i].next = edges[i].prev = -1;
        edges[i].flags &= ~(uint32_t)(CR_CORNER_A | CR_CORNER_B);
    }
    *most = 0;
    for (int v = 0; done && v < vertices; ++v) {
        int spokes = stars.first[v + 1] - stars.first[v];
        link_spokes(edges, stars.spokes + stars.first[v], spokes);
        if (spokes > *most) *most = spokes;
    }
    cr_stars_free(&stars, allocator);
    cr_free_array(allocator, ids, (size_t)count * 2, sizeof *ids);
    return done;
}

void cr_chain_vertex(cr_edge *edges, cr_spoke *spokes, const int *ids, int count) {
    for (int i = 0; i < count; ++i) {
        cr_edge *e = &edges[spokes[i].edge];
        *(spokes[i].leaves ? &e->prev : &e->next) = -1;
        e->flags &= ~(uint32_t)(spokes[i].leaves ? CR_CORNER_A : CR_CORNER_B);
    }
    cr_sort_spokes(edges, spokes, count);
    link_spokes(edges, spokes, count);
    for (int i = 0; i < count; ++i) {
        cr_edge *e = &edges[spokes[i].edge];
        int *other = spokes[i].leaves ? &e->prev : &e->next;
        if (*other >= 0) *other = ids[*other];
    }
}
