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

enum { UNDECIDED = -1 };

/// A sum that is positive inside decides, unless its error bound is larger.
static inline int decide(double value, double bound) {
    if (!(fabs(value) > bound)) return UNDECIDED;
    return value > 0 ? CR_INSIDE : CR_APART;
}

/// Points at distance (x, y) against a reach of R.
static inline int relate_points(double x, double y, double reach) {
    double far = x * x + y * y, near = reach * reach;
    return decide(near - far, CR_DEGREE_2 * (near + far));
}

static inline int relate_circles(carom_vec2 a, float radius_a, carom_vec2 b, float radius_b) {
    if (!((radius_a >= 0) & (radius_b >= 0))) return UNDECIDED;
    return relate_points((double)a.x - (double)b.x, (double)a.y - (double)b.y, (double)radius_a + (double)radius_b);
}

static inline float clamp(float value, float low, float high) {
    float least = value < low ? low : value;
    return least > high ? high : least;
}

static inline int relate_circle_box(carom_circle a, carom_box b) {
    if (!((a.radius > 0) & cr_box_is_plain(b))) return UNDECIDED;
    double x = (double)a.center.x - (double)clamp(a.center.x, b.min.x, b.max.x);
    double y = (double)a.center.y - (double)clamp(a.center.y, b.min.y, b.max.y);
    return relate_points(x, y, (double)a.radius);
}

static inline bool boxes_touch(carom_box a, carom_box b) {
    return (a.max.x >= b.min.x) & (b.max.x >= a.min.x) & (a.max.y >= b.min.y) & (b.max.y >= a.min.y);
}

/// Comparisons do not round: this one decides touch as well.
static inline int relate_boxes(carom_box a, carom_box b) {
    if (!((int)cr_box_is_plain(a) & (int)cr_box_is_plain(b))) return UNDECIDED;
    bool inside = (a.max.x > b.min.x) & (b.max.x > a.min.x) & (a.max.y > b.min.y) & (b.max.y > a.min.y);
    return boxes_touch(a, b) + inside;
}

/// A centre beside a line along an axis: comparisons do not round, and what rests on a floor touches it exactly.
static inline int relate_along_axis(float center, float line, double reach) {
    double low, gap = fabs(cr_difference_of((double)center, (double)line, &low));
    low = center > line ? low : -low;
    if (gap != reach) return gap < reach ? CR_INSIDE : CR_APART;
    return low < 0 ? CR_INSIDE : low > 0 ? CR_APART : CR_TOUCHING;
}

static int relate_circle_segment(carom_circle c, const carom_segment *s) {
    cr_beside v;
    if (!(c.radius > 0) || !cr_see_from(c.center, (double)c.radius, s, &v) || !isfinite(v.foot + v.side + v.radius))
        return UNDECIDED;
    double side_bound = CR_DEGREE_2 * v.side_size;
    if (s->one_sided && v.side > -side_bound) return v.side > side_bound ? CR_APART : UNDECIDED;
    double margin = CR_DEGREE_2 * (v.foot_size + v.length2);
    if (v.foot < -margin) return s->skip_a ? CR_APART : relate_points(v.sx, v.sy, v.radius);
    if (v.foot > v.length2 + margin) {
        double x = (double)c.center.x - (double)s->b.x, y = (double)c.center.y - (double)s->b.y;
        return s->skip_b ? CR_APART : relate_points(x, y, v.radius);
    }
    if (!(v.foot > margin && v.foot < v.length2 - margin)) return UNDECIDED;
    if (v.ey == 0) return relate_along_axis(c.center.y, s->a.y, v.radius);
    if (v.ex == 0) return relate_along_axis(c.center.x, s->a.x, v.radius);
    double near = v.radius * v.radius * v.length2;
    return decide(near - v.side * v.side, CR_DEGREE_4 * (near + v.side_size * v.side_size));
}

static inline int relate_closed(const carom_shape *a, const carom_shape *b) {
    switch (CR_PAIR(a->kind, b->kind)) {
    case CR_PAIR(CAROM_CIRCLE, CAROM_CIRCLE):
        return relate_circles(a->circle.center, a->circle.radius, b->circle.center, b->circle.radius);
    case CR_PAIR(CAROM_CIRCLE, CAROM_BOX): return relate_circle_box(a->circle, b->box);
    case CR_PAIR(CAROM_BOX, CAROM_CIRCLE): return relate_circle_box(b->circle, a->box);
    case CR_PAIR(CAROM_BOX, CAROM_BOX): return relate_boxes(a->box, b->box);
    case CR_PAIR(CAROM_CIRCLE, CAROM_SEGMENT): return relate_circle_segment(a->circle, &b->segment);
    case CR_PAIR(CAROM_SEGMENT, CAROM_CIRCLE): return relate_circle_segment(b->circle, &a->segment);
    case CR_PAIR(CAROM_POINT, CAROM_CIRCLE): return relate_circles(a->point, 0, b->circle.center, b->circle.radius);
    case CR_PAIR(CAROM_CIRCLE, CAROM_POINT): return relate_circles(a->circle.center, a->circle.radius, b->point, 0);
    default: return UNDECIDED;
    }
}

// ---- All pairs ---------------------------------------------------------------------------------------------------

/// The deepest of the pairs of parts, a displaced.
typedef struct deepest {
    cr_displacement at;
    cr_relation relation;
} deepest;

static bool keep_deepest(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    (void)part_a;
    (void)part_b;
    deepest *d = context;
    if (!cr_facing_at(a, b, &d->at)) return true;
    cr_difference c;
    cr_difference_make(&c, a, b);
    cr_relation relation = cr_relation_at(&c, &d->at);
    if (relation > d->relation) d->relation = relation;
    return d->relation != CR_INSIDE;
}

static cr_relation relate_parts(const carom_shape *a, const carom_shape *b) {
    deepest d = {.at = cr_displacement_of((cr_vector){0}, 0), .relation = CR_APART};
    cr_each_pair(a, b, keep_deepest, &d);
    return d.relation;
}

cr_relation cr_relate_on_way(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move,
                             double t) {
    deepest d = {.at = cr_displacement_of(cr_vector_between(b_move, a_move), t), .relation = CR_APART};
    cr_each_pair(a, b, keep_deepest, &d);
    return d.relation;
}

cr_relation cr_relate(const carom_shape *a, const carom_shape *b) {
    int relation = relate_closed(a, b);
    return relation != UNDECIDED ? (cr_relation)relation : relate_parts(a, b);
}

bool carom_overlap(const carom_shape *a, const carom_shape *b) {
    if (CR_PAIR(a->kind, b->kind) == CR_PAIR(CAROM_BOX, CAROM_BOX) && cr_box_is_plain(a->box) &&
        cr_box_is_plain(b->box))
        return boxes_touch(a->box, b->box);
    int relation = relate_closed(a, b);
    return (relation != UNDECIDED ? relation : (int)relate_parts(a, b)) != CR_APART;
}
