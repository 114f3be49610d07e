// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layer grid: the cells under a line, under a moving shape, lines of sight, fields of view.
//
//     carom_walk walk = carom_walk_begin((carom_cell){0, 0}, (carom_cell){3, 2}, CAROM_CORNERS_OPEN, false);
//     for (carom_cell cell; carom_walk_next(&walk, &cell);) visit(cell); // (1,0) (1,1) (2,1) (2,2)
//
//     carom_sight_map map = {.columns = 80, .rows = 50, .bytes = walls};
//     bool seen = carom_sight(&map, archer, target, CAROM_CORNERS_OPEN).clear;
//
// - Every answer is exact: integers where the input is cells, exact arithmetic where it is floats.
// - A to B and B to A give the same cells, in reverse order, and the same sight.
// - No call allocates. Iterators are plain structs, a few words large: copy them to remember a place.
#pragma once

#include "carom/geom.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A cell of a grid: column and row. Any int32 will do.
typedef struct carom_cell {
    int32_t x, y;
} carom_cell;

/// What happens where a line passes exactly through the corner of four cells. Two of them it crosses; the other two
/// are the shoulders.
typedef enum carom_corners {
    CAROM_CORNERS_OPEN = 0, ///< shoulders are not on the line and never block
    CAROM_CORNERS_PAIR,     ///< sight: the shoulders block when both are solid; a walk visits both
    CAROM_CORNERS_ANY,      ///< sight: one solid shoulder blocks; a walk visits both
} carom_corners;

// ---- Cells between two cells --------------------------------------------------------------------------------------

/// An iterator over the cells under the segment between two cell centres. Its fields are its own.
typedef struct carom_walk {
    carom_cell at;          ///< the next cell
    int32_t step_x, step_y; ///< -1, 0 or 1
    int64_t run_x, run_y;   ///< twice the length along each axis
    int64_t lead;           ///< which grid line comes next: < 0 a vertical one, > 0 a horizontal one, 0 both at once
    int64_t left;           ///< cells still to come
    int shoulder;           ///< at a corner: how many of its shoulders are behind
    bool shoulders;         ///< visit them
} carom_walk;

/// Starts at `from`. `ends` includes `from` and `to` themselves. Each cell comes once, in order from `from` to `to`;
/// of two shoulders the neighbour in x comes first.
CAROM_API carom_walk carom_walk_begin(carom_cell from, carom_cell to, carom_corners corners, bool ends);
/// Writes the next cell and returns true, or returns false at the end.
CAROM_API bool carom_walk_next(carom_walk *walk, carom_cell *cell);
/// The same into a buffer: writes up to `capacity` cells and returns how many there are (known without walking).
/// The fastest way to walk.
CAROM_API int64_t carom_walk_cells(carom_cell from, carom_cell to, carom_corners corners, bool ends, carom_cell *cells,
                                   int64_t capacity);

// ---- Cells under lines and moving shapes anywhere in the plane ----------------------------------------------------

/// A grid in the plane: cell (i, j) reaches from origin + (i, j) * cell to origin + (i + 1, j + 1) * cell, where these
/// numbers are exact, not rounded to float.
typedef struct carom_grid {
    carom_vec2 origin;
    carom_vec2 cell; ///< width and height of a cell, > 0
} carom_grid;

/// An iterator over the cells under any segment. Its fields are its own.
typedef struct carom_trace {
    carom_cell at; ///< the next cell
    carom_grid grid;
    carom_vec2 from, to;
    carom_cell step;        ///< -1 or 1 on each axis
    int64_t line_x, line_y; ///< the next grid lines
    int64_t left_x, left_y; ///< how many are still to be crossed
    carom_cell second;      ///< from each cell to the one across, when the segment runs along a grid line
    int shoulder;           ///< at a corner, or across a grid line: how many cells are behind
    bool shoulders;         ///< visit them
    bool more;              ///< there is a next cell
} carom_trace;

/// The cells the segment meets, the first and last included. CAROM_CORNERS_OPEN: those whose interior it meets, so that
/// a segment along a grid line meets none. Otherwise all that it touches: shoulders at corners, and both sides of a
/// grid line it runs along, starts on or ends on. Each cell once, in order; from `to` to `from` the same in reverse.
/// CAROM_NOT_FINITE, CAROM_BAD_ARGUMENT (cell size not above zero) or CAROM_TOO_LARGE (a cell beyond int32): the trace
/// is then empty.
CAROM_API carom_status carom_trace_begin(const carom_grid *grid, carom_vec2 from, carom_vec2 to, carom_corners corners,
                                         carom_trace *out);
