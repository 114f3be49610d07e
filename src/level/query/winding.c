// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The crossing rule of D. Sunday (Inclusion of a Point in a Polygon, 2001) with exact signs. An edge crosses the ray
// from the point to -x if it starts on one side of the ray, the line included, and ends on the other, and the point is
// strictly on the +x side of the edge. Each crossing is counted once, also through vertices.
#include "level/query/winding.h"

#include "base/float.h"
#include "geom/predicate.h"

#include <float.h>

/// The contribution of an edge on the -x side: a counter-clockwise loop runs against y there. The point is not below
/// the edge.
static int crossing(const cr_edge *e, carom_vec2 point, int side) {
    if (e->a.y <= point.y && point.y < e->b.y) return side < 0 ? -1 : 0;
    return point.y < e->a.y && side > 0 ? 1 : 0;
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
        bool beside = cr_boxes_overlap(cr_edge_box(&e), (carom_box){point, point});
        if (side == 0 && beside) winding.on_edge = true;
        winding.number += crossing(&e, point, side);
    }
    return winding;
}

// ---- The nearest boundary -------------------------------------------------------------------------------------------

static carom_vec2 lower_end(carom_vec2 a, carom_vec2 b) {
    return a.y < b.y ? a : b;
}

static carom_vec2 upper(carom_vec2 a, carom_vec2 b) {
    return a.y < b.y ? b : a;
}

bool cr_passes_before(carom_vec2 a, carom_vec2 b, carom_vec2 p) {
    carom_vec2 low = lower_end(a, b), high = upper(a, b);
    return low.y <= p.y && p.y < high.y && cr_side(low, high, p) < 0;
}

int cr_line_order(carom_vec2 a, carom_vec2 b, carom_vec2 c, carom_vec2 d) {
    carom_vec2 e_low = lower_end(a, b), e_high = upper(a, b), f_low = lower_end(c, d), f_high = upper(c, d);
    int below = e_low.y >= f_low.y ? -cr_side(f_low, f_high, e_low) : cr_side(e_low, e_high, f_low);
    int above = e_high.y <= f_high.y ? -cr_side(f_low, f_high, e_high) : cr_side(e_low, e_high, f_high);
    return below * above < 0 ? 0 : below != 0 ? below : above;
}

/// A search from a point toward -x, up to the first boundary edge.
typedef struct left_search {
    const cr_index *index;
    carom_vec2 point;
    double way; // how far the search goes
    bool on_edge;
    bool is_ambiguous; // two opposite edges coincide or cross: neither decides
    int edge;          // the nearest; -1: none
    cr_edge_line nearest;
} left_search;

static double test_left(void *context, const uint32_t *refs, int count) {
    left_search *l = context;
    for (int i = 0; i < count; ++i) {
        int edge = (int)(refs[i] >> CR_REF_SHIFT);
        if (edge == l->edge) continue; // in several cells
        cr_edge_line line = l->index->lines[edge];
        bool beside = cr_boxes_overlap(cr_edge_line_box(line), (carom_box){l->point, l->point});
        bool passes = cr_passes_before(line.a, line.b, l->point);
        if (!beside && !passes) continue;
        if (l->index->links[edge].next & (CR_ONE_WAY | CR_TWO_SIDED)) continue;
        if (beside && cr_side(line.a, line.b, l->point) == 0) l->on_edge = true;
        if (!passes) continue;
        int order = l->edge >= 0 ? cr_line_order(line.a, line.b, l->nearest.a, l->nearest.b) : 1;
        bool is_opposite = (line.a.y > line.b.y) != (l->nearest.a.y > l->nearest.b.y);
        if (order == 0 && is_opposite) l->is_ambiguous = true;
        if (order <= 0) continue;
        l->nearest = line;
        l->edge = edge;
    }
    if (l->edge < 0) return 1;
    return ((double)l->point.x - (double)cr_edge_line_box(l->nearest).min.x) / l->way * (1 + CR_DOUBLE_SLACK);
}

cr_point_location cr_locate_point(const cr_index *index, carom_vec2 point) {
    double way = (double)point.x + index->reach; // no edge reaches further
    float move = cr_float_above((float)(way < (double)FLT_MAX / 2 ? way : (double)FLT_MAX / 2));
    left_search l = {.index = index, .point = point, .way = (double)move, .edge = -1};
    if (!(way >= 0)) return (cr_point_location){false, false};
    cr_index_walk(index, (carom_box){point, point}, (carom_vec2){-move, 0}, 1, test_left, &l);
    bool in_solid = l.edge >= 0 && l.nearest.a.y > l.nearest.b.y;
    if (l.is_ambiguous) in_solid = cr_winding_at(index, point, CR_ONE_WAY | CR_TWO_SIDED).number > 0;
    return (cr_point_location){in_solid, l.on_edge};
}
