// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Exact signs of small polynomials in floats. A double-precision filter decides almost every case; exact numbers decide
// the rest.
#pragma once

#include "base/float.h"
#include "carom/base.h"

#include <math.h>
#include <string.h>

/// The unit roundoff of double, 2^-53. All filter bounds are multiples of it. With CAROM_FORCE_EXACT it is infinite: no
/// filter decides, and tests exercise the exact stage alone.
#ifdef CAROM_FORCE_EXACT
#define CR_U ((double)INFINITY)
#else
#define CR_U (DBL_EPSILON / 2)
#endif

/// Marks a decision for which the filter is inconclusive. With CAROM_COUNT_EXACT, counts them.
#ifdef CAROM_COUNT_EXACT
extern unsigned long long cr_exact_taken;
#define CR_TAKE_EXACT_PATH() (++cr_exact_taken)
#else
#define CR_TAKE_EXACT_PATH() ((void)0)
#endif

/// Filter bounds for polynomials of degree 2 and 4 in coordinate differences, relative to the sum of the magnitudes of
/// their terms. docs/numerics.md derives them, and src/geom/proofs proves them.
static const double CR_DEGREE_2 = 9.06 * CR_U;
static const double CR_DEGREE_4 = 16.15 * CR_U;

/// The margin by which features must differ, in errors of one computed value. That the general path then selects the
/// same feature is derived by hand, from sums of a few such errors (docs/numerics.md, section 5).
#define CR_ERRORS_IN_MARGIN 256

/// Of the terms of a sum of products: a larger sum has a relative error below 2^-35. A smaller one has cancelled.
#define CR_CANCELLED 0x1p-14

/// The bound for one cross product of differences of floats, relative to its two products.
static const double CR_SIDE = 4.04 * CR_U;

/// The unit roundoff of float, 2^-24, and bounds in float: for a cross product of two vectors that carry one rounding
/// each; for the distance of an edge's line from a vertex, times the length of the edge; for a distance moved out by a
/// radius; for the gap between two bounds, relative to the radii and the motion that may close it.
static const float CR_U_32 = (float)(CR_U * 536870912.0);
static const float CR_TURN_32 = (float)(4.04 * CR_U * 536870912.0);
static const float CR_GAP_32 = (float)(10.1 * CR_U * 536870912.0);
static const float CR_REACH_32 = (float)(6.06 * CR_U * 536870912.0);
static const float CR_BOUNDS_32 = (float)(5.04 * CR_U * 536870912.0);

static inline int cr_sign(double x) {
    return (x > 0) - (x < 0);
}

static inline bool cr_finite2(carom_vec2 v) {
    return isfinite(v.x) && isfinite(v.y);
}

/// Clamps to the range of float.
static inline double cr_in_range(double x) {
    x = x > (double)FLT_MAX ? (double)FLT_MAX : x;
    return x < -(double)FLT_MAX ? -(double)FLT_MAX : x;
}

/// Rounds to a finite float; + 0 turns a negative zero into a positive one.
static inline float cr_rounded_float(double x) {
    float f = (float)x + 0.0f; // infinite if x overflows
    f = f > FLT_MAX ? FLT_MAX : f;
    return f < -FLT_MAX ? -FLT_MAX : f;
}

static inline carom_vec2 cr_rounded(double x, double y) {
    return (carom_vec2){cr_rounded_float(x), cr_rounded_float(y)};
}

/// The end of a motion, rounded; the start, if the motion is not finite.
static inline carom_vec2 cr_rounded_end(carom_vec2 from, carom_vec2 move) {
    if (!cr_finite2(move)) return from;
    return cr_rounded((double)from.x + (double)move.x, (double)from.y + (double)move.y);
}

/// The sum, each coordinate rounded once and clamped to finite floats.
static inline carom_vec2 cr_moved_in_range(carom_vec2 from, carom_vec2 move) {
    return (carom_vec2){(float)cr_in_range((double)from.x + (double)move.x),
                        (float)cr_in_range((double)from.y + (double)move.y)};
}

/// The side of the line a->b on which p lies: +1 left (the solid side of a one-sided segment), -1 right (outside), 0 on
/// it. Exact. All coordinates must be finite.
int cr_side(carom_vec2 a, carom_vec2 b, carom_vec2 p);

/// The side to which c->d turns from a->b: +1 left, -1 right, 0 if they are parallel or one is zero. Exact. All
/// coordinates must be finite.
int cr_turn_sign(carom_vec2 a, carom_vec2 b, carom_vec2 c, carom_vec2 d);

/// The exact sign of a * b - c * d. No product may overflow or underflow.
int cr_compare_products(double a, double b, double c, double d);

/// Returns the rounded a - b; *low is its rounding error, exactly.
static inline double cr_difference_of(double a, double b, double *low) {
    double high = a - b;
    double bb = a - high;
    *low = (a - (high + bb)) + (bb - b);
    return high;
}

/// Returns the rounded a * b; *low is its rounding error, exactly. No part may overflow or underflow.
static inline double cr_product_of(double a, double b, double *low) {
    const double splitter = 134217729; // 2^27 + 1: 53 bits into two halves
    double high = a * b, ca = splitter * a, cb = splitter * b;
    double ah = ca - (ca - a), bh = cb - (cb - b);
    double al = a - ah, bl = b - bh;
    *low = al * bl - (((high - ah * bh) - al * bh) - ah * bl);
    return high;
}

/// The next float above and below a finite value.
float cr_float_above(float value);
float cr_float_below(float value);

/// The largest float <= value. `value` must not be below -FLT_MAX.
float cr_float_down(double value);

/// Rounds to float: up if `direction` is positive, down if negative, to nearest if zero. `value` must be in the range
/// of float. Branchless, because the signs of normals are unpredictable.
static inline float cr_float_toward(double value, float direction) {
    float nearest = (float)value;
    bool down = direction < 0;
    bool is_short = down ? (double)nearest > value : (direction > 0) & ((double)nearest < value);
    uint32_t bits;
    memcpy(&bits, &nearest, sizeof bits);
    bits = nearest == 0 && is_short ? (uint32_t)down << 31 : bits; // a zero steps in the direction
    bits += ((bits >> 31) == (uint32_t)down ? 1u : -1u) & -(uint32_t)is_short;
    memcpy(&nearest, &bits, sizeof bits);
    return nearest;
}
