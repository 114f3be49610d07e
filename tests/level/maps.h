// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Levels for the tests: drawn as rows of characters, or random; and a reference for their solid, which does not use the
// boundary.
#pragma once

#include "carom/level.h"

#include "level/build/catalogue.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// '#' solid, '/' and '\' slopes of 45 degrees, '-' a one-way top, '_' the lower half, 'o' the upper left quarter disc;
/// anything else is empty.
static inline uint8_t map_code(char c) {
    switch (c) {
    case '#': return CAROM_TILE_SOLID;
    case '/': return CAROM_TILE_SLOPE_45;
    case '\\': return carom_tile_code(CAROM_TILE_SLOPE_45, true, 0);
    case '-': return CAROM_TILE_EDGE;
    case '_': return CAROM_TILE_HALF;
    case 'o': return CAROM_TILE_DISC;
    default: return CAROM_TILE_EMPTY;
    }
}

enum { MAP_CELLS = 4096 };

typedef struct map {
    carom_tiles tiles;
    uint8_t codes[MAP_CELLS];
} map;

static inline void map_make(map *m, int columns, int rows, float cell) {
    memset(m, 0, sizeof *m);
    m->tiles = (carom_tiles){.columns = columns, .rows = rows, .cell = {cell, cell}, .codes = m->codes};
}

/// Rows of equal length, each ended by '\n'.
static inline void map_draw(map *m, const char *rows, float cell) {
    int columns = (int)(strchr(rows, '\n') - rows);
    map_make(m, columns, (int)strlen(rows) / (columns + 1), cell);
    for (int i = 0; i < columns * m->tiles.rows; ++i) m->codes[i] = map_code(rows[i / columns + i]);
}

/// A base in a random orientation. The numbers are drawn in sequence, because the order of arguments is unspecified.
static inline uint8_t random_turn(random_source *r, int base) {
    bool mirrored = random_below(r, 2);
    return carom_tile_code(base, mirrored, random_below(r, 4));
}

/// A random code of the catalogue; half of them are solid or empty.
static inline uint8_t random_code(random_source *r) {
    if (random_below(r, 2)) return (uint8_t)random_below(r, 2);
    return random_turn(r, random_below(r, CAROM_TILE_USER));
}

static inline void map_fill(map *m, random_source *r) {
    for (int i = 0; i < m->tiles.columns * m->tiles.rows; ++i) m->codes[i] = random_code(r);
}

/// Makes all cells of the border solid, so that nothing can leave.
static inline void map_close(map *m) {
    for (int i = 0; i < m->tiles.columns * m->tiles.rows; ++i) {
        int x = i % m->tiles.columns, y = i / m->tiles.columns;
        if (x == 0 || y == 0 || x == m->tiles.columns - 1 || y == m->tiles.rows - 1) m->codes[i] = CAROM_TILE_SOLID;
    }
}

/// True if the point is in the solid of its tile: the even-odd rule on the tile's own shape. The point must lie on no
/// edge.
static inline bool map_solid(const map *m, double x, double y) {
    double across = (x - (double)m->tiles.origin.x) / (double)m->tiles.cell.x;
    double down = (y - (double)m->tiles.origin.y) / (double)m->tiles.cell.y;
    if (across < 0 || down < 0 || across >= m->tiles.columns || down >= m->tiles.rows) return false;
    int column = (int)across, row = (int)down;
    cr_tile_shape shape;
    if (!cr_tile_shape_of(m->codes[row * m->tiles.columns + column], &shape)) return false;
    double u = (across - column) * CR_CELL, v = (down - row) * CR_CELL;
    bool inside = false;
    for (int i = 0; i < shape.count; ++i) {
        cr_lattice a = shape.v[i], b = shape.v[(i + 1) % shape.count];
        if ((a.y > v) != (b.y > v) && u < a.x + (v - a.y) * (b.x - a.x) / (b.y - a.y)) inside = !inside;
    }
    return inside;
}

static inline carom_level *level_of_desc(const carom_level_desc *desc) {
    carom_level *level = NULL;
    carom_error error = {0};
    if (carom_level_make(desc, &level, &error) != CAROM_STATUS_OK) fail_msg("%s: %s", error.where, error.message);
    return level;
}

static inline carom_level *level_of_map(const map *m) {
    return level_of_desc(&(carom_level_desc){.tiles = &m->tiles, .tiles_count = 1});
}

static inline carom_level *level_of_outlines(const carom_outline *outlines, int count) {
    return level_of_desc(&(carom_level_desc){.outlines = outlines, .outlines_count = count});
}

/// The solid area: thin edges enclose nothing, because a two-sided edge has its reverse.
static inline double area_of(const carom_level *level) {
    double area = 0;
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        if (!e.one_way) area += (double)e.a.x * (double)e.b.y - (double)e.b.x * (double)e.a.y;
    }
    return area / 2;
}

/// The winding number of an outline about a point that lies on none of its edges.
static inline int winding_of(const carom_outline *outline, double x, double y) {
    int winding = 0;
    for (int i = 0; i < outline->count; ++i) {
        carom_vec2 a = outline->points[i], b = outline->points[(i + 1) % outline->count];
        double ax = (double)a.x, ay = (double)a.y, bx = (double)b.x, by = (double)b.y;
        if ((ay <= y) == (by <= y)) continue;
        double side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        if (ay <= y && side > 0) ++winding;
        if (by <= y && side < 0) --winding;
    }
    return winding;
}
