// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A scene with platforms within an interval of a step.
#pragma once

#include "base/float.h"
#include "carom/walker.h"

typedef struct cr_platform_scene {
    const carom_platforms *platforms;
    uint64_t except; ///< the owner of a platform to ignore; 0 for none
    double from, to; ///< a sweep moves the platforms from their position at time `from` to that at time `to`
} cr_platform_scene;

/// Returns the platforms of a scene; null for another kind of scene.
const carom_platforms *cr_platforms_of(const carom_scene *scene);
/// Returns a scene that reads *interval at each query, not now.
carom_scene cr_scene_of_interval(const cr_platform_scene *interval);
/// Returns the greatest speed of a platform, in units per unit of time.
double cr_platforms_speed(const carom_platforms *platforms);
