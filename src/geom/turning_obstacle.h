// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sweeps of shapes that turn, from any time of their motion on. A world changes the path of a body in the middle of a
// step, while its turn, and the path of a kinematic body, remain one motion. So nothing is rounded between its parts.
#pragma once

#include "geom/turning_search.h"

/// A shape whose pivot is at `from` at `time`, and then moves by `move` until time 1. It turns about the pivot by a
/// spin, which has begun at time 0.
typedef struct cr_late_motion {
    const carom_shape *shape; ///< with the rotation of time 0
    carom_vec2 pivot;         ///< in the coordinates of the shape
    carom_vec2 from, move;
    double time;         ///< 0..1
    const cr_spin *spin; ///< null: the shape does not turn, and is at its place at `time`; no pivot then
} cr_late_motion;

typedef struct cr_late_impact {
    cr_turning_impact impact; ///< times are those of the whole motion
    int part_a, part_b;
} cr_late_impact;

/// Finds the earliest impact of two shapes, and of their parts, from a time on. If they block each other, penetration
/// at that time counts only if it deepens.
cr_late_impact cr_sweep_late(const cr_late_motion *a, const cr_late_motion *b, double time, bool blocks);

/// Writes the spin of the reversed motion.
void cr_spin_reverse(const cr_spin *spin, cr_spin *out);
