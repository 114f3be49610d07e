// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Two discs at rest in closed form: most of what a crowded world asks. Each answers what double decides, with the
// bounds of geom/closed.c, and leaves all else to geom.
#pragma once

#include "carom/geom.h"
#include "geom/predicate.h"
#include "geom/relation.h"

#include <math.h>

/// How a disc lies to another: seen from b.
typedef struct cr_discs {
    double x, y, reach;
} cr_discs;

static inline cr_discs cr_discs_at(carom_vec2 a, float radius_a, carom_vec2 b, float radius_b) {
    return (cr_discs){(double)a.x - (double)b.x, (double)a.y - (double)b.y, (double)radius_a + (double)radius_b};
}

/// A cr_relation, or -1: not decided.
static inline int cr_discs_relate(cr_discs d) {
    double far = d.x * d.x + d.y * d.y, near = d.reach * d.reach, gap = near - far;
    if (!(fabs(gap) > CR_DEGREE_2 * (near + far))) return -1;
    return gap > 0 ? CR_INSIDE : CR_APART;
}

/// The contact of two discs that touch, as carom_contact tells it, to the bit; point on b.
static inline void cr_discs_contact(cr_discs d, carom_vec2 b, float radius_b, carom_vec2 *point, carom_vec2 *normal) {
    double distance = sqrt(d.x * d.x + d.y * d.y);
    double nx = distance > 0 ? d.x / distance : 1, ny = distance > 0 ? d.y / distance : 0;
    *normal = cr_rounded(nx, ny);
    *point = cr_rounded((double)b.x + nx * (double)radius_b, (double)b.y + ny * (double)radius_b);
}

/// Apart at the ends of their straight ways: may they have touched before? No is certain. `size` is a bound of the
/// coordinates, which the ends are rounded by. Without a branch: which way two of a crowd go cannot be foretold.
static inline bool cr_discs_may_pass(cr_discs start, cr_discs end, double size) {
    double reach = end.reach + size * 0x1p-22, near = reach * reach;
    double x = end.x - start.x, y = end.y - start.y, cross = start.x * y - start.y * x;
    bool leaves = !(start.x * x + start.y * y < 0), arrives = !(end.x * x + end.y * y > 0);
    bool near_start = !(start.x * start.x + start.y * start.y > near);
    bool near_end = !(end.x * end.x + end.y * end.y > near);
    bool near_between = !(cross * cross > near * (x * x + y * y));
    return leaves ? near_start : arrives ? near_end : near_between;
}
