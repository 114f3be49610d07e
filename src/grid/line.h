// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Where grid lines are, decided exactly. Line k of an axis is at origin + k * cell, which floats seldom hold; so every
// comparison with it is done in double against an error bound, and where that does not decide, in exact numbers.
#pragma once

#include "base/float.h"
#include "carom/grid.h"

/// The lines of one axis.
typedef struct cr_lines {
    float origin, cell;
} cr_lines;

/// A place on an axis that no float holds: the exact sum of three.
typedef struct cr_sum {
    float a, b, c;
} cr_sum;

/// The crossing of a vertical and a horizontal line.
typedef struct cr_crossing {
    int64_t x, y;
} cr_crossing;

carom_status cr_grid_check(const carom_grid *grid);

/// The sign of (line k - at).
int cr_line_side(cr_lines lines, int64_t k, cr_sum at);

/// The cells that hold `at`: `low` and `high` are one cell, or the two whose common line `at` is on. False when one of
/// them is beyond int32.
bool cr_cells_at(cr_lines lines, cr_sum at, int32_t *low, int32_t *high);

/// On which side of the path through `from`, in the direction of (to - base), is a crossing of grid lines? The sign of
/// cross(to - base, crossing - from).
int cr_path_side(const carom_grid *grid, cr_crossing at, carom_vec2 from, carom_vec2 to, carom_vec2 base);

/// Is a crossing of grid lines within `radius` of the path from `center` by `move`, ends included?
bool cr_path_near(const carom_grid *grid, cr_crossing at, carom_vec2 center, carom_vec2 move, float radius);
