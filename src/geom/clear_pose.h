// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Clear poses: from a time of impact in double to a pose in float at which a shape that turns penetrates nothing. The
// rotation is that of the time, rounded; the position is rounded outward along the normal, and moved out of what the
// shape still penetrates, by a few ulp of the largest coordinate. If that does not suffice, earlier times are tried; in
// the worst case it is the pose at the start. If the obstacle moves, the pose at an earlier time is carried along with
// the obstacle up to the time of the hit.
#pragma once

#include "geom/turning.h"

/// Returns true if the shape at a pose, which the motion has at a time, penetrates nothing, and has not passed through
/// anything. Otherwise writes the direction out and the depth, as a negative distance.
typedef bool cr_is_clear_pose(const void *context, carom_pose at, double time, carom_vec2 normal,
                              carom_separation *found);

typedef struct cr_pose_search {
    const carom_turning *motion;
    const cr_spin *spin;
    const carom_turning *carrier_motion; ///< of the obstacle; null if it is at rest
    const cr_spin *carrier_spin;
    double extent; ///< of the largest coordinate, up to a small factor
    /// A penetration that is deeper than rounding at the time of the hit belongs to a contact that does not count, as
    /// with the back of a one-sided segment: it stays.
    bool deep_stays;
    cr_is_clear_pose *is_clear;
    const void *context;
} cr_pose_search;

/// How far the rounding of a pose and of the vertices can move a shape.
double cr_pose_rounding(double extent);

/// Moves the shape outward from a position until it is clear. Returns false if a few ulp are not enough. `time` is not
/// before that of the hit if `on_time`.
bool cr_nudge_pose(const cr_pose_search *s, cr_vec2d from, double time, carom_vec2 normal, bool on_time,
                   carom_pose *at);

/// The clear pose for a time of the motion. `normal` may be (0, 0).
carom_pose cr_clear_pose(const cr_pose_search *s, double time, carom_vec2 normal);
