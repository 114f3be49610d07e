// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bisects over floats as integers: floats of one sign are ordered as their bits.
#include "geom/toi_rounding.h"

#include "geom/predicate.h"

#include <math.h>
#include <string.h>

static uint32_t bits_of(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/// The error of a speed, relative to it, up to which the time has a bound. src/geom/proofs/quotient.g proves it.
#define MOST_SPEED_ERROR 0.3749

/// The roundings of a gap, a speed and their quotient, relative to the time. src/geom/proofs/quotient_rounding.g proves
/// it.
#define QUOTIENT_ROUNDING (5.04 * CR_U)

cr_toi_estimate cr_toi_quotient(double gap, double gap_bound, double speed, double speed_bound) {
    double gap_error = gap_bound / fabs(gap), speed_error = speed_bound / fabs(speed);
    bool is_known = speed_error < MOST_SPEED_ERROR;
    return (cr_toi_estimate){gap / speed, is_known ? gap_error + speed_error + QUOTIENT_ROUNDING : HUGE_VAL};
}

float cr_toi_down(cr_toi_estimate estimate, cr_is_past_toi *is_passed, const void *context) {
    double slack = fabs(estimate.time) * estimate.error, early = estimate.time - slack, late = estimate.time + slack;
    if (!(estimate.error < HUGE_VAL)) late = 1;
    if (!(early > 0)) early = 0; // also for NaN
    if (!(late < 1)) late = 1;
    if (!(late > 0)) late = 0;
    uint32_t low = bits_of(cr_float_down(early)), high = bits_of(cr_float_down(late));
    while (low < high) { // floats of one sign are ordered as their bits
        uint32_t middle = high - (high - low) / 2;
        if (is_passed(context, (double)float_of(middle))) {
            high = middle - 1;
        } else {
            low = middle;
        }
    }
    return float_of(low);
}

double cr_toi_near(double time, float t) {
    double low = (double)t, high = (double)cr_float_above(t);
    return time > low ? time < high ? time : high : low;
}
