// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The usual cells of the top grid, which hold a few refs each, read without a callback and with few branches: the
// number of refs in a cell cannot be foretold. Who comes upon another kind of cell asks cr_index_walk or cr_search.
#pragma once

#include "level/walk.h"

#include <math.h>
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

/// Up to 2 x 2 cells: where their words are. All four are there, so that nobody has to guess how many they are; those
/// that are another once more count for nothing.
typedef struct cr_quad {
    uint32_t at[4], counts[4];
} cr_quad;

CR_INLINE cr_quad cr_quad_of(const cr_index *index, cr_range r) {
    cr_grid grid = cr_top_grid(index);
    cr_pitch along = cr_pitch_of(&grid, 0), up = cr_pitch_of(&grid, 1);
    uint32_t low = cr_words_to(up, r.low), high = cr_words_to(up, r.high);
    uint32_t left = cr_words_to(along, r.left), right = cr_words_to(along, r.right);
    uint32_t wide = 0u - (r.left < r.right), tall = 0u - (r.low < r.high);
    return (cr_quad){{low + left, low + right, high + left, high + right}, {~0u, wide, tall, wide & tall}};
}

/// The refs of all its cells. False: there is one of another kind.
CR_INLINE bool cr_quad_refs(cr_refs *r, const cr_index *index, const cr_quad *quad) {
    uint32_t many = 0;
    r->count = 0;
    for (int i = 0; i < 4; ++i) {
        uint32_t cell = index->words[quad->at[i]], kind = cr_cell_kind(cell) & quad->counts[i];
        memcpy(r->refs + r->count, index->words + (cell >> CR_CELL_SHIFT), CR_WORDS_PAD * sizeof *r->refs);
        r->count += (int)(kind & (2 * CR_WORDS_PAD - 1)); // if there are more, they are listed below
        many |= kind > CR_WORDS_PAD;
    }
    if (!many) return true;
    r->count = 0;
    for (int i = 0; i < 4; ++i) {
        if (quad->counts[i] && !cr_add_cell(r, index, index->words[quad->at[i]])) return false;
    }
    return true;
}

/// Where edges lie; at the end there is room for three once more, so that lanes of four have no rest.
CR_INLINE int cr_fetch_lines(cr_refs *r, const cr_index *index, cr_line *lines) {
    int rounded = (r->count + 3) & ~3;
    uint32_t first = r->count > 0 ? r->refs[0] : 0;
    for (int i = 0; i < 3; ++i) r->refs[r->count + i] = first;
    for (int i = 0; i < rounded; ++i) memcpy(&lines[i], index->lines + (r->refs[i] >> CR_REF_SHIFT), sizeof *lines);
    return rounded;
}

/// Which edges have boxes that meet a box: 1 or 0 of each, and whether any does.
CR_INLINE int32_t cr_meet_box(const cr_line *lines, int count, carom_box box, int32_t *restrict says) {
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
