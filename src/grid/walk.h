// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// One step along a line of cells, inline for the hot loops.
//
// Between cell centres, dx columns and dy rows apart, the k-th vertical grid line is crossed at fraction (2k - 1) / 2dx
// of the line, the j-th horizontal one at (2j - 1) / 2dy. `lead` is their difference times 2 dx dy: (2k - 1) dy - (2j -
// 1) dx. It starts at dy - dx, and each step adds 2dy or subtracts 2dx. |lead| stays below 2^34.
#pragma once

#include "grid/iterator.h"

/// The state of a carom_cell_line.
typedef struct CR_MAY_ALIAS cr_cell_line {
    carom_cell at;  ///< the next cell
    int32_t step_x; ///< -1, 0 or 1
    int32_t step_y; ///< -1, 0 or 1
    int64_t run_x;  ///< twice the length along x
    int64_t run_y;  ///< twice the length along y
    int64_t lead;   ///< the next grid line: < 0 a vertical one, > 0 a horizontal one, 0 both at once
    int64_t left;   ///< number of cells still to come
    int shoulder;   ///< at a corner: how many of its shoulder cells were visited
    bool shoulders; ///< visit them
} cr_cell_line;
CR_FITS(cr_cell_line, carom_cell_line);

/// An iterator at the first cell. `left` is not set.
static inline cr_cell_line cr_walk_start(carom_cell from, carom_cell to, bool shoulders) {
    int64_t dx = (int64_t)to.x - from.x, dy = (int64_t)to.y - from.y;
    int64_t width = dx < 0 ? -dx : dx, height = dy < 0 ? -dy : dy;
    return (cr_cell_line){
        .at = from,
        .step_x = (dx > 0) - (dx < 0),
        .step_y = (dy > 0) - (dy < 0),
        .run_x = 2 * width,
        .run_y = 2 * height,
        .lead = height - width,
        .shoulders = shoulders,
    };
}

/// Steps across a side of the cell; requires lead != 0. The side is unpredictable, so masks select it. A conditional
/// expression may become a branch (clang 14 makes one: a sixth of the speed).
static inline void cr_walk_side(cr_cell_line *walk) {
    int64_t vertical = -(int64_t)(walk->lead < 0); // all bits or none
    walk->lead += (walk->run_y & vertical) - (walk->run_x & ~vertical);
    walk->at.x += walk->step_x & (int32_t)vertical;
    walk->at.y += walk->step_y & (int32_t)~vertical;
}

/// Steps through a corner, to the far cell or to the next shoulder cell. `lead` stays 0 until the corner is passed.
static inline void cr_walk_corner(cr_cell_line *walk) {
    if (walk->shoulders && walk->shoulder == 0) {
        walk->at.x += walk->step_x;
        walk->shoulder = 1;
        return;
    }
    if (walk->shoulder == 1) {
        walk->at.x -= walk->step_x;
        walk->at.y += walk->step_y;
        walk->shoulder = 2;
        return;
    }
    if (walk->shoulder == 0) walk->at.y += walk->step_y;
    walk->at.x += walk->step_x;
    walk->shoulder = 0;
    walk->lead = walk->run_y - walk->run_x;
}

static inline void cr_walk_step(cr_cell_line *walk) {
    if (walk->lead == 0) {
        cr_walk_corner(walk);
    } else {
        cr_walk_side(walk);
    }
}
