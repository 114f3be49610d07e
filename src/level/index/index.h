// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The spatial index, which owns the edges: a hierarchical grid of square cells. Each cell lists the edges that pass
// through it. A cell with many edges may be a grid of 8 x 8 cells itself, recursively.
//
// The index is four arrays without pointers. Queries read mostly `lines`, 16 bytes an edge, in the order of the cells;
// `links` is separate. All cells and lists are in `words`:
//
//     word of a cell      offset << 5 | kind      kind 0: no edge; 1..16: that many refs from words[offset];
//                                                 CR_CELL_LIST: words[offset] refs behind it; CR_CELL_GRID: 64 words
//     ref                 edge << 4
//
// The words of the top grid come first, in tiles of 8 x 8 cells, row by row; a nested grid is one tile. The outermost
// cells of a grid extend to infinity, so that every point is in a cell.
//
// No query misses an edge: each edge is listed in all cells that it passes through when widened by more than the
// rounding of any query.
#pragma once

#include "base/float.h"
#include "level/index/edge.h"

enum {
    CR_TILE = 8, ///< cells along the side of a tile
    CR_TILE_CELLS = CR_TILE * CR_TILE,
    CR_CELL_FEW = 16, ///< a cell with more refs is subdivided if that is worth its memory
    CR_CELL_LIST = 30,
    CR_CELL_GRID = 31,
    CR_CELL_SHIFT = 5,
    CR_REF_SHIFT = 4,
    CR_REF_FLAGS = (1 << CR_REF_SHIFT) - 1,
    CR_BLOCK_SIZES = 56,
    CR_MAX_EDGES = 1 << 25,
    CR_WORDS_PAD = 4,    ///< words behind the last one that may be read, so that lists can be read four refs at a time
    CR_INDEX_DEPTH = 16, ///< maximum nesting of grids
};

/// The geometry of an edge: solid on the left of a->b.
typedef struct cr_edge_line {
    carom_vec2 a, b;
} cr_edge_line;

static inline carom_box cr_edge_line_box(cr_edge_line line) {
    return cr_box_of(line.a, line.b);
}

/// The chain of an edge. The low bits of `next` are its flags; an edge number of -1 ends the chain.
typedef struct cr_link {
    uint32_t next, prev; ///< edge << CR_REF_SHIFT
    int32_t tag;
} cr_link;

static inline uint32_t cr_cell_kind(uint32_t cell) {
    return cell & ((1u << CR_CELL_SHIFT) - 1);
}

typedef struct cr_index {
    int count;
    cr_edge_line *lines;
    cr_link *links;
    uint32_t *words;
    uint32_t words_count;
    double origin[2]; ///< min corner of cell (0, 0) of the top grid
    double per_cell;  ///< cells per unit of length
    double size_of_origin;
    double reach;  ///< the greatest absolute coordinate of any edge since the build
    int size[2];   ///< cells of the top grid in x and y; multiples of CR_TILE
    bool spills;   ///< an edge extends beyond the top grid, or did since the build
    bool is_image; ///< the arrays belong to the caller and are read-only
    int lines_capacity, links_capacity;
    uint32_t words_capacity;
    uint32_t free_blocks[CR_BLOCK_SIZES]; ///< heads of the free lists, one for each block size; 0: empty
} cr_index;

/// Sorts the edges by position and copies them with their links, tags and flags. O(n) if the edges are spread out;
/// memory is at most some hundred bytes an edge in any case. Returns false and frees all without memory, or if there
/// are more than CR_MAX_EDGES.
bool cr_index_build(cr_index *index, const carom_allocator *allocator, cr_edge *edges, int count);
/// cr_index_build in two steps: the sort sets the final order, the caller sets links, the fill copies the edges.
/// `bounds`, which may be empty, is the box of edges to be inserted later. On failure the caller must call
/// cr_index_free.
bool cr_index_sort(cr_index *index, const carom_allocator *allocator, carom_box bounds, cr_edge *edges, int count);
bool cr_index_fill(cr_index *index, const carom_allocator *allocator, const cr_edge *edges, int count);
void cr_index_free(cr_index *index, const carom_allocator *allocator);

static inline cr_edge cr_index_edge(const cr_index *index, int i) {
    cr_edge_line line = index->lines[i];
    cr_link link = index->links[i];
    return (cr_edge){line.a,
                     line.b,
                     (int32_t)link.next >> CR_REF_SHIFT,
                     (int32_t)link.prev >> CR_REF_SHIFT,
                     link.tag,
                     link.next & CR_REF_FLAGS};
}

/// Computes size_of_origin, reach and spills from the grid and the edges.
void cr_index_measure(cr_index *index);

/// Relative slack of times and lengths computed in double: their rounding. src/level/proofs/slack.g proves it.
#define CR_DOUBLE_SLACK (13.05 * (DBL_EPSILON / 2))

/// A box that contains all edges; and the size of a cell.
carom_box cr_index_bounds(const cr_index *index);
float cr_index_cell(const cr_index *index);

/// Bytes allocated.
size_t cr_index_bytes(const cr_index *index);

// ---- Editing --------------------------------------------------------------------------------------------------------
//
// An edit costs time in proportion to the cells that the edge passes through. Edges stay numbered 0 .. count - 1.

