// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The index of edges, which also holds them: a grid of square cells, each a list of the edges that pass through it. A
// cell that many edges pass through is a grid of 8 x 8 cells in its turn, and so on.
//
// All of it are four arrays without a pointer in them. What a question reads of most edges is where they lie, 16 bytes,
// in the order of the cells; how they are linked lies apart. The cells, and all lists, are `words`:
//
//     word of a cell      offset << 5 | kind      kind 0: no edge; 1..16: so many refs from words[offset] on;
//                                                 CR_CELL_LIST: words[offset] refs follow it; CR_CELL_GRID: 64 words
//     ref                 edge << 4
//
// The words of the top grid come first, in tiles of 8 x 8 cells, row by row; those of a grid in a cell are one tile.
// Cells at the side of a grid reach on to infinity, so that every place is in one.
//
// No edge is missed: it is listed in all cells that it, widened by far more than all rounding of places, passes
// through.
#pragma once

#include "level/edge.h"

enum {
    CR_TILE = 8, ///< cells along a tile
    CR_TILE_CELLS = CR_TILE * CR_TILE,
    CR_CELL_FEW = 16, ///< past these, a cell becomes a grid if that helps
    CR_CELL_LIST = 30,
    CR_CELL_GRID = 31,
    CR_CELL_SHIFT = 5,
    CR_REF_SHIFT = 4,
    CR_REF_FLAGS = (1 << CR_REF_SHIFT) - 1,
    CR_BLOCK_SIZES = 56,
    CR_MOST_EDGES = 1 << 25,
    CR_WORDS_PAD = 4,    ///< words that can be read past the last one, so that a list can be read four refs at a time
    CR_INDEX_DEPTH = 16, ///< grids within grids
};

/// Where an edge lies: solid on the left of a->b.
typedef struct cr_line {
    carom_vec2 a, b;
} cr_line;

static inline carom_box cr_line_box(cr_line line) {
    return cr_box_of(line.a, line.b);
}

/// How it goes on: edges at b and a, CR_NO_EDGE where the chain ends, with the flags in the low bits of `next`.
typedef struct cr_link {
    uint32_t next, prev; ///< edge << CR_REF_SHIFT
    int32_t tag;
} cr_link;

/// What the word of a cell says is in it.
static inline uint32_t cr_cell_kind(uint32_t cell) {
    return cell & ((1u << CR_CELL_SHIFT) - 1);
}

typedef struct cr_index {
    int count;
    cr_line *lines;
    cr_link *links;
    uint32_t *words;
    uint32_t words_count;
    double origin[2]; ///< the corner of cell (0, 0) of the top grid
    double per_cell;  ///< cells in a unit of length
    double size_of_origin;
    double reach;  ///< no coordinate of an edge is larger, or was
    int size[2];   ///< cells of the top grid in x and y, whole tiles
    bool spills;   ///< some edge reaches beyond the top grid, or did
    bool is_image; ///< the arrays are the caller's, and are only read
    int lines_capacity, links_capacity;
    uint32_t words_capacity;
    uint32_t free_blocks[CR_BLOCK_SIZES]; ///< the first of each size, which holds the next; 0: none
} cr_index;

/// Sorts the edges by place and takes them in, with their links, tags and flags. O(n) while they are spread out, and at
/// most some hundred bytes an edge however they lie. False, and the edges as they were, without memory (or past 2^25
/// edges, which words cannot count).
bool cr_index_build(cr_index *index, const carom_allocator *allocator, cr_edge *edges, int count);
/// The same in two steps, between which edges can be told their links: their order is that of the first step. `room`,
/// which may be empty, is where edges are to come later. After a failure cr_index_free is due.
bool cr_index_sort(cr_index *index, const carom_allocator *allocator, carom_box room, cr_edge *edges, int count);
bool cr_index_fill(cr_index *index, const carom_allocator *allocator, const cr_edge *edges, int count);
void cr_index_free(cr_index *index, const carom_allocator *allocator);

