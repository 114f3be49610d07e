// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The shapes of the user's own bases, on the lattice of the catalogue.
#pragma once

#include "level/catalogue.h"

enum {
    CR_BASE_STEP = CR_CELL / 384, ///< corners of the user's bases are multiples of this
    CR_BASE_EDGES = 64,           ///< as many edges a base has at most
};

/// The edges of a base: those of the solid first, which is on their left, then the thin ones.
typedef struct cr_base {
    int solid, thin;
    cr_lattice_edge edges[CR_BASE_EDGES];
} cr_base;

/// Takes what a user describes; if it is wrong, *why is a sentence. Quadratic in the edges.
carom_status cr_base_take(const carom_tile_shape *shape, cr_base *base, const char **why);

/// The base of a code turned and mirrored as the code says.
cr_base cr_base_turned(const cr_base *base, uint8_t code);
