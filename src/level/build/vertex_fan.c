// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A counting sort assigns spokes to vertices; around a vertex they are sorted by exact orientation.
#include "level/build/vertex_fan.h"

#include "base/heap.h"
#include "base/memory.h"
#include "geom/predicate.h"
#include "level/build/vertex_weld.h"

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

/// The half turn from -y (exclusive) over +x to +y comes first.
static bool in_first_half(carom_vec2 hub, carom_vec2 tip) {
    return tip.x > hub.x || (tip.x == hub.x && tip.y > hub.y);
}

static bool spoke_precedes(const cr_edge *edges, cr_fan_edge p, cr_fan_edge q) {
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

static bool spoke_follows(const void *edges, const void *p, const void *q) {
    return spoke_precedes(edges, *(const cr_fan_edge *)q, *(const cr_fan_edge *)p);
}

/// Almost every vertex has two spokes.
void cr_sort_fan(const cr_edge *edges, cr_fan_edge *spokes, int count) {
    enum { FEW = 16 };
    if (count > FEW) {
        cr_heap_sort(&(cr_heap){spokes, sizeof *spokes, spoke_follows, edges}, (uint32_t)count);
        return;
    }
    for (int i = 1; i < count; ++i) {
        cr_fan_edge spoke = spokes[i];
        int k = i;
        for (; k > 0 && spoke_precedes(edges, spoke, spokes[k - 1]); --k) spokes[k] = spokes[k - 1];
        spokes[k] = spoke;
    }
}

bool cr_vertex_fans_make(cr_vertex_fans *fans, const carom_allocator *allocator, const cr_edge *edges, int count,
                         const int *ids, int vertices) {
    *fans = (cr_vertex_fans){.vertices = vertices, .edges = count};
    fans->first = cr_take_array(allocator, (size_t)vertices + 2, sizeof *fans->first);
    fans->spokes = cr_take_array(allocator, (size_t)count * 2, sizeof *fans->spokes);
    if (!fans->first || !fans->spokes) {
        cr_vertex_fans_free(fans, allocator);
        return false;
    }
    // Counts are stored two entries ahead: filling then advances each start to the position where it is read.
    int *first = fans->first;
    memset(first, 0, ((size_t)vertices + 2) * sizeof *first);
    for (int i = 0; i < 2 * count; ++i) ++first[ids[i] + 2];
    for (int v = 2; v <= vertices + 1; ++v) first[v] += first[v - 1];
    for (int i = 0; i < 2 * count; ++i) fans->spokes[first[ids[i] + 1]++] = (cr_fan_edge){i / 2, i % 2 == 0};
    for (int v = 0; v < vertices; ++v) cr_sort_fan(edges, fans->spokes + first[v], first[v + 1] - first[v]);
    return true;
}

void cr_vertex_fans_free(cr_vertex_fans *fans, const carom_allocator *allocator) {
    cr_free_array(allocator, fans->first, (size_t)fans->vertices + 2, sizeof *fans->first);
    cr_free_array(allocator, fans->spokes, (size_t)fans->edges * 2, sizeof *fans->spokes);
    *fans = (cr_vertex_fans){0};
}
