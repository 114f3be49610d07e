// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Exact numbers: sums, differences and products of doubles without rounding, for decisions that a double-precision
// filter leaves open. Sign and magnitude in base 2^32 with an exponent: the whole range of float is covered, and no
// result depends on the rounding mode. Division and roots are not needed, because every decision is the sign of a
// polynomial.
//
// A number has 3584 bits. The largest polynomials have degree 12 in floats, which span 278 bits each: 3336 bits and
// carries.
#pragma once

#include "base/float.h"
#include "carom/base.h"

enum { CR_LIMBS = 112 };

/// sign * sum(limb[i] * 2^(32 * (exponent + i))); zero has sign 0 and no limbs.
typedef struct cr_exact {
    int sign;
    int exponent;
    int count; // limbs in use; the first and the last are not zero
    uint32_t limb[CR_LIMBS];
} cr_exact;

typedef struct cr_exact2 {
    cr_exact x, y;
} cr_exact2;

cr_exact cr_exact_of(double value); ///< `value` must be finite
cr_exact cr_exact_add(const cr_exact *a, const cr_exact *b);
cr_exact cr_exact_subtract(const cr_exact *a, const cr_exact *b);
cr_exact cr_exact_multiply(const cr_exact *a, const cr_exact *b);

/// The number in double, with a relative error of 2^-50.
double cr_exact_in_double(const cr_exact *a);

/// The sign of a - b.
int cr_exact_compare(const cr_exact *a, const cr_exact *b);

cr_exact2 cr_exact2_subtract(const cr_exact2 *a, const cr_exact2 *b);
cr_exact cr_exact2_dot(const cr_exact2 *a, const cr_exact2 *b);
cr_exact cr_exact2_cross(const cr_exact2 *a, const cr_exact2 *b);
