// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The shapes of all codes of a level, the catalogue's and the user's own, taken apart into what a cell has for itself
// and what its sides share with its neighbours; and from that the pieces of the outline in and around a cell.
#pragma once

#include "level/bases.h"

enum { CR_CODES = 256 };

/// What a code adds to a cell: its edges are inner ones, then those on its sides, then thin ones.
typedef struct cr_tile_parts {
    uint8_t cover[CR_SIDES]; ///< bit k: sixth k of the side, left to right or top to bottom, is solid
    uint8_t marks[CR_SIDES]; ///< bit k: a vertex of the shape lies k sixths along the side
    bool is_fine;            ///< its sides have vertices off the sixths: cover and marks do not tell
    bool is_known;           ///< false: one of the user's own, without a shape
    uint8_t inner, sides, thin;
    int first; ///< of its edges
} cr_tile_parts;

typedef struct cr_tiling {
    cr_tile_parts parts[CR_CODES];
    cr_lattice_edge *edges;
    int count, capacity;
} cr_tiling;

/// On failure `*why` says what is wrong with shape `*at`; then, or without memory, there is nothing to free.
carom_status cr_tiling_make(cr_tiling *tiling, const carom_allocator *allocator, const carom_tile_shape *shapes,
                            int count, int *at, const char **why);
void cr_tiling_free(cr_tiling *tiling, const carom_allocator *allocator);

/// A growing list; zeroed it is empty.
typedef struct cr_pieces {
    cr_lattice_edge *items;
    int count, capacity;
} cr_pieces;

/// Makes room for so many more. False without memory.
bool cr_pieces_reserve(cr_pieces *pieces, const carom_allocator *allocator, int count);
bool cr_pieces_add(cr_pieces *pieces, const carom_allocator *allocator, cr_lattice_edge piece);
void cr_pieces_free(cr_pieces *pieces, const carom_allocator *allocator);

/// The code of a cell; outside of the grid all is empty.
static inline uint8_t cr_code_at(const carom_tiles *tiles, int column, int row) {
    bool in = column >= 0 && column < tiles->columns && row >= 0 && row < tiles->rows;
    return in ? tiles->codes[(size_t)row * (size_t)tiles->columns + (size_t)column] : 0;
}

/// Adds the pieces of the outline on one side of a cell (only CR_TOP and CR_LEFT) to another, by their codes, on the
/// lattice of the whole grid; and those within the cell. False without memory.
bool cr_add_side(const cr_tiling *tiling, uint8_t here, uint8_t beside, int column, int row, cr_tile_side side,
                 const carom_allocator *allocator, cr_pieces *pieces);
bool cr_add_inner(const cr_tiling *tiling, uint8_t code, int column, int row, const carom_allocator *allocator,
                  cr_pieces *pieces);
bool cr_add_thin(const cr_tiling *tiling, uint8_t code, int column, int row, const carom_allocator *allocator,
                 cr_pieces *pieces);

/// How many edges the solid of a code has.
static inline int cr_solid_edges(const cr_tiling *tiling, uint8_t code) {
    return tiling->parts[code].inner + tiling->parts[code].sides;
}
