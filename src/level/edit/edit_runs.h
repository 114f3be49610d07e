// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The effect of changed pieces on the runs that contain them, in lattice coordinates of a grid.
#pragma once

#include "level/build/outline.h"

typedef struct cr_run_edit {
    const carom_allocator *allocator;
    int32_t block;                   ///< as in cr_outline_tiles
    cr_lattice low, high;            ///< the box in which solid pieces change
    const cr_pieces *runs;           ///< all runs that touch the box
    const cr_pieces *before, *after; ///< the pieces before and after the change
    cr_pieces *parts;                ///< buffer
    int **links;
    int *links_capacity;
} cr_run_edit;

/// Add the runs after the change to `result`; runs that do not change are the same as before. Return false without
/// memory.
bool cr_edit_solid_runs(const cr_run_edit *edit, cr_pieces *result);
bool cr_edit_thin_runs(const cr_run_edit *edit, cr_pieces *result);
