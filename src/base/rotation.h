// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rotations in double, for the files of the library.
#pragma once

#include "base/float.h"
#include "base/vec.h"
#include "carom/base.h"

#include <math.h>

/// Returns (1, 0) for a zeroed rotation, others as they are.
static inline carom_rotation cr_turn_of(carom_rotation r) {
    return r.cosine == 0 && r.sine == 0 ? (carom_rotation){1, 0} : r;
}

/// True for an angle of zero and for a zeroed rotation.
static inline bool cr_is_unturned(carom_rotation r) {
    return r.sine == 0 && (r.cosine == 1 || r.cosine == 0);
}

/// True for a multiple of a quarter turn.
static inline bool cr_is_quarter_turn(carom_rotation r) {
    return (r.sine == 0 && (fabsf(r.cosine) == 1 || r.cosine == 0)) || (r.cosine == 0 && fabsf(r.sine) == 1);
}

static inline bool cr_pose_is_finite(carom_pose pose) {
    return isfinite(pose.position.x) && isfinite(pose.position.y) && isfinite(pose.rotation.cosine) &&
           isfinite(pose.rotation.sine);
}

/// The cosine and sine of an angle of at most an eighth of a turn, with an error below 2^-51 of them.
void cr_cosine_and_sine(double x, double *cosine, double *sine);

/// The angle of the shorter turn from one rotation to another, in -pi..pi, with an error below 2^-49; pi for a half
/// turn.
double cr_angle_between(carom_rotation from, carom_rotation to);

/// The velocity of a point of a body at a position that also turns.
static inline cr_vec2d cr_velocity_in_turn(cr_vec2d velocity, double spin, carom_vec2 at, carom_vec2 point) {
    double x = (double)point.x - (double)at.x, y = (double)point.y - (double)at.y;
    return (cr_vec2d){velocity.x - spin * y, velocity.y + spin * x};
}

/// The rotation whose cosine and sine are products of those of two rotations: scaled to unit length if they have
/// drifted from it.
carom_rotation cr_rotation_of_products(double cosine, double sine);

/// carom_pose_point of several points; the lists may be the same.
void cr_pose_points(carom_pose pose, const carom_vec2 *v, int count, carom_vec2 *out);
