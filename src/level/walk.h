// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The way of a moving box through a grid, a column of cells at a time: of its two axes the one along which it moves
// more is cut in columns, and the box covers an interval of each. In double, widened by more than all its rounding.
//
// And the way of a point through the top grid, from cell to cell, without a branch and without a slack of its own:
// edges are listed in all cells that they, widened by far more than its rounding, pass through. (J. Amanatides, A. Woo,
// A Fast Voxel Traversal Algorithm for Ray Tracing, 1987.)
//
// They are in a header so that what is done in a cell is compiled into a walk of its own.
#pragma once

#include "level/index.h"

#include <math.h>

/// A function that does nothing but fetch has to be CR_INLINE: gcc takes it for one without effect, and drops it. On
/// the web nothing can be fetched, and every byte is sent: there the compiler says what becomes inline.
#if (defined(__GNUC__) || defined(__clang__)) && !defined(__wasm__)
#define CR_INLINE         static inline __attribute__((always_inline))
#define CR_FETCH(address) __builtin_prefetch(address)
#else
#define CR_INLINE         static inline
#define CR_FETCH(address) ((void)(address))
#endif

/// Up to when a walk matters, once something is met at t: later by more than the next float.
static inline double cr_later(double t) {
    return t * (1 + 0x1p-22) + (double)FLT_TRUE_MIN;
}

/// A moving box, in cells of a grid.
typedef struct cr_region {
    double min[2], max[2], move[2];
} cr_region;

/// A grid of cells: that of the whole index, or one in a cell.
typedef struct cr_grid {
    uint32_t first; ///< word
    int size[2];
} cr_grid;

/// What is done with a cell, the word `at`; answers the new limit. The first three are passed on.
typedef double cr_enter(const cr_index *index, cr_visit *visit, void *context, const cr_region *region, int column,
                        int row, uint32_t at, double limit);

/// How far the words of cells along an axis are apart.
typedef struct cr_pitch {
    uint32_t tile, cell;
} cr_pitch;

CR_INLINE cr_pitch cr_pitch_of(const cr_grid *grid, int axis) {
    return axis == 0 ? (cr_pitch){CR_TILE_CELLS, 1} : (cr_pitch){(uint32_t)grid->size[0] * CR_TILE, CR_TILE};
}

CR_INLINE uint32_t cr_words_to(cr_pitch pitch, int k) {
    return (uint32_t)k / CR_TILE * pitch.tile + (uint32_t)k % CR_TILE * pitch.cell;
}

/// The cell of a coordinate along an axis; sides reach to infinity.
CR_INLINE int cr_cell_at(double place, int size) {
    double last = (double)(size - 1);
    place = place > 0 ? place : 0;
    return (int)(place < last ? place : last);
}

/// The box comes into a column at the time `enter`, when the side of it that trails across columns is at `tail`, and is
/// out of it at the time `leave`, with the other side at `head`.
CR_INLINE double cr_walk_columns(int major, const cr_grid *grid, const cr_region *r, double limit, cr_enter *enter_cell,
                                 const cr_index *index, cr_visit *visit, void *context) {
    int minor = 1 - major;
    double move = r->move[major], slope = r->move[minor], end = limit;
    bool forward = move >= 0, rising = slope >= 0;
    double front = forward ? r->max[major] : r->min[major], back = forward ? r->min[major] : r->max[major];
    double trail = rising ? r->min[minor] : r->max[minor], lead = rising ? r->max[minor] : r->min[minor];
    int column = cr_cell_at(back, grid->size[major]), last = cr_cell_at(front + move, grid->size[major]);
    int step = forward ? 1 : -1;
    double per_move = move != 0 ? fabs(1 / move) : 1e300, side = (double)(column + forward);
    double enter = (forward ? side - front : front - side) * per_move;
    double leave = (forward ? side - back : back - side) * per_move;
    cr_pitch along = cr_pitch_of(grid, major), across = cr_pitch_of(grid, minor);
    double tail = trail;
    for (;; column += step) {
        double head = lead + slope * (column == last || leave > end ? end : leave);
        int row = cr_cell_at(rising ? tail : head, grid->size[minor]);
        int rows_end = cr_cell_at(rising ? head : tail, grid->size[minor]);
        uint32_t words = grid->first + cr_words_to(along, column);
        for (; row <= rows_end; ++row) {
            int x = major == 0 ? column : row, y = major == 0 ? row : column;
            limit = enter_cell(index, visit, context, r, x, y, words + cr_words_to(across, row), limit);
        }
        if (column == last || enter > limit) return limit;
        tail = trail + slope * (enter > 0 ? enter : 0);
        enter += per_move;
        leave += per_move;
    }
}

CR_INLINE double cr_walk_cells(const cr_grid *grid, const cr_region *r, double limit, cr_enter *enter_cell,
                               const cr_index *index, cr_visit *visit, void *context) {
    return fabs(r->move[1]) >= fabs(r->move[0]) ? cr_walk_columns(1, grid, r, limit, enter_cell, index, visit, context)
                                                : cr_walk_columns(0, grid, r, limit, enter_cell, index, visit, context);
}

/// The region as the grid within a cell sees it.
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
        slack[i] = (fabs(r.min[i]) + fabs(r.max[i]) + fabs(r.move[i]) + index->size_of_origin) * 0x1p-46;
    }
    // A time that is off by a little of one axis is off by no more of the other, which moves less.
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
    double next[2];  ///< when it comes into the next column, and the next row
    double sides[2]; ///< how far that is from the start, in cells
    double per_side[2];
    double enter; ///< when it came into this cell
    double end;   ///< when it leaves the grid, or 1
    int32_t cell[2], step[2];
} cr_trail;

/// False where it does not start in the grid; places far off would have more rounding than the edges have slack.
CR_INLINE bool cr_trail_begin(cr_trail *t, const cr_index *index, const double from[2], const double move[2]) {
    t->enter = 0;
    t->end = 1;
    for (int i = 0; i < 2; ++i) {
        double place = (from[i] - index->origin[i]) * index->per_cell, size = (double)index->size[i];
        if (!(place >= 0 && place < size)) return false;
        double by = move[i] * index->per_cell + 0.0, per = 1 / by; // no negative zero: from there on without motion is
        int32_t forward = by >= 0;                                 // forward for ever
        t->cell[i] = (int32_t)place;
        t->step[i] = 2 * forward - 1;
        double out = ((double)(index->size[i] & -forward) - place) * per;
        double side = (double)(t->cell[i] + forward) - place;
        t->end = out < t->end ? out : t->end;
        t->sides[i] = fabs(side);
        t->per_side[i] = fabs(per);
        t->next[i] = t->sides[i] * t->per_side[i];
    }
    return true;
}

/// What it takes to find the word of a cell of the top grid.
typedef struct cr_top {
    const uint32_t *words;
    uint32_t width, cells;
} cr_top;

CR_INLINE cr_top cr_top_of(const cr_index *index) {
    uint32_t width = (uint32_t)index->size[0];
    return (cr_top){index->words, width, width * (uint32_t)index->size[1]};
}

/// Where the word of the cell it is in is; when it has left the grid that of some other.
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
