// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A time in double with an error bound, and the float that is promised: the largest not beyond the exact time.
#pragma once

#include "carom/base.h"

typedef struct cr_estimate {
    double time;
    double error; // as a fraction of the time; may be infinite or NaN, which is no help but does no harm
} cr_estimate;

/// Is t beyond the exact time? Asked only of floats in 0..1, and monotone there.
typedef bool cr_is_passed(const void *context, double t);

/// The largest float in 0..1 that is not passed. Asks only where the estimate leaves several floats open: then as
/// often as the logarithm of their number.
float cr_time_down(cr_estimate estimate, cr_is_passed *is_passed, const void *context);

/// The time as good as double has it: the estimate, but not outside of what t says.
double cr_time_near(double time, float t);
