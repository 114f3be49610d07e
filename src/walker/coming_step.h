// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What the bodies of a world do in the step that comes, as far as a walker can know it before: kinematic bodies move,
// the movers that rest on them go along, and walkers that have stepped push movers.
#pragma once

#include "carom/walker.h"
#include "world/state.h"

enum { CR_MOST_PUSHED = 64 };

/// A mover that a walker pushes.
typedef struct cr_pushed_mover {
    uint32_t index;
    cr_vec2d by;    ///< its displacement in the step
    cr_vec2d ahead; ///< where it may be beyond that by rounding
} cr_pushed_mover;

/// The coming step, seen by a walker.
typedef struct cr_coming_step {
    const carom_world *world;
    uint32_t walker;
    uint32_t ground; ///< the body that the walker stands on; CR_NOTHING without one
    double dt;
    double longest;                         ///< the longest path of a body that moves
    cr_vec2d up;                            ///< of length 1
    cr_pushed_mover pushed[CR_MOST_PUSHED]; ///< by other walkers
    int pushed_count;
} cr_coming_step;

/// Returns true for kinematic bodies and the movers that they carry.
static inline bool cr_is_carrier(const carom_world *world, uint32_t index) {
    uint32_t flags = cr_flags(world)[index];
    return (flags & CR_KINEMATIC) || ((flags & CR_CARRIED) && cr_carrier_of(world, index) != CR_NOTHING);
}
/// Returns the mover if another walker pushes it, else null.
static inline const cr_pushed_mover *cr_find_pushed(const cr_coming_step *s, uint32_t index) {
    for (int i = 0; i < s->pushed_count; ++i)
        if (s->pushed[i].index == index) return &s->pushed[i];
    return NULL;
}
/// Returns true if it is known that a body moves: for carriers, and for movers that another walker pushes.
static inline bool cr_moves_in_step(const cr_coming_step *s, uint32_t index) {
    return cr_is_carrier(s->world, index) || cr_find_pushed(s, index);
}
/// Returns the velocity of a body that moves: of a mover that a kinematic body carries, that of the latter, there.
carom_vec2 cr_coming_velocity(const cr_coming_step *s, uint32_t index);
/// Returns the velocity of the ground of the walker at a point.
carom_vec2 cr_coming_ground_velocity(const cr_coming_step *s, carom_vec2 point);
/// Returns the spin of a kinematic body; 0 for others.
float cr_coming_spin(const cr_coming_step *s, uint32_t index);
/// Returns the part of a vector across `up`.
static inline cr_vec2d cr_across_up(const cr_coming_step *s, cr_vec2d v) {
    return cr_subtract(v, cr_scale(s->up, cr_dot(v, s->up)));
}
