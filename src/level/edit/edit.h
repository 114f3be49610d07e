// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Replacing edges of an editable level, by tiles and by carving.
#pragma once

#include "level/index/level.h"

/// Empties the lists of the editor's scratch.
void cr_edit_begin(carom_level *level);
/// Replaces the edges in `removed` by those in `added` of the scratch, and links them. Allocates before the first
/// change. Returns false without memory; then nothing has changed.
bool cr_edit_apply(carom_level *level);
/// Records the box of an edit, for worlds.
void cr_edit_record(carom_level *level, carom_box box);

/// A cell of an editable level, and its code.
typedef struct cr_stored_cell {
    int grid, column, row;
    uint8_t *at;
} cr_stored_cell;

/// True if an area that was carved or filled reaches a cell or one beside it: the description is not valid there. Also
/// true without memory.
bool cr_carve_reaches(const carom_level *level, cr_stored_cell cell);
/// Replaces everything in a cell by a tile. CAROM_STATUS_UNSUPPORTED: the tile, or the one before, has thin edges.
carom_status cr_carve_cell(carom_level *level, cr_stored_cell cell, uint8_t code);
