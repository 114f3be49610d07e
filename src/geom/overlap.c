// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Overlap of two shapes: closed forms for the most frequent pairs, the Minkowski difference for all.
#include "base/box.h"
#include "geom/bounds_apart.h"
#include "geom/circle_segment.h"
#include "geom/difference.h"
#include "geom/pair_search.h"
#include "geom/parts.h"

// ---- Closed forms ------------------------------------------------------------------------------------------------
//
// In double with error bounds; they return a result only if the bounds prove it. NaN fails every comparison, and
// infinite values have infinite bounds: both, and exact touch, fall back to the general path.

enum { UNDECIDED = -1 };

/// The relation by the sign of a value that is positive inside, if it exceeds its error bound.
static inline int decide(double value, double bound) {
    if (!(fabs(value) > bound)) return UNDECIDED;
    return value > 0 ? CR_INSIDE : CR_APART;
}

/// Two points at offset (x, y), against a sum of radii.
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

/// Comparisons do not round, so this decides touching as well.
static inline int relate_boxes(carom_box a, carom_box b) {
    if (!((int)cr_box_is_plain(a) & (int)cr_box_is_plain(b))) return UNDECIDED;
    bool inside = (a.max.x > b.min.x) & (b.max.x > a.min.x) & (a.max.y > b.min.y) & (b.max.y > a.min.y);
    return cr_boxes_overlap(a, b) + inside;
}

/// A centre beside an axis-aligned line. Comparisons do not round, so a circle that rests on a floor touches it
/// exactly.
static inline int relate_along_axis(float center, float line, double reach) {
    double low, gap = fabs(cr_difference_of((double)center, (double)line, &low));
    low = center > line ? low : -low;
    if (gap != reach) return gap < reach ? CR_INSIDE : CR_APART;
    return low < 0 ? CR_INSIDE : low > 0 ? CR_APART : CR_TOUCHING;
}

static int relate_circle_segment(carom_circle c, const carom_segment *s) {
    cr_circle_segment v;
    if (!(c.radius > 0) || !cr_circle_segment_make(c.center, (double)c.radius, s, &v) ||
        !isfinite(v.foot + v.side + v.radius))
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
    case CR_PAIR(CAROM_SHAPE_CIRCLE, CAROM_SHAPE_CIRCLE):
        return relate_circles(a->circle.center, a->circle.radius, b->circle.center, b->circle.radius);
    case CR_PAIR(CAROM_SHAPE_CIRCLE, CAROM_SHAPE_BOX): return relate_circle_box(a->circle, b->box);
    case CR_PAIR(CAROM_SHAPE_BOX, CAROM_SHAPE_CIRCLE): return relate_circle_box(b->circle, a->box);
    case CR_PAIR(CAROM_SHAPE_BOX, CAROM_SHAPE_BOX): return relate_boxes(a->box, b->box);
    case CR_PAIR(CAROM_SHAPE_CIRCLE, CAROM_SHAPE_SEGMENT): return relate_circle_segment(a->circle, &b->segment);
    case CR_PAIR(CAROM_SHAPE_SEGMENT, CAROM_SHAPE_CIRCLE): return relate_circle_segment(b->circle, &a->segment);
    case CR_PAIR(CAROM_SHAPE_POINT, CAROM_SHAPE_CIRCLE):
        return relate_circles(a->point, 0, b->circle.center, b->circle.radius);
    case CR_PAIR(CAROM_SHAPE_CIRCLE, CAROM_SHAPE_POINT):
        return relate_circles(a->circle.center, a->circle.radius, b->point, 0);
    default: return UNDECIDED;
    }
}

// ---- All pairs ---------------------------------------------------------------------------------------------------

/// The deepest relation among the pairs of parts, with a displaced.
typedef struct deepest_relation {
    cr_displacement at;
    cr_relation relation;
} deepest_relation;

static bool keep_deepest_relation(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    (void)part_a;
    (void)part_b;
    deepest_relation *d = context;
    if (!cr_facing_at(a, b, &d->at)) return true;
    cr_difference c;
    cr_difference_make(&c, a, b);
    cr_relation relation = cr_relation_at(&c, &d->at);
    if (relation > d->relation) d->relation = relation;
    return d->relation != CR_INSIDE;
}

