// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The scene of `carom bench bodies`, for Carom and Box2D: discs or boxes that bounce off each other in a square room,
// with a spin, kinematic bars that run to and fro through it, and a rule for every pair of discs.
#pragma once

#include "carom/base.h"

enum { BODIES_STEPS = 60, BODIES_FIXED_TAG = 9 }; ///< steps; the tag of walls and bars. Discs have 1 and 2

typedef struct bodies_scene {
    int movers, kinematics;
    bool boxes;                        ///< boxes of 1 x 1 instead of discs
    float spin;                        ///< radians a second, alternately to both sides
    bool rule;                         ///< discs with equal tags pass each other: every other pair
    float side;                        ///< of the room, around the origin
    carom_vec2 *at, *velocity;         ///< of the discs
    carom_vec2 *bar_at, *bar_velocity; ///< of the bars
} bodies_scene;

enum { BODIES_RADIUS_INVERSE = 2 }; ///< discs have radius 1/2

/// Return the number of discs that are outside of the room after BODIES_STEPS steps of 1/60.
long long bodies_run_carom(void *scene);
long long bodies_run_box2d3(void *scene);
