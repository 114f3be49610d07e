// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The shapes of user-defined bases, on the lattice of the catalogue.
#pragma once

#include "level/build/catalogue.h"

enum {
    CR_USER_TILE_STEP = CR_CELL / 384, ///< vertices are multiples of this
    CR_USER_TILE_EDGES = 64,           ///< maximum number of edges of a base
};

/// The edges of a base: first those of the solid, which is on their left, then thin edges.
typedef struct cr_user_tile {
    int solid, thin;
    cr_lattice_edge edges[CR_USER_TILE_EDGES];
} cr_user_tile;

/// Checks a shape and converts it to the lattice. On an error, writes the reason to *why. Quadratic in the edges.
carom_status cr_user_tile_make(const carom_tile_shape *shape, cr_user_tile *base, const char **why);

/// Returns the base flipped and turned as `code` says.
cr_user_tile cr_user_tile_oriented(const cr_user_tile *base, uint8_t code);
