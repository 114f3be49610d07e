// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Do two shapes share a point?
#include "geom/beside.h"
#include "geom/difference.h"
#include "geom/parts.h"

// ---- Closed forms ------------------------------------------------------------------------------------------------
//
// For the pairs games ask about most: in double with error bounds, and only what those decide. Not-a-number fails every
// comparison, and infinite values have infinite bounds, so both go on to the general path, as does exact touch.

/// Decides by a sum that is positive inside, unless its error bound is larger.
static bool decide(double value, double bound, cr_relation *relation) {
    if (value > bound) {
        *relation = CR_INSIDE;
        return true;
    }
    if (value < -bound) {
        *relation = CR_APART;
        return true;
    }
    return false;
}

/// Points at distance (x, y) against a reach of R.
static bool relate_points(double x, double y, double reach, cr_relation *relation) {
    double far = x * x + y * y, near = reach * reach;
    return decide(near - far, CR_DEGREE_2 * (near + far), relation);
}

static bool relate_circle_circle(carom_circle a, carom_circle b, cr_relation *relation) {
    if (!(a.radius >= 0 && b.radius >= 0)) return false;
    return relate_points((double)a.center.x - (double)b.center.x, (double)a.center.y - (double)b.center.y,
                         (double)a.radius + (double)b.radius, relation);
}

static float clamp(float value, float low, float high) {
    return value < low ? low : value > high ? high : value;
}

static bool relate_circle_box(carom_circle a, carom_box b, cr_relation *relation) {
    if (!(a.radius > 0) || !cr_box_is_plain(b)) return false;
    carom_vec2 c = a.center, p = {clamp(c.x, b.min.x, b.max.x), clamp(c.y, b.min.y, b.max.y)};
    return relate_points((double)c.x - (double)p.x, (double)c.y - (double)p.y, (double)a.radius, relation);
}

static bool relate_box_box(carom_box a, carom_box b, cr_relation *relation) {
    if (!cr_box_is_plain(a) || !cr_box_is_plain(b)) return false;
    if (a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y) {
        *relation = CR_APART;
        return true;
    }
    *relation = CR_INSIDE;
    return a.max.x > b.min.x && b.max.x > a.min.x && a.max.y > b.min.y && b.max.y > a.min.y;
}

static bool relate_circle_segment(carom_circle c, const carom_segment *s, cr_relation *relation) {
    cr_beside v;
    if (!(c.radius > 0) || !cr_see_from(c.center, (double)c.radius, s, &v)) return false;
    if (s->one_sided && v.side > -CR_DEGREE_2 * v.side_size) {
        *relation = CR_APART;
        return v.side > CR_DEGREE_2 * v.side_size;
    }
    double margin = CR_DEGREE_2 * (v.foot_size + v.length2);
    if (v.foot < -margin) {
        *relation = CR_APART;
        return s->skip_a ? isfinite(v.foot) : relate_points(v.sx, v.sy, v.radius, relation);
    }
    if (v.foot > v.length2 + margin) {
        *relation = CR_APART;
        return s->skip_b ? isfinite(v.foot) : relate_points(v.sx - v.ex, v.sy - v.ey, v.radius, relation);
    }
    if (!(v.foot > margin && v.foot < v.length2 - margin)) return false;
    double near = v.radius * v.radius * v.length2, far = v.side * v.side;
    return decide(near - far, CR_DEGREE_4 * (near + v.side_size * v.side_size), relation);
}

static carom_circle point_as_circle(carom_vec2 p) {
    return (carom_circle){p, 0};
}

static bool relate_closed(const carom_shape *a, const carom_shape *b, cr_relation *relation) {
    switch (CR_PAIR(a->kind, b->kind)) {
    case CR_PAIR(CAROM_CIRCLE, CAROM_CIRCLE): return relate_circle_circle(a->circle, b->circle, relation);
    case CR_PAIR(CAROM_CIRCLE, CAROM_BOX): return relate_circle_box(a->circle, b->box, relation);
    case CR_PAIR(CAROM_BOX, CAROM_CIRCLE): return relate_circle_box(b->circle, a->box, relation);
    case CR_PAIR(CAROM_BOX, CAROM_BOX): return relate_box_box(a->box, b->box, relation);
    case CR_PAIR(CAROM_CIRCLE, CAROM_SEGMENT): return relate_circle_segment(a->circle, &b->segment, relation);
    case CR_PAIR(CAROM_SEGMENT, CAROM_CIRCLE): return relate_circle_segment(b->circle, &a->segment, relation);
    case CR_PAIR(CAROM_POINT, CAROM_CIRCLE):
        return relate_circle_circle(point_as_circle(a->point), b->circle, relation);
    case CR_PAIR(CAROM_CIRCLE, CAROM_POINT):
        return relate_circle_circle(a->circle, point_as_circle(b->point), relation);
    default: return false;
    }
}

// ---- All pairs ---------------------------------------------------------------------------------------------------

static cr_relation relate_cores(const cr_core *a, const cr_core *b) {
    if (!cr_facing(a, b)) return CR_APART;
    cr_difference c;
    cr_difference_make(&c, a, b);
    cr_displacement none = cr_displacement_of((cr_vector){0}, 0);
    return cr_relation_at(&c, &none);
}

static bool deepest(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    (void)part_a;
    (void)part_b;
    cr_relation *best = context, relation = relate_cores(a, b);
    if (relation > *best) *best = relation;
    return *best != CR_INSIDE;
}

cr_relation cr_relate(const carom_shape *a, const carom_shape *b) {
    cr_relation best = CR_APART;
    if (relate_closed(a, b, &best)) return best;
    best = CR_APART;
    cr_each_pair(a, b, deepest, &best);
    return best;
}

bool carom_overlap(const carom_shape *a, const carom_shape *b) {
    cr_relation relation;
    if (relate_closed(a, b, &relation)) return relation != CR_APART;
    return cr_relate(a, b) != CR_APART;
}
