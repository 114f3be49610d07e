// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The operations are those of the general path (find_between_boxes in pair_search.c and clip in distance.c), without
// the products with 0 and 1, which are exact.
#include "geom/box_contact.h"

#include "base/inline.h"
#include "geom/predicate.h"

#include <math.h>

/// Of the sum of the depths along all sides, twice: their rounding. src/geom/proofs/box_depths.g proves it.
#define BOX_MARGIN (1.005 * CR_U)

/// The contact on a side of b whose normal is `sign` along one axis. `b_side` and `a_side` are the sides that overlap,
/// `from` and `to` the ends of b's side in counter-clockwise order, `a_from` and `a_to` those of a's.
typedef struct box_side {
    double sign, along; // along: the direction of b's side on the other axis
    double b_side, a_side;
    double from, to, a_from, a_to;
} box_side;

static inline double clamped(double x, double most) {
    return x < 0 ? 0 : x > most ? most : x;
}

/// The two contact points: their coordinates along the normal and along the side. Returns false if they are one.
static inline bool clip_side(const box_side *s, double normal[2], double along[2]) {
    double length = fabs(s->to - s->from), height = (s->a_side - s->b_side) * s->sign;
    double ends[2] = {(s->a_from - s->from) * s->along, (s->a_to - s->from) * s->along};
    for (int i = 0; i < 2; ++i) {
        double found = s->b_side + height * s->sign, out = 0 - (found - s->b_side) * s->sign;
        along[i] = s->from + clamped(ends[i], length) * s->along;
        normal[i] = found + out * s->sign;
    }
    return along[0] != along[1];
}

bool cr_find_box_contact(const carom_box *a, const carom_box *b, carom_contact_points *contact) {
    double a_min[2] = {(double)a->min.x, (double)a->min.y}, a_max[2] = {(double)a->max.x, (double)a->max.y};
    double b_min[2] = {(double)b->min.x, (double)b->min.y}, b_max[2] = {(double)b->max.x, (double)b->max.y};
    double low[2] = {b_min[0] - a_max[0], b_min[1] - a_max[1]}; // a is before b
    double high[2] = {a_min[0] - b_max[0], a_min[1] - b_max[1]};
    int is_high[2] = {high[0] > low[0], high[1] > low[1]};
    double gap[2] = {is_high[0] ? high[0] : low[0], is_high[1] ? high[1] : low[1]};
    int axis = gap[1] >= gap[0];
    CR_OPAQUE(axis);
    double margin = BOX_MARGIN * 2 * (fabs(low[0]) + fabs(low[1]) + fabs(high[0]) + fabs(high[1]));
    double best = gap[axis], other_side = is_high[axis] ? low[axis] : high[axis];
    // All other gaps must be below the best one by the margin, which must be below zero by it.
    if (!((best < -margin) & (other_side < best - margin) & (gap[!axis] < best - margin))) return false;

    int up = is_high[axis], across = !axis;
    // Sides of b: right and bottom run toward greater coordinates, left and top toward lesser ones.
    int forward = up != axis;
    box_side s = {.sign = up ? 1 : -1, .along = forward ? 1 : -1};
    s.b_side = up ? b_max[axis] : b_min[axis];
    s.a_side = up ? a_min[axis] : a_max[axis];
    s.from = forward ? b_min[across] : b_max[across];
    s.to = forward ? b_max[across] : b_min[across];
    s.a_from = forward ? a_max[across] : a_min[across];
    s.a_to = forward ? a_min[across] : a_max[across];
    double normal[2], along[2];
    if (!clip_side(&s, normal, along)) return false;

    float depth = -(float)best, sign = (float)s.sign;
    depth = depth > FLT_TRUE_MIN ? depth : FLT_TRUE_MIN;
    float n0 = cr_rounded_float(normal[0]), n1 = cr_rounded_float(normal[1]);
    float p0 = cr_rounded_float(along[0]), p1 = cr_rounded_float(along[1]);
    carom_vec2 p = axis ? (carom_vec2){p0, n0} : (carom_vec2){n0, p0};
    carom_vec2 q = axis ? (carom_vec2){p1, n1} : (carom_vec2){n1, p1};
    *contact = (carom_contact_points){.hit = true,
                                      .depth = depth,
                                      .normal = axis ? (carom_vec2){0, sign} : (carom_vec2){sign, 0},
                                      .count = 1 + ((p.x != q.x) | (p.y != q.y)),
                                      .points = {p, q}};
    return true;
}
