// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What an editable level keeps of what it was built from.
#pragma once

#include "level/index.h"
#include "level/tiling.h"

enum { CR_BLOCK = 64 * CR_CELL }; ///< runs end there, so that none is longer

/// The run of a grid that an edge is, or is a part of; of edges of free shapes the grid is -1.
typedef struct cr_run {
    cr_lattice_edge line;
    int grid;
} cr_run;

typedef struct cr_editor {
    carom_level_desc desc; ///< copies, all in `memory`; the allocator is to be set
    void *memory;
    size_t memory_size;
    uint8_t **codes; ///< of each grid
    cr_tiling tiling;
    cr_run *runs; ///< of each edge of the level
    int runs_capacity;
    int64_t alone;       ///< edges of the solids one by one
    int64_t solid;       ///< edges of the outline of solids
    cr_index free_edges; ///< of closed and open outlines as they were drawn; tag: which outline
} cr_editor;

/// Null without memory. The runs are empty, the tiling has to be made.
cr_editor *cr_editor_make(const carom_allocator *allocator, const carom_level_desc *desc);
void cr_editor_free(cr_editor *editor, const carom_allocator *allocator); ///< null is allowed
