// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bit maps: made from bytes, changed a cell at a time.
#include "carom/grid.h"

#include <string.h>

int64_t carom_bits_words(int32_t length) {
    return ((int64_t)length + 63) / 64;
}

static void put(uint64_t *row, int32_t i, bool solid) {
    uint64_t bit = (uint64_t)1 << (i % 64);
    row[i / 64] = solid ? row[i / 64] | bit : row[i / 64] & ~bit;
}

void carom_bits_set(int32_t columns, int32_t rows, uint64_t *row_bits, uint64_t *column_bits, carom_cell cell,
                    bool solid) {
    if (cell.x < 0 || cell.x >= columns || cell.y < 0 || cell.y >= rows) return;
    if (row_bits != NULL) put(row_bits + cell.y * carom_bits_words(columns), cell.x, solid);
    if (column_bits != NULL) put(column_bits + cell.x * carom_bits_words(rows), cell.y, solid);
}

static void clear(uint64_t *bits, int64_t words) {
    if (bits != NULL) memset(bits, 0, (size_t)words * sizeof *bits);
}

void carom_bits_pack(const uint8_t *bytes, int32_t columns, int32_t rows, uint64_t *row_bits, uint64_t *column_bits) {
    if (columns <= 0 || rows <= 0) return;
    clear(row_bits, rows * carom_bits_words(columns));
    clear(column_bits, columns * carom_bits_words(rows));
    for (int32_t y = 0; y < rows; ++y) {
        const uint8_t *row = bytes + (int64_t)y * columns;
        for (int32_t x = 0; x < columns; ++x) {
            if (row[x] != 0) carom_bits_set(columns, rows, row_bits, column_bits, (carom_cell){x, y}, true);
        }
    }
}
