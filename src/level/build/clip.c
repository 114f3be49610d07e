// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Follows each thin edge from a to b with the winding numbers just left and just right of it. A boundary edge changes
// the left number where it begins or ends on the left of the line, and the right number likewise. So vertices on the
// line and collinear edges need no special case. Between two changes, the thin edge is inside of solid if both numbers
// are positive.
//
//             left  +----------+
//         a ----+---|..........|------> b       the dotted part is removed
//              /    +----------+
//             /
//
// The numbers at the start are those of the point a. If the boundary passes through a, the spokes between -x and the
// direction of the edge change them.
#include "level/build/clip.h"

#include "base/memory.h"
#include "geom/predicate.h"
#include "level/build/arrange.h"
#include "level/query/winding.h"

#include <stdlib.h>

/// A point at which a boundary edge changes the number on one side or both.
typedef struct winding_change {
    double t; ///< position along the thin edge, as a fraction
    carom_vec2 at;
    int left, right;
} winding_change;

typedef struct clipper {
    const carom_allocator *allocator;
    cr_edges boundary; ///< in the order of the index
    cr_index index;
    winding_change *changes;
    int count, capacity;
    cr_edges kept;
} clipper;

// ---- The start ----------------------------------------------------------------------------------------------------

/// The order of directions counter-clockwise from -x, which is the first.
static bool precedes_around(carom_vec2 hub, carom_vec2 p, carom_vec2 q) {
    bool p_first = p.y < hub.y || (p.y == hub.y && p.x < hub.x), q_first = q.y < hub.y || (q.y == hub.y && q.x < hub.x);
    return p_first != q_first ? p_first : cr_side(hub, p, q) > 0;
}

/// A boundary edge between the hub and the tip. `sign` is +1 if it leaves the hub, -1 if it arrives: a turn past it,
/// counter-clockwise, changes the number by the sign.
static void pass_spoke(const cr_edge *e, carom_vec2 tip, int sign, int *left, int *right) {
    if (cr_same_point(e->a, tip)) return;
    if (!precedes_around(e->a, e->b, tip)) *left += sign;
    if (precedes_around(e->a, tip, e->b)) *right += sign;
}

/// Computes the winding numbers on both sides of e at its start.
static void winding_at_start(const clipper *c, const cr_edge *e, int *left, int *right) {
    cr_winding winding = cr_winding_at(&c->index, e->a, 0);
    *left = *right = winding.number;
    if (!winding.on_edge) return;
    cr_search search;
    cr_search_begin(&search, &c->index, (carom_box){e->a, e->a});
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        const cr_edge *f = &c->boundary.items[i];
        if (cr_side(f->a, f->b, e->a) != 0) continue; // its box has the start, but it passes beside
        pass_spoke(e, f->b, 1, left, right);
        pass_spoke(e, f->a, -1, left, right);
    }
}

// ---- Changes along the edge ---------------------------------------------------------------------------------------

static double fraction_along(const cr_edge *e, carom_vec2 p) {
    double x = (double)e->b.x - (double)e->a.x, y = (double)e->b.y - (double)e->a.y;
    return (x < 0 ? -x : x) > (y < 0 ? -y : y) ? ((double)p.x - (double)e->a.x) / x
                                               : ((double)p.y - (double)e->a.y) / y;
}

/// Adds the change that f makes to the numbers of e, if it is after the start of e and before its end.
static bool add_change(clipper *c, const cr_edge *e, const cr_edge *f) {
    int from = cr_side(e->a, e->b, f->a), to = cr_side(e->a, e->b, f->b);
    int left = (from > 0) - (to > 0), right = (to < 0) - (from < 0); // if f runs to the right of e, the solid is ahead
    if (left == 0 && right == 0) return true;
    int sign = left + right > 0 ? 1 : -1;
    if (cr_side(f->a, f->b, e->a) * sign >= 0 || cr_side(f->a, f->b, e->b) * sign <= 0) return true;
    if (!cr_grow_array(c->allocator, (void **)&c->changes, &c->capacity, c->count + 1, sizeof c->changes[0])) {
        return false;
    }
    carom_vec2 at = from == 0 ? f->a
                    : to == 0 ? f->b
                              : cr_crossing_point((cr_edge_line){e->a, e->b}, (cr_edge_line){f->a, f->b});
    c->changes[c->count++] = (winding_change){fraction_along(e, at), at, left, right};
    return true;
}

