// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bit maps: packing bytes, and changing single cells.
#include "grid/bits.h"

#include <string.h>

int64_t carom_bits_words(int32_t columns, int32_t rows) {
    return columns > 0 && rows > 0 ? cr_bit_parts_of(columns, rows).end : 0;
}

static void put_bit(uint64_t *line, int32_t i, bool solid) {
    uint64_t bit = (uint64_t)1 << (i % 64);
    line[i / 64] = solid ? line[i / 64] | bit : line[i / 64] & ~bit;
}

/// All rows of a bit map, or all columns, with their strips.
typedef struct bit_lines {
    uint64_t *lines, *strips;
    int32_t count, length;
} bit_lines;

/// Sets bit i of a line and updates the bit of its strip.
static void put_in_lines(bit_lines map, int32_t line, int32_t i, bool solid) {
    int64_t words = cr_line_words(map.length);
    put_bit(map.lines + line * words, i, solid);
    int32_t first = line - line % CR_STRIP;
    bool any = false;
    for (int32_t n = first; n < map.count && n < first + CR_STRIP; ++n) any = any || cr_bit(map.lines + n * words, i);
    put_bit(map.strips + first / CR_STRIP * words, i, any);
}

void carom_bits_set(uint64_t *bits, int32_t columns, int32_t rows, carom_cell cell, bool solid) {
    if (cell.x < 0 || cell.x >= columns || cell.y < 0 || cell.y >= rows) return;
    cr_bit_parts parts = cr_bit_parts_of(columns, rows);
    put_in_lines((bit_lines){bits, bits + parts.row_strips, rows, columns}, cell.y, cell.x, solid);
    put_in_lines((bit_lines){bits + parts.columns, bits + parts.column_strips, columns, rows}, cell.x, cell.y, solid);
}

void carom_bits_pack(const uint8_t *bytes, int32_t columns, int32_t rows, uint64_t *bits) {
    memset(bits, 0, (size_t)carom_bits_words(columns, rows) * sizeof *bits);
    for (int32_t y = 0; y < rows; ++y) {
        const uint8_t *row = bytes + (int64_t)y * columns;
        for (int32_t x = 0; x < columns; ++x) {
            if (row[x] != 0) carom_bits_set(bits, columns, rows, (carom_cell){x, y}, true);
        }
    }
}