static inline cr_edge cr_index_edge(const cr_index *index, int i) {
    cr_line line = index->lines[i];
    cr_link link = index->links[i];
    return (cr_edge){line.a,
                     line.b,
                     (int32_t)link.next >> CR_REF_SHIFT,
                     (int32_t)link.prev >> CR_REF_SHIFT,
                     link.tag,
                     link.next & CR_REF_FLAGS};
}

/// Sets what follows from the frame and the edges: size_of_origin, reach and spills.
void cr_index_measure(cr_index *index);

/// A box that holds all edges, and the size of a cell.
carom_box cr_index_bounds(const cr_index *index);
float cr_index_cell(const cr_index *index);

/// Bytes held through the allocator.
size_t cr_index_bytes(const cr_index *index);

// ---- Editing --------------------------------------------------------------------------------------------------------
//
// An edge costs the cells it passes through, however large the level is. Edges are numbered 0 .. count - 1 throughout.

/// Makes room for these, so that cr_index_insert cannot fail for any of them. False, and no answer changed, without
/// memory.
bool cr_index_reserve(cr_index *index, const carom_allocator *allocator, const cr_edge *edges, int count);
/// The edge's number: what count was.
int cr_index_insert(cr_index *index, const cr_edge *edge);
/// Edge i is this one from now on; room has been made for it.
void cr_index_replace(cr_index *index, int i, const cr_edge *edge);
/// The last edge takes the number `i`; what is linked to it has to be told so. Returns the number it had; -1 when the
/// last is the one that was removed.
int cr_index_remove(cr_index *index, int i);
void cr_index_relink(cr_index *index, int i, int next, int prev, uint32_t flags);

// ---- Asking -------------------------------------------------------------------------------------------------------

/// The refs of all edges that come to a point, and of more in its cell; -1 when these are too many to be in one list.
int cr_index_refs_at(const cr_index *index, carom_vec2 p, const uint32_t **refs);

/// Is shown the refs of some cells; answers the time past which nothing interests any more.
typedef double cr_visit(void *context, const uint32_t *refs, int count);

/// Shows all cells that a moving box may pass through up to the time `limit`, those that it comes to first early. Edges
/// are seen once in every such cell. A few cells are read at once, so that memory is waited for once.
void cr_index_walk(const cr_index *index, carom_box box, carom_vec2 move, double limit, cr_visit *visit, void *context);

/// The same for a point, in the grid from the word `first` on that is in the cell (column, row) of the top grid.
double cr_index_walk_within(const cr_index *index, int column, int row, uint32_t first, carom_vec2 from,
                            carom_vec2 move, double limit, cr_visit *visit, void *context);

/// The same as cr_index_walk for a box at rest, in the order of the numbers of edges where these are as they were
/// built.
void cr_index_walk_box(const cr_index *index, carom_box box, cr_visit *visit, void *context);

/// The same as cr_index_walk for a point on its way to origin[0] along -x, at time 1.
void cr_index_look_left(const cr_index *index, carom_vec2 from, cr_visit *visit, void *context);

/// The edges that meet a box, and some more whose boxes do, once each, in ascending order:
///     cr_search search;
///     cr_search_begin(&search, &index, box);
///     for (int i; (i = cr_search_next(&search)) >= 0;) ..
/// Those of the lowest numbers are gathered in one go through the cells of the box, then the next, and so on.
enum { CR_SEARCH_AT_ONCE = 1024 };

typedef struct cr_search {
    const cr_index *index;
    carom_box box;
    int at, count, last, highest; ///< found[at..count) are to be told, after `last`; higher ones were left for later
    int found[CR_SEARCH_AT_ONCE];
} cr_search;

void cr_search_begin(cr_search *search, const cr_index *index, carom_box box);
int cr_search_next(cr_search *search); ///< -1 at the end

/// Numbers of edges in order, each once; how many are left. Fast for those that lie close together.
int cr_sort_unique(int *numbers, int count);
