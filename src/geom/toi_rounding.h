// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rounds a time of impact, given in double with an error bound, to the float that the API promises: the largest not
// beyond the exact time.
#pragma once

#include "carom/base.h"

typedef struct cr_toi_estimate {
    double time;
    double error; // relative to the time; infinite and NaN are allowed, and mean no bound
} cr_toi_estimate;

/// The estimate of gap / speed, from bounds of their errors. The errors must be at most 3/4 and 2/3 of the bounds, and
/// those of the roundings of the quotient 8 u: the room covers the quotient. Without a bound, if the speed has none.
cr_toi_estimate cr_toi_quotient(double gap, double gap_bound, double speed, double speed_bound);

/// Exact predicate: is t beyond the time of impact? Monotone over the floats that it is called for, all >= 0.
typedef bool cr_is_past_toi(const void *context, double t);

/// Returns the largest float in first..last, both >= 0, that is not past the impact, or past what the predicate asks
/// for; `first` if all others are.
float cr_last_float(float first, float last, cr_is_past_toi *is_passed, const void *context);

/// Returns the largest float in 0..1 that is not past the impact. Calls the predicate only if the estimate leaves
/// several floats open, then log2 of their number times.
float cr_toi_down(cr_toi_estimate estimate, cr_is_past_toi *is_passed, const void *context);

/// The time in double that rounds down to t: the estimate if its error is small, otherwise the largest that is not past
/// the impact, at the cost of up to 53 calls of the predicate.
double cr_toi_near(cr_toi_estimate estimate, float t, cr_is_past_toi *is_passed, const void *context);
