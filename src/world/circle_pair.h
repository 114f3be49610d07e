// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Two circles at rest in closed form: the most frequent narrow-phase test in a crowd. Each function decides in double,
// with the bounds of geom/closed_form.h. Where double is inconclusive, geom decides.
#pragma once

#include "base/vec.h"
#include "carom/geom.h"
#include "geom/predicate.h"
#include "geom/relation.h"

#include <math.h>

/// Bound of the rounding of both end positions, relative to the coordinates of both paths and the radii.
/// src/world/proofs/end_slack.g proves it.
#define CR_END_SLACK (2.52 * (double)CR_U_32)

/// The centre of a relative to b, and the sum of the radii.
typedef struct cr_circle_pair {
    double x, y, reach;
} cr_circle_pair;

static inline cr_circle_pair cr_circle_pair_at(carom_vec2 a, float radius_a, carom_vec2 b, float radius_b) {
    return (cr_circle_pair){(double)a.x - (double)b.x, (double)a.y - (double)b.y, (double)radius_a + (double)radius_b};
}

/// Returns a cr_relation, or -1 if double is inconclusive.
static inline int cr_circle_pair_relate(cr_circle_pair d) {
    double far = d.x * d.x + d.y * d.y, near = d.reach * d.reach, gap = near - far;
    if (!(fabs(gap) > CR_DEGREE_2 * (near + far))) return -1;
    return gap > 0 ? CR_INSIDE : CR_APART;
}

/// The contact of two circles that touch, equal to that of carom_contact; the point is on b. The bounds of both circles
/// must be finite: nothing is clamped to the range of floats.
static inline void cr_circle_pair_contact(cr_circle_pair d, carom_vec2 b, float radius_b, carom_vec2 *point,
                                          carom_vec2 *normal) {
    double distance = sqrt(d.x * d.x + d.y * d.y);
    double nx = distance > 0 ? d.x / distance : 1, ny = distance > 0 ? d.y / distance : 0;
    *normal = cr_narrow((cr_vec2d){nx, ny});
    *point = cr_narrow((cr_vec2d){(double)b.x + nx * (double)radius_b, (double)b.y + ny * (double)radius_b});
}

/// Two circles that are apart at the end of straight paths: returns false only if they do not touch before. `size`
/// is the sum of the coordinates of both paths, by which their ends are rounded, and of the radii. Branchless:
/// directions in a crowd are unpredictable.
static inline bool cr_circle_pair_may_touch(cr_circle_pair start, cr_circle_pair end, double size) {
    double reach = end.reach + size * CR_END_SLACK, near = reach * reach;
    double x = end.x - start.x, y = end.y - start.y, cross = start.x * y - start.y * x;
    bool leaves = !(start.x * x + start.y * y < 0), arrives = !(end.x * x + end.y * y > 0);
    bool near_start = !(start.x * start.x + start.y * start.y > near);
    bool near_end = !(end.x * end.x + end.y * end.y > near);
    bool near_between = !(cross * cross > near * (x * x + y * y));
    return leaves ? near_start : arrives ? near_end : near_between;
}
