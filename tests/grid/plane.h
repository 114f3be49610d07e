// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Shared by the tests of traces and covers: grids and points of several families, and rational numbers.
#pragma once

#include "carom/grid.h"
#include "random.h"

#include <gmp.h>

/// Families of grids and points, most of them adverse.
typedef enum {
    FAMILY_TILES,    ///< multiples of 1/16 of a cell of 16: corners everywhere
    FAMILY_UNIFORM,  ///< uniform floats
    FAMILY_CORNERS,  ///< the floats closest to corners of a grid with lines that are not floats
    FAMILY_FAR,      ///< the same, a million units away
    FAMILY_DENORMAL, ///< a grid of denormal numbers
    FAMILY_HUGE,     ///< near the maximum of float
    FAMILIES
} family;

static inline carom_grid plane_grid(family f, random_source *r) {
    float x = random_range(r, 0.1f, 3), y = random_range(r, 0.1f, 3);
    switch (f) {
    case FAMILY_TILES: return (carom_grid){{16 * (float)random_below(r, 9), -32}, {16, 16}};
    case FAMILY_DENORMAL: return (carom_grid){{0x3p-149f, 0}, {0x7p-149f, 0x5p-149f}};
    case FAMILY_HUGE: return (carom_grid){{-x * 0x1p122f, y * 0x1p122f}, {y * 0x1p121f, x * 0x1p121f}};
    case FAMILY_FAR: return (carom_grid){{1e6f + x, -1e6f - y}, {x, y}};
    default: return (carom_grid){{y, -x}, {x, y}};
    }
}

/// Returns a coordinate 0..cells cells from the origin.
static inline float plane_coordinate(family f, float origin, float cell, int cells, random_source *r) {
    float u = random_range(r, 0, (float)cells);
    if (f == FAMILY_TILES) u = (float)random_below(r, 16 * cells + 1) / 16;
    bool whole = f != FAMILY_UNIFORM && random_below(r, 4) != 0;
    if (whole) u = (float)random_below(r, cells + 1);
    return (float)((double)origin + (double)u * (double)cell);
}

static inline carom_vec2 plane_point(family f, const carom_grid *grid, int cells, random_source *r) {
    float x = plane_coordinate(f, grid->origin.x, grid->cell.x, cells, r);
    float y = plane_coordinate(f, grid->origin.y, grid->cell.y, cells, r);
    return (carom_vec2){x, y};
}

// ---- Rational numbers ---------------------------------------------------------------------------------------------

typedef struct rational2 {
    mpq_t x, y;
} rational2;

static inline void rational2_init(rational2 *v, carom_vec2 value) {
    mpq_init(v->x);
    mpq_init(v->y);
    mpq_set_d(v->x, (double)value.x);
    mpq_set_d(v->y, (double)value.y);
}

static inline void rational2_clear(rational2 *v) {
    mpq_clears(v->x, v->y, NULL);
}

/// The crossing of grid lines (i, j): origin + (i, j) * cell.
static inline void rational2_init_crossing(rational2 *v, const carom_grid *grid, int64_t i, int64_t j) {
    rational2 origin;
    rational2_init(v, grid->cell);
    rational2_init(&origin, grid->origin);
    mpq_t count;
    mpq_init(count);
    mpq_set_si(count, (long)i, 1);
    mpq_mul(v->x, v->x, count);
    mpq_set_si(count, (long)j, 1);
    mpq_mul(v->y, v->y, count);
    mpq_add(v->x, v->x, origin.x);
    mpq_add(v->y, v->y, origin.y);
    mpq_clear(count);
    rational2_clear(&origin);
}

/// out = a.x * b.y - a.y * b.x, or, with `dot`, a.x * b.x + a.y * b.y
static inline void rational2_product(mpq_t out, const rational2 *a, const rational2 *b, bool dot) {
    mpq_t second;
    mpq_init(second);
    mpq_mul(out, a->x, dot ? b->x : b->y);
    mpq_mul(second, a->y, dot ? b->y : b->x);
    if (dot) {
        mpq_add(out, out, second);
    } else {
        mpq_sub(out, out, second);
    }
    mpq_clear(second);
}

static inline void rational2_subtract(rational2 *out, const rational2 *a, const rational2 *b) {
    mpq_sub(out->x, a->x, b->x);
    mpq_sub(out->y, a->y, b->y);
}
