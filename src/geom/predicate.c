// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The error bounds of the filters follow J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust
// Geometric Predicates, 1997. Splitting and two-term sums are from T. J. Dekker (1971) and D. E. Knuth.
#include "geom/predicate.h"

#include "geom/exact.h"

#include <string.h>

#ifdef CAROM_COUNT_EXACT
unsigned long long cr_exact_taken;
#endif

static cr_exact2 exact_difference(carom_vec2 a, carom_vec2 b) {
    cr_exact2 from = {cr_exact_of((double)b.x), cr_exact_of((double)b.y)};
    cr_exact2 to = {cr_exact_of((double)a.x), cr_exact_of((double)a.y)};
    return cr_exact2_subtract(&to, &from);
}

/// The sign of cross(b - a, d - c).
static inline int turn_between(carom_vec2 a, carom_vec2 b, carom_vec2 c, carom_vec2 d) {
    double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y;
    double sx = (double)d.x - (double)c.x, sy = (double)d.y - (double)c.y;
    double left = ex * sy, right = ey * sx;
    double value = left - right;
    if (fabs(value) > CR_SIDE * (fabs(left) + fabs(right))) return cr_sign(value);
    double low[4];
    cr_difference_of((double)b.x, (double)a.x, &low[0]);
    cr_difference_of((double)b.y, (double)a.y, &low[1]);
    cr_difference_of((double)d.x, (double)c.x, &low[2]);
    cr_difference_of((double)d.y, (double)c.y, &low[3]);
    bool unrounded = low[0] == 0 && low[1] == 0 && low[2] == 0 && low[3] == 0;
    if (unrounded && !isinf(CR_U)) return cr_compare_products(ex, sy, ey, sx);
    CR_TAKE_EXACT_PATH();
    cr_exact2 e = exact_difference(b, a), s = exact_difference(d, c);
    return cr_exact2_cross(&e, &s).sign;
}

int cr_side(carom_vec2 a, carom_vec2 b, carom_vec2 p) {
    return turn_between(a, b, a, p);
}

int cr_turn_sign(carom_vec2 a, carom_vec2 b, carom_vec2 c, carom_vec2 d) {
    return turn_between(a, b, c, d);
}

int cr_compare_products(double a, double b, double c, double d) {
    double p_low, q_low, high_low, low_low;
    double p = cr_product_of(a, b, &p_low), q = cr_product_of(c, d, &q_low);
    double high = cr_difference_of(p, q, &high_low);
    double low = cr_difference_of(q_low, p_low, &low_low); // the result is the sign of high + high_low - low - low_low
    if (high_low != 0) return cr_sign(high);               // p and q differ by far more than the low parts
    return high != low ? cr_sign(high - low) : -cr_sign(low_low);
}

float cr_float_above(float value) {
    if (value == 0) return FLT_TRUE_MIN;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits += value > 0 ? 1u : -1u;
    memcpy(&value, &bits, sizeof bits);
    return value;
}

float cr_float_below(float value) {
    return -cr_float_above(-value);
}

float cr_float_down(double value) {
    return value >= (double)FLT_MAX ? FLT_MAX : cr_float_toward(value, -1);
}
