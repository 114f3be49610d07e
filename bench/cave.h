// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// cave(n, seed): n x n samples, a little less than half of them solid, in caves some ten samples wide. Noise, smoothed
// four times: a sample is solid if it is on the border, or if five or more of the nine around it are.
#pragma once

#include "carom/level.h"
#include "random.h"

/// Returns the samples row by row, 1 solid and 0 not; the caller frees them. Null: out of memory.
uint8_t *cave_make(int n, uint64_t seed);

/// Returns the tiles, two layers of n - 1 by n - 1 codes, one after the other: the second layer has the other half of
/// cells with diagonally opposite solid samples.
void cave_codes(const uint8_t *cave, int n, uint8_t *codes);

/// Returns the boundary as outlines, by marching squares with midpoints: a sample at every integer. Null: out of
/// memory.
carom_level *cave_level(const uint8_t *cave, int n);

/// Returns a random point near a random sample that is not solid.
carom_vec2 cave_start(const uint8_t *cave, int n, random_source *r, float offset);

/// Returns true if the point is in the interior of the solid of cave_level(cave, n), exactly, without the level: a
/// single solid corner of a cell is a triangle, two adjacent ones are half of the cell. The point must be within the
/// samples.
bool cave_solid(const uint8_t *cave, int n, carom_vec2 at);
