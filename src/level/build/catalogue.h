// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The shapes of tile codes, on an integer lattice: a cell is CR_CELL units wide and high, x to the right, y down.
#pragma once

#include "carom/level.h"

enum {
    CR_SIXTH = 1024,        ///< vertices of polygons are multiples of this; vertices of arcs are not
    CR_CELL = 6 * CR_SIXTH, ///< lattice units of a cell
    CR_ARC_PIECES = 16,     ///< chords of a quarter circle
    CR_TILE_VERTICES = CR_ARC_PIECES + 2,
};

typedef struct cr_lattice {
    int32_t x, y;
} cr_lattice;

/// A directed edge, solid on its left.
typedef struct cr_lattice_edge {
    cr_lattice from, to;
} cr_lattice_edge;

/// The sides of a cell, in clockwise order.
typedef enum cr_tile_side { CR_TOP, CR_RIGHT, CR_BOTTOM, CR_LEFT, CR_SIDES } cr_tile_side;

/// The shape of a code: a solid polygon with positive shoelace area (solid is on the left of each edge), or thin
/// one-way sides that block from outside of the cell.
typedef struct cr_tile_shape {
    int count;    ///< 0: no solid
    uint8_t thin; ///< bit s: side s is a thin one-way edge
    cr_lattice v[CR_TILE_VERTICES];
} cr_tile_shape;

/// Writes the shape of a code. Returns false for user-defined bases.
bool cr_tile_shape_of(uint8_t code, cr_tile_shape *shape);

/// Writes the ends of a side, directed so that the cell is on its left.
void cr_tile_side_ends(cr_tile_side side, cr_lattice *from, cr_lattice *to);
