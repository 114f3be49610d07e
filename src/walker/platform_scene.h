// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A scene with platforms within an interval of a step.
#pragma once

#include "base/float.h"
#include "base/vec.h"
#include "carom/walker.h"

typedef struct cr_platform_scene {
    const carom_platforms *platforms;
    uint64_t except; ///< the owner of a platform to ignore; 0 for none
    double from, to; ///< a sweep moves the platforms from their pose at time `from` to that at time `to`
    double dt;       ///< of the step; 0 outside of one
} cr_platform_scene;

/// Returns the platforms of a scene; null for another kind of scene.
const carom_platforms *cr_platforms_of(const carom_scene *scene);
/// Returns a scene that reads *interval at each query, not now.
carom_scene cr_scene_of_interval(const cr_platform_scene *interval);
/// Returns the greatest speed of a point of a platform, in units per unit of time.
double cr_platforms_speed(const carom_platforms *platforms);
/// Returns true if a platform turns.
bool cr_platforms_turn(const carom_platforms *platforms);
/// Returns the platform of an owner if it turns in the step; otherwise null.
const carom_platform *cr_turning_platform(const cr_platform_scene *interval, uint64_t owner);
/// Returns the velocity of an owner at a point, at time `to`.
cr_vec2d cr_velocity_in_interval(const cr_platform_scene *interval, uint64_t owner, carom_vec2 point);
/// Returns the displacement of a point of a platform between two times.
carom_vec2 cr_carried_by_turn(const cr_platform_scene *interval, const carom_platform *p, carom_vec2 point, double from,
                              double to);
/// Returns the shape of a platform at a time of a step, with its origin at `at`.
carom_shape cr_platform_shape(const carom_platform *p, double dt, double time, carom_vec2 at);
/// The same at time `to` of the interval.
carom_shape cr_platform_shape_at_end(const cr_platform_scene *interval, const carom_platform *p);
