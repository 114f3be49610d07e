// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer grid: cells under a line and under a moving shape, line of sight, field of view.
//
//     carom_cell_line line = carom_cell_line_begin((carom_cell){0, 0}, (carom_cell){3, 2}, CAROM_CORNERS_OPEN, false);
//     for (carom_cell cell; carom_cell_line_next(&line, &cell);) visit(cell); // (1,0) (1,1) (2,1) (2,2)
//
//     carom_sight_map map = {.columns = 8, .rows = 5, .bytes = walls};
//     bool visible = carom_sight(&map, archer, target, CAROM_CORNERS_OPEN).clear;
//
// - Every result is exact: integer arithmetic for cells, exact arithmetic for floats.
// - From A to B and from B to A the cells are the same, in reverse order. Sight is symmetric.
// - No function allocates. Iterators are plain structs of a few words; a copy of one remembers a position.
#pragma once

#include "carom/geom.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A cell of a grid. The whole range of int32 is valid.
typedef struct carom_cell {
    int32_t x; ///< column
    int32_t y; ///< row
} carom_cell;

/// The rule for a line that passes exactly through the corner of four cells. The line crosses two of them; the other
/// two are the shoulder cells.
typedef enum carom_corners {
    CAROM_CORNERS_OPEN = 0, ///< shoulder cells are not on the line and never block
    CAROM_CORNERS_PAIR,     ///< sight: two solid shoulder cells block; a line visits both
    CAROM_CORNERS_ANY,      ///< sight: one solid shoulder cell blocks; a line visits both
} carom_corners;

// ---- Cells between two cells --------------------------------------------------------------------------------------

/// An iterator over the cells under the segment between two cell centres.
typedef struct carom_cell_line {
    uint64_t state[8]; ///< private
} carom_cell_line;

/// Starts a line at `from`. If `ends` is true, the cells `from` and `to` are included. Each cell appears once, in order
/// from `from` to `to`; of two shoulder cells, the neighbour in x comes first.
CAROM_API carom_cell_line carom_cell_line_begin(carom_cell from, carom_cell to, carom_corners corners, bool ends);
/// Writes the next cell and returns true; returns false at the end.
CAROM_API bool carom_cell_line_next(carom_cell_line *line, carom_cell *cell);
/// Writes up to `capacity` cells of the line; returns their number, which is known without iterating. Faster than the
/// iterator.
CAROM_API int64_t carom_cell_line_cells(carom_cell from, carom_cell to, carom_corners corners, bool ends,
                                        carom_cell *cells, int64_t capacity);

// ---- Cells under segments and moving shapes -----------------------------------------------------------------------

/// A grid in the plane. Cell (i, j) extends from origin + (i, j) * cell to origin + (i + 1, j + 1) * cell; these
/// numbers are exact, not rounded to float.
typedef struct carom_grid {
    carom_vec2 origin; ///< the corner of cell (0, 0)
    carom_vec2 cell;   ///< width and height of a cell, > 0
} carom_grid;

/// An iterator over the cells under any segment.
typedef struct carom_trace {
    uint64_t state[12]; ///< private
} carom_trace;

/// Starts an iteration over the cells that the segment touches, the first and last included. CAROM_CORNERS_OPEN visits
/// the cells whose interior the segment touches, so that a segment along a grid line visits none. The other rules visit
/// all cells that it touches: shoulder cells, and both sides of a grid line that it runs along, starts on or ends on.
/// Each cell appears once, in order; from `to` to `from` in reverse order. CAROM_STATUS_NOT_FINITE,
/// CAROM_STATUS_BAD_ARGUMENT (cell size not above zero), CAROM_STATUS_TOO_LARGE (a cell beyond int32): the trace is
/// empty then.
CAROM_API carom_status carom_trace_begin(const carom_grid *grid, carom_vec2 from, carom_vec2 to, carom_corners corners,
                                         carom_trace *out);
/// Writes the next cell and returns true; returns false at the end.
CAROM_API bool carom_trace_next(carom_trace *trace, carom_cell *cell);

/// A run of cells in one row: (x_min, y) to (x_max, y), both included.
typedef struct carom_span {
    int32_t y;     ///< row
    int32_t x_min; ///< first column
    int32_t x_max; ///< last column
} carom_span;

