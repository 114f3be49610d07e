// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A ray by its two ends, for the command line and the npm package.
#pragma once

#include "carom/geom.h"

/// The ray from one point to another along the exact way between them, also where that is no float. All finite.
carom_ray_hit ray_to(carom_vec2 from, carom_vec2 to, const carom_shape *b);

/// Is `to - from` too long a way for a float, on one axis?
bool too_long_a_way(float from, float to);
