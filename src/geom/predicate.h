// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Exact signs of small polynomials in floats: a double filter decides nearly always, exact numbers decide the rest.
#pragma once

#include "base/float.h"
#include "carom/base.h"

/// The unit roundoff of double, 2^-53.
#define CR_U (DBL_EPSILON / 2)

/// Which side of the line a->b is p on? +1 left (the solid side of a one-sided segment), -1 right (outside), 0 on it.
/// All must be finite.
int cr_side(carom_vec2 a, carom_vec2 b, carom_vec2 p);

/// The exact sign of a * b - c * d, where no product over- or underflows.
int cr_compare_products(double a, double b, double c, double d);

/// a - b = the double returned + *low, exactly.
double cr_difference_of(float a, float b, double *low);

/// The next float above, and below; `value` finite.
float cr_float_above(float value);
float cr_float_below(float value);

/// The largest float <= value; `value` not below -FLT_MAX.
float cr_float_down(double value);
