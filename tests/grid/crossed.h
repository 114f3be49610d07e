// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The reference for the tests of layer grid: whether a line crosses a cell, from the definition and without traversal.
#pragma once

#include "carom/grid.h"

typedef enum { CELL_APART, CELL_TOUCHED, CELL_CROSSED } cell_relation;

/// The segment from the centre of (0, 0) to that of (dx, dy), and cell (x, y): crossed if it enters the interior,
/// touched if only the border (a shoulder cell). In integers, doubled so that corners are integers. Coordinates up to
/// +-2^29.
static inline cell_relation cell_on_line(int dx, int dy, int x, int y) {
    if (x < (dx < 0 ? dx : 0) || x > (dx > 0 ? dx : 0) || y < (dy < 0 ? dy : 0) || y > (dy > 0 ? dy : 0)) {
        return CELL_APART; // the ends are centres, so the line stays between them
    }
    int left = 0, right = 0; // corners of the cell on each side of the line
    for (int corner = 0; corner < 4; ++corner) {
        int64_t cx = 2 * x + (corner & 1 ? 1 : -1), cy = 2 * y + (corner & 2 ? 1 : -1);
        int64_t side = dx * cy - dy * cx;
        left += side >= 0;
        right += side <= 0;
    }
    if (dx == 0 && dy == 0) return CELL_CROSSED;
    if (left == 0 || right == 0) return CELL_APART;
    return left == 4 || right == 4 ? CELL_TOUCHED : CELL_CROSSED;
}
