// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Two walks through a grid.
//
// A moving box: the grid is cut into columns along the major axis of the motion; in each column the box covers an
// interval of cells. Computed in double, and widened by more than the rounding.
//
// A point through the top grid, cell by cell and branchless (J. Amanatides, A. Woo, A Fast Voxel Traversal Algorithm
// for Ray Tracing, 1987). It is not widened, because edges are listed in all cells that they pass through when widened
// by more than its rounding.
//
// Both are inline functions, so that the operation on a cell is compiled into the loop.
#pragma once

#include "base/inline.h"
#include "level/index/index.h"

#include <math.h>

// Slacks of cell coordinates, relative to the sum of the coordinates that they are computed from. The scripts in
// src/level/proofs/ prove that they are above the rounding: walk.g, cells_of_box.g and cells_of_edge.g.
#define CR_BOX_SLACK   (20.1 * (DBL_EPSILON / 2)) ///< widens moving boxes
#define CR_RANGE_SLACK (4.04 * (DBL_EPSILON / 2)) ///< widens the box of a cell range
#define CR_EDGE_SLACK  (38.1 * (DBL_EPSILON / 2)) ///< widens edges, and covers the rounding in the cells of a point
/// Two ulp of float, relative: times closer than this may round to the same float.
#define CR_TIME_SLACK 0x1p-22

/// A function that only prefetches must be CR_INLINE: gcc treats it as free of effects and drops the call. WebAssembly
/// has no prefetch.
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__wasm__)
#define CR_FETCH(address) __builtin_prefetch(address)
#else
#define CR_FETCH(address) ((void)(address))
#endif

/// After a hit at t, a walk may stop at this time: it exceeds t by more than one ulp of float.
static inline double cr_later(double t) {
    return t * (1 + CR_TIME_SLACK) + (double)FLT_TRUE_MIN;
}

/// A moving box, in cells of a grid.
typedef struct cr_region {
    double min[2], max[2], move[2];
} cr_region;

/// The top grid, or a nested one.
typedef struct cr_grid {
    uint32_t first; ///< the word of its first cell
    int size[2];
} cr_grid;

/// An operation on the cell with the word `at`. Returns the new time limit.
typedef double cr_enter(void *context, const cr_region *region, int column, int row, uint32_t at, double limit);

/// The distance in words between neighbouring tiles, and cells of a tile, along an axis.
typedef struct cr_pitch {
    uint32_t tile, cell;
} cr_pitch;

CR_INLINE cr_pitch cr_pitch_of(const cr_grid *grid, int axis) {
    return axis == 0 ? (cr_pitch){CR_TILE_CELLS, 1} : (cr_pitch){(uint32_t)grid->size[0] * CR_TILE, CR_TILE};
}

CR_INLINE uint32_t cr_words_to(cr_pitch pitch, int k) {
    return (uint32_t)k / CR_TILE * pitch.tile + (uint32_t)k % CR_TILE * pitch.cell;
}

/// The cell of a coordinate along an axis; the outermost cells extend to infinity.
CR_INLINE int cr_cell_at(double along, int size) {
    double last = (double)(size - 1);
    along = along > 0 ? along : 0;
    return (int)(along < last ? along : last);
}

/// The box is in a column from time `enter` to `leave`. `tail` and `head` are the extreme coordinates of the box across
/// the column at these times: its trailing side when it enters, its leading side when it leaves.
CR_INLINE double cr_walk_columns(int major, const cr_grid *grid, const cr_region *r, double limit, cr_enter *enter_cell,
                                 void *context) {
    int minor = 1 - major;
    double move = r->move[major], slope = r->move[minor], end = limit;
    bool forward = move >= 0, rising = slope >= 0;
    double front = forward ? r->max[major] : r->min[major], back = forward ? r->min[major] : r->max[major];
    double trail = rising ? r->min[minor] : r->max[minor], lead = rising ? r->max[minor] : r->min[minor];
    int column = cr_cell_at(back, grid->size[major]), last = cr_cell_at(front + move, grid->size[major]);
    int step = forward ? 1 : -1;
    double per_move = move != 0 ? fabs(1 / move) : 1e300, side = (double)(column + forward);
    // Distances to the side of the column. Times that are added up would drift by n / 2 roundings after n columns.
    double to_front = forward ? side - front : front - side, to_back = forward ? side - back : back - side;
    double enter = to_front * per_move, leave = to_back * per_move;
    cr_pitch along = cr_pitch_of(grid, major), across = cr_pitch_of(grid, minor);
    double tail = trail;
    for (;; column += step) {
        double head = lead + slope * (column == last || leave > end ? end : leave);
        int row = cr_cell_at(rising ? tail : head, grid->size[minor]);
        int rows_end = cr_cell_at(rising ? head : tail, grid->size[minor]);
        uint32_t words = grid->first + cr_words_to(along, column);
        for (; row <= rows_end; ++row) {
            int x = major == 0 ? column : row, y = major == 0 ? row : column;
            limit = enter_cell(context, r, x, y, words + cr_words_to(across, row), limit);
        }
        if (column == last || enter > limit) return limit;
        tail = trail + slope * (enter > 0 ? enter : 0);
        to_front += 1;
        to_back += 1;
        enter = to_front * per_move;
        leave = to_back * per_move;
    }
}

