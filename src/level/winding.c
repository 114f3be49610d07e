// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The crossing rule of D. Sunday (Inclusion of a Point in a Polygon, 2001) with exact signs: an edge crosses the ray
// from the point to -x when it starts on one side of it, its line included, and ends on the other, and the point is
// strictly on the +x side of the edge. Each crossing is counted once, through vertices too.
#include "level/winding.h"

#include "geom/predicate.h"

#include <float.h>

/// What an edge on the -x side adds: a counter-clockwise loop goes down there (against y).
static int crossing(const cr_edge *e, carom_vec2 point, int side) {
    if (e->a.y <= point.y && point.y < e->b.y) return side < 0 ? -1 : 0;
    if (e->b.y <= point.y && point.y < e->a.y) return side > 0 ? 1 : 0;
    return 0;
}

cr_winding cr_winding_at(const cr_index *index, carom_vec2 point, uint32_t without) {
    cr_winding winding = {0};
    carom_box ray = {{-FLT_MAX, point.y}, point};
    cr_search search;
    cr_search_begin(&search, index, ray);
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        cr_edge e = cr_index_edge(index, i);
        if (e.flags & without) continue;
        int side = cr_side(e.a, e.b, point);
        bool beside = cr_boxes_meet(cr_edge_box(&e), (carom_box){point, point});
        if (side == 0 && beside) winding.on_edge = true;
        winding.number += crossing(&e, point, side);
    }
    return winding;
}
