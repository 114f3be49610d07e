// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A thin edge is followed from a to b, with the winding numbers just to the left and just to the right of it. An edge
// of the outline changes the one where it comes to the left of the line or leaves it, the other likewise on the right:
// so vertices on the line, and edges that lie along it, need no rule of their own. Between two changes the thin edge is
// inside of solid when both sides are.
//
//             left  +----------+
//         a ----+---|..........|------> b       what is dotted goes
//              /    +----------+
//             /
//
// The numbers at the start are those beside a, turned to the direction of the edge when outlines pass through a.
#include "level/clip.h"

#include "base/memory.h"
#include "geom/predicate.h"
#include "level/arrange.h"
#include "level/winding.h"

#include <stdlib.h>

/// Where an outline comes to or leaves one side or both of the line.
typedef struct change {
    double t; ///< along the thin edge, for the order
    carom_vec2 at;
    int left, right;
} change;

typedef struct clip {
    const carom_allocator *allocator;
    cr_edges outline; ///< in the order of the index
    cr_index index;
    change *changes;
    int count, capacity;
    cr_edges kept;
} clip;

// ---- Around the start ---------------------------------------------------------------------------------------------

/// Directions in the order in which they follow on that to -x, counter-clockwise, itself the first.
static bool comes_before(carom_vec2 hub, carom_vec2 p, carom_vec2 q) {
    bool p_first = p.y < hub.y || (p.y == hub.y && p.x < hub.x), q_first = q.y < hub.y || (q.y == hub.y && q.x < hub.x);
    return p_first != q_first ? p_first : cr_side(hub, p, q) > 0;
}

/// The outline goes from the hub to the tip (or comes from there): going past it counter-clockwise is going in, or out.
static void pass_spoke(const cr_edge *e, carom_vec2 tip, int way, int *left, int *right) {
    if (cr_same_point(e->a, tip)) return;
    if (!comes_before(e->a, e->b, tip)) *left += way;
    if (comes_before(e->a, tip, e->b)) *right += way;
}

static bool passes_start(const cr_edge *f, const cr_edge *e) {
    return cr_side(f->a, f->b, e->a) == 0 && cr_boxes_meet(cr_edge_box(f), (carom_box){e->a, e->a});
}

/// The winding numbers on both sides of e where it begins.
static void begin(const clip *c, const cr_edge *e, int *left, int *right) {
    cr_winding winding = cr_winding_at(&c->index, e->a, 0);
    *left = *right = winding.number;
    if (!winding.on_edge) return;
    cr_search search;
    cr_search_begin(&search, &c->index, (carom_box){e->a, e->a});
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        const cr_edge *f = &c->outline.items[i];
        if (!passes_start(f, e)) continue;
        pass_spoke(e, f->b, 1, left, right);
        pass_spoke(e, f->a, -1, left, right);
    }
}

// ---- Changes on the way -------------------------------------------------------------------------------------------

static double along(const cr_edge *e, carom_vec2 p) {
    double x = (double)e->b.x - (double)e->a.x, y = (double)e->b.y - (double)e->a.y;
    return (x < 0 ? -x : x) > (y < 0 ? -y : y) ? ((double)p.x - (double)e->a.x) / x
                                               : ((double)p.y - (double)e->a.y) / y;
}

/// Notes where f changes what is beside e, if that is after the start of e and before its end.
static bool note_change(clip *c, const cr_edge *e, const cr_edge *f) {
    int from = cr_side(e->a, e->b, f->a), to = cr_side(e->a, e->b, f->b);
    int left = (from > 0) - (to > 0), right = (to < 0) - (from < 0); // to the right of e: what is ahead is solid
    if (left == 0 && right == 0) return true;
    int way = left + right > 0 ? 1 : -1;
    if (cr_side(f->a, f->b, e->a) * way >= 0 || cr_side(f->a, f->b, e->b) * way <= 0) return true;
    if (!cr_grow_array(c->allocator, (void **)&c->changes, &c->capacity, c->count + 1, sizeof c->changes[0])) {
        return false;
    }
    carom_vec2 at = from == 0 ? f->a : to == 0 ? f->b : cr_crossing_point(e, f);
    c->changes[c->count++] = (change){along(e, at), at, left, right};
    return true;
}

