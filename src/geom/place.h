// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// From a time in double to a place in float that is not inside of anything.
#pragma once

#include "carom/geom.h"

/// Is a body at this place not deeper than touch in what is around it?
typedef bool cr_is_free(void *context, carom_vec2 at);

/// from + t * move, rounded outward along the normal; then, while `is_free` says no, one ulp further out at a time, and
/// after a few of those back along the way it came. `from` itself, if nothing nearer is free.
carom_vec2 cr_place(carom_vec2 from, carom_vec2 move, double t, carom_vec2 normal, cr_is_free *is_free, void *context);

/// The same where no one need be asked: a time that is off by less than `error`, and a place that rounding
/// outward has taken further out than that. False when it has not.
bool cr_place_clear(carom_vec2 from, carom_vec2 move, double t, double error, carom_vec2 normal, carom_vec2 *at);

/// The same in space.
typedef bool cr_is_free3(void *context, carom_vec3 at);
carom_vec3 cr_place3(carom_vec3 from, carom_vec3 move, double t, carom_vec3 normal, cr_is_free3 *is_free,
                     void *context);
