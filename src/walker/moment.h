// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A space with platforms as it is in a part of a step.
#pragma once

#include "base/float.h"
#include "carom/walker.h"

typedef struct cr_moment {
    const carom_platforms *platforms;
    uint64_t except; ///< the owner of one that is not met; 0 for none
    double from, to; ///< what a sweep sees: platforms move from where they are at the one time to where at the other
} cr_moment;

/// The platforms of a space; null when it is another kind of space.
const carom_platforms *cr_platforms_of(const carom_space *space);
/// What the moment is when asked, not when the space was made.
carom_space cr_space_of_moment(const cr_moment *moment);
/// The most that one of them moves, in a unit of time.
double cr_platforms_speed(const carom_platforms *platforms);
