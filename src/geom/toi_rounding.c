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

/// An error of a time that keeps a position at contact: beside an edge it is off by the error of the gap, beside a
/// circle by the square of this.
#define KNOWN_TIME 0x1p-40

cr_toi_estimate cr_toi_quotient(double gap, double gap_bound, double speed, double speed_bound) {
    double gap_error = gap_bound / fabs(gap), speed_error = speed_bound / fabs(speed);
    bool is_known = speed_error < MOST_SPEED_ERROR;
    return (cr_toi_estimate){gap / speed, is_known ? gap_error + speed_error + QUOTIENT_ROUNDING : HUGE_VAL};
}

float cr_last_float(float first, float last, cr_is_past_toi *is_passed, const void *context) {
    uint32_t low = bits_of(first), high = bits_of(last);
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

float cr_toi_down(cr_toi_estimate estimate, cr_is_past_toi *is_passed, const void *context) {
    double slack = fabs(estimate.time) * estimate.error, early = estimate.time - slack, late = estimate.time + slack;
    if (!(estimate.error < HUGE_VAL)) late = 1;
    if (!(early > 0)) early = 0; // also for NaN
    if (!(late < 1)) late = 1;
    if (!(late > 0)) late = 0;
    return cr_last_float(cr_float_down(early), cr_float_down(late), is_passed, context);
}

double cr_toi_near(cr_toi_estimate estimate, float t, cr_is_past_toi *is_passed, const void *context) {
    double low = (double)t, high = (double)cr_float_above(t), slack = fabs(estimate.time) * estimate.error;
    if (slack <= KNOWN_TIME) return estimate.time > low ? estimate.time < high ? estimate.time : high : low;
    if (estimate.time - slack > low) low = estimate.time - slack; // not if the slack is infinite or NaN
    if (estimate.time + slack < high) high = estimate.time + slack;
    for (double middle = 0.5 * (low + high); low < middle && middle < high; middle = 0.5 * (low + high)) {
        if (is_passed(context, middle)) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return low;
}
