// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Poses from numbers.
#include "cli/pose_of.h"

#include <math.h>

/// Deviations of the squared length from 1. The first is far above the rounding of two floats, and 9 printed digits.
static const double AS_IT_IS = 0x1p-20, SCALED = 0.01;

bool rotation_of_pair(float cosine, float sine, carom_rotation *out) {
    double deviation = fabs((double)cosine * (double)cosine + (double)sine * (double)sine - 1);
    *out = (carom_rotation){cosine, sine};
    if (deviation > AS_IT_IS) *out = carom_rotation_normalized(*out);
    return deviation <= SCALED;
}

bool pose_of(const float *v, int count, carom_pose *out) {
    *out = (carom_pose){{v[0], v[1]}, {1, 0}};
    if (count == 4) return rotation_of_pair(v[2], v[3], &out->rotation);
    out->rotation = carom_rotation_of(v[2]);
    return true;
}
