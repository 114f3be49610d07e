// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The room in front of the movers that a walker pushes.
#pragma once

#include "walker/coming_step.h"

#include <math.h>

#define CR_MOVER_GAP 0x1p-21 // of the coordinates: at least four ulp

/// More than the rounding of a position: rounding must not press a walker into a mover that goes along with it, nor a
/// mover that it pushes into what stands.
static inline double cr_mover_gap(carom_vec2 at) {
    return (fabs((double)at.x) + fabs((double)at.y)) * CR_MOVER_GAP;
}

/// How far a walker can push a mover.
typedef struct cr_push_room {
    double until; ///< the part of the step, from 0 to 1, after which the mover, or one in front of it, is stopped
    cr_vec2d by;  ///< its displacement across `up` in the step
} cr_push_room;

/// Returns true for a mover that a walker can push: of finite mass, and not pushed by another.
bool cr_is_pushable(const cr_coming_step *s, uint32_t index);
/// Returns the room of a mover that moves by `move` from the start of the step on, and pushes the movers in front of
/// it.
cr_push_room cr_room_of_push(const cr_coming_step *s, uint32_t index, carom_vec2 move);
/// Finds the movers that other walkers, which have their targets already, push in the step.
void cr_find_pushed_by_others(cr_coming_step *s);
