// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What the layers above ask of a level beyond its public questions: who touches it without having been stopped by it.
#pragma once

#include "carom/level.h"

/// carom_level_sweep, and whether the shape may touch an edge where its motion ends: when not `beside`, it does not,
/// and would not a few steps of a float farther on.
carom_sweep_hit cr_level_sweep_beside(const carom_level *level, const carom_shape *a, carom_vec2 move, bool *beside);

/// carom_level_nearest, but for one-way edges that the shape is deeper in than `lets_pass`: it goes through them.
carom_gap cr_level_nearest_met(const carom_level *level, const carom_shape *a, float within, float lets_pass);
