// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What an editable level keeps of what it was built from.
#pragma once

#include "level/chain.h"
#include "level/index.h"
#include "level/tiling.h"

enum { CR_BLOCK = 64 * CR_CELL }; ///< runs end there, so that none is longer

/// The run of a grid that an edge is, or is a part of; of edges of free shapes the grid is -1.
typedef struct cr_run {
    cr_lattice_edge line;
    int grid;
} cr_run;

/// Runs of one kind, solid or thin, that touch a cell, and what becomes of them.
typedef struct cr_exchange {
    cr_pieces runs, result;
    int *ids; // the edges of the runs
    int ids_capacity;
    uint32_t flags;
} cr_exchange;

/// Lists that an edit fills, kept so that the next one need not take memory.
typedef struct cr_scratch {
    cr_pieces before, after, thin_before, thin_after;
    cr_exchange solid, thin;
    cr_pieces parts; // of runs
    int *links;      // between them
    int links_capacity;
    int *near;    // edges, by number
    int *numbers; // of outlines
    int near_count, near_capacity, numbers_count, numbers_capacity;
    int *removed; // edges, by number
    int removed_count, removed_capacity;
    cr_edges added;
    cr_run *added_runs;
    int added_runs_capacity;
    carom_vec2 *vertices; // ends of what is removed or added
    int vertices_count, vertices_capacity;
    cr_hub hub; // one of them
} cr_scratch;

typedef struct cr_editor {
    carom_level_desc desc; ///< copies, all in `memory`; the allocator is to be set
    void *memory;
    size_t memory_size;
    uint8_t **codes; ///< of each grid
    cr_tiling tiling;
    cr_run *runs; ///< of each edge of the level
    int runs_capacity;
    int most_spokes;     ///< no more edges end at any vertex
    int64_t alone;       ///< edges of the solids one by one
    int64_t solid;       ///< edges of the outline of solids
    cr_index free_edges; ///< of closed and open outlines as they were drawn; tag: which outline
    cr_scratch scratch;
} cr_editor;

/// Null without memory. The runs are empty, the tiling has to be made.
cr_editor *cr_editor_make(const carom_allocator *allocator, const carom_level_desc *desc);
void cr_editor_free(cr_editor *editor, const carom_allocator *allocator); ///< null is allowed
