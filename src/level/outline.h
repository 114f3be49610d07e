// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tiles to edges: what adjacent tiles have in common is never there.
#pragma once

#include "level/edge.h"
#include "level/tiling.h"

/// Some cells of a grid, the last ones not among them.
typedef struct cr_cells {
    int left, top, right, bottom;
} cr_cells;

static inline cr_cells cr_all_cells(const carom_tiles *tiles) {
    return (cr_cells){0, 0, tiles->columns, tiles->rows};
}

/// Adds the outline of the solid ones of some tiles of a grid, as if all others were empty, to `solid`, and its thin
/// edges to `thin` (CR_ONE_WAY). `*alone` is increased by the edges the solids would have one by one. Edges go on as
/// one while they go straight, but not across a point where others end, nor, if `block` > 0, across its multiples. If
/// `runs` is not null, the edges are added to it as they are on the lattice, and `prev` of each is its place there. The
/// grid must be valid; linear in the cells.
carom_status cr_outline_tiles(const cr_tiling *tiling, const carom_tiles *tiles, cr_cells cells, int32_t block,
                              const carom_allocator *allocator, cr_edges *solid, cr_edges *thin, cr_pieces *runs,
                              int64_t *alone);

/// Does f, which begins where e ends, go straight on, e not ending at a multiple of `block` (if that is > 0)?
bool cr_goes_straight(const cr_lattice_edge *e, const cr_lattice_edge *f, int32_t block);

/// Adds to `runs` what thin pieces become when those on one line, with one direction, that meet or overlap are one.
/// Sorts the pieces.
bool cr_merge_thin(const carom_allocator *allocator, cr_pieces *pieces, int32_t block, cr_pieces *runs);

/// Where a point of the lattice of a grid lies.
carom_vec2 cr_lattice_place(const carom_tiles *tiles, cr_lattice p);
