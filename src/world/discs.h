// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Two discs in closed form, at rest and both moving: most of what a crowded world asks. Each answers what double
// decides, with the bounds of geom/closed.c, and leaves all else to geom.
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
void cr_discs_contact(cr_discs d, carom_vec2 b, float radius_b, carom_vec2 *point, carom_vec2 *normal);

/// Apart at both ends of their straight ways: may they have touched between? No is certain. `size` is a bound of the
/// coordinates, which the ends are rounded by.
bool cr_discs_may_pass(cr_discs start, cr_discs end, double size);

/// The sweep of two discs that both move. False: not decided. Of the hit, `at` is left out.
bool cr_discs_sweep(cr_discs d, carom_vec2 move_a, carom_vec2 b, float radius_b, carom_vec2 move_b,
                    carom_sweep_hit *hit);
