// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Walks, lines of sight and fields of view. Maps are bits.
#include "carom/grid.h"

#include "web.h"

double WEB(walk_length)(int from_x, int from_y, int to_x, int to_y, int corners, int ends) {
    carom_cell from = {from_x, from_y}, to = {to_x, to_y};
    return (double)carom_walk_cells(from, to, (carom_corners)corners, ends, NULL, 0);
}

void WEB(walk)(int from_x, int from_y, int to_x, int to_y, int corners, int ends, carom_cell *cells, int capacity) {
    carom_cell from = {from_x, from_y}, to = {to_x, to_y};
    carom_walk_cells(from, to, (carom_corners)corners, ends, cells, capacity);
}

int WEB(bits_bytes)(int columns, int rows) {
    return (int)(carom_bits_words(columns, rows) * (int64_t)sizeof(uint64_t));
}

void WEB(bits_pack)(const uint8_t *bytes, int columns, int rows, uint64_t *bits) {
    carom_bits_pack(bytes, columns, rows, bits);
}

void WEB(bits_set)(uint64_t *bits, int columns, int rows, int x, int y, int solid) {
    carom_bits_set(bits, columns, rows, (carom_cell){x, y}, solid);
}

/// 1 when clear; *blocker is told in any case.
int WEB(sight)(const uint64_t *bits, int columns, int rows, int from_x, int from_y, int to_x, int to_y, int corners,
               carom_cell *blocker) {
    carom_sight_map map = {.columns = columns, .rows = rows, .bits = bits};
    carom_sight_line line =
        carom_sight(&map, (carom_cell){from_x, from_y}, (carom_cell){to_x, to_y}, (carom_corners)corners);
    *blocker = line.blocker;
    return line.clear;
}

void WEB(sights)(const uint64_t *bits, int columns, int rows, int x, int y, const carom_cell *targets, int count,
                 int corners, uint8_t *clear) {
    carom_sight_map map = {.columns = columns, .rows = rows, .bits = bits};
    for (int i = 0; i < count; i++)
        clear[i] = carom_sight(&map, (carom_cell){x, y}, targets[i], (carom_corners)corners).clear;
}

int WEB(fov)(const uint64_t *bits, int columns, int rows, int x, int y, int radius, uint8_t *seen) {
    carom_sight_map map = {.columns = columns, .rows = rows, .bits = bits};
    return carom_fov(&map, (carom_cell){x, y}, radius, seen);
}
