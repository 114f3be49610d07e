// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Point-in-solid test on a level description, tile by tile and outline by outline. Tests the readers independently of
// carom_level.
#pragma once

#include "carom/level.h"
#include "level/build/catalogue.h"

// Contribution of a side to the winding number of (x, y).
static inline int winding_of_side(double ax, double ay, double bx, double by, double x, double y) {
    if ((ay <= y) == (by <= y)) return 0;
    double cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    return ay <= y ? cross > 0 : -(cross < 0);
}

static inline bool tile_solid_at(const carom_tiles *tiles, double x, double y) {
    double u = (x - (double)tiles->origin.x) / (double)tiles->cell.x;
    double v = (y - (double)tiles->origin.y) / (double)tiles->cell.y;
    int column = (int)u, row = (int)v, winding = 0;
    cr_tile_shape shape;
    if (u < 0 || v < 0 || column >= tiles->columns || row >= tiles->rows) return false;
    if (!cr_tile_shape_of(tiles->codes[row * tiles->columns + column], &shape)) return false;
    u = (u - column) * CR_CELL;
    v = (v - row) * CR_CELL;
    for (int i = 0; i < shape.count; i++) {
        cr_lattice a = shape.v[i], b = shape.v[(i + 1) % shape.count];
        winding += winding_of_side(a.x, a.y, b.x, b.y, u, v);
    }
    return winding != 0;
}

static inline bool outline_solid_at(const carom_outline *outline, double x, double y) {
    int winding = 0;
    for (int i = 0; i < outline->count && !outline->open; i++) {
        carom_vec2 a = outline->points[i], b = outline->points[(i + 1) % outline->count];
        winding += winding_of_side((double)a.x, (double)a.y, (double)b.x, (double)b.y, x, y);
    }
    return winding != 0;
}

static inline bool solid_at(const carom_level_desc *desc, double x, double y) {
    for (int i = 0; i < desc->tiles_count; i++)
        if (tile_solid_at(&desc->tiles[i], x, y)) return true;
    for (int i = 0; i < desc->outlines_count; i++)
        if (outline_solid_at(&desc->outlines[i], x, y)) return true;
    return false;
}
