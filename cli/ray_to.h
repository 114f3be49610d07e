// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A ray given by its two ends, for the command line and the npm package.
#pragma once

#include "carom/geom.h"

/// Casts a ray from one point to another along the exact difference, even if that is not a float. All input must be
/// finite.
carom_ray_hit ray_to(carom_vec2 from, carom_vec2 to, const carom_shape *b);

/// True if `to - from` exceeds the range of floats, on one axis.
bool exceeds_float_range(float from, float to);
