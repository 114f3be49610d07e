// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Translations out of edges, and the order of hits.
#include "level/query/exit.h"

#include "geom/predicate.h"
#include "geom/relation.h"

carom_separation cr_exit_across(const cr_core *core, const cr_edge *e) {
    double x = (double)e->b.x - (double)e->a.x, y = (double)e->b.y - (double)e->a.y, length = sqrt(x * x + y * y);
    double deepest = 0, foot = 0;
    for (int i = 0; i < core->count; ++i) {
        double dx = (double)core->v[i].x - (double)e->a.x, dy = (double)core->v[i].y - (double)e->a.y;
        double depth = (x * dy - y * dx) / length;
        if (i > 0 && depth <= deepest) continue;
        deepest = depth;
        foot = (x * dx + y * dy) / (length * length);
    }
    foot = foot > 0 ? foot < 1 ? foot : 1 : 0;
    return (carom_separation){
        .distance = -(float)(deepest + (double)core->radius),
        .on_b = cr_rounded((double)e->a.x + foot * x, (double)e->a.y + foot * y),
        .normal = cr_rounded(y / length, -x / length),
    };
}

carom_separation cr_exit_from_edge(const carom_shape *a, const cr_core *core, const cr_edge *e) {
    carom_shape wall = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e->a, .b = e->b, .one_sided = true}};
    wall.segment.skip_a = e->prev >= 0 && !(e->flags & CR_CORNER_A);
    wall.segment.skip_b = e->next >= 0 && !(e->flags & CR_CORNER_B);
    return cr_relate(a, &wall) == CR_INSIDE ? carom_distance(a, &wall) : cr_exit_across(core, e);
}

/// Compares which ends count: coincident edges may continue differently.
static uint32_t ends_of(const cr_edge *e) {
    return (e->flags & (CR_CORNER_A | CR_CORNER_B)) + (e->prev < 0 ? 4 : 0) + (e->next < 0 ? 8 : 0);
}

bool cr_edge_hit_before(const cr_index *index, cr_edge_hit p, cr_edge_hit q) {
    if (p.is_corner != q.is_corner) return q.is_corner;
    if (p.approach != q.approach) return p.approach > q.approach;
    cr_edge e = cr_index_edge(index, p.edge), f = cr_index_edge(index, q.edge);
    if (cr_edge_before(&e, &f) || cr_edge_before(&f, &e)) return cr_edge_before(&e, &f);
    return ends_of(&e) < ends_of(&f);
}
