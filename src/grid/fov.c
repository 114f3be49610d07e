// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Field of view by shadow casting over whole squares, with exact slopes.
//
// Each of the eight octants has columns 0 <= c <= d in rows d = 1, 2, .. from the viewer; a direction is its slope c /
// d. The square of a wall at (c, d) hides the open interval between its corners,
//
//     (2c - 1) / (2d + 1) .. (2c + 1) / (2d - 1)
//
// The visible rest is a list of closed sectors. A sector may be a single slope: the gap between two walls that meet at
// a corner. Within an octant, no square of a row hides a centre of the same row. So each sector is scanned row by row
// on its own: a row is read first and casts its shadow afterwards.
//
// Pending sectors are separated by at least the shadow of one wall, which is wider than 1 / (radius + 1). Therefore
// radius + 2 entries suffice.
#include "grid/map.h"

#include <string.h>

typedef struct slope {
    int32_t columns, rows; ///< rows > 0
} slope;

/// The visible part of the rows from `row` on: slopes start..end, both included.
typedef struct sector {
    int32_t row;
    slope start, end;
} sector;

typedef struct fov {
    const carom_sight_map *map;
    carom_cell from;
    int32_t radius;
    uint8_t *seen;
    int count;
    carom_cell across, ahead; ///< the octant: the directions of its columns and rows
    int pending;
    sector *sectors; ///< capacity CAROM_MAX_FOV_RADIUS + 2
} fov;

static bool less(slope a, slope b) {
    return (int64_t)a.columns * b.rows < (int64_t)b.columns * a.rows;
}

static int64_t floor_divide(int64_t a, int64_t b) {
    return a >= 0 ? a / b : -((b - 1 - a) / b);
}

/// Writes the cell at (x, y); returns false if there is none.
static bool map_cell(const fov *v, int64_t x, int64_t y, carom_cell *cell) {
    if (x < INT32_MIN || x > INT32_MAX || y < INT32_MIN || y > INT32_MAX) return false;
    *cell = (carom_cell){(int32_t)x, (int32_t)y};
    return cr_map_contains(v->map, *cell);
}

static void mark_visible(fov *v, int32_t dx, int32_t dy) {
    if ((int64_t)dx * dx + (int64_t)dy * dy > (int64_t)v->radius * v->radius) return;
    uint8_t *seen = &v->seen[(int64_t)(dy + v->radius) * (2 * v->radius + 1) + dx + v->radius];
    v->count += *seen == 0;
    *seen = 1;
}

static void push_sector(fov *v, int32_t row, slope start, slope end) {
    if (v->pending < CAROM_MAX_FOV_RADIUS + 2) v->sectors[v->pending++] = (sector){row, start, end};
}

/// Marks the visible cells of one row of a sector, and pushes the rest of the sector for the next row.
static void scan_row(fov *v, sector s) {
    int32_t d = s.row;
    // The columns with squares that overlap the sector: (2c + 1) / (2d - 1) > start and (2c - 1) / (2d + 1) < end.
    int64_t first = (int64_t)s.start.columns * (2 * d - 1) - s.start.rows;
    int64_t last = (int64_t)s.end.columns * (2 * d + 1) + s.end.rows;
    int32_t c_first = (int32_t)floor_divide(first, 2 * s.start.rows) + 1;
    int32_t c_last = (int32_t)floor_divide(last - 1, 2 * s.end.rows);
    for (int32_t c = c_first; c <= c_last; ++c) {
        int32_t dx = c * v->across.x + d * v->ahead.x, dy = c * v->across.y + d * v->ahead.y;
        carom_cell cell;
        bool on_map = map_cell(v, (int64_t)v->from.x + dx, (int64_t)v->from.y + dy, &cell);
        slope centre = {c, d}, low = {2 * c - 1, 2 * d + 1}, high = {2 * c + 1, 2 * d - 1};
        if (on_map && !cr_map_solid(v->map, cell)) {
            if (!less(centre, s.start) && !less(s.end, centre)) mark_visible(v, dx, dy);
            continue;
        }
        if (on_map) mark_visible(v, dx, dy);
        if (!less(low, s.start)) push_sector(v, d + 1, s.start, low);
        s.start = high;
        if (less(s.end, s.start)) return;
    }
    push_sector(v, d + 1, s.start, s.end);
}

int carom_fov(const carom_sight_map *map, carom_cell from, int radius, uint8_t *seen) {
    if (radius < 0 || radius > CAROM_MAX_FOV_RADIUS) return 0;
    memset(seen, 0, (size_t)(2 * radius + 1) * (size_t)(2 * radius + 1));
    if (!cr_map_contains(map, from)) return 0;
    sector sectors[CAROM_MAX_FOV_RADIUS + 2];
    fov v = {.map = map, .from = from, .radius = radius, .seen = seen, .sectors = sectors};
    mark_visible(&v, 0, 0);
    for (int octant = 0; octant < 8; ++octant) {
        int32_t sign_across = octant & 1 ? -1 : 1, sign_ahead = octant & 2 ? -1 : 1;
        bool sideways = octant & 4;
        v.across = sideways ? (carom_cell){0, sign_across} : (carom_cell){sign_across, 0};
        v.ahead = sideways ? (carom_cell){sign_ahead, 0} : (carom_cell){0, sign_ahead};
        push_sector(&v, 1, (slope){0, 1}, (slope){1, 1});
        while (v.pending > 0) {
            sector s = v.sectors[--v.pending];
            if (s.row <= radius) scan_row(&v, s);
        }
    }
    return v.count;
}