CAROM_API bool carom_trace_next(carom_trace *trace, carom_cell *cell);

/// A run of cells in one row: (x_min, y) to (x_max, y).
typedef struct carom_span {
    int32_t y, x_min, x_max;
} carom_span;

/// An iterator over the cells under a moving shape. Its fields are its own.
typedef struct carom_cover {
    carom_grid grid;
    carom_box box; ///< at the start; of a circle, its centre
    float radius;
    carom_vec2 move;
    int32_t x_min, x_max; ///< columns it touches at all
    int32_t y, step;      ///< the next row, and the way to the one after it
    int64_t left;         ///< rows
} carom_cover;

/// The cells that a point, circle or box touches on its way, as a run in each row: what a sweep over a tile map has to
/// look at. Rows come in the direction of the motion, each once; a zero motion gives the cells under the shape.
/// Errors as for a trace, those of carom_shape_check, and CAROM_BAD_ARGUMENT for another kind of shape: the cover is
/// then empty.
CAROM_API carom_status carom_cover_begin(const carom_grid *grid, const carom_shape *shape, carom_vec2 move,
                                         carom_cover *out);
CAROM_API bool carom_cover_next(carom_cover *cover, carom_span *span);

// ---- Sight --------------------------------------------------------------------------------------------------------

/// Which cells block sight: one of three forms, whichever is not null. Cells outside 0..columns-1, 0..rows-1 block.
typedef struct carom_sight_map {
    int32_t columns, rows;
    const uint8_t *bytes; ///< a byte a cell, row by row: not zero blocks
    /// A bit a cell, by carom_bits_pack: whole runs of cells are tested at once.
    const uint64_t *bits;
    /// Asked for each cell. With columns = 0 the map has no border.
    bool (*blocks)(void *context, carom_cell cell);
    void *context;
} carom_sight_map;

/// How many words the bits of a map take: a bit a cell by rows, one by columns, and an eighth of both for strips of
/// eight. 0 for an empty map.
CAROM_API int64_t carom_bits_words(int32_t columns, int32_t rows);
/// Fills the bits from bytes.
CAROM_API void carom_bits_pack(const uint8_t *bytes, int32_t columns, int32_t rows, uint64_t *bits);
/// Changes one cell; outside the map it does nothing.
CAROM_API void carom_bits_set(uint64_t *bits, int32_t columns, int32_t rows, carom_cell cell, bool solid);

typedef struct carom_sight_line {
    bool clear;
    carom_cell blocker; ///< the first cell in the way, as seen from `from`; `to` when clear
} carom_sight_line;

/// Can `from` and `to` see each other? They themselves never block: only what is between them does.
/// The same from both sides.
CAROM_API carom_sight_line carom_sight(const carom_sight_map *map, carom_cell from, carom_cell to,
                                       carom_corners corners);
/// One viewer, many targets: writes a line for each, and returns how many are clear. `lines` may be null.
CAROM_API int carom_sight_batch(const carom_sight_map *map, carom_cell from, const carom_cell *targets, int count,
                                carom_corners corners, carom_sight_line *lines);

// ---- Field of view ------------------------------------------------------------------------------------------------

#define CAROM_FOV_RADIUS 1024 ///< the farthest a field of view reaches

/// What can be seen from a cell. A cell whose centre is within `radius` of that of `from` is seen
/// - if it does not block: exactly when carom_sight(map, from, cell, CAROM_CORNERS_OPEN) is clear. Who is seen, sees;
/// - if it blocks: when any straight line from the centre of `from` reaches into it before it reaches into another that
///   blocks, so that rooms have walls.
/// `from` sees itself. Writes a square of bytes, 2 * radius + 1 wide, row by row, `from` in the middle: 1 seen, 0 not;
/// returns how many are seen. Cells outside the map are not seen. A radius out of 0..CAROM_FOV_RADIUS, or `from`
/// outside the map, sees nothing: 0, and nothing is written for such a radius.
CAROM_API int carom_fov(const carom_sight_map *map, carom_cell from, int radius, uint8_t *seen);

#ifdef __cplusplus
}
#endif
