// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bisects over floats as integers: floats of one sign are ordered as their bits.
#include "geom/toi_rounding.h"

#include "geom/predicate.h"

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

float cr_toi_down(cr_toi_estimate estimate, cr_is_past_toi *is_passed, const void *context) {
    double early = estimate.time * (1 - estimate.error), late = estimate.time * (1 + estimate.error);
    if (!(early > 0)) early = 0; // also for NaN
    if (!(late < 1)) late = 1;
    if (early > late) early = 0;
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
