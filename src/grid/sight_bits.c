// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sight on a bit map: the first columns one by one, then a run of cells at a time.
//
// Along its longer axis a line crosses whole runs of cells before it changes to the next row; a run is one or two
// masked words. Eight rows at once are clear if their strip is, as far as the line goes while it is in them. Steep
// lines are read from the columns: "row" and "column" here are those of the bits that are read.
//
// With dx columns and dy <= dx rows to go, the line leaves its j-th row, from 0, at column (dx (2j + 1) + dy) / 2dy,
// counted from its first cell. Where that is whole, it leaves through the corner before this column. These places are
// kept as fixed point numbers, 2^40 to a column, rounded up. For dy <= 2^19 the error of all the steps, dy + 2 units,
// stays below HAIR = 2^20 units, and a place that is not whole is at least 1 / 2dy >= HAIR past the last whole one: so
// columns and corners are exact.
#include "grid/sight_bits.h"

#include "grid/bits.h"
#include "grid/map.h"

enum { SIDE_MAX = 1 << 19, FRACTION = 40, NEAR = 16 };

static const int64_t HAIR = (int64_t)1 << 20;

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

/// The bits of word i of a line that are within low..high.
static uint64_t word_within(const uint64_t *line, int32_t i, int32_t low, int32_t high) {
    uint64_t word = line[i];
    if (i == low >> 6) word &= from_bit(low);
    if (i == high >> 6) word &= to_bit(high);
    return word;
}

/// Are the bits low..high, low <= high, all clear?
static inline bool run_is_clear(const uint64_t *line, int32_t low, int32_t high) {
    if (high - low < 64) { // in one word or in two; with one, what the second term brings in lies above the run
        int32_t shift = low & 63;
        uint64_t bits = line[low >> 6] >> shift | line[high >> 6] << 1 << (63 - shift);
        return bits << (63 - (high - low)) == 0;
    }
    uint64_t set = 0;
    for (int32_t i = low >> 6; i <= high >> 6; ++i) set |= word_within(line, i, low, high);
    return set == 0;
}

/// The first set bit of low..high, which are not all clear, on the way up (step 1) or down.
static int32_t first_set(const uint64_t *line, int32_t low, int32_t high, int32_t step) {
    int32_t i = step > 0 ? low >> 6 : high >> 6;
    uint64_t word = word_within(line, i, low, high);
    for (; word == 0; word = word_within(line, i, low, high)) i += step;
    return 64 * i + (step > 0 ? lowest_bit(word) : highest_bit(word));
}

/// A line laid along rows of bits.
typedef struct bit_line {
    bool turned;            ///< these rows are columns of the map
    int32_t step, row_step; ///< -1 or 1
    int32_t column, row;    ///< of its first cell
    int32_t columns, rows;  ///< to go, columns >= rows
    int64_t leave, run;     ///< fixed point: the column where it leaves its first row, and from row to row
    int64_t words;          ///< of a row
    const uint64_t *bits;   ///< rows
    const uint64_t *strips;
} bit_line;

/// What blocks a line: a cell of it, counted from its first one; nothing if it is clear.
typedef struct bit_hit {
    bool blocked;
    int32_t column, row;
} bit_hit;

static bit_line lay(const carom_sight_map *map, carom_cell from, carom_cell to) {
    int32_t dx = to.x - from.x, dy = to.y - from.y;
    int32_t width = dx < 0 ? -dx : dx, height = dy < 0 ? -dy : dy;
    bool turned = height > width;
    cr_bit_parts parts = cr_bit_parts_of(map->columns, map->rows);
    bit_line line = {
        .turned = turned,
        .step = 1 | -((turned ? dy : dx) < 0),
        .row_step = 1 | -((turned ? dx : dy) < 0),
        .column = turned ? from.y : from.x,
        .row = turned ? from.x : from.y,
        .columns = turned ? height : width,
        .rows = turned ? width : height,
        .words = cr_line_words(turned ? map->rows : map->columns),
        .bits = map->bits + (turned ? parts.columns : 0),
        .strips = map->bits + (turned ? parts.column_strips : parts.row_strips),
    };
    if (line.rows > 0) {
        line.run = (((int64_t)line.columns << FRACTION) + line.rows - 1) / line.rows;
        line.leave = (((int64_t)1 << FRACTION) + line.run + 1) / 2;
    }
    return line;
}

/// The bits of row j, from 0, on the way of the line.
static inline const uint64_t *row_at(const bit_line *line, int32_t j) {
    return line->bits + (line->row + line->row_step * j) * line->words;
}

static inline const uint64_t *strip_at(const bit_line *line, int32_t j) {
    return line->strips + (line->row + line->row_step * j) / CR_STRIP * line->words;
}

/// Are the cells near..far of the line, counted from its first one, clear in these bits?
static inline bool cells_are_clear(const bit_line *line, const uint64_t *bits, int32_t near, int32_t far) {
    int32_t a = line->column + line->step * near, b = line->column + line->step * far;
    int32_t swap = (a ^ b) & -(int32_t)(line->step < 0);
    return run_is_clear(bits, a ^ swap, b ^ swap);
}

/// The first cell of near..far, which are not all clear, that is not.
static int32_t first_solid(const bit_line *line, const uint64_t *bits, int32_t near, int32_t far) {
    int32_t a = line->column + line->step * near, b = line->column + line->step * far;
    int32_t found = line->step > 0 ? first_set(bits, a, b, 1) : first_set(bits, b, a, -1);
    return (found - line->column) * line->step;
}

