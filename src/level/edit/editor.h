// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The state of an editable level: a copy of its description, the run of each edge, and buffers.
#pragma once

#include "level/build/chain.h"
#include "level/build/tiling.h"
#include "level/index/index.h"

enum { CR_RUN_BLOCK = 64 * CR_CELL }; ///< runs end at multiples of this, which bounds their length

/// The run that an edge comes from: the run in lattice coordinates and its grid; grid -1 for edges of free shapes.
typedef struct cr_run {
    cr_lattice_edge line;
    int grid;
} cr_run;

/// Runs of one kind, solid or thin, near a cell; and the runs that replace them.
typedef struct cr_run_exchange {
    cr_pieces runs, result;
    int *ids; // the edge of each run
    int ids_capacity;
    uint32_t flags;
} cr_run_exchange;

/// Buffers of an edit, kept so that most edits allocate nothing.
typedef struct cr_edit_scratch {
    cr_pieces before, after, thin_before, thin_after;
    cr_run_exchange solid, thin;
    cr_pieces parts; // parts of runs
    int *links;      // from each part to the next
    int links_capacity;
    int *near;    // edges that touch the core of a region
    int *numbers; // outline numbers
    int near_count, near_capacity, numbers_count, numbers_capacity;
    int *removed; // edges to remove, by number
    int removed_count, removed_capacity;
    cr_edges added;
    cr_run *added_runs;
    int added_runs_capacity;
    carom_vec2 *vertices; // ends of removed and added edges
    int vertices_count, vertices_capacity;
    cr_chain_vertex hub; // buffer for one vertex
} cr_edit_scratch;

typedef struct cr_editor {
    carom_level_desc desc; ///< a copy; its arrays are in `memory`, its allocator must be set before use
    void *memory;
    size_t memory_size;
    uint8_t **codes; ///< of each grid, writable
    cr_tiling tiling;
    cr_run *runs; ///< one for each edge of the level
    int runs_capacity;
    uint64_t *marks; ///< of cells that were carved or filled: carve_level.c. Null before the first
    size_t marks_count;
    int max_spokes;      ///< an upper bound of the edges at one vertex
    int64_t unmerged;    ///< edges of all solids before the union
    int64_t solid;       ///< edges of the boundary of solids
    int *areas;          ///< of each outline, the first ring of its area, as cr_number_areas writes it
    cr_index free_edges; ///< edges of all outlines as described; the tag is the number of the outline
    cr_edit_scratch scratch;
} cr_editor;

/// Copies the description. Returns null without memory. The caller must set the runs and the tiling.
cr_editor *cr_editor_make(const carom_allocator *allocator, const carom_level_desc *desc);
void cr_editor_free(cr_editor *editor, const carom_allocator *allocator); ///< null is allowed

/// Cells of a grid; none if right < left or bottom < top.
typedef struct cr_cell_block {
    int left, top, right, bottom;
} cr_cell_block;

/// The cells of a grid that a box may reach, and one more on each side, which covers the rounding.
cr_cell_block cr_cells_near(const carom_tiles *grid, carom_box box);
