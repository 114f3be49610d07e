// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Line of sight on a bit map: the first columns one by one, then a run of cells at a time.
//
// Along its longer axis a line crosses whole runs of cells before it changes to the next row; a run is one or two
// masked words. Eight rows at once are clear if their strip is clear over the columns that the line crosses in them.
// Steep lines are read from the transposed bits: "row" and "column" below are those of the bits that are read.
//
// With dx columns and dy <= dx rows to go, the line leaves row j = 0, 1, .. at column (dx (2j + 1) + dy) / 2dy, counted
// from its first cell. If that is an integer, it leaves through the corner before this column. These coordinates are
// fixed-point numbers, 2^40 to a column, rounded up. For dy <= 2^19 the accumulated rounding error, dy + 2 units, stays
// below CORNER_MARGIN = 2^20 units; a coordinate that is not an integer is at least 1 / 2dy >= CORNER_MARGIN past the
// last integer. So columns and corners are exact.
#include "grid/sight_bits.h"

#include "base/bits.h"
#include "grid/bits.h"
#include "grid/map.h"

enum { SIDE_MAX = 1 << 19, FRACTION = 40, NEAR_COLUMNS = 16 };

static const int64_t CORNER_MARGIN = (int64_t)1 << 20;

static int highest_set_bit(uint64_t word) {
#if defined(__GNUC__)
    return 63 - __builtin_clzll(word);
#else
    int i = 63;
    while (!(word >> i & 1)) --i;
    return i;
#endif
}

static uint64_t from_bit(int32_t i) {
    return ~(uint64_t)0 << (i & 63);
}

static uint64_t to_bit(int32_t i) {
    return ~(uint64_t)0 >> (63 - (i & 63));
}

/// Returns word i of a line with only the bits low..high.
static uint64_t word_within(const uint64_t *line, int32_t i, int32_t low, int32_t high) {
    uint64_t word = line[i];
    if (i == low >> 6) word &= from_bit(low);
    if (i == high >> 6) word &= to_bit(high);
    return word;
}

/// True if the bits low..high are all clear; low <= high.
static inline bool run_is_clear(const uint64_t *line, int32_t low, int32_t high) {
    if (high - low < 64) { // one word or two; if one, the second term adds bits above the run only
        int32_t shift = low & 63;
        uint64_t bits = line[low >> 6] >> shift | line[high >> 6] << 1 << (63 - shift);
        return bits << (63 - (high - low)) == 0;
    }
    uint64_t set = 0;
    for (int32_t i = low >> 6; i <= high >> 6; ++i) set |= word_within(line, i, low, high);
    return set == 0;
}

/// Returns the first set bit of low..high, upwards (step 1) or downwards (-1). At least one must be set.
static int32_t first_set(const uint64_t *line, int32_t low, int32_t high, int32_t step) {
    int32_t i = step > 0 ? low >> 6 : high >> 6;
    uint64_t word = word_within(line, i, low, high);
    for (; word == 0; word = word_within(line, i, low, high)) i += step;
    return 64 * i + (step > 0 ? cr_lowest_bit(word) : highest_set_bit(word));
}

/// A line of sight in the coordinates of the bits that it reads.
typedef struct bit_line {
    bool transposed;        ///< the rows of bits are columns of the map
    int32_t step, row_step; ///< -1 or 1
    int32_t column, row;    ///< the first cell
    int32_t columns, rows;  ///< the length of the line; columns >= rows
    int64_t leave, run;     ///< fixed point: the column where it leaves its first row, and the columns of one row
    int64_t words;          ///< words in a row
    const uint64_t *bits;   ///< rows
    const uint64_t *strips;
} bit_line;

/// The blocking cell of a line, counted from its first cell. Unspecified if `blocked` is false.
typedef struct bit_hit {
    bool blocked;
    int32_t column, row;
} bit_hit;

