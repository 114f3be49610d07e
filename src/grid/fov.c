// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Field of view by shadow casting over whole squares, with exact slopes.
//
// Each of the eight octants is laid on columns 0 <= c <= d of rows d = 1, 2, .. away from the viewer; a direction is
// its slope c / d. The square of a wall at (c, d) shades the open interval between its corners,
//
//     (2c - 1) / (2d + 1) .. (2c + 1) / (2d - 1)
//
// and what is left is a list of closed sectors, sometimes of a single slope: the gap between two walls that meet at a
// corner. Within an octant no square of a row stands before a centre of the same row, so that a row can be asked first
// and shade afterwards; and every sector goes on row by row by itself.
//
// Sectors that wait are apart by at least one wall's shade, wider than 1 / (radius + 1): they fit in radius + 2.
#include "grid/map.h"

#include <string.h>

typedef struct slope {
    int32_t columns, rows; ///< rows > 0
} slope;

/// What can be seen of the rows from `row` on: slopes start..end, both included.
typedef struct sector {
    int32_t row;
    slope start, end;
} sector;

typedef struct view {
    const carom_sight_map *map;
    carom_cell from;
    int32_t radius;
    uint8_t *seen;
    int count;
    carom_cell across, ahead; ///< the octant: which way columns and rows go
    int waiting;
    sector *sectors; ///< CAROM_FOV_RADIUS + 2
} view;

static bool less(slope a, slope b) {
    return (int64_t)a.columns * b.rows < (int64_t)b.columns * a.rows;
}

static int64_t floor_divide(int64_t a, int64_t b) {
    return a >= 0 ? a / b : -((b - 1 - a) / b);
}

/// Is there a cell at (x, y)? Tells which.
static bool cell_of(const view *v, int64_t x, int64_t y, carom_cell *cell) {
    if (x < INT32_MIN || x > INT32_MAX || y < INT32_MIN || y > INT32_MAX) return false;
    *cell = (carom_cell){(int32_t)x, (int32_t)y};
    return cr_map_holds(v->map, *cell);
}

static void see(view *v, int32_t dx, int32_t dy) {
    if ((int64_t)dx * dx + (int64_t)dy * dy > (int64_t)v->radius * v->radius) return;
    uint8_t *seen = &v->seen[(int64_t)(dy + v->radius) * (2 * v->radius + 1) + dx + v->radius];
    v->count += *seen == 0;
    *seen = 1;
}

static void wait(view *v, int32_t row, slope start, slope end) {
    if (v->waiting < CAROM_FOV_RADIUS + 2) v->sectors[v->waiting++] = (sector){row, start, end};
}

/// Looks at one row of a sector: sees what is there, and lets what is left of the sector wait for the next row.
static void scan(view *v, sector s) {
    int32_t d = s.row;
    // The columns whose squares reach into the sector: (2c + 1) / (2d - 1) > start and (2c - 1) / (2d + 1) < end.
    int64_t first = (int64_t)s.start.columns * (2 * d - 1) - s.start.rows;
    int64_t last = (int64_t)s.end.columns * (2 * d + 1) + s.end.rows;
    int32_t c_first = (int32_t)floor_divide(first, 2 * s.start.rows) + 1;
    int32_t c_last = (int32_t)floor_divide(last - 1, 2 * s.end.rows);
    for (int32_t c = c_first; c <= c_last; ++c) {
        int32_t dx = c * v->across.x + d * v->ahead.x, dy = c * v->across.y + d * v->ahead.y;
        carom_cell cell;
        bool real = cell_of(v, (int64_t)v->from.x + dx, (int64_t)v->from.y + dy, &cell);
        slope centre = {c, d}, low = {2 * c - 1, 2 * d + 1}, high = {2 * c + 1, 2 * d - 1};
        if (real && !cr_map_solid(v->map, cell)) {
            if (!less(centre, s.start) && !less(s.end, centre)) see(v, dx, dy);
            continue;
        }
        if (real) see(v, dx, dy);
        if (!less(low, s.start)) wait(v, d + 1, s.start, low);
        s.start = high;
        if (less(s.end, s.start)) return;
    }
    wait(v, d + 1, s.start, s.end);
}

int carom_fov(const carom_sight_map *map, carom_cell from, int radius, uint8_t *seen) {
    if (radius < 0 || radius > CAROM_FOV_RADIUS) return 0;
    memset(seen, 0, (size_t)(2 * radius + 1) * (size_t)(2 * radius + 1));
    if (!cr_map_holds(map, from)) return 0;
    sector sectors[CAROM_FOV_RADIUS + 2];
    view v = {.map = map, .from = from, .radius = radius, .seen = seen, .sectors = sectors};
    see(&v, 0, 0);
    for (int octant = 0; octant < 8; ++octant) {
        int32_t sign_across = octant & 1 ? -1 : 1, sign_ahead = octant & 2 ? -1 : 1;
        bool sideways = octant & 4;
        v.across = sideways ? (carom_cell){0, sign_across} : (carom_cell){sign_across, 0};
        v.ahead = sideways ? (carom_cell){sign_ahead, 0} : (carom_cell){0, sign_ahead};
        wait(&v, 1, (slope){0, 1}, (slope){1, 1});
        while (v.waiting > 0) {
            sector s = v.sectors[--v.waiting];
            if (s.row <= radius) scan(&v, s);
        }
    }
    return v.count;
}
