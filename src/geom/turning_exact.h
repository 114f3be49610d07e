// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Exact signs of the conditions of contact of two turning shapes.
#pragma once

#include "geom/turning_search.h"

/// Times of the exact stage are multiples of this. Half vectors are multiples of 2^-80, and coordinates of 2^-149 below
/// 2^129. So the longest number, the square of the product of an edge, a distance, and four half vectors at a time, has
/// 2 * (278 + 406 + 4 * 208) = 3032 bits, and fits into cr_exact even if each factor begins and ends within a limb.
#define CR_TIME_GRID 0x1p-128

/// Times in one piece of both spins.
typedef struct cr_interval {
    double from, to;
} cr_interval;

typedef enum cr_condition_kind {
    CR_FAR_FROM,        ///< squared distance of the vertex from the start of the edge, less the squared radius
    CR_BEFORE,          ///< how far the foot of the vertex is before the start of the edge
    CR_PAST,            ///< how far it is past its end
    CR_OUTSIDE,         ///< the distance from the line of the edge, to its right, less the radius
    CR_BEYOND,          ///< the same to its left
    CR_OUTSIDE_OF_CORE, ///< the distance to its right
} cr_condition_kind;

/// Concerns a vertex of one shape and an edge of the other. The vertex k of a shape is the start of edge k.
typedef struct cr_condition {
    bool edge_of_a;
    unsigned char edge, vertex;
    cr_condition_kind what;
} cr_condition;

/// The signs among the Bernstein coefficients over an interval: without `below`, the condition is >= 0 throughout.
typedef struct cr_exact_sign {
    bool above, below;
} cr_exact_sign;

#define CR_ALL_COEFFICIENTS 0x7Fu

/// The signs among the coefficients with a bit in `open`, which has one. Few that are near the start, or the end, cost
/// far less than all.
cr_exact_sign cr_turning_sign(const cr_turning_core *a, const cr_turning_core *b, cr_condition which, cr_interval t,
                              unsigned open);

/// The sign at a time.
int cr_turning_sign_at(const cr_turning_core *a, const cr_turning_core *b, cr_condition which, double time);

/// The sign right after the start of an interval, which is any: that of the first coefficient that is not zero.
int cr_turning_sign_after(const cr_turning_core *a, const cr_turning_core *b, cr_condition which, cr_interval t);
