// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Random coordinates at the limits of float.
#pragma once

#include "carom/base.h"

#include "random.h"

#include <float.h>

/// Returns zero, a denormal, the largest float, or a value between them, of either sign.
static inline float extreme(random_source *r) {
    static const float sizes[] = {0,     FLT_TRUE_MIN, FLT_MIN, 1e-20f,      1,       3,
                                  1e18f, 1e20f,        1e30f,   FLT_MAX / 2, FLT_MAX, FLT_MAX};
    float size = sizes[random_below(r, 12)];
    if (random_below(r, 4) == 0) size *= random_unit(r);
    return random_below(r, 2) ? size : -size;
}

static inline carom_vec2 extreme_place(random_source *r) {
    float x = extreme(r);
    return (carom_vec2){x, extreme(r)};
}
