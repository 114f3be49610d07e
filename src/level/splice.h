// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What a change of pieces makes of the runs that they lie in, on the lattice of a grid.
#pragma once

#include "level/outline.h"

typedef struct cr_splice {
    const carom_allocator *allocator;
    int32_t block;                   ///< as cr_outline_tiles has it
    cr_lattice low, high;            ///< where pieces of solids change
    const cr_pieces *runs;           ///< all that touch that place
    const cr_pieces *before, *after; ///< the pieces that were there, and those that are there now
    cr_pieces *parts;                ///< room to work in
    int **links;
    int *links_capacity;
} cr_splice;

/// Adds to `result` the runs as they are after the change: those that it leaves alone are the same as before. False
/// without memory.
bool cr_splice_solid(const cr_splice *splice, cr_pieces *result);
bool cr_splice_thin(const cr_splice *splice, cr_pieces *result);