CR_INLINE double cr_walk_cells(const cr_grid *grid, const cr_region *r, double limit, cr_enter *enter_cell,
                               void *context) {
    return fabs(r->move[1]) >= fabs(r->move[0]) ? cr_walk_columns(1, grid, r, limit, enter_cell, context)
                                                : cr_walk_columns(0, grid, r, limit, enter_cell, context);
}

/// The region in cells of the grid within cell (column, row).
CR_INLINE cr_region cr_region_within(const cr_region *r, int column, int row) {
    const double corner[2] = {(double)column, (double)row};
    cr_region inner;
    for (int i = 0; i < 2; ++i) {
        inner.min[i] = (r->min[i] - corner[i]) * CR_TILE;
        inner.max[i] = (r->max[i] - corner[i]) * CR_TILE;
        inner.move[i] = r->move[i] * CR_TILE;
    }
    return inner;
}

CR_INLINE cr_region cr_region_of(const cr_index *index, carom_box box, carom_vec2 move) {
    cr_region r = {.min = {(double)box.min.x, (double)box.min.y},
                   .max = {(double)box.max.x, (double)box.max.y},
                   .move = {(double)move.x * index->per_cell, (double)move.y * index->per_cell}};
    double slack[2];
    for (int i = 0; i < 2; ++i) {
        r.min[i] = (r.min[i] - index->origin[i]) * index->per_cell;
        r.max[i] = (r.max[i] - index->origin[i]) * index->per_cell;
        slack[i] = (fabs(r.min[i]) + fabs(r.max[i]) + fabs(r.move[i]) + index->size_of_origin) * CR_BOX_SLACK;
    }
    // The minor axis moves less, so an error of time displaces it by no more than the slack of the major axis.
    bool moves = r.move[0] != 0 || r.move[1] != 0;
    double both = moves ? slack[0] + slack[1] : 0;
    for (int i = 0; i < 2; ++i) {
        r.min[i] -= moves ? both : slack[i];
        r.max[i] += moves ? both : slack[i];
    }
    return r;
}

CR_INLINE cr_grid cr_top_grid(const cr_index *index) {
    return (cr_grid){0, {index->size[0], index->size[1]}};
}

// ---- A point --------------------------------------------------------------------------------------------------------

typedef struct cr_trail {
    double next[2];  ///< times at which the point enters the next column and the next row
    double sides[2]; ///< distances of those cell sides from the start, in cells
    double per_side[2];
    double enter; ///< time at which the point entered this cell
    double end;   ///< time at which it leaves the grid; at most 1
    int32_t cell[2], step[2];
} cr_trail;

/// Returns false if the start is outside of the grid: coordinates far outside have more rounding than edges are widened
/// by. Also if the least time that cr_later adds is longer than the way through a cell: the walk would go on outside.
CR_INLINE bool cr_trail_begin(cr_trail *t, const cr_index *index, const double from[2], const double move[2]) {
    t->enter = 0;
    t->end = 1;
    for (int i = 0; i < 2; ++i) {
        double along = (from[i] - index->origin[i]) * index->per_cell, size = (double)index->size[i];
        if (!(along >= 0 && along < size)) return false;
        // + 0.0 removes a negative zero: without motion, the next side must be at +infinity.
        double by = move[i] * index->per_cell + 0.0, per = 1 / by;
        if (!(fabs(per) >= (double)FLT_TRUE_MIN)) return false;
        int32_t forward = by >= 0;
        t->cell[i] = (int32_t)along;
        t->step[i] = 2 * forward - 1;
        double out = ((double)(index->size[i] & -forward) - along) * per;
        double side = (double)(t->cell[i] + forward) - along;
        t->end = out < t->end ? out : t->end;
        t->sides[i] = fabs(side);
        t->per_side[i] = fabs(per);
        t->next[i] = t->sides[i] * t->per_side[i];
    }
    return true;
}

/// The top grid, as needed to find the word of a cell.
typedef struct cr_top {
    const uint32_t *words;
    uint32_t width, cells;
} cr_top;

CR_INLINE cr_top cr_top_of(const cr_index *index) {
    uint32_t width = (uint32_t)index->size[0];
    return (cr_top){index->words, width, width * (uint32_t)index->size[1]};
}

/// The word of the current cell. Outside of the grid, the word of an arbitrary cell.
CR_INLINE uint32_t cr_trail_at(const cr_trail *t, cr_top top) {
    uint32_t x = (uint32_t)t->cell[0], y = (uint32_t)t->cell[1];
    uint32_t at = x * CR_TILE - x % CR_TILE * (CR_TILE - 1) + y * top.width - y % CR_TILE * (top.width - CR_TILE);
    return at < top.cells ? at : 0;
}

CR_INLINE void cr_trail_step(cr_trail *t) {
    int axis = t->next[1] < t->next[0];
    t->enter = t->next[axis];
    t->sides[axis] += 1;
    t->next[axis] = t->sides[axis] * t->per_side[axis];
    t->cell[axis] += t->step[axis];
}
