// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sight on a bit map, a run of cells at a time.
//
// Along its longer axis a line crosses whole runs of cells before it changes to the next row, and a run is one or two
// masked words. Steep lines are read from the turned map: "row" and "column" here are those of the bits that are read.
// With dx columns and dy <= dx rows to go, the line leaves its j-th row, from 0, at column (dx (2j + 1) + dy) / 2dy,
// counted from its first cell. Where that is whole it leaves through the corner before this column.
#include "grid/sight_bits.h"

#include "grid/map.h"

static int lowest_bit(uint64_t word) {
#if defined(__GNUC__)
    return __builtin_ctzll(word);
#else
    int i = 0;
    while (!(word >> i & 1)) ++i;
    return i;
#endif
}

static int highest_bit(uint64_t word) {
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

/// Are the bits low..high, 64 at most, all clear? They lie in one word or two; that it is the same for both is no
/// branch.
static inline bool short_run_is_clear(const uint64_t *row, int32_t low, int32_t high) {
    int32_t shift = low & 63;
    // With one word, what the second term brings in lies above the run.
    uint64_t bits = row[low >> 6] >> shift | row[high >> 6] << 1 << (63 - shift);
    return bits << (63 - (high - low)) == 0;
}

/// The first set bit of low..high on the way up (step 1) or down, or -1.
static int32_t first_set(const uint64_t *row, int32_t low, int32_t high, int32_t step) {
    int32_t first = low >> 6, last = high >> 6;
    for (int32_t n = 0; n <= last - first; ++n) {
        int32_t i = step > 0 ? first + n : last - n;
        uint64_t word =
            row[i] & (i == first ? from_bit(low) : ~(uint64_t)0) & (i == last ? to_bit(high) : ~(uint64_t)0);
        if (word != 0) return 64 * i + (step > 0 ? lowest_bit(word) : highest_bit(word));
    }
    return -1;
}

/// A line laid along rows of bits, and how far it has been looked at.
typedef struct bit_line {
    bool turned;            ///< the line is steep: these rows are columns of the map
    int32_t step, row_step; ///< -1 or 1
    const uint64_t *bits;   ///< of the row the line is in
    int64_t stride;         ///< words to the next row on its way
    int32_t row;            ///< the row it is in
    int32_t rows_left;      ///< rows still to be changed to
    int32_t near, leave;    ///< the columns where it enters the row and leaves it
    int32_t end;            ///< the column of the last cell
    int32_t run;            ///< columns to go in each row, and 1 more
    uint32_t rest;          ///< each time `rest`,
    uint32_t run_rest;      ///< to which this is added,
    uint32_t whole;         ///< comes to this. Rest 0: the line leaves through a corner.
} bit_line;

static bit_line lay(const carom_sight_map *map, carom_cell from, carom_cell to) {
    int32_t dx = to.x - from.x, dy = to.y - from.y; // both ends are on the map: no overflow
    int32_t width = dx < 0 ? -dx : dx, height = dy < 0 ? -dy : dy;
    bool turned = height > width || map->row_bits == NULL;
    int32_t columns = turned ? height : width, rows = turned ? width : height;
    int64_t words = carom_bits_words(turned ? map->rows : map->columns);
    bit_line line = {
        .turned = turned,
        .step = (turned ? dy : dx) < 0 ? -1 : 1,
        .row_step = (turned ? dx : dy) < 0 ? -1 : 1,
        .row = turned ? from.x : from.y,
        .rows_left = rows,
        .near = turned ? from.y : from.x,
        .end = turned ? to.y : to.x,
    };
    line.bits = (turned ? map->column_bits : map->row_bits) + words * line.row;
    line.stride = words * line.row_step;
    line.leave = line.end;
    if (rows > 0) {
        int32_t run = columns / rows, odd = columns % rows;
        line.leave = line.near + line.step * (run / 2 + run % 2);
        line.rest = (uint32_t)odd + (run % 2 == 0 ? (uint32_t)rows : 0);
        line.run = line.step * run;
        line.run_rest = 2 * (uint32_t)odd;
        line.whole = 2 * (uint32_t)rows;
    }
    line.near += line.step; // the first cell does not block
    return line;
}

static inline void next_row(bit_line *line) {
    line->bits += line->stride;
    line->row += line->row_step;
    --line->rows_left;
    line->near = line->leave;
    // A mask, not a branch: whether a run is the longer one is a coin.
    uint32_t gap = line->whole - line->run_rest;
    uint32_t longer = (uint32_t)0 - (uint32_t)(line->rest >= gap);
    line->rest += line->run_rest - (line->whole & longer);
    // Unsigned, because from the last row on this may lead out of int32; nobody reads it there.
    line->leave = (int32_t)((uint32_t)line->leave + (uint32_t)line->run + ((uint32_t)line->step & longer));
}

/// On to the first row that has something in it, or is the last; or ends at a corner, if these are to be looked at.
/// The loop all the speed comes from; `step` is that of the line, and a constant.
static inline void skip_rows(bit_line *line, int32_t step, bool stop_at_corners) {
    bit_line at = *line;
    at.step = step;
    while (at.rows_left > 0 && !(stop_at_corners && at.rest == 0)) {
        int32_t far = at.leave - (at.rest == 0 ? step : 0);
        if (!short_run_is_clear(at.bits, step > 0 ? at.near : far, step > 0 ? far : at.near)) break;
        next_row(&at);
    }
    *line = at;
}

/// Four loops, so that none of them has to ask which it is.
static void skip_clear_rows(bit_line *line, bool stop_at_corners) {
    if (line->step > 0 && stop_at_corners) {
        skip_rows(line, 1, true);
    } else if (line->step > 0) {
        skip_rows(line, 1, false);
    } else if (stop_at_corners) {
        skip_rows(line, -1, true);
    } else {
        skip_rows(line, -1, false);
    }
}

static carom_cell cell_at(const bit_line *line, int32_t column, int32_t row) {
    return line->turned ? (carom_cell){row, column} : (carom_cell){column, row};
}

/// The first cell that blocks in the row the line is in.
static bool row_blocks(const bit_line *line, carom_cell *blocker) {
    int32_t far = line->rows_left == 0 ? line->end - line->step : line->leave - (line->rest == 0 ? line->step : 0);
    int32_t low = line->step > 0 ? line->near : far, high = line->step > 0 ? far : line->near;
    if (low > high) return false;
    int32_t column = first_set(line->bits, low, high, line->step);
    if (column >= 0) *blocker = cell_at(line, column, line->row);
    return column >= 0;
}

/// At the corner where the line leaves the row: does it block, and which shoulder, that in x first?
static bool corner_blocks(const bit_line *line, carom_corners corners, carom_cell *blocker) {
    bool along = cr_bit(line->bits, line->leave), across = cr_bit(line->bits + line->stride, line->leave - line->step);
    bool tell_along = line->turned ? !across : along;
    *blocker = tell_along ? cell_at(line, line->leave, line->row)
                          : cell_at(line, line->leave - line->step, line->row + line->row_step);
    return corners == CAROM_CORNERS_ANY ? along || across : along && across;
}

bool cr_sight_bits_can(const carom_sight_map *map, carom_cell from, carom_cell to) {
    if (map->columns == 0 || !cr_map_holds(map, from) || !cr_map_holds(map, to)) return false;
    int32_t dx = to.x - from.x, dy = to.y - from.y;
    int32_t width = dx < 0 ? -dx : dx, height = dy < 0 ? -dy : dy;
    return (width >= height && map->row_bits != NULL) || (height >= width && map->column_bits != NULL);
}

carom_sight_line cr_sight_bits(const carom_sight_map *map, carom_cell from, carom_cell to, carom_corners corners) {
    bit_line line = lay(map, from, to);
    bool look_at_corners = corners != CAROM_CORNERS_OPEN, short_runs = line.run > -63 && line.run < 63;
    carom_sight_line answer = {.clear = false};
    while (!row_blocks(&line, &answer.blocker)) {
        if (line.rows_left == 0) return (carom_sight_line){.clear = true, .blocker = to};
        if (look_at_corners && line.rest == 0 && corner_blocks(&line, corners, &answer.blocker)) break;
        next_row(&line);
        if (short_runs) skip_clear_rows(&line, look_at_corners);
    }
    return answer;
}
