// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// libtcod: lines, sight and fields of view; only if it is installed (WITH_TCOD).
#pragma once

#include "carom/grid.h"

extern const char *const tcod_name;

/// Returns the number of cells after the first. The line is Bresenham's: it steps over sides and corners.
int64_t tcod_walk(carom_cell from, carom_cell to, int64_t *sum);
bool tcod_sight(const uint8_t *walls, int columns, carom_cell from, carom_cell to);

typedef struct tcod_field tcod_field;
tcod_field *tcod_field_make(const uint8_t *walls, int columns, int rows);
void tcod_field_free(tcod_field *field);
/// Recursive shadow casting, with visible walls. It does not report the number of visible cells.
void tcod_fov(tcod_field *field, carom_cell from, int radius);
bool tcod_is_seen(const tcod_field *field, carom_cell cell);
