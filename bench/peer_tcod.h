// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// libtcod, asked for lines, sight and fields of view; only where it is installed (WITH_TCOD).
#pragma once

#include "carom/grid.h"

extern const char *const tcod_name;

/// Its line is Bresenham's: from cell to cell over sides and corners. How many cells after the first.
int64_t tcod_walk(carom_cell from, carom_cell to, int64_t *sum);
bool tcod_sight(const uint8_t *walls, int columns, carom_cell from, carom_cell to);

typedef struct tcod_field tcod_field;
tcod_field *tcod_field_make(const uint8_t *walls, int columns, int rows);
void tcod_field_free(tcod_field *field);
/// Recursive shadow casting, walls seen. It does not tell how many cells are seen.
void tcod_fov(tcod_field *field, carom_cell from, int radius);
bool tcod_is_seen(const tcod_field *field, carom_cell cell);
