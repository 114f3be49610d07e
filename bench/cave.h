// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// cave(n, seed): n x n samples, a little less than half of them solid, in caves some ten samples wide. Noise, smoothed
// four times: a sample is solid if it is on the border, or if five or more of the nine around it are.
#pragma once

#include "carom/level.h"
#include "random.h"

/// Row by row, 1 solid and 0 not; the caller frees. Null: no memory.
uint8_t *cave_make(int n, uint64_t seed);

/// The tiles that draw it, two layers of n - 1 by n - 1 codes one behind the other: the second has the other half of
/// cells with two solid samples across from each other.
void cave_codes(const uint8_t *cave, int n, uint8_t *codes);

/// The border of what is solid, by marching squares with midpoints: a sample at every whole number. Null: no memory.
carom_level *cave_level(const uint8_t *cave, int n);

/// A sample that is not solid, drawn at random, and a little off it.
carom_vec2 cave_start(const uint8_t *cave, int n, random_source *r, float offset);