static cr_relation relate_placed_parts(cr_posed a, cr_posed b) {
    deepest_relation d = {.at = cr_displacement_of((cr_vector){0}, 0), .relation = CR_APART};
    cr_for_each_pair(a, b, keep_deepest_relation, &d);
    return d.relation;
}

cr_relation cr_relate_parts(const carom_shape *a, const carom_shape *b) {
    return relate_placed_parts((cr_posed){a, NULL}, (cr_posed){b, NULL});
}

cr_relation cr_relate_at_time(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move,
                              double t) {
    deepest_relation d = {.at = cr_displacement_of(cr_vector_between(b_move, a_move), t), .relation = CR_APART};
    cr_for_each_pair((cr_posed){a, NULL}, (cr_posed){b, NULL}, keep_deepest_relation, &d);
    return d.relation;
}

static bool relate_hulls(const carom_shape *a, const carom_shape *b, cr_relation *relation) {
    cr_hull hull_a, hull_b;
    return cr_unflagged_hull_of(a, &hull_a) && cr_unflagged_hull_of(b, &hull_b) &&
           cr_find_pair_relation(&hull_a, &hull_b, relation) &&
           (*relation == CR_APART || !(cr_is_flagged(a) || cr_is_flagged(b)));
}

cr_relation cr_relate(const carom_shape *a, const carom_shape *b) {
    int closed = relate_closed(a, b);
    if (closed != UNDECIDED) return (cr_relation)closed;
    cr_outer outer_a, outer_b;
    if (cr_outer_of(a, &outer_a) && cr_outer_of(b, &outer_b) && cr_are_apart(&outer_a, &outer_b)) return CR_APART;
    cr_relation relation;
    return relate_hulls(a, b, &relation) ? relation : cr_relate_parts(a, b);
}

cr_relation cr_relate_posed(const carom_shape *a, carom_pose a_pose, const carom_shape *b, carom_pose b_pose) {
    carom_shape at, bt;
    cr_posed x = {a, &a_pose}, y = {b, &b_pose};
    return cr_pose_both(x, y, &at, &bt) ? cr_relate(&at, &bt) : relate_placed_parts(x, y);
}

static bool are_plain_boxes(const carom_shape *a, const carom_shape *b) {
    return CR_PAIR(a->kind, b->kind) == CR_PAIR(CAROM_SHAPE_BOX, CAROM_SHAPE_BOX) && cr_box_is_plain(a->box) &&
           cr_box_is_plain(b->box);
}

bool carom_overlap(const carom_shape *a, const carom_shape *b) {
    if (are_plain_boxes(a, b)) return cr_boxes_overlap(a->box, b->box);
    return cr_relate(a, b) != CR_APART;
}

bool carom_posed_overlap(const carom_shape *a, carom_pose a_pose, const carom_shape *b, carom_pose b_pose) {
    carom_shape at, bt;
    cr_posed x = {a, &a_pose}, y = {b, &b_pose};
    return cr_pose_both(x, y, &at, &bt) ? carom_overlap(&at, &bt) : relate_placed_parts(x, y) != CR_APART;
}

bool carom_prepared_overlap(const carom_prepared *a, const carom_prepared *b) {
    if (are_plain_boxes(&a->shape, &b->shape)) return cr_boxes_overlap(a->shape.box, b->shape.box);
    int closed = relate_closed(&a->shape, &b->shape);
    if (closed != UNDECIDED) return closed != CR_APART;
    cr_outer outer_a = cr_outer_of_prepared(a), outer_b = cr_outer_of_prepared(b);
    if (cr_are_apart(&outer_a, &outer_b)) return false;
    const cr_hull *hull_a = cr_hull_of_prepared(a), *hull_b = cr_hull_of_prepared(b);
    cr_relation relation;
    if (hull_a && hull_b && cr_find_pair_relation(hull_a, hull_b, &relation)) return relation != CR_APART;
    return cr_relate_parts(&a->shape, &b->shape) != CR_APART;
}
