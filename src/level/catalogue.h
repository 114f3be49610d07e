// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The shapes of the tile codes, on a lattice of integers: a cell is CR_CELL units wide and high, x to the right, y
// down.
#pragma once

#include "carom/level.h"

enum {
    CR_SIXTH = 1024,        ///< the sides of the bases meet in sixths; the vertices of arcs need a finer lattice
    CR_CELL = 6 * CR_SIXTH, ///< lattice units of a cell
    CR_ARC_PIECES = 16,     ///< a quarter circle is this many chords
    CR_TILE_VERTICES = CR_ARC_PIECES + 2,
};

typedef struct cr_lattice {
    int32_t x, y;
} cr_lattice;

/// A directed edge, solid on its left.
typedef struct cr_lattice_edge {
    cr_lattice from, to;
} cr_lattice_edge;

/// The sides of a cell, in the order a quarter turn clockwise takes them through.
typedef enum cr_tile_side { CR_TOP, CR_RIGHT, CR_BOTTOM, CR_LEFT, CR_SIDES } cr_tile_side;

/// The solid of a code is a polygon, wound so that the shoelace area is positive (solid on the left of each edge);
/// the edge tiles have thin sides instead, met from outside of the cell.
typedef struct cr_tile_shape {
    int count;    ///< 0: nothing solid
    uint8_t thin; ///< bit s: side s is a thin one-way edge
    cr_lattice v[CR_TILE_VERTICES];
} cr_tile_shape;

/// The shape of a code; false for the user's own bases, which have none here.
bool cr_tile_shape_of(uint8_t code, cr_tile_shape *shape);

/// Where a side begins and ends, so that the cell is on its left.
void cr_tile_side_ends(cr_tile_side side, cr_lattice *from, cr_lattice *to);
