// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Spokes are put to their vertices by counting, and sorted around each by exact sides.
#include "level/star.h"

#include "base/memory.h"
#include "geom/predicate.h"
#include "level/weld.h"

#include <string.h>

int cr_weld_edges(const carom_allocator *allocator, const cr_edge *edges, int count, int *ids) {
    uint64_t *keys = cr_take_array(allocator, (size_t)count * 2, sizeof *keys);
    if (!keys) return -1;
    for (int i = 0; i < count; ++i) {
        keys[2 * i] = cr_point_key(edges[i].a);
        keys[2 * i + 1] = cr_point_key(edges[i].b);
    }
    int vertices = cr_weld(allocator, keys, count * 2, ids);
    cr_free_array(allocator, keys, (size_t)count * 2, sizeof *keys);
    return vertices;
}

/// The half turn from -y (without it) over +x to +y comes first.
static bool in_first_half(carom_vec2 hub, carom_vec2 tip) {
    return tip.x > hub.x || (tip.x == hub.x && tip.y > hub.y);
}

static bool comes_before(const cr_edge *edges, cr_spoke p, cr_spoke q) {
    const cr_edge *e = &edges[p.edge], *f = &edges[q.edge];
    carom_vec2 hub = p.leaves ? e->a : e->b;
    carom_vec2 p_tip = p.leaves ? e->b : e->a, q_tip = q.leaves ? f->b : f->a;
    bool p_first = in_first_half(hub, p_tip), q_first = in_first_half(hub, q_tip);
    if (p_first != q_first) return p_first;
    int side = cr_side(hub, p_tip, q_tip);
    if (side != 0) return side > 0;
    if (p.leaves != q.leaves) return p.leaves;
    if (cr_edge_before(e, f) != cr_edge_before(f, e)) return cr_edge_before(e, f);
    return p.edge < q.edge;
}

/// Few spokes meet at a vertex, nearly always two.
void cr_sort_spokes(const cr_edge *edges, cr_spoke *spokes, int count) {
    for (int i = 1; i < count; ++i) {
        cr_spoke spoke = spokes[i];
        int k = i;
        for (; k > 0 && comes_before(edges, spoke, spokes[k - 1]); --k) spokes[k] = spokes[k - 1];
        spokes[k] = spoke;
    }
}

bool cr_stars_make(cr_stars *stars, const carom_allocator *allocator, const cr_edge *edges, int count, const int *ids,
                   int vertices) {
    *stars = (cr_stars){.vertices = vertices, .edges = count};
    stars->first = cr_take_array(allocator, (size_t)vertices + 2, sizeof *stars->first);
    stars->spokes = cr_take_array(allocator, (size_t)count * 2, sizeof *stars->spokes);
    if (!stars->first || !stars->spokes) {
        cr_stars_free(stars, allocator);
        return false;
    }
    // Counted two places ahead, so that filling moves the counters to where they are read.
    int *first = stars->first;
    memset(first, 0, ((size_t)vertices + 2) * sizeof *first);
    for (int i = 0; i < 2 * count; ++i) ++first[ids[i] + 2];
    for (int v = 2; v <= vertices + 1; ++v) first[v] += first[v - 1];
    for (int i = 0; i < 2 * count; ++i) stars->spokes[first[ids[i] + 1]++] = (cr_spoke){i / 2, i % 2 == 0};
    for (int v = 0; v < vertices; ++v) cr_sort_spokes(edges, stars->spokes + first[v], first[v + 1] - first[v]);
    return true;
}

void cr_stars_free(cr_stars *stars, const carom_allocator *allocator) {
    cr_free_array(allocator, stars->first, (size_t)stars->vertices + 2, sizeof *stars->first);
    cr_free_array(allocator, stars->spokes, (size_t)stars->edges * 2, sizeof *stars->spokes);
    *stars = (cr_stars){0};
}
