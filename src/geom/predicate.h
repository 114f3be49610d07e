// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Exact signs of small polynomials in floats: a double filter decides nearly always, exact numbers decide the rest.
#pragma once

#include "base/float.h"
#include "carom/base.h"

#include <math.h>
#include <string.h>

/// The unit roundoff of double, 2^-53, which all filter bounds are multiples of. A build with CAROM_FORCE_EXACT takes
/// it as infinite, so that no filter decides anything and tests see the exact path alone.
#ifdef CAROM_FORCE_EXACT
#define CR_U ((double)INFINITY)
#else
#define CR_U (DBL_EPSILON / 2)
#endif

/// Stands where a filter has left a decision to exact numbers. A build with CAROM_COUNT_EXACT counts how often.
#ifdef CAROM_COUNT_EXACT
extern unsigned long long cr_exact_taken;
#define CR_TAKE_EXACT_PATH() (++cr_exact_taken)
#else
#define CR_TAKE_EXACT_PATH() ((void)0)
#endif

/// Filter bounds of polynomials of degree two and four in coordinate differences, as a share of the magnitudes in them.
static const double CR_DEGREE_2 = 16 * CR_U;
static const double CR_DEGREE_4 = 40 * CR_U;

static inline int cr_sign(double x) {
    return (x > 0) - (x < 0);
}

static inline bool cr_finite2(carom_vec2 v) {
    return isfinite(v.x) && isfinite(v.y);
}

/// The nearest floats; + 0 turns a negative zero into a positive one.
static inline carom_vec2 cr_rounded(double x, double y) {
    return (carom_vec2){(float)x + 0.0f, (float)y + 0.0f};
}

/// Which side of the line a->b is p on? +1 left (the solid side of a one-sided segment), -1 right (outside), 0 on it.
/// All must be finite.
int cr_side(carom_vec2 a, carom_vec2 b, carom_vec2 p);

/// The exact sign of a * b - c * d, where no product over- or underflows.
int cr_compare_products(double a, double b, double c, double d);

/// a - b = the double returned + *low, exactly.
static inline double cr_difference_of(double a, double b, double *low) {
    double high = a - b;
    double bb = a - high;
    *low = (a - (high + bb)) + (bb - b);
    return high;
}

/// The next float above, and below; `value` finite.
float cr_float_above(float value);
float cr_float_below(float value);

/// The largest float <= value; `value` not below -FLT_MAX.
float cr_float_down(double value);

/// The nearest float not short of `value` in a direction: up for a positive one, down for a negative one, else simply
/// the nearest. `value` in the range of float. Without a branch, since signs of normals cannot be foretold.
static inline float cr_float_toward(double value, float direction) {
    float nearest = (float)value;
    bool down = direction < 0;
    bool is_short = down ? (double)nearest > value : (direction > 0) & ((double)nearest < value);
    uint32_t bits;
    memcpy(&bits, &nearest, sizeof bits);
    bits = nearest == 0 && is_short ? (uint32_t)down << 31 : bits; // a zero steps out in the direction
    bits += ((bits >> 31) == (uint32_t)down ? 1u : -1u) & -(uint32_t)is_short;
    memcpy(&nearest, &bits, sizeof bits);
    return nearest;
}
