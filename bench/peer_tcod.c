// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// libtcod through its C interface, with separate state for each line.
#include "bench/peer_tcod.h"

#include <libtcod/libtcod.h>

#define TEXT(x)    #x
#define VERSION(x) TEXT(x)
const char *const tcod_name =
    "libtcod " VERSION(TCOD_MAJOR_VERSION) "." VERSION(TCOD_MINOR_VERSION) "." VERSION(TCOD_PATCHLEVEL);

int64_t tcod_walk(carom_cell from, carom_cell to, int64_t *sum) {
    TCOD_bresenham_data_t line;
    TCOD_line_init_mt(from.x, from.y, to.x, to.y, &line);
    int64_t cells = 0;
    for (int x = from.x, y = from.y; !TCOD_line_step_mt(&x, &y, &line); ++cells) *sum += x + y;
    return cells;
}

bool tcod_sight(const uint8_t *walls, int columns, carom_cell from, carom_cell to) {
    TCOD_bresenham_data_t line;
    TCOD_line_init_mt(from.x, from.y, to.x, to.y, &line);
    for (int x = from.x, y = from.y; !TCOD_line_step_mt(&x, &y, &line);) {
        if (x == to.x && y == to.y) return true;
        if (walls[y * columns + x]) return false;
    }
    return true;
}

tcod_field *tcod_field_make(const uint8_t *walls, int columns, int rows) {
    TCOD_map_t map = TCOD_map_new(columns, rows);
    for (int i = 0; map && i < columns * rows; ++i) {
        TCOD_map_set_properties(map, i % columns, i / columns, !walls[i], !walls[i]);
    }
    return (tcod_field *)map;
}

void tcod_field_free(tcod_field *field) {
    TCOD_map_delete((TCOD_map_t)field);
}

void tcod_fov(tcod_field *field, carom_cell from, int radius) {
    TCOD_map_compute_fov((TCOD_map_t)field, from.x, from.y, radius, true, FOV_SHADOW);
}

bool tcod_is_seen(const tcod_field *field, carom_cell cell) {
    return TCOD_map_is_in_fov((TCOD_map_t)field, cell.x, cell.y);
}
