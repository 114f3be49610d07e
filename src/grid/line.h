// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Exact comparisons with grid lines. Line k of an axis is at origin + k * cell, which is rarely a float. A filter in
// double with an error bound decides almost every comparison; exact arithmetic decides the rest.
#pragma once

#include "base/float.h"
#include "carom/grid.h"

/// The grid lines of one axis.
typedef struct cr_lines {
    float origin, cell;
} cr_lines;

/// A coordinate that is the exact sum of three floats.
typedef struct cr_sum {
    float a, b, c;
} cr_sum;

/// The crossing of a vertical and a horizontal line.
typedef struct cr_grid_crossing {
    int64_t x, y;
} cr_grid_crossing;

carom_status cr_grid_check(const carom_grid *grid);

/// Returns the sign of (line k - at).
int cr_line_side(cr_lines lines, int64_t k, cr_sum at);

/// Writes the cells that contain `at`: `low` and `high` are equal, or the two cells on both sides of the line on which
/// `at` lies. Returns false if one of them is beyond int32.
bool cr_cells_at(cr_lines lines, cr_sum at, int32_t *low, int32_t *high);

/// Returns the side of a crossing of grid lines relative to the path through `from` in the direction to - base: the
/// sign of cross(to - base, crossing - from).
int cr_path_side(const carom_grid *grid, cr_grid_crossing at, carom_vec2 from, carom_vec2 to, carom_vec2 base);

/// True if a crossing of grid lines is within `radius` of the path from `center` along `move`, ends included.
bool cr_path_near(const carom_grid *grid, cr_grid_crossing at, carom_vec2 center, carom_vec2 move, float radius);
