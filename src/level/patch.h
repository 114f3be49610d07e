// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What one tile changes where free shapes or other grids reach: the edges around it are built anew, and no others.
#pragma once

#include "level/level.h"

typedef struct cr_patch_place {
    carom_level *level; ///< editable
    int grid, column, row;
    uint8_t *at; ///< the code of that cell
} cr_patch_place;

/// Fills `removed` and `added` of the editor's scratch with what the code makes of the edges; nothing else is changed.
/// CAROM_BAD_ARGUMENT: it cannot be told from what is around, and the level is to be built anew.
carom_status cr_patch_find(const cr_patch_place *place, uint8_t code);

/// Is the point, to which no outline comes but `others` (in ascending order), within another that is solid? False, and
/// *failed, without memory.
bool cr_patch_is_within(cr_editor *editor, const carom_allocator *allocator, carom_vec2 point, const int *others,
                        int count, bool *failed);
