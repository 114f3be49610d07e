// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What a shape at rest touches: all of it together, so that an answer to it depends neither on the order of shapes nor
// on which of several at one time was told.
#pragma once

#include "base/float.h"
#include "carom/motion.h"
#include "motion/course.h"

enum { CR_OBSTACLES = CR_COURSE_SURFACES - CAROM_MOVE_CASTS }; // as many are looked at

/// The obstacles nearer to a placed shape than `margin`, and maybe some a little farther; returns how many were
/// written.
int cr_obstacles_near(const carom_space *space, const carom_shape *placed, double margin,
                      carom_space_contact out[CR_OBSTACLES]);

/// The largest coordinate of a placed shape: what the rounding of its places goes by.
double cr_reach_of(const carom_shape *placed);

/// Are two places of a shape, placed at or near them, one but for a few steps of a float?
bool cr_same_place(const carom_shape *placed, carom_vec2 a, carom_vec2 b);

/// All that a placed shape touches, to a few steps of a float, and what was hit there. Where the corners of two shapes
/// meet either side will do, and the one that leaves more of the velocity is told, if it goes against both. `again`
/// are normals that count whatever is there: of what was hit here once more after an answer.
void cr_touched(const carom_space *space, const carom_shape *placed, const carom_space_hit *hit, carom_vec2 velocity,
                const carom_vec2 *again, int again_count, cr_surfaces *out);