static int compare_changes(const void *p, const void *q) {
    const winding_change *a = p, *b = q;
    return (a->t > b->t) - (a->t < b->t);
}

static bool find_winding_changes(clipper *c, const cr_edge *e) {
    c->count = 0;
    cr_search search;
    cr_search_begin(&search, &c->index, cr_edge_box(e));
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        if (!add_change(c, e, &c->boundary.items[i])) return false;
    }
    if (c->count > 0) qsort(c->changes, (size_t)c->count, sizeof c->changes[0], compare_changes);
    return true;
}

// ---- Parts --------------------------------------------------------------------------------------------------------

static float step_ulp(float p, double sign) {
    return sign > 0 ? cr_float_above(p) : sign < 0 ? cr_float_below(p) : p;
}

enum { END_ULPS = 2 }; ///< how far into_solid moves an end

/// Returns the end of a part at the boundary, or one ulp inside of the solid in the given direction, so that no gap is
/// left between the two.
static carom_vec2 into_solid(const clipper *c, carom_vec2 at, double direction_x, double direction_y) {
    for (int ulps = 0; ulps < END_ULPS; ++ulps) {
        cr_winding winding = cr_winding_at(&c->index, at, 0);
        if (winding.on_edge || winding.number != 0) break;
        at = (carom_vec2){step_ulp(at.x, direction_x), step_ulp(at.y, direction_y)};
    }
    return at;
}

/// True if `end` may be the end of a part that was clipped at `at` before. Such an end stays, so that clipping a part
/// again leaves it as it is. The crossing is rounded again, which adds an ulp.
static bool is_clipped_end(carom_vec2 at, carom_vec2 end) {
    for (int ulps = 0; ulps <= END_ULPS; ++ulps) {
        at.x = step_ulp(at.x, (double)end.x - (double)at.x);
        at.y = step_ulp(at.y, (double)end.y - (double)at.y);
    }
    return cr_same_point(at, end);
}

static bool keep_part(clipper *c, const cr_edge *e, carom_vec2 from, carom_vec2 to) {
    cr_edge part = *e;
    part.a = from;
    part.b = to;
    return cr_same_point(from, to) || cr_edges_add(&c->kept, c->allocator, part);
}

static bool clip_edge(clipper *c, const cr_edge *e) {
    int left, right;
    winding_at_start(c, e, &left, &right);
    if (!find_winding_changes(c, e)) return false;
    double x = (double)e->b.x - (double)e->a.x, y = (double)e->b.y - (double)e->a.y;
    bool inside = left > 0 && right > 0;
    carom_vec2 from = e->a;
    for (int i = 0; i < c->count;) {
        const winding_change *first = &c->changes[i];
        for (; i < c->count && c->changes[i].t == first->t; ++i) {
            left += c->changes[i].left;
            right += c->changes[i].right;
        }
        bool was_inside = inside;
        inside = left > 0 && right > 0;
        bool kept = cr_same_point(from, e->a) && is_clipped_end(first->at, e->a);
        if (was_inside && !inside && !kept) from = into_solid(c, first->at, -x, -y);
        if (was_inside || !inside) continue;
        kept = i == c->count && is_clipped_end(first->at, e->b);
        if (!keep_part(c, e, from, kept ? e->b : into_solid(c, first->at, x, y))) return false;
    }
    return inside || keep_part(c, e, from, e->b);
}

// ---- All edges ----------------------------------------------------------------------------------------------------

static bool clip_all(clipper *c, const cr_edges *solid, const cr_edges *thin) {
    for (int i = 0; i < solid->count; ++i) {
        if (!cr_edges_add(&c->boundary, c->allocator, solid->items[i])) return false;
    }
    if (!cr_index_build(&c->index, c->allocator, c->boundary.items, c->boundary.count)) return false;
    for (int i = 0; i < thin->count; ++i) {
        if (!clip_edge(c, &thin->items[i])) return false;
    }
    return true;
}

bool cr_clip_thin(const carom_allocator *allocator, const cr_edges *solid, cr_edges *thin) {
    clipper c = {.allocator = allocator};
    bool done = clip_all(&c, solid, thin);
    cr_edges_free(done ? thin : &c.kept, allocator);
    if (done) *thin = c.kept;
    cr_index_free(&c.index, allocator);
    cr_edges_free(&c.boundary, allocator);
    cr_free_array(allocator, c.changes, (size_t)c.capacity, sizeof c.changes[0]);
    return done;
}