static bit_line bit_line_of(const carom_sight_map *map, carom_cell from, carom_cell to) {
    int32_t dx = to.x - from.x, dy = to.y - from.y;
    int32_t width = dx < 0 ? -dx : dx, height = dy < 0 ? -dy : dy;
    bool transposed = height > width;
    cr_bit_parts parts = cr_bit_parts_of(map->columns, map->rows);
    bit_line line = {
        .transposed = transposed,
        .step = 1 | -((transposed ? dy : dx) < 0),
        .row_step = 1 | -((transposed ? dx : dy) < 0),
        .column = transposed ? from.y : from.x,
        .row = transposed ? from.x : from.y,
        .columns = transposed ? height : width,
        .rows = transposed ? width : height,
        .words = cr_line_words(transposed ? map->rows : map->columns),
        .bits = map->bits + (transposed ? parts.columns : 0),
        .strips = map->bits + (transposed ? parts.column_strips : parts.row_strips),
    };
    if (line.rows > 0) {
        line.run = (((int64_t)line.columns << FRACTION) + line.rows - 1) / line.rows;
        line.leave = (((int64_t)1 << FRACTION) + line.run + 1) / 2;
    }
    return line;
}

/// The bits of row j of the line, counted from its first row.
static inline const uint64_t *row_at(const bit_line *line, int32_t j) {
    return line->bits + (line->row + line->row_step * j) * line->words;
}

static inline const uint64_t *strip_at(const bit_line *line, int32_t j) {
    return line->strips + (line->row + line->row_step * j) / CR_STRIP * line->words;
}

/// True if these bits are clear in columns near..far of the line.
static inline bool cells_are_clear(const bit_line *line, const uint64_t *bits, int32_t near, int32_t far) {
    int32_t a = line->column + line->step * near, b = line->column + line->step * far;
    int32_t swap = (a ^ b) & -(int32_t)(line->step < 0);
    return run_is_clear(bits, a ^ swap, b ^ swap);
}

/// Returns the first column of near..far that is solid in these bits. At least one must be.
static int32_t first_solid(const bit_line *line, const uint64_t *bits, int32_t near, int32_t far) {
    int32_t a = line->column + line->step * near, b = line->column + line->step * far;
    int32_t found = line->step > 0 ? first_set(bits, a, b, 1) : first_set(bits, b, a, -1);
    return (found - line->column) * line->step;
}

/// Returns the number of rows that the line has in the strip of row j, from row j on.
static inline int32_t rows_in_strip(const bit_line *line, int32_t j) {
    int32_t within = (line->row + line->row_step * j) % CR_STRIP;
    return line->row_step > 0 ? CR_STRIP - within : within + 1;
}

/// The corner before `column`, where the line leaves row j: returns whether it blocks, and the first blocking shoulder
/// cell, the neighbour in x before the neighbour in y.
static bit_hit corner_hit(const bit_line *line, int32_t j, int32_t column, carom_corners corners) {
    int32_t at = line->column + line->step * column;
    bool along = cr_bit(row_at(line, j), at), across = cr_bit(row_at(line, j + 1), at - line->step);
    bool report_along = line->transposed ? !across : along;
    return (bit_hit){
        .blocked = corners == CAROM_CORNERS_ANY ? along || across : along && across,
        .column = report_along ? column : column - 1,
        .row = report_along ? j : j + 1,
    };
}

/// Progress along a line: it enters row `row` at column `near` and leaves the row at `leave`.
typedef struct bit_cursor {
    int32_t row, near;
    int64_t leave;
} bit_cursor;

/// Skips rows as long as their strips are clear. `within`: may start inside a strip; otherwise only at its first row.
/// Returns true at the end of the line. If corners count, the last row of a strip is not skipped, because the corner
/// that leaves it belongs to two strips.
static inline bool skip_strips(const bit_line *line, bit_cursor *at, bool within, bool corners) {
    for (int32_t left = rows_in_strip(line, at->row); left == CR_STRIP || within;
         left = rows_in_strip(line, at->row), within = false) {
        bool to_end = line->rows - at->row < left;
        int32_t skip = corners ? left - 1 : left;
        int32_t far = to_end ? line->columns : (int32_t)((at->leave + (left - 1) * line->run) >> FRACTION);
        if (skip == 0 || !cells_are_clear(line, strip_at(line, at->row), at->near, far)) return false;
        if (to_end) return true;
        at->near = (int32_t)((at->leave + (skip - 1) * line->run) >> FRACTION);
        at->leave += skip * line->run;
        at->row += skip;
    }
    return false;
}