static int compare_changes(const void *p, const void *q) {
    const change *a = p, *b = q;
    return (a->t > b->t) - (a->t < b->t);
}

static bool find_changes(clip *c, const cr_edge *e) {
    c->count = 0;
    cr_search search;
    cr_search_begin(&search, &c->index, cr_edge_box(e));
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        if (!note_change(c, e, &c->outline.items[i])) return false;
    }
    if (c->count > 0) qsort(c->changes, (size_t)c->count, sizeof c->changes[0], compare_changes);
    return true;
}

// ---- Parts --------------------------------------------------------------------------------------------------------

static float step(float p, double way) {
    return way > 0 ? cr_float_above(p) : way < 0 ? cr_float_below(p) : p;
}

/// The end of a part where it goes into solid along `way`: at the border or an ulp behind it, so that nothing passes
/// between the two.
static carom_vec2 into_solid(const clip *c, carom_vec2 at, double way_x, double way_y) {
    for (int ulps = 0; ulps < 2; ++ulps) {
        cr_winding winding = cr_winding_at(&c->index, at, 0);
        if (winding.on_edge || winding.number != 0) break;
        at = (carom_vec2){step(at.x, way_x), step(at.y, way_y)};
    }
    return at;
}

static bool keep(clip *c, const cr_edge *e, carom_vec2 from, carom_vec2 to) {
    cr_edge part = *e;
    part.a = from;
    part.b = to;
    return cr_same_point(from, to) || cr_edges_add(&c->kept, c->allocator, part);
}

static bool clip_edge(clip *c, const cr_edge *e) {
    int left, right;
    begin(c, e, &left, &right);
    if (!find_changes(c, e)) return false;
    double x = (double)e->b.x - (double)e->a.x, y = (double)e->b.y - (double)e->a.y;
    bool inside = left > 0 && right > 0;
    carom_vec2 from = e->a;
    for (int i = 0; i < c->count;) {
        const change *first = &c->changes[i];
        for (; i < c->count && c->changes[i].t == first->t; ++i) {
            left += c->changes[i].left;
            right += c->changes[i].right;
        }
        bool was_inside = inside;
        inside = left > 0 && right > 0;
        if (was_inside && !inside) from = into_solid(c, first->at, -x, -y);
        if (!was_inside && inside && !keep(c, e, from, into_solid(c, first->at, x, y))) return false;
    }
    return inside || keep(c, e, from, e->b);
}

// ---- All of it ----------------------------------------------------------------------------------------------------

static bool clip_all(clip *c, const cr_edges *solid, const cr_edges *thin) {
    for (int i = 0; i < solid->count; ++i) {
        if (!cr_edges_add(&c->outline, c->allocator, solid->items[i])) return false;
    }
    if (!cr_index_build(&c->index, c->allocator, c->outline.items, c->outline.count)) return false;
    for (int i = 0; i < thin->count; ++i) {
        if (!clip_edge(c, &thin->items[i])) return false;
    }
    return true;
}

bool cr_clip_thin(const carom_allocator *allocator, const cr_edges *solid, cr_edges *thin) {
    clip c = {.allocator = allocator};
    bool done = clip_all(&c, solid, thin);
    cr_edges_free(done ? thin : &c.kept, allocator);
    if (done) *thin = c.kept;
    cr_index_free(&c.index, allocator);
    cr_edges_free(&c.outline, allocator);
    cr_free_array(allocator, c.changes, (size_t)c.capacity, sizeof c.changes[0]);
    return done;
}
