// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Converts tiles to edges; sides that adjacent solid tiles share are omitted.
#pragma once

#include "level/build/tiling.h"
#include "level/index/edge.h"

/// A range of cells of a grid; right and bottom are exclusive.
typedef struct cr_cells {
    int left, top, right, bottom;
} cr_cells;

static inline cr_cells cr_all_cells(const carom_tiles *tiles) {
    return (cr_cells){0, 0, tiles->columns, tiles->rows};
}

/// The lists that cr_outline_tiles adds to.
typedef struct cr_outline_lists {
    cr_edges *solid;   ///< the boundary of solid tiles
    cr_edges *thin;    ///< thin edges, CR_ONE_WAY
    cr_pieces *runs;   ///< each edge in lattice coordinates; `prev` of the edge is its index here. May be null
    int64_t *unmerged; ///< increased by the number of edges of all solid tiles before merging
    int64_t most;      ///< of solid and thin edges together, before collinear ones are merged; 0: any number
} cr_outline_lists;

/// Adds the edges of the tiles in `cells`; cells out of the range count as empty. The grid must be valid. Collinear
/// edges are merged, but not across a vertex of other edges, nor across multiples of `block`, if block > 0. Linear in
/// the cells. Returns CAROM_STATUS_TOO_LARGE if there are more edges than lists.most, or CAROM_STATUS_NO_MEMORY.
carom_status cr_outline_tiles(const cr_tiling *tiling, const carom_tiles *tiles, cr_cells cells, int32_t block,
                              const carom_allocator *allocator, cr_outline_lists lists);

/// True if f, which begins where e ends, continues e collinearly. False if e ends at a multiple of `block`, if block >
/// 0.
bool cr_goes_straight(const cr_lattice_edge *e, const cr_lattice_edge *f, int32_t block);

/// Merges collinear thin pieces of one direction that touch or overlap, and adds the result to `runs`. Sorts the
/// pieces. Returns false without memory.
bool cr_merge_thin(const carom_allocator *allocator, cr_pieces *pieces, int32_t block, cr_pieces *runs);

/// Returns the coordinates of a lattice point of a grid.
carom_vec2 cr_lattice_point(const carom_tiles *tiles, cr_lattice p);