/// How many rows are left in the strip of row j, with row j.
static inline int32_t rows_in_strip(const bit_line *line, int32_t j) {
    int32_t within = (line->row + line->row_step * j) % CR_STRIP;
    return line->row_step > 0 ? CR_STRIP - within : within + 1;
}

/// At the corner before `column`, where the line leaves row j: does it block, and which shoulder, that in x first?
static bit_hit corner_hit(const bit_line *line, int32_t j, int32_t column, carom_corners corners) {
    int32_t at = line->column + line->step * column;
    bool along = cr_bit(row_at(line, j), at), across = cr_bit(row_at(line, j + 1), at - line->step);
    bool tell_along = line->turned ? !across : along;
    return (bit_hit){
        .blocked = corners == CAROM_CORNERS_ANY ? along || across : along && across,
        .column = tell_along ? column : column - 1,
        .row = tell_along ? j : j + 1,
    };
}

/// How far a line has been looked at: it is in row `row`, which it entered at column `near` and leaves at `leave`.
typedef struct bit_place {
    int32_t row, near;
    int64_t leave;
} bit_place;

/// On over as many rows as are clear by their strips, from `within` a strip or only from its first row; true at the end
/// of the line. With corners to look at, the last row of a strip is not skipped: the corner out of it is not within the
/// strip.
static inline bool skip_strips(const bit_line *line, bit_place *at, bool within, bool corners) {
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

static bit_hit look_along(const bit_line *line, bit_place at, carom_corners corners) {
    for (bool first = true;; first = false) {
        bool last = at.row == line->rows;
        int32_t far = last ? line->columns - 1 : (int32_t)((at.leave - HAIR) >> FRACTION);
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
        at = (bit_place){at.row + 1, next, at.leave + line->run};
        if (skip_strips(line, &at, first, corners != CAROM_CORNERS_OPEN)) return (bit_hit){.blocked = false};
    }
}

/// The first columns of a line: where it is blocked, or has been looked at `to_end`, or, if neither, the row and column
/// it comes to next. The corner before that column is still to be looked at if corners count.
typedef struct near_look {
    bool blocked, to_end;
    carom_cell blocker;
    int32_t row, column;
} near_look;

/// Looks at the columns before NEAR one by one, or up to a corner that counts: many lines are blocked so soon that
/// laying them along the bits would take longer. A cell is the place of its bit among the rows. What is as hard to
/// predict as a coin is a mask, not a branch.
static inline near_look look_near(const carom_sight_map *map, carom_cell from, carom_cell to, carom_corners corners) {
    int32_t dx = to.x - from.x, dy = to.y - from.y;
    int32_t step_x = 1 | -(dx < 0), step_y = 1 | -(dy < 0), width = dx * step_x, height = dy * step_y;
    int64_t row_length = 64 * cr_line_words(map->columns);
    int64_t turned = -(int64_t)(height > width), turn = (step_x ^ step_y * row_length) & turned;
    int64_t along = step_x ^ turn, across = step_y * row_length ^ turn, place = from.y * row_length + from.x;
    int32_t columns = width > height ? width : height, rows = width > height ? height : width;
    int32_t end = columns < NEAR ? columns : NEAR;
    int64_t lead = rows - columns; // > 0: the line changes rows within this column, 0: at the corner after it
    near_look look = {.column = 1};
    for (;; ++look.column) {
        if (lead == 0) {
            if (corners != CAROM_CORNERS_OPEN) return look;
            ++look.row;
            place += across;
            lead -= 2 * columns;
        }
        if (look.column >= end) break;
        place += along;
        lead += 2 * rows;
        int64_t changes = -(int64_t)(lead > 0), second = place + (across & changes);
        bool first_solid = map->bits[place >> 6] >> (place & 63) & 1;
        if (first_solid | (map->bits[second >> 6] >> (second & 63) & 1)) {
            int32_t row = look.row + !first_solid, swap = (row ^ look.column) & (int32_t)turned;
            look.blocked = true;
            look.blocker.x = from.x + step_x * (look.column ^ swap);
            look.blocker.y = from.y + step_y * (row ^ swap);
            return look;
        }
        place = second;
        look.row -= (int32_t)changes;
        lead -= 2 * columns & changes;
    }
    look.to_end = end == columns;
    return look;
}

bool cr_sight_bits_can(const carom_sight_map *map, carom_cell from, carom_cell to) {
    return map->bits != NULL && map->columns > 0 && map->columns <= SIDE_MAX && map->rows <= SIDE_MAX &&
           cr_map_holds(map, from) && cr_map_holds(map, to);
}

carom_sight_line cr_sight_bits(const carom_sight_map *map, carom_cell from, carom_cell to, carom_corners corners) {
    near_look near = look_near(map, from, to, corners);
    if (near.blocked) return (carom_sight_line){.blocker = near.blocker};
    if (near.to_end) return (carom_sight_line){.clear = true, .blocker = to};
    bit_line line = lay(map, from, to);
    bit_hit hit = look_along(&line, (bit_place){near.row, near.column, line.leave + near.row * line.run}, corners);
    if (!hit.blocked) return (carom_sight_line){.clear = true, .blocker = to};
    int32_t column = line.column + line.step * hit.column, row = line.row + line.row_step * hit.row;
    return (carom_sight_line){.blocker = line.turned ? (carom_cell){row, column} : (carom_cell){column, row}};
}
