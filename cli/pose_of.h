// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Poses from numbers, for the command line and the npm package.
#pragma once

#include "carom/base.h"

/// Reads a rotation from a cosine and a sine. They are taken as they are if their length is 1 up to rounding, and
/// scaled if it is within half a percent. Otherwise returns false.
bool rotation_of_pair(float cosine, float sine, carom_rotation *out);

/// Reads a pose from `count` finite numbers. 3: x, y and an angle in radians; 4: x, y, a cosine and a sine, for which
/// the result is that of rotation_of_pair.
bool pose_of(const float *v, int count, carom_pose *out);
