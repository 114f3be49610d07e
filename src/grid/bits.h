// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Layout of a bit map: all rows, all columns, the strips of the rows, the strips of the columns. A row has
// cr_line_words(columns) words; bit x of a row is the cell in column x. A strip has the length of a row; a bit of it is
// set if that bit is set in any of its eight rows. Columns are the same with x and y exchanged.
#pragma once

#include "carom/grid.h"

enum { CR_STRIP = 8 };

static inline int64_t cr_line_words(int32_t length) {
    return ((int64_t)length + 63) / 64;
}

static inline int64_t cr_strips(int32_t lines) {
    return ((int64_t)lines + CR_STRIP - 1) / CR_STRIP;
}

/// The start of each part, and the total length, in words.
typedef struct cr_bit_parts {
    int64_t columns, row_strips, column_strips, end; ///< rows begin at 0
} cr_bit_parts;

static inline cr_bit_parts cr_bit_parts_of(int32_t columns, int32_t rows) {
    int64_t row_words = cr_line_words(columns), column_words = cr_line_words(rows);
    cr_bit_parts parts;
    parts.columns = rows * row_words;
    parts.row_strips = parts.columns + columns * column_words;
    parts.column_strips = parts.row_strips + cr_strips(rows) * row_words;
    parts.end = parts.column_strips + cr_strips(columns) * column_words;
    return parts;
}

/// Returns bit i >= 0 of a line.
static inline bool cr_bit(const uint64_t *line, int32_t i) {
    return line[i >> 6] >> (i & 63) & 1;
}
