// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sweeps against a shape that turns, from any time of its motion on. A world changes the path of a mover in the middle
// of a step, while the path of what turns remains one motion. So nothing is rounded between its parts.
#pragma once

#include "geom/turning_search.h"

/// A shape that does not turn: at `time` it is as given, and moves by `move` until time 1.
typedef struct cr_late_motion {
    const carom_shape *shape;
    carom_vec2 move;
    double time; ///< 0..1
    bool blocks; ///< penetration at `time` counts only if it deepens
} cr_late_motion;

/// A shape that turns about `pivot`, which is at `start` at time 0, and moves by `move` until time 1. The shape is
/// given about the pivot, as it is where the half vector is (1, 0).
typedef struct cr_turning_obstacle {
    const carom_shape *shape;
    carom_vec2 pivot, start, move;
    const cr_spin *spin;
} cr_turning_obstacle;

typedef struct cr_late_impact {
    cr_turning_impact impact; ///< times are those of the whole motion
    int part_a, part_b;
} cr_late_impact;

/// Finds the earliest impact of two shapes, and of their parts, from a->time on.
cr_late_impact cr_sweep_into_turning(const cr_late_motion *a, const cr_turning_obstacle *b);

/// Writes the spin of the reversed motion.
void cr_spin_reverse(const cr_spin *spin, cr_spin *out);
