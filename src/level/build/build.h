// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The steps from a description to edges, for a whole level or a region of it.
#pragma once

#include "level/build/arrange.h"
#include "level/build/field.h"
#include "level/build/outline.h"
#include "level/edit/editor.h"

/// An area that the union resolves: its number, and CR_EVEN_ODD if it has that rule.
typedef struct cr_area {
    int number;
    uint32_t flags;
} cr_area;

typedef struct cr_builder {
    const carom_level_desc *desc; ///< must be valid
    const carom_allocator *allocator;
    carom_error *error;      ///< may be null
    const cr_tiling *tiling; ///< of the description's tile shapes
    const cr_cells *cells;   ///< the cells of each grid to build; null: all
    cr_edges solid, thin;
    int solids;                 ///< number of tile grids and closed outlines with solid edges
    int areas;                  ///< number of areas to resolve: all but convex outlines
    cr_area area;               ///< the last of them
    bool has_ring;              ///< an area has begun
    int outer_begin, outer_end; ///< outlines in this range are boundaries already: rings of fields, not simplified
    int64_t unmerged;           ///< edges of all solids before the union
    cr_pieces runs;             ///< of tiles, if the level is editable; `prev` of an edge is an index into it
    int *grid_runs;             ///< end of each grid's part of `runs`
    int *grid_solids;           ///< end of each grid's part of `solid`, before the union
    carom_box bounds;
    cr_crossing_budget budget;
} cr_builder;

/// Add edges to `solid` and `thin`. Tiles must come first.
carom_status cr_builder_add_tiles(cr_builder *b);
carom_status cr_builder_add_outlines(cr_builder *b);
/// Replaces `solid` by the boundary of the union; then clips `thin` against it.
carom_status cr_builder_unite(cr_builder *b);
carom_status cr_builder_clip(cr_builder *b);
/// Returns the run that an edge comes from.
cr_run cr_builder_run(const cr_builder *b, const cr_edge *edge);
/// A closed solid outline.
static inline bool cr_is_ring(const carom_outline *outline) {
    return !outline->open && !outline->one_way;
}

/// Writes the number of the first ring of the area of each outline; of an outline that is no ring, its own number.
void cr_number_areas(const carom_level_desc *desc, int *areas);
void cr_builder_free(cr_builder *b); ///< frees the lists, not the builder
