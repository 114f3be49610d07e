// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Axes that no contact changes. The path of a step is a sequence of straight segments, and the position at each contact
// is rounded. If every segment ended where its displacement leads from there, the roundings would add up. So a path
// has an exact end. On an axis that a contact does not change, the end stays the same, and the next segment leads
// there: the mover ends where it would end without the contact, rounded once. carom_move, the world and the walker
// share this rule; it applies to each axis on its own.
#pragma once

#include "base/vec.h"

/// Relative to the coordinate: 8 to 16 ulp. Beside the corners that a shape passes, a position is off its path by more
/// than its rounding.
#define CR_OFF_AXIS 0x1p-20
/// Relative to the displacement of a whole step: by this a position is off its path, because times of impact are
/// floats.
#define CR_OFF_TIME 0x1p-22

/// The exact end of a displacement.
static inline cr_vec2d cr_end_of(carom_vec2 from, carom_vec2 move) {
    return (cr_vec2d){(double)from.x + (double)move.x, (double)from.y + (double)move.y};
}

/// One axis of a mover after a contact.
typedef struct cr_axis_after {
    float at;    ///< the position at the contact
    float move;  ///< the displacement in the time that is left, by the velocity
    float whole; ///< the displacement in a whole step, by the same velocity
    bool free;   ///< the contact does not change the velocity on this axis, nor limit the position
} cr_axis_after;

/// Returns the displacement to the end of the path, and updates the end if the axis is not free.
static inline float cr_left_on_axis(const cr_axis_after *a, double *end) {
    double left = *end - (double)a->at, off = fabs(left - (double)a->move);
    double slack = fabs((double)a->at) * CR_OFF_AXIS + fabs((double)a->whole) * CR_OFF_TIME;
    if (!a->free || a->whole == 0 || !(off <= slack)) {
        *end = (double)a->at + (double)a->move;
        return a->move;
    }
    bool forward = left > 0 ? a->move > 0 : left < 0 && a->move < 0;
    return forward ? (float)left : a->move; // near the end, rounding can leave no displacement
}
