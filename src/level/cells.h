// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The usual cells of the top grid, which hold a few refs each, read without a callback and with few branches: the
// number of refs in a cell cannot be foretold. Who comes upon another kind of cell asks cr_index_walk or cr_search.
#pragma once

#include "level/walk.h"

#include <string.h>

/// Refs that are read together, so that memory is waited for once.
enum { CR_REFS_AT_ONCE = 64, CR_REFS_ROOM = CR_REFS_AT_ONCE + CR_CELL_FEW + CR_WORDS_PAD };

typedef struct cr_refs {
    int count; ///< up to CR_REFS_AT_ONCE, then there is room for those of one more cell
    uint32_t refs[CR_REFS_ROOM];
} cr_refs;

/// Adds those of a cell, given its word. False: it is of another kind.
CR_INLINE bool cr_add_cell(cr_refs *r, const cr_index *index, uint32_t cell) {
    uint32_t kind = cr_cell_kind(cell), offset = cell >> CR_CELL_SHIFT;
    const uint32_t *refs = index->words + offset;
    if (kind <= CR_WORDS_PAD) {
        memcpy(r->refs + r->count, refs, CR_WORDS_PAD * sizeof *refs);
        r->count += (int)kind;
        return true;
    }
    if (kind > CR_CELL_FEW) return false;
    for (uint32_t i = 0; i < kind; ++i) r->refs[r->count++] = refs[i];
    return true;
}

/// The cells that a box in double covers, which has a slack of its own.
typedef struct cr_range {
    int left, right, low, high;
} cr_range;

CR_INLINE cr_range cr_range_of(const cr_index *index, double min_x, double min_y, double max_x, double max_y) {
    double per = index->per_cell, slack = index->size_of_origin * 0x1p-44;
    return (cr_range){cr_cell_at((min_x - index->origin[0]) * per - slack, index->size[0]),
                      cr_cell_at((max_x - index->origin[0]) * per + slack, index->size[0]),
                      cr_cell_at((min_y - index->origin[1]) * per - slack, index->size[1]),
                      cr_cell_at((max_y - index->origin[1]) * per + slack, index->size[1])};
}

/// Is it two cells wide and tall, at most?
CR_INLINE bool cr_range_is_small(cr_range r) {
    return r.right - r.left <= 1 && r.high - r.low <= 1;
}

/// Where the words of the cells of a small range are: up to four. Answers how many.
CR_INLINE int cr_small_cells(const cr_index *index, cr_range r, uint32_t *cells) {
    cr_grid grid = cr_top_grid(index);
    cr_pitch along = cr_pitch_of(&grid, 0), up = cr_pitch_of(&grid, 1);
    uint32_t low = cr_words_to(up, r.low), high = cr_words_to(up, r.high);
    uint32_t left = cr_words_to(along, r.left), right = cr_words_to(along, r.right);
    int wide = r.left < r.right, tall = r.low < r.high, count = 1;
    cells[0] = low + left;
    cells[count] = low + right;
    count += wide;
    cells[count] = high + left;
    count += tall;
    cells[count] = high + right;
    return count + (wide & tall);
}