/// Reserves memory, so that cr_index_insert and cr_index_replace cannot fail for these edges. Returns false without
/// memory; queries are not affected.
bool cr_index_reserve(cr_index *index, const carom_allocator *allocator, const cr_edge *edges, int count);
/// Returns the number of refs in the cells of an edge, if `more` refs are added to each of them: a bound of the words
/// that cr_index_reserve reserves for it, and of the time in which it is inserted, removed and linked. The index must
/// have a grid.
uint64_t cr_index_refs_along(cr_index *index, cr_edge_line line, uint32_t more);
/// Returns the number of the new edge, which was `count`. Memory must be reserved.
int cr_index_insert(cr_index *index, const cr_edge *edge);
/// Replaces edge i. Memory must be reserved.
void cr_index_replace(cr_index *index, int i, const cr_edge *edge);
/// Removes edge i. The last edge takes its number: returns the number that it had, -1 if it was the removed edge
/// itself. The caller must update links to it.
int cr_index_remove(cr_index *index, int i);
void cr_index_relink(cr_index *index, int i, int next, int prev, uint32_t flags);

// ---- Queries ------------------------------------------------------------------------------------------------------

/// Writes the list of the cell that contains p, which has a ref to every edge at p, and returns its length.
int cr_index_refs_at(const cr_index *index, carom_vec2 p, const uint32_t **refs);

/// Visits the refs of some cells. Returns the time past which the query is not interested in edges.
typedef double cr_visit_refs(void *context, const uint32_t *refs, int count);

/// Visits all cells that a moving box may pass through up to time `limit`, approximately in order of time. An edge is
/// visited once for each of its cells. Several cells are read together, so that cache misses overlap.
void cr_index_walk(const cr_index *index, carom_box box, carom_vec2 move, double limit, cr_visit_refs *visit,
                   void *context);

/// The nested grid of a cell of the top grid.
typedef struct cr_nested_grid {
    int column, row; ///< the cell of the top grid
    uint32_t first;  ///< where the words of the nested grid begin
} cr_nested_grid;

/// A point that moves up to time `limit`.
typedef struct cr_moving_point {
    carom_vec2 from, move;
    double limit;
} cr_moving_point;

/// The same for a point in a nested grid.
double cr_index_walk_within(const cr_index *index, cr_nested_grid grid, cr_moving_point path, cr_visit_refs *visit,
                            void *context);

/// The same for a box at rest. Visits edges in the order of their numbers, as far as editing has not changed it.
void cr_index_walk_box(const cr_index *index, carom_box box, cr_visit_refs *visit, void *context);

/// The same for a point that moves along -x and reaches origin[0] at time 1.
void cr_index_walk_left(const cr_index *index, carom_vec2 from, cr_visit_refs *visit, void *context);

/// Visits all cells that a line passes through, and thereby all edges that touch or cross it. An edge may be visited
/// several times.
void cr_index_walk_line(const cr_index *index, cr_edge_line line, cr_visit_refs *visit, void *context);

/// A set of edge numbers: added in any order and any number of times, read in ascending order, once each. If the buffer
/// is full, the higher numbers are dropped, and the caller adds all numbers again in another pass:
///
///     cr_numbers n;
///     cr_numbers_begin(&n);
///     do {
///         .. cr_numbers_add(&n, ..) for all, in any order; n.read += the numbers that were looked at ..
///         for (int i; (i = cr_numbers_next(&n)) >= 0;) ..
///     } while (cr_numbers_again(&n));
///
/// The number of passes grows with the range of the numbers, by about one for each CR_NUMBERS_DENSE. If another pass
/// would cost more than the remaining range, cr_numbers_next returns all numbers of that range instead, including
/// numbers that were not added. So the cost is at most twice that of all passes, and at most twice that of all numbers.
/// If `read` stays 0, only numbers that were added are returned.
enum {
    CR_NUMBERS = 1024,                 ///< capacity of the list
    CR_NUMBERS_DENSE = 32 * CR_NUMBERS ///< capacity of the bit set
};

typedef struct cr_numbers {
    int at, count;
    int last, highest; ///< this pass takes numbers after `last`, the last one returned, and up to `highest`
    int greatest;      ///< the greatest number that was added, or dropped
    int64_t read;      ///< in all passes; counted by the caller
    bool is_range;     ///< all numbers after `last` are returned
    bool is_dense;     ///< a bit set, otherwise a list
    bool is_sorted;    ///< the list is sorted
    int base;          ///< the number of bit 0
    union {
        int list[CR_NUMBERS];
        uint64_t bits[CR_NUMBERS_DENSE / 64];
    } found;
} cr_numbers;

void cr_numbers_begin(cr_numbers *n);
void cr_numbers_add(cr_numbers *n, int number);
int cr_numbers_next(cr_numbers *n);   ///< -1 at the end of the pass
bool cr_numbers_again(cr_numbers *n); ///< begins another pass if numbers were dropped; returns false if none were

/// The edges with boxes that overlap a box, once each, in ascending order:
///
///     cr_search search;
///     cr_search_begin(&search, &index, box);
///     for (int i; (i = cr_search_next(&search)) >= 0;) ..
typedef struct cr_search {
    const cr_index *index;
    carom_box box;
    cr_numbers numbers;
} cr_search;

void cr_search_begin(cr_search *search, const cr_index *index, carom_box box);
int cr_search_next(cr_search *search); ///< -1 at the end

/// Sorts numbers, removes duplicates, and returns how many remain. Linear in the range if it is small.
int cr_sort_unique(int *numbers, int count);