/// An iterator over the cells under a moving shape.
typedef struct carom_cover {
    uint64_t state[10]; ///< private
} carom_cover;

/// Starts an iteration over the cells that a point, circle or box touches during its motion, one run for each row: the
/// cells that a sweep over a tile map has to examine. Rows appear in the direction of the motion, each once. Zero
/// motion gives the cells under the shape. Errors as carom_trace_begin and carom_shape_check, and
/// CAROM_STATUS_BAD_ARGUMENT for other kinds of shape: the cover is empty then.
CAROM_API carom_status carom_cover_begin(const carom_grid *grid, const carom_shape *shape, carom_vec2 move,
                                         carom_cover *out);
/// Writes the next run and returns true; returns false at the end.
CAROM_API bool carom_cover_next(carom_cover *cover, carom_span *span);

// ---- Line of sight ------------------------------------------------------------------------------------------------

/// Which cells block sight, in one of three forms: the first that is not null counts. Cells outside 0..columns-1,
/// 0..rows-1 block.
typedef struct carom_sight_map {
    int32_t columns;                                ///< width, >= 0
    int32_t rows;                                   ///< height, >= 0
    const uint8_t *bytes;                           ///< one byte a cell, row by row: not zero blocks
    const uint64_t *bits;                           ///< from carom_bits_pack: tests whole runs of cells at once
    bool (*blocks)(void *context, carom_cell cell); ///< called for each cell; with columns = 0 there is no border
    void *context;                                  ///< passed to `blocks`
} carom_sight_map;

/// Returns the length of the bits of a map in words: one bit a cell by rows, one by columns, and an eighth of both for
/// strips of eight. 0 for an empty map.
CAROM_API int64_t carom_bits_words(int32_t columns, int32_t rows);
/// Fills `bits`, carom_bits_words long, from one byte a cell. O(columns * rows).
CAROM_API void carom_bits_pack(const uint8_t *bytes, int32_t columns, int32_t rows, uint64_t *bits);
/// Changes one cell in constant time. Outside the map it does nothing.
CAROM_API void carom_bits_set(uint64_t *bits, int32_t columns, int32_t rows, carom_cell cell, bool solid);

/// A line of sight.
typedef struct carom_sight_line {
    bool clear;         ///< nothing between the two cells blocks
    carom_cell blocker; ///< the first blocking cell, seen from `from`; `to` if clear
} carom_sight_line;

/// Returns whether `from` and `to` see each other, and otherwise the first blocker. The two cells themselves never
/// block. Symmetric. Linear in the distance; with bits, in the number of runs.
CAROM_API carom_sight_line carom_sight(const carom_sight_map *map, carom_cell from, carom_cell to,
                                       carom_corners corners);
/// Writes carom_sight from one viewer to each of many targets; returns how many are clear. `lines` may be null.
CAROM_API int carom_sight_many(const carom_sight_map *map, carom_cell from, const carom_cell *targets, int count,
                               carom_corners corners, carom_sight_line *lines);

// ---- Field of view ------------------------------------------------------------------------------------------------

#define CAROM_MAX_FOV_RADIUS 1024 ///< the maximum radius of a field of view

/// Computes the cells that are visible from a cell. A cell whose centre is within `radius` of the centre of `from` is
/// visible
/// - if it does not block: exactly if carom_sight(map, from, cell, CAROM_CORNERS_OPEN) is clear. So visibility is
///   symmetric;
/// - if it blocks: if any straight line from the centre of `from` reaches it before another blocking cell. So the walls
///   of a room are visible.
/// `from` is visible. Writes a square of bytes, 2 * radius + 1 wide, row by row, with `from` in the middle: 1 visible,
/// 0 not. Returns the number of visible cells. Cells outside the map are not visible. Returns 0 if `from` is outside
/// the map, or `radius` outside 0..CAROM_MAX_FOV_RADIUS; in the latter case it writes nothing. (Shadow casting with
/// exact slopes; docs/grid.md explains the method.)
CAROM_API int carom_fov(const carom_sight_map *map, carom_cell from, int radius, uint8_t *seen);

#ifdef __cplusplus
}
#endif
