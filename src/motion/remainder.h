// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Motion below the rounding of positions. Far from the origin a displacement can be smaller than one ulp of the
// coordinate. The part of such a displacement that rounding loses is carried into the next step, so that a mover
// advances by its velocity wherever it is. carom_move and the world share this rule; it applies to each axis on its
// own.
#pragma once

#include "base/float.h"
#include "carom/base.h"

#include <math.h>

/// Relative to the coordinate: rounding, at least 2^-24 of the coordinate, changes a smaller displacement by 1/256 or
/// more.
#define CR_SLOW_SHARE 0x1p-16f
/// Relative to the coordinate: two to four ulp, the most that rounding alone takes from a displacement.
#define CR_LOST_SHARE 0x1p-22f

/// True if a displacement is so small beside the coordinate that a remainder is carried.
static inline bool cr_is_slow(float at, float move) {
    return move != 0 && (move < 0 ? -move : move) < (at < 0 ? -at : at) * CR_SLOW_SHARE;
}

/// The part of a displacement that rounding lost; 0 if more is missing than a few ulp of the end, because then a
/// contact took it.
static inline float cr_remainder_of(float from, float move, float end) {
    float missing = (float)((double)move - ((double)end - (double)from));
    return fabsf(missing) <= fabsf(end) * CR_LOST_SHARE ? missing : 0;
}