static bit_hit trace_bit_line(const bit_line *line, bit_cursor at, carom_corners corners) {
    for (bool first = true;; first = false) {
        bool last = at.row == line->rows;
        int32_t far = last ? line->columns - 1 : (int32_t)((at.leave - CORNER_MARGIN) >> FRACTION);
        const uint64_t *row = row_at(line, at.row);
        if (at.near <= far && !cells_are_clear(line, row, at.near, far)) {
            return (bit_hit){true, first_solid(line, row, at.near, far), at.row};
        }
        if (last) return (bit_hit){.blocked = false};
        int32_t next = (int32_t)(at.leave >> FRACTION);
        if (far != next && corners != CAROM_CORNERS_OPEN) {
            bit_hit hit = corner_hit(line, at.row, next, corners);
            if (hit.blocked) return hit;
        }
        at = (bit_cursor){at.row + 1, next, at.leave + line->run};
        if (skip_strips(line, &at, first, corners != CAROM_CORNERS_OPEN)) return (bit_hit){.blocked = false};
    }
}

/// Result for the first columns of a line: blocked, tested `to_end`, or else the row and column where the test has to
/// continue. If corners count, the corner before that column is not tested yet.
typedef struct near_result {
    bool blocked, to_end;
    carom_cell blocker;
    int32_t row, column;
} near_result;

/// Tests the columns before NEAR_COLUMNS one by one, up to a corner that counts. Many lines are blocked so early that
/// the setup of a bit_line would take longer. A cell is the index of its bit among the rows. Unpredictable choices are
/// masks instead of branches.
static inline near_result trace_near(const carom_sight_map *map, carom_cell from, carom_cell to,
                                     carom_corners corners) {
    int32_t dx = to.x - from.x, dy = to.y - from.y;
    int32_t step_x = 1 | -(dx < 0), step_y = 1 | -(dy < 0), width = dx * step_x, height = dy * step_y;
    int64_t row_length = 64 * cr_line_words(map->columns);
    int64_t transposed = -(int64_t)(height > width), turn = (step_x ^ step_y * row_length) & transposed;
    int64_t along = step_x ^ turn, across = step_y * row_length ^ turn, index = from.y * row_length + from.x;
    int32_t columns = width > height ? width : height, rows = width > height ? height : width;
    int32_t end = columns < NEAR_COLUMNS ? columns : NEAR_COLUMNS;
    int64_t lead = rows - columns; // > 0: the line changes rows within this column; 0: at the corner after it
    near_result result = {.column = 1};
    for (;; ++result.column) {
        if (lead == 0) {
            if (corners != CAROM_CORNERS_OPEN) return result;
            ++result.row;
            index += across;
            lead -= 2 * columns;
        }
        if (result.column >= end) break;
        index += along;
        lead += 2 * rows;
        int64_t changes = -(int64_t)(lead > 0), second = index + (across & changes);
        bool first_solid = map->bits[index >> 6] >> (index & 63) & 1;
        if (first_solid | (map->bits[second >> 6] >> (second & 63) & 1)) {
            int32_t row = result.row + !first_solid, swap = (row ^ result.column) & (int32_t)transposed;
            result.blocked = true;
            result.blocker.x = from.x + step_x * (result.column ^ swap);
            result.blocker.y = from.y + step_y * (row ^ swap);
            return result;
        }
        index = second;
        result.row -= (int32_t)changes;
        lead -= 2 * columns & changes;
    }
    result.to_end = end == columns;
    return result;
}

bool cr_sight_bits_can(const carom_sight_map *map, carom_cell from, carom_cell to) {
    return map->bits != NULL && map->columns > 0 && map->columns <= SIDE_MAX && map->rows <= SIDE_MAX &&
           cr_map_contains(map, from) && cr_map_contains(map, to);
}

carom_sight_line cr_sight_bits(const carom_sight_map *map, carom_cell from, carom_cell to, carom_corners corners) {
    near_result near = trace_near(map, from, to, corners);
    if (near.blocked) return (carom_sight_line){.blocker = near.blocker};
    if (near.to_end) return (carom_sight_line){.clear = true, .blocker = to};
    bit_line line = bit_line_of(map, from, to);
    bit_hit hit = trace_bit_line(&line, (bit_cursor){near.row, near.column, line.leave + near.row * line.run}, corners);
    if (!hit.blocked) return (carom_sight_line){.clear = true, .blocker = to};
    int32_t column = line.column + line.step * hit.column, row = line.row + line.row_step * hit.row;
    return (carom_sight_line){.blocker = line.transposed ? (carom_cell){row, column} : (carom_cell){column, row}};
}
