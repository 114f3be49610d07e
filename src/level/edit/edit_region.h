// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Editing a tile near free shapes or other grids: rebuilds the region around the cell.
#pragma once

#include "level/index/level.h"

typedef struct cr_edit_cell {
    carom_level *level; ///< must be editable
    int grid, column, row;
    uint8_t *at; ///< the stored code of the cell
} cr_edit_cell;

/// Computes the edges to remove and to add if the cell gets `code`: `removed` and `added` of the editor's scratch.
/// Changes nothing else. CAROM_STATUS_BAD_ARGUMENT: the region does not determine them, and the level must be rebuilt.
/// Other errors as cr_union_solids.
carom_status cr_edit_region_find(const cr_edit_cell *cell, uint8_t code);

/// True if the point is inside of a closed solid outline. `others` (ascending) are areas that do not count; no other
/// outline may touch the point. Without memory, returns false and sets *failed.
bool cr_edit_region_is_within(cr_editor *editor, const carom_allocator *allocator, carom_vec2 point, const int *others,
                              int count, bool *failed);
