// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Cells, sight and fields of view.
#include "carom/flat.h"

void carom_flat_cell_line_begin(const carom_cell *from, const carom_cell *to, carom_corners corners, bool ends,
                                carom_cell_line *out) {
    *out = carom_cell_line_begin(*from, *to, corners, ends);
}

int64_t carom_flat_cell_line_cells(const carom_cell *from, const carom_cell *to, carom_corners corners, bool ends,
                                   carom_cell *cells, int64_t capacity) {
    return carom_cell_line_cells(*from, *to, corners, ends, cells, capacity);
}

carom_status carom_flat_trace_begin(const carom_grid *grid, const carom_vec2 *from, const carom_vec2 *to,
                                    carom_corners corners, carom_trace *out) {
    return carom_trace_begin(grid, *from, *to, corners, out);
}

carom_status carom_flat_cover_begin(const carom_grid *grid, const carom_shape *shape, const carom_vec2 *move,
                                    carom_cover *out) {
    return carom_cover_begin(grid, shape, *move, out);
}

void carom_flat_bits_set(uint64_t *bits, int32_t columns, int32_t rows, const carom_cell *cell, bool solid) {
    carom_bits_set(bits, columns, rows, *cell, solid);
}

void carom_flat_sight(const carom_sight_map *map, const carom_cell *from, const carom_cell *to, carom_corners corners,
                      carom_sight_line *out) {
    *out = carom_sight(map, *from, *to, corners);
}

int carom_flat_sight_many(const carom_sight_map *map, const carom_cell *from, const carom_cell *targets, int count,
                          carom_corners corners, carom_sight_line *lines) {
    return carom_sight_many(map, *from, targets, count, corners, lines);
}

int carom_flat_fov(const carom_sight_map *map, const carom_cell *from, int radius, uint8_t *seen) {
    return carom_fov(map, *from, radius, seen);
}
