// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The steps from a description to edges, of a whole level or of a part of it.
#pragma once

#include "level/editor.h"
#include "level/outline.h"

typedef struct cr_builder {
    const carom_level_desc *desc; ///< has been checked
    const carom_allocator *allocator;
    carom_error *error;      ///< may be null
    const cr_tiling *tiling; ///< of its tile shapes
    const cr_cells *cells;   ///< of each grid; null: all
    cr_edges solid, thin;
    int solids;     ///< tile grids and closed outlines that border on solid
    int loops;      ///< those of them that may cross themselves
    int64_t alone;  ///< edges of the solids one by one
    cr_pieces runs; ///< of tiles, if the level is editable; `prev` of an edge is its place here
    int *grid_runs; ///< how many there are up to each grid
    carom_box bounds;
} cr_builder;

/// The tiles first, then the outlines; both add to `solid` and `thin`.
carom_status cr_builder_add_tiles(cr_builder *b);
carom_status cr_builder_add_outlines(cr_builder *b);
/// Makes one outline of all solids; then leaves of thin edges what is outside of it.
carom_status cr_builder_join(cr_builder *b);
carom_status cr_builder_clip(cr_builder *b);
/// The run that an edge is or is a part of.
cr_run cr_builder_run(const cr_builder *b, const cr_edge *edge);
void cr_builder_free(cr_builder *b); ///< the lists
