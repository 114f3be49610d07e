// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Reads small cells of the top grid, which hold few refs each, without a callback and with few branches: the number of
// refs in a cell is hard to predict. For other cells the caller falls back to cr_index_walk or cr_search.
#pragma once

#include "level/index/walk.h"

#include <math.h>
#include <string.h>

/// Refs that are gathered before their lines are read, so that cache misses overlap.
enum { CR_REFS_AT_ONCE = 64, CR_REFS_ROOM = CR_REFS_AT_ONCE + CR_CELL_FEW + CR_WORDS_PAD };

typedef struct cr_refs {
    int count; ///< at most CR_REFS_AT_ONCE, plus those of one more cell
    uint32_t refs[CR_REFS_ROOM];
} cr_refs;

/// Adds the refs of a cell, given its word. Returns false if the cell is a long list or a grid.
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

/// The cells that a box covers, inclusive. The box is in double and widened by the rounding of the cell coordinates.
typedef struct cr_cell_range {
    int left, right, low, high;
} cr_cell_range;

CR_INLINE cr_cell_range cr_cell_range_of(const cr_index *index, double min_x, double min_y, double max_x,
                                         double max_y) {
    double per = index->per_cell, slack = index->size_of_origin * CR_RANGE_SLACK;
    return (cr_cell_range){cr_cell_at((min_x - index->origin[0]) * per - slack, index->size[0]),
                           cr_cell_at((max_x - index->origin[0]) * per + slack, index->size[0]),
                           cr_cell_at((min_y - index->origin[1]) * per - slack, index->size[1]),
                           cr_cell_at((max_y - index->origin[1]) * per + slack, index->size[1])};
}

/// True if the range has at most 2 x 2 cells.
CR_INLINE bool cr_cell_range_is_small(cr_cell_range r) {
    return r.right - r.left <= 1 && r.high - r.low <= 1;
}

/// The words of up to 2 x 2 cells. There are always four entries, so that loops over them have no unpredictable branch;
/// an entry that repeats another has counts == 0.
typedef struct cr_quad {
    uint32_t at[4], counts[4];
} cr_quad;

CR_INLINE cr_quad cr_quad_of(const cr_index *index, cr_cell_range r) {
    cr_grid grid = cr_top_grid(index);
    cr_pitch along = cr_pitch_of(&grid, 0), up = cr_pitch_of(&grid, 1);
    uint32_t low = cr_words_to(up, r.low), high = cr_words_to(up, r.high);
    uint32_t left = cr_words_to(along, r.left), right = cr_words_to(along, r.right);
    uint32_t wide = 0u - (r.left < r.right), tall = 0u - (r.low < r.high);
    return (cr_quad){{low + left, low + right, high + left, high + right}, {~0u, wide, tall, wide & tall}};
}

/// Gathers the refs of all cells. Returns false if a cell is a long list or a grid.
CR_INLINE bool cr_quad_refs(cr_refs *r, const cr_index *index, const cr_quad *quad) {
    uint32_t many = 0;
    r->count = 0;
    for (int i = 0; i < 4; ++i) {
        uint32_t cell = index->words[quad->at[i]], kind = cr_cell_kind(cell) & quad->counts[i];
        memcpy(r->refs + r->count, index->words + (cell >> CR_CELL_SHIFT), CR_WORDS_PAD * sizeof *r->refs);
        r->count += (int)(kind & (2 * CR_WORDS_PAD - 1)); // a larger count is corrected by the loop below
        many |= kind > CR_WORDS_PAD;
    }
    if (!many) return true;
    r->count = 0;
    for (int i = 0; i < 4; ++i) {
        if (quad->counts[i] && !cr_add_cell(r, index, index->words[quad->at[i]])) return false;
    }
    return true;
}

/// Reads the lines of all refs. Returns the count rounded up to a multiple of 4 with copies of the first line, so that
/// SIMD lanes of four have no remainder.
CR_INLINE int cr_fetch_lines(cr_refs *r, const cr_index *index, cr_edge_line *lines) {
    int rounded = (r->count + 3) & ~3;
    uint32_t first = r->count > 0 ? r->refs[0] : 0;
    for (int i = 0; i < 3; ++i) r->refs[r->count + i] = first;
    for (int i = 0; i < rounded; ++i) memcpy(&lines[i], index->lines + (r->refs[i] >> CR_REF_SHIFT), sizeof *lines);
    return rounded;
}

/// Writes 1 for each line with a box that overlaps `box`, otherwise 0. Returns 1 if any does. Touching counts.
CR_INLINE int32_t cr_meet_box(const cr_edge_line *lines, int count, carom_box box, int32_t *restrict says) {
    int32_t any = 0;
    for (int i = 0; i < count; ++i) {
        float ax = lines[i].a.x, ay = lines[i].a.y, bx = lines[i].b.x, by = lines[i].b.y;
        int32_t x = ((ax <= box.max.x) | (bx <= box.max.x)) & ((ax >= box.min.x) | (bx >= box.min.x));
        int32_t y = ((ay <= box.max.y) | (by <= box.max.y)) & ((ay >= box.min.y) | (by >= box.min.y));
        says[i] = x & y;
        any |= x & y;
    }
    return any;
}
