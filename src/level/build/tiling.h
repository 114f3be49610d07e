// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The shapes of all codes of a level, divided into inner edges and covered sides, and the pieces of the boundary that
// follow in and around a cell.
#pragma once

#include "level/build/user_tiles.h"

enum { CR_CODES = 256 };

/// The shape of a code. Its edges are stored in this order: inner, on the sides, thin.
typedef struct cr_tile_parts {
    uint8_t cover[CR_SIDES]; ///< bit k: sixth k of the side, from left or top, is solid
    uint8_t marks[CR_SIDES]; ///< bit k: the shape has a vertex k sixths along the side
    bool is_fine;            ///< a vertex on a side is off the sixths: cover and marks are not exact
    bool is_known;           ///< false: a user-defined base without a shape
    uint8_t inner, sides, thin;
    int first; ///< index of its first edge
} cr_tile_parts;

typedef struct cr_tiling {
    cr_tile_parts parts[CR_CODES];
    cr_lattice_edge *edges;
    int count, capacity;
} cr_tiling;

/// Builds the table. If shape *at is invalid, returns its error and writes the reason to *why. On an error there is
/// nothing to free.
carom_status cr_tiling_make(cr_tiling *tiling, const carom_allocator *allocator, const carom_tile_shape *shapes,
                            int count, int *at, const char **why);
void cr_tiling_free(cr_tiling *tiling, const carom_allocator *allocator);

/// A growing list. A zeroed one is empty.
typedef struct cr_pieces {
    cr_lattice_edge *items;
    int count, capacity;
} cr_pieces;

/// Reserves memory for `count` more pieces. Returns false without memory.
bool cr_pieces_reserve(cr_pieces *pieces, const carom_allocator *allocator, int count);
bool cr_pieces_add(cr_pieces *pieces, const carom_allocator *allocator, cr_lattice_edge piece);
void cr_pieces_free(cr_pieces *pieces, const carom_allocator *allocator);

/// Returns the code of a cell; 0 (empty) outside of the grid.
static inline uint8_t cr_code_at(const carom_tiles *tiles, int column, int row) {
    bool in = column >= 0 && column < tiles->columns && row >= 0 && row < tiles->rows;
    return in ? tiles->codes[(size_t)row * (size_t)tiles->columns + (size_t)column] : 0;
}

/// A side of a cell: CR_TOP or CR_LEFT.
typedef struct cr_cell_side {
    int column, row;
    cr_tile_side side;
} cr_cell_side;

/// Adds the pieces of the boundary on a side, in lattice coordinates of the grid. `here` is the code of the cell,
/// `beside` that of the cell on the other side. Returns false without memory.
bool cr_add_side(const cr_tiling *tiling, uint8_t here, uint8_t beside, cr_cell_side at,
                 const carom_allocator *allocator, cr_pieces *pieces);
/// Add the inner edges and the thin edges of a cell likewise.
bool cr_add_inner(const cr_tiling *tiling, uint8_t code, int column, int row, const carom_allocator *allocator,
                  cr_pieces *pieces);
bool cr_add_thin(const cr_tiling *tiling, uint8_t code, int column, int row, const carom_allocator *allocator,
                 cr_pieces *pieces);

/// Returns the number of solid edges of a code.
static inline int cr_solid_edges(const cr_tiling *tiling, uint8_t code) {
    return tiling->parts[code].inner + tiling->parts[code].sides;
}
