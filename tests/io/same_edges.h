// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Compares the edges of two levels, to the bit.
#pragma once

#include "carom/level.h"

#include <stdlib.h>

/// By position, then by kind. Edges that coincide have the order of their tags, as in a level.
static inline int compare_edges(const void *p, const void *q) {
    const carom_level_edge *e = p, *f = q;
    const float keys[][2] = {{e->a.x, f->a.x}, {e->a.y, f->a.y}, {e->b.x, f->b.x}, {e->b.y, f->b.y}};
    for (int i = 0; i < 4; i++)
        if (keys[i][0] != keys[i][1]) return keys[i][0] < keys[i][1] ? -1 : 1;
    int kind = e->one_way + 2 * e->two_sided, other = f->one_way + 2 * f->two_sided;
    if (kind != other) return kind < other ? -1 : 1;
    return (e->tag > f->tag) - (e->tag < f->tag);
}

static inline bool continues(const carom_level_edge *e, const carom_level_edge *f, bool any_tag) {
    double cross = ((double)e->b.x - (double)e->a.x) * ((double)f->b.y - (double)f->a.y) -
                   ((double)e->b.y - (double)e->a.y) * ((double)f->b.x - (double)f->a.x);
    return cross == 0 && !f->corner_a && (any_tag || e->tag == f->tag) && e->one_way == f->one_way &&
           e->two_sided == f->two_sided;
}

/// In an order of their own. Edges that continue one another in a straight line are one: those of editable levels end
/// at every 64th cell.
static inline carom_level_edge *list_edges(const carom_level *level, bool any_tag, int *count) {
    int all = carom_level_edge_count(level);
    carom_level_edge *edges = malloc((size_t)(all + 1) * sizeof *edges);
    if (!edges) abort();
    *count = 0;
    for (int i = 0; i < all; i++) {
        carom_level_edge e = carom_level_edge_at(level, i), n = carom_level_edge_at(level, e.prev);
        if (e.prev >= 0 && continues(&n, &e, any_tag)) continue;
        while (e.next >= 0) {
            n = carom_level_edge_at(level, e.next);
            if (!continues(&e, &n, any_tag)) break;
            e.b = n.b;
            e.corner_b = n.corner_b;
            e.next = n.next;
        }
        edges[(*count)++] = e;
    }
    qsort(edges, (size_t)*count, sizeof *edges, compare_edges);
    return edges;
}

/// Returns null, or what differs, corners last. Up to `tags_lost` edges may have another tag.
static inline const char *difference_of_edges(const carom_level *level, const carom_level *other, int tags_lost) {
    int count, other_count, other_tags = 0, other_corners = 0;
    carom_level_edge *edges = list_edges(level, tags_lost > 0, &count);
    carom_level_edge *others = list_edges(other, tags_lost > 0, &other_count);
    const char *difference = count == other_count ? NULL : "the number of edges";
    for (int i = 0; !difference && i < count; i++) {
        const carom_level_edge *e = &edges[i], *f = &others[i];
        carom_level_edge other_tag = *f;
        other_tag.tag = e->tag;
        if (compare_edges(e, &other_tag) != 0) difference = "the ends or the kind of an edge";
        other_corners += e->corner_a != f->corner_a || e->corner_b != f->corner_b;
        other_tags += e->tag != f->tag;
    }
    if (!difference && other_tags > tags_lost) difference = "the tags";
    if (!difference && other_corners > 0) difference = "a corner";
    free(edges);
    free(others);
    return difference;
}
