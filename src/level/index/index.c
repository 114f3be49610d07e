// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cell size is about the mean length of edges, so that an edge is in about two cells; it is larger if cells would
// outnumber the edges by far. Memory and build time are therefore linear, whatever the edges are.
//
// Lists are stored in blocks of 1, 2, 3, 4, 6, 8, 12, .. words. A free block is reused only for a list of its size, and
// is neither split nor merged. So there are never more blocks of a size than there were lists of that size at one time.
#include "level/index/index.h"

#include "base/float.h"
#include "base/memory.h"
#include "level/index/walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_GROWTH = 4,          // refs after a subdivision for each ref before it, at most
    MAX_WORDS_PER_EDGE = 24, // no subdivision once the index has more words than this for each edge
    MAX_WORDS = 1 << 27,     // limit of a word offset in a cell
    SPLIT_RESERVE = 1 << 12, // words
    PENDING_CELLS = 4,
    PENDING_REFS = PENDING_CELLS * CR_CELL_FEW,
};

static const double MIN_CELL_LENGTH = 1.4; // minimum cell size, in mean edge lengths
static const double MIN_CELL_AREA = 1;     // minimum cell area, for each edge
static const double CELL_MARGIN = 0.31;    // distance from the grid's corner to the first edge, in cells

/// In cells, and more than the rounding of cell coordinates. An end that is closer to the grid's side, or beyond it,
/// makes the index spill: a walk of a point through the grid might miss the edge.
static const double SIDE_SLACK = 0x1p-20;

// ---- Blocks -------------------------------------------------------------------------------------------------------

static uint32_t size_of_block(int size) {
    return size == 0 ? 1 : size % 2 ? 2u << size / 2 : 3u << (size / 2 - 1);
}

/// The smallest block with at least `words` words.
static int block_for(uint32_t words) {
    static const unsigned char small[CR_CELL_FEW + 1] = {0, 0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7};
    if (words < sizeof small) return small[words];
    int size = 8;
    while (size_of_block(size) < words) ++size;
    return size;
}

static bool grow_words(cr_index *index, const carom_allocator *allocator, uint64_t capacity) {
    capacity += CR_WORDS_PAD;
    if (capacity <= index->words_capacity) return true;
    if (capacity < (uint64_t)index->words_capacity * 3 / 2) capacity = (uint64_t)index->words_capacity * 3 / 2;
    if (capacity > MAX_WORDS) return false;
    size_t size = sizeof index->words[0];
    void *grown = cr_resize(allocator, index->words, index->words_capacity * size, (size_t)capacity * size);
    if (!grown) return false;
    index->words = grown;
    index->words_capacity = (uint32_t)capacity;
    return true;
}

/// The words must have capacity for it. Clears new words, so that an image of the index has no stale bytes.
static uint32_t take_block(cr_index *index, int size) {
    uint32_t block = index->free_blocks[size];
    if (block != 0) {
        index->free_blocks[size] = index->words[block];
        return block;
    }
    block = index->words_count;
    index->words_count += size_of_block(size);
    for (uint32_t at = block; at < index->words_count; ++at) index->words[at] = 0;
    return block;
}

static void free_block(cr_index *index, uint32_t block, int size) {
    index->words[block] = index->free_blocks[size];
    index->free_blocks[size] = block;
}

// ---- Lists --------------------------------------------------------------------------------------------------------

typedef struct ref_list {
    uint32_t block, count;
    bool counted; // the first word of the block is the count
} ref_list;

static ref_list list_of(const cr_index *index, uint32_t at) {
    uint32_t cell = index->words[at], kind = cr_cell_kind(cell), block = cell >> CR_CELL_SHIFT;
    if (kind <= CR_CELL_FEW) return (ref_list){block, kind, false};
    return (ref_list){block, index->words[block], true};
}

static uint32_t *refs_of(const cr_index *index, ref_list l) {
    return index->words + l.block + l.counted;
}

/// The block size of a list of `count` refs. An empty list has no block.
static int block_of_list(uint32_t count) {
    return block_for(count > CR_CELL_FEW ? count + 1 : count);
}

static void set_list(cr_index *index, uint32_t at, ref_list l) {
    uint32_t kind = l.counted ? CR_CELL_LIST : l.count;
    if (l.counted) index->words[l.block] = l.count;
    index->words[at] = l.count == 0 ? 0 : l.block << CR_CELL_SHIFT | kind;
}

/// The words must have capacity for a larger block.
static void append_ref(cr_index *index, uint32_t at, uint32_t ref) {
    ref_list old = list_of(index, at), l = {old.block, old.count + 1, old.count + 1 > CR_CELL_FEW};
    int old_size = block_of_list(old.count), size = block_of_list(l.count);
    if (old.count == 0 || size != old_size) {
        l.block = take_block(index, size);
        memcpy(refs_of(index, l), refs_of(index, old), old.count * sizeof(uint32_t));
        if (old.count > 0) free_block(index, old.block, old_size);
    }
    refs_of(index, l)[old.count] = ref;
    set_list(index, at, l);
}

/// Needs no memory: if no smaller block is free, the list keeps the front of its block and frees the rest.
static void drop_last_ref(cr_index *index, uint32_t at) {
    ref_list old = list_of(index, at), l = {old.block, old.count - 1, old.count - 1 > CR_CELL_FEW};
    int old_size = block_of_list(old.count), size = block_of_list(l.count);
    if (l.count == 0) {
        free_block(index, old.block, old_size);
    } else if (size != old_size) {
        bool moves = index->free_blocks[size] != 0;
        if (moves) l.block = take_block(index, size);
        memmove(refs_of(index, l), refs_of(index, old), l.count * sizeof(uint32_t));
        uint32_t rest = size_of_block(old_size) - size_of_block(size);
        if (moves) free_block(index, old.block, old_size);
        if (!moves) free_block(index, l.block + size_of_block(size), block_for(rest));
    }
    set_list(index, at, l);
}

// ---- The frame ----------------------------------------------------------------------------------------------------

static void extend_reach(cr_index *index, float coordinate) {
    double size = fabs((double)coordinate);
    if (size > index->reach) index->reach = size;
}

static bool is_outside_grid(const cr_index *index, int axis, float coordinate) {
    double along = ((double)coordinate - index->origin[axis]) * index->per_cell;
    return !(along >= SIDE_SLACK && along <= (double)index->size[axis] - SIDE_SLACK);
}

static void extend_reach_to_line(cr_index *index, cr_edge_line line) {
    extend_reach(index, line.a.x);
    extend_reach(index, line.a.y);
    extend_reach(index, line.b.x);
    extend_reach(index, line.b.y);
    index->spills = index->spills || is_outside_grid(index, 0, line.a.x) || is_outside_grid(index, 1, line.a.y) ||
                    is_outside_grid(index, 0, line.b.x) || is_outside_grid(index, 1, line.b.y);
}

void cr_index_measure(cr_index *index) {
    index->size_of_origin = (fabs(index->origin[0]) + fabs(index->origin[1])) * index->per_cell +
                            (double)index->size[0] + (double)index->size[1];
    for (int i = 0; i < index->count; ++i) extend_reach_to_line(index, index->lines[i]);
}

static double tiles_along(double length, double cell) {
    return floor(length / cell / CR_TILE) + 1;
}

/// Clears the low bits. A sum of lengths depends on its order there, and a cell size must not.
static double clear_low_bits(double length) {
    uint64_t bits;
    memcpy(&bits, &length, sizeof bits);
    bits &= ~(uint64_t)0 << 44;
    memcpy(&length, &bits, sizeof length);
    return length;
}

/// The grid begins a margin before the first edge; otherwise edges of tiles would lie on the sides of cells.
static void set_grid(cr_index *index, carom_box box, double length, int count) {
    double width = (double)box.max.x - (double)box.min.x, height = (double)box.max.y - (double)box.min.y;
    double edges = count > 0 ? count : 1, cell = MIN_CELL_LENGTH * length / edges;
    double least = sqrt(width * height / edges * MIN_CELL_AREA);
    if (cell < least) cell = least;
    cell = cell > 0 ? clear_low_bits(cell) : 1;
    while (tiles_along(width + CELL_MARGIN * cell, cell) * tiles_along(height + CELL_MARGIN * cell, cell) *
               CR_TILE_CELLS >
           4 * edges + CR_TILE_CELLS) {
        cell *= 1.125;
    }
    index->per_cell = 1 / cell;
    index->origin[0] = (double)box.min.x - CELL_MARGIN * cell;
    index->origin[1] = (double)box.min.y - CELL_MARGIN * cell;
    index->size[0] = CR_TILE * (int)tiles_along(width + CELL_MARGIN * cell, cell);
    index->size[1] = CR_TILE * (int)tiles_along(height + CELL_MARGIN * cell, cell);
    cr_index_measure(index);
}

/// Makes an empty top grid for `count` edges and `box`. If there are no edges and the box is empty, makes no grid.
static bool make_top_grid(cr_index *index, const carom_allocator *allocator, carom_box box, const cr_edge *edges,
                          int count) {
    double length = 0;
    carom_box own = cr_box_empty();
    for (int i = 0; i < count; ++i) {
        carom_vec2 a = edges[i].a, b = edges[i].b;
        own = cr_box_union(own, cr_box_of(a, b));
        length += fabs((double)b.x - (double)a.x) + fabs((double)b.y - (double)a.y);
    }
    box = cr_box_union(box, own);
    if (!cr_box_is_valid(box)) return true;
    set_grid(index, box, length, count);
    if (count > 0) extend_reach_to_line(index, (cr_edge_line){own.min, own.max}); // this bounds the other lines too
    uint32_t cells = (uint32_t)index->size[0] * (uint32_t)index->size[1];
    if (!grow_words(index, allocator, cells + 3 * (uint64_t)count)) return false;
    index->words_count = cells;
    memset(index->words, 0, cells * sizeof index->words[0]);
    return true;
}

// ---- The cells of an edge -----------------------------------------------------------------------------------------

static cr_region region_of_line(const cr_index *index, cr_edge_line line) {
    const double x = ((double)line.a.x - index->origin[0]) * index->per_cell;
    const double y = ((double)line.a.y - index->origin[1]) * index->per_cell;
    cr_region r;
    r.move[0] = ((double)line.b.x - (double)line.a.x) * index->per_cell;
    r.move[1] = ((double)line.b.y - (double)line.a.y) * index->per_cell;
    double sizes = fabs(x) + fabs(y) + fabs(r.move[0]) + fabs(r.move[1]) + index->size_of_origin;
    double slack = sizes * CR_EDGE_SLACK;
    r.min[0] = x - slack, r.max[0] = x + slack;
    r.min[1] = y - slack, r.max[1] = y + slack;
    return r;
}

/// An operation on one edge in each of its cells.
typedef struct cell_operation {
    cr_index *index;
    const carom_allocator *allocator;
    bool grows; // may allocate and subdivide full cells
    bool failed;
    cr_edge_line line;
    uint32_t edge, ref; // the edge in existing refs, and the ref to write
    int depth;          // of nested grids
    int column[CR_INDEX_DEPTH], row[CR_INDEX_DEPTH];
    uint64_t words; // capacity needed so far
    uint32_t more;  // number of edges to be inserted
    struct edge_cells *passed;
} cell_operation;

/// Fast path: most edges stay within one row or column of cells.
CR_INLINE void visit_cells_of_edge(cell_operation *p, cr_enter *operate) {
    cr_region r = region_of_line(p->index, p->line);
    cr_grid grid = cr_top_grid(p->index);
    p->depth = 0;
    int low[2], high[2];
    for (int i = 0; i < 2; ++i) {
        double from = r.min[i] + r.move[i], to = r.max[i] + r.move[i];
        low[i] = cr_cell_at(from < r.min[i] ? from : r.min[i], grid.size[i]);
        high[i] = cr_cell_at(to > r.max[i] ? to : r.max[i], grid.size[i]);
    }
    if (low[0] < high[0] && low[1] < high[1]) {
        cr_walk_cells(&grid, &r, 1, operate, p);
        return;
    }
    cr_pitch across = cr_pitch_of(&grid, 0), along = cr_pitch_of(&grid, 1);
    for (int row = low[1]; row <= high[1]; ++row) {
        uint32_t words = cr_words_to(along, row);
        for (int x = low[0]; x <= high[0]; ++x) {
            operate(p, &r, x, row, words + cr_words_to(across, x), 1);
        }
    }
}

static void visit_nested_grid(cell_operation *p, const cr_region *region, int column, int row, uint32_t at,
                              cr_enter *operate) {
    cr_region inner = cr_region_within(region, column, row);
    cr_grid grid = {p->index->words[at] >> CR_CELL_SHIFT, {CR_TILE, CR_TILE}};
    p->column[p->depth] = column;
    p->row[p->depth] = row;
    ++p->depth;
    cr_walk_cells(&grid, &inner, 1, operate, p);
    --p->depth;
}

static bool has_nested_grid(const cell_operation *p, uint32_t at) {
    return cr_cell_kind(p->index->words[at]) == CR_CELL_GRID;
}

/// Returns the position of a ref to the edge in a list; the count if there is none.
static uint32_t find_ref(const cr_index *index, ref_list l, uint32_t edge) {
    const uint32_t *refs = refs_of(index, l);
    uint32_t i = 0;
    while (i < l.count && refs[i] >> CR_REF_SHIFT != edge) ++i;
    return i;
}

// ---- A grid in a cell ---------------------------------------------------------------------------------------------

static double count_cell(void *context, const cr_region *region, int column, int row, uint32_t at, double limit) {
    (void)region, (void)column, (void)row, (void)at;
    ++*(uint32_t *)context;
    return limit;
}

/// The region of a line, in cells of a grid within the cell (column, row).
static cr_region region_in_cell(const cell_operation *p, cr_edge_line line, int column, int row) {
    cr_region r = region_of_line(p->index, line);
    for (int i = 0; i < p->depth; ++i) r = cr_region_within(&r, p->column[i], p->row[i]);
    return cr_region_within(&r, column, row);
}

static bool is_grid_worth_it(const cell_operation *p, ref_list l, int column, int row) {
    const cr_index *index = p->index;
    if (p->depth + 1 >= CR_INDEX_DEPTH) return false;
    if (index->words_count > (uint64_t)index->count * MAX_WORDS_PER_EDGE + SPLIT_RESERVE) return false;
    cr_grid grid = {0, {CR_TILE, CR_TILE}};
    uint32_t refs = 0;
    for (uint32_t i = 0; i < l.count && refs <= MAX_GROWTH * l.count; ++i) {
        cr_region region = region_in_cell(p, index->lines[refs_of(index, l)[i] >> CR_REF_SHIFT], column, row);
        cr_walk_cells(&grid, &region, 1, count_cell, &refs);
    }
    return refs <= MAX_GROWTH * l.count;
}

static double insert_ref(void *context, const cr_region *region, int column, int row, uint32_t at, double limit);

/// Replaces the list of a cell by a grid, if that is worth its memory.
static void subdivide(cell_operation *p, int column, int row, uint32_t at) {
    cr_index *index = p->index;
    ref_list l = list_of(index, at);
    if (!is_grid_worth_it(p, l, column, row)) return;
    uint64_t room = (uint64_t)l.count * MAX_GROWTH * 6 + SPLIT_RESERVE;
    if (!grow_words(index, p->allocator, index->words_count + room)) {
        p->failed = true;
        return;
    }
    uint32_t tile = take_block(index, block_for(CR_TILE_CELLS));
    memset(index->words + tile, 0, CR_TILE_CELLS * sizeof(uint32_t));
    index->words[at] = tile << CR_CELL_SHIFT | CR_CELL_GRID;
    cell_operation inner = *p; // with the same enclosing grids
    for (uint32_t i = 0; i < l.count && !inner.failed; ++i) {
        inner.ref = refs_of(index, l)[i];
        inner.edge = inner.ref >> CR_REF_SHIFT;
        inner.line = index->lines[inner.edge];
        cr_region region = region_of_line(index, inner.line);
        for (int k = 0; k < p->depth; ++k) region = cr_region_within(&region, p->column[k], p->row[k]);
        visit_nested_grid(&inner, &region, column, row, at, insert_ref);
    }
    p->failed = inner.failed;
    if (p->failed) { // the list stays; the words of the grid remain unused
        set_list(index, at, l);
        return;
    }
    free_block(index, l.block, block_of_list(l.count));
}

// ---- Operations in a cell -------------------------------------------------------------------------------------------

/// True if a list of `count` refs is longer than CR_CELL_FEW and has just moved to a larger block.
static bool is_filling_up(uint32_t count) {
    return count > CR_CELL_FEW && (count == CR_CELL_FEW + 1 || block_of_list(count) != block_of_list(count - 1));
}

static double insert_ref(void *context, const cr_region *region, int column, int row, uint32_t at, double limit) {
    cell_operation *p = context;
    if (p->failed) return -1;
    if (has_nested_grid(p, at)) {
        visit_nested_grid(p, region, column, row, at, insert_ref);
        return limit;
    }
    uint32_t count = list_of(p->index, at).count + 1;
    uint64_t block = size_of_block(block_of_list(count));
    if (p->grows && !grow_words(p->index, p->allocator, p->index->words_count + block)) {
        p->failed = true;
        return -1;
    }
    append_ref(p->index, at, p->ref);
    if (p->grows && is_filling_up(count)) subdivide(p, column, row, at);
    return limit;
}

/// Counts the words that lists will need, and subdivides cells that will be full.
static double reserve_ref(void *context, const cr_region *region, int column, int row, uint32_t at, double limit) {
    cell_operation *p = context;
    if (p->failed) return -1;
    uint32_t count = has_nested_grid(p, at) ? 0 : list_of(p->index, at).count;
    if (is_filling_up(count + 1)) subdivide(p, column, row, at);
    if (has_nested_grid(p, at)) {
        visit_nested_grid(p, region, column, row, at, reserve_ref);
    } else {
        p->words += size_of_block(block_of_list(count + p->more));
    }
    return limit;
}

/// Counts the refs of lists as they will be at most.
static double add_length(void *context, const cr_region *region, int column, int row, uint32_t at, double limit) {
    cell_operation *p = context;
    if (has_nested_grid(p, at)) {
        visit_nested_grid(p, region, column, row, at, add_length);
    } else {
        p->words += list_of(p->index, at).count + p->more;
    }
    return limit;
}

static double replace_ref(void *context, const cr_region *region, int column, int row, uint32_t at, double limit) {
    cell_operation *p = context;
    if (has_nested_grid(p, at)) {
        visit_nested_grid(p, region, column, row, at, replace_ref);
        return limit;
    }
    ref_list l = list_of(p->index, at);
    uint32_t i = find_ref(p->index, l, p->edge);
    if (i < l.count) refs_of(p->index, l)[i] = p->ref;
    return limit;
}

static bool is_empty_grid(const cr_index *index, uint32_t tile) {
    uint32_t any = 0;
    for (int i = 0; i < CR_TILE_CELLS; ++i) any |= index->words[tile + (uint32_t)i];
    return any == 0;
}

static double remove_ref(void *context, const cr_region *region, int column, int row, uint32_t at, double limit) {
    cell_operation *p = context;
    cr_index *index = p->index;
    if (has_nested_grid(p, at)) {
        visit_nested_grid(p, region, column, row, at, remove_ref);
        uint32_t tile = index->words[at] >> CR_CELL_SHIFT;
        if (!is_empty_grid(index, tile)) return limit;
        free_block(index, tile, block_for(CR_TILE_CELLS));
        index->words[at] = 0;
        return limit;
    }
    ref_list l = list_of(index, at);
    uint32_t i = find_ref(index, l, p->edge);
    if (i == l.count) return limit;
    uint32_t *refs = refs_of(index, l);
    refs[i] = refs[l.count - 1];
    drop_last_ref(index, at);
    return limit;
}

// ---- Editing ------------------------------------------------------------------------------------------------------

static uint32_t ref_of(int i) {
    return (uint32_t)i << CR_REF_SHIFT;
}

static void set_edge(cr_index *index, int i, const cr_edge *e) {
    index->lines[i] = (cr_edge_line){e->a, e->b};
    index->links[i].tag = e->tag;
    index->links[i].next = (uint32_t)e->next << CR_REF_SHIFT | (e->flags & CR_REF_FLAGS);
    index->links[i].prev = (uint32_t)e->prev << CR_REF_SHIFT;
}

static bool grow_lines(cr_index *index, const carom_allocator *allocator, int count) {
    return cr_grow_array(allocator, (void **)&index->lines, &index->lines_capacity, count, sizeof index->lines[0]) &&
           cr_grow_array(allocator, (void **)&index->links, &index->links_capacity, count, sizeof index->links[0]);
}

bool cr_index_reserve(cr_index *index, const carom_allocator *allocator, const cr_edge *edges, int count) {
    if (index->words_count == 0 && !make_top_grid(index, allocator, cr_box_empty(), edges, count)) return false;
    if (count > CR_MAX_EDGES - index->count || !grow_lines(index, allocator, index->count + count)) return false;
    cell_operation p = {.index = index, .allocator = allocator, .grows = true, .more = (uint32_t)count};
    for (int i = 0; i < count && !p.failed; ++i) {
        p.line = (cr_edge_line){edges[i].a, edges[i].b};
        visit_cells_of_edge(&p, reserve_ref);
    }
    return !p.failed && grow_words(index, allocator, index->words_count + p.words);
}

uint64_t cr_index_refs_along(cr_index *index, cr_edge_line line, uint32_t more) {
    cell_operation p = {.index = index, .line = line, .more = more};
    visit_cells_of_edge(&p, add_length);
    return p.words;
}

int cr_index_insert(cr_index *index, const cr_edge *edge) {
    int i = index->count++;
    set_edge(index, i, edge);
    extend_reach_to_line(index, index->lines[i]);
    cell_operation p = {.index = index, .line = index->lines[i], .edge = (uint32_t)i, .ref = ref_of(i)};
    visit_cells_of_edge(&p, insert_ref);
    return i;
}

void cr_index_replace(cr_index *index, int i, const cr_edge *edge) {
    cell_operation p = {.index = index, .line = index->lines[i], .edge = (uint32_t)i, .ref = ref_of(i)};
    visit_cells_of_edge(&p, remove_ref);
    set_edge(index, i, edge);
    extend_reach_to_line(index, index->lines[i]);
    p.line = index->lines[i];
    visit_cells_of_edge(&p, insert_ref);
}

int cr_index_remove(cr_index *index, int i) {
    cell_operation p = {.index = index, .line = index->lines[i], .edge = (uint32_t)i};
    visit_cells_of_edge(&p, remove_ref);
    int last = --index->count;
    if (i == last) return -1;
    index->lines[i] = index->lines[last];
    index->links[i] = index->links[last];
    p.line = index->lines[i];
    p.edge = (uint32_t)last;
    p.ref = ref_of(i);
    visit_cells_of_edge(&p, replace_ref);
    return last;
}

void cr_index_relink(cr_index *index, int i, int next, int prev, uint32_t flags) {
    index->links[i].next = (uint32_t)next << CR_REF_SHIFT | (flags & CR_REF_FLAGS);
    index->links[i].prev = (uint32_t)prev << CR_REF_SHIFT;
}

// ---- Building -----------------------------------------------------------------------------------------------------

/// The word of the top-grid cell that contains a point.
static uint32_t top_cell_of(const cr_index *index, double x, double y) {
    int column = cr_cell_at((x - index->origin[0]) * index->per_cell, index->size[0]);
    int row = cr_cell_at((y - index->origin[1]) * index->per_cell, index->size[1]);
    cr_grid grid = cr_top_grid(index);
    return cr_words_to(cr_pitch_of(&grid, 0), column) + cr_words_to(cr_pitch_of(&grid, 1), row);
}

/// The word of the cell that contains the point in the grid of cell `at`. `point` is in cells of `outer`, and becomes
/// in cells of the inner grid.
static uint32_t nested_cell_of(const cr_index *index, cr_region *point, const cr_grid *outer, uint32_t at) {
    *point =
        cr_region_within(point, cr_cell_at(point->min[0], outer->size[0]), cr_cell_at(point->min[1], outer->size[1]));
    uint32_t column = (uint32_t)cr_cell_at(point->min[0], CR_TILE), row = (uint32_t)cr_cell_at(point->min[1], CR_TILE);
    return (index->words[at] >> CR_CELL_SHIFT) + row * CR_TILE + column;
}

int cr_index_refs_at(const cr_index *index, carom_vec2 p, const uint32_t **refs) {
    if (index->count == 0) return 0;
    uint32_t at = top_cell_of(index, (double)p.x, (double)p.y);
    if (cr_cell_kind(index->words[at]) == CR_CELL_GRID) {
        cr_region point = {.min = {((double)p.x - index->origin[0]) * index->per_cell,
                                   ((double)p.y - index->origin[1]) * index->per_cell}};
        cr_grid grid = cr_top_grid(index);
        do {
            at = nested_cell_of(index, &point, &grid, at);
            grid = (cr_grid){0, {CR_TILE, CR_TILE}};
        } while (cr_cell_kind(index->words[at]) == CR_CELL_GRID);
    }
    ref_list l = list_of(index, at);
    *refs = index->words + l.block + l.counted;
    return (int)l.count;
}

static int compare_edges(const void *p, const void *q) {
    return cr_edge_before(q, p) - cr_edge_before(p, q);
}

/// Edge numbers must depend on coordinates only, not on the order of the input.
static void sort_edges_of_cell(cr_edge *edges, int count) {
    if (count > 16) {
        qsort(edges, (size_t)count, sizeof *edges, compare_edges);
        return;
    }
    for (int i = 1; i < count; ++i) {
        cr_edge e = edges[i];
        int k = i;
        for (; k > 0 && cr_edge_before(&e, &edges[k - 1]); --k) edges[k] = edges[k - 1];
        edges[k] = e;
    }
}

/// Counting sort by cell, with the words as counters; within a cell by coordinates.
static void sort_edges(cr_index *index, cr_edge *edges, cr_edge *copy, uint32_t *cell_of, int count) {
    uint32_t cells = index->words_count, before = 0;
    for (int i = 0; i < count; ++i) {
        copy[i] = edges[i];
        cell_of[i] = top_cell_of(index, ((double)edges[i].a.x + (double)edges[i].b.x) / 2,
                                 ((double)edges[i].a.y + (double)edges[i].b.y) / 2);
        ++index->words[cell_of[i]];
    }
    for (uint32_t k = 0; k < cells; ++k) {
        uint32_t here = index->words[k];
        index->words[k] = before;
        before += here;
    }
    for (int i = 0; i < count; ++i) edges[index->words[cell_of[i]]++] = copy[i];
    for (uint32_t k = 0, begin = 0; k < cells; ++k) {
        sort_edges_of_cell(edges + begin, (int)(index->words[k] - begin));
        begin = index->words[k];
    }
    memset(index->words, 0, cells * sizeof index->words[0]);
}

bool cr_index_sort(cr_index *index, const carom_allocator *allocator, carom_box bounds, cr_edge *edges, int count) {
    *index = (cr_index){0};
    size_t n = (size_t)count;
    if (count > CR_MAX_EDGES || !make_top_grid(index, allocator, bounds, edges, count)) return false;
    cr_edge *copy = cr_take_array(allocator, n, sizeof *copy);
    uint32_t *cell_of = cr_take_array(allocator, n, sizeof *cell_of);
    if (copy && cell_of && count > 0) sort_edges(index, edges, copy, cell_of, count);
    cr_free_array(allocator, copy, n, sizeof *copy);
    cr_free_array(allocator, cell_of, n, sizeof *cell_of);
    return copy && cell_of;
}

/// Releases excess capacity.
static void trim_words(cr_index *index, const carom_allocator *allocator) {
    size_t size = sizeof index->words[0];
    uint32_t needed = index->words_count + CR_WORDS_PAD;
    void *trimmed = cr_resize(allocator, index->words, index->words_capacity * size, needed * size);
    if (!trimmed) return;
    index->words = trimmed;
    index->words_capacity = needed;
}

/// The cells of all edges in sequence. The last cell of each edge is marked with LAST_CELL.
typedef struct edge_cells {
    const carom_allocator *allocator;
    int *cells;
    int count, capacity;
} edge_cells;

enum { LAST_CELL = 1 << 30 };

static double count_ref(void *context, const cr_region *region, int column, int row, uint32_t at, double limit) {
    (void)region, (void)column, (void)row;
    cell_operation *p = context;
    edge_cells *cells = p->passed;
    if (cells->count == cells->capacity &&
        !cr_grow_array(cells->allocator, (void **)&cells->cells, &cells->capacity, cells->count + 1, sizeof(int))) {
        p->failed = true;
        return -1;
    }
    cells->cells[cells->count++] = (int)at;
    ++p->index->words[at];
    return limit;
}

/// Counts in each cell's word the edges that pass through it.
static bool count_refs(cr_index *index, edge_cells *cells) {
    cell_operation p = {.index = index, .passed = cells};
    for (int i = 0; i < index->count && !p.failed; ++i) {
        p.line = index->lines[i];
        visit_cells_of_edge(&p, count_ref);
        if (!p.failed) cells->cells[cells->count - 1] |= LAST_CELL;
    }
    return !p.failed;
}

/// Gives each cell a block for the refs that were counted. Cells are taken in order, so that lists lie in memory as
/// cells do.
static bool make_lists(cr_index *index, const carom_allocator *allocator, uint64_t refs, bool *any_full) {
    uint32_t cells = index->words_count;
    // A block has at most twice the words that it is needed for.
    if (!grow_words(index, allocator, cells + 2 * refs)) return false;
    for (uint32_t k = 0; k < cells; ++k) {
        uint32_t count = index->words[k];
        if (count == 0) continue;
        uint32_t block = take_block(index, block_of_list(count));
        if (count > CR_CELL_FEW) {
            index->words[block] = 0;
            *any_full = true;
        }
        index->words[k] = block << CR_CELL_SHIFT | (count > CR_CELL_FEW ? CR_CELL_LIST : 0);
    }
    return true;
}

static void fill_lists(cr_index *index, const edge_cells *cells) {
    uint32_t *words = index->words, edge = 0;
    for (int i = 0; i < cells->count; ++i) {
        uint32_t *cell = &words[cells->cells[i] & ~LAST_CELL], block = *cell >> CR_CELL_SHIFT;
        uint32_t offset = cr_cell_kind(*cell) == CR_CELL_LIST ? ++words[block] : cr_cell_kind((*cell)++);
        words[block + offset] = ref_of((int)edge);
        edge += (cells->cells[i] & LAST_CELL) != 0;
    }
}

static bool subdivide_cells(cr_index *index, const carom_allocator *allocator) {
    cell_operation p = {.index = index, .allocator = allocator, .grows = true};
    int columns = index->size[0];
    uint32_t cells = (uint32_t)columns * (uint32_t)index->size[1];
    for (uint32_t k = 0; k < cells && !p.failed; ++k) {
        if (cr_cell_kind(index->words[k]) != CR_CELL_LIST) continue;
        uint32_t tile = k / CR_TILE_CELLS, within = k % CR_TILE_CELLS, tiles = (uint32_t)columns / CR_TILE;
        subdivide(&p, (int)(tile % tiles * CR_TILE + within % CR_TILE),
                  (int)(tile / tiles * CR_TILE + within / CR_TILE), k);
    }
    return !p.failed;
}

bool cr_index_fill(cr_index *index, const carom_allocator *allocator, const cr_edge *edges, int count) {
    if (count == 0) return true;
    index->lines = cr_take_array(allocator, (size_t)count, sizeof index->lines[0]);
    if (!index->lines) return false;
    index->lines_capacity = count;
    index->links = cr_take_array(allocator, (size_t)count, sizeof index->links[0]);
    if (!index->links) return false;
    index->links_capacity = index->count = count;
    for (int i = 0; i < count; ++i) set_edge(index, i, &edges[i]);
    edge_cells cells = {.allocator = allocator};
    bool any_full = false;
    bool done = count_refs(index, &cells) && make_lists(index, allocator, (uint64_t)cells.count, &any_full);
    if (done) fill_lists(index, &cells);
    cr_free_array(allocator, cells.cells, (size_t)cells.capacity, sizeof(int));
    if (done && any_full) done = subdivide_cells(index, allocator);
    if (done) trim_words(index, allocator);
    return done;
}

bool cr_index_build(cr_index *index, const carom_allocator *allocator, cr_edge *edges, int count) {
    if (cr_index_sort(index, allocator, cr_box_empty(), edges, count) && cr_index_fill(index, allocator, edges, count))
        return true;
    cr_index_free(index, allocator);
    return false;
}

void cr_index_free(cr_index *index, const carom_allocator *allocator) {
    if (!index->is_image) {
        cr_free_array(allocator, index->lines, (size_t)index->lines_capacity, sizeof index->lines[0]);
        cr_free_array(allocator, index->links, (size_t)index->links_capacity, sizeof index->links[0]);
        cr_free_array(allocator, index->words, index->words_capacity, sizeof index->words[0]);
    }
    *index = (cr_index){0};
}

carom_box cr_index_bounds(const cr_index *index) {
    float reach = (float)index->reach; // exact: the reach is a coordinate
    return (carom_box){{-reach, -reach}, {reach, reach}};
}

float cr_index_cell(const cr_index *index) {
    double cell = 1 / index->per_cell;
    return cell < (double)FLT_MAX ? (float)cell : FLT_MAX;
}

size_t cr_index_bytes(const cr_index *index) {
    return (size_t)index->lines_capacity * sizeof index->lines[0] +
           (size_t)index->links_capacity * sizeof index->links[0] + index->words_capacity * sizeof index->words[0];
}

// ---- Queries ------------------------------------------------------------------------------------------------------

/// Cells to be visited together.
typedef struct pending {
    const cr_index *index;
    cr_visit_refs *visit;
    void *context;
    int count;
    uint32_t at[PENDING_CELLS];
    int column[PENDING_CELLS], row[PENDING_CELLS];
} pending;

static double visit_nested_cell(const pending *p, const cr_region *region, int k, uint32_t first, double limit);

/// Reads the words of all cells, then all lists, then visits their refs in one call: cache misses overlap.
static double visit_pending(pending *p, const cr_region *region, double limit) {
    const uint32_t *words = p->index->words;
    uint32_t cells[PENDING_CELLS], refs[PENDING_REFS];
    int count = p->count, gathered = 0;
    for (int k = 0; k < count; ++k) cells[k] = words[p->at[k]];
    for (int k = 0; k < count; ++k) CR_FETCH(words + (cells[k] >> CR_CELL_SHIFT));
    p->count = 0;
    for (int k = 0; k < count; ++k) {
        uint32_t kind = cr_cell_kind(cells[k]), offset = cells[k] >> CR_CELL_SHIFT;
        if (kind <= CR_CELL_FEW) {
            for (uint32_t i = 0; i < kind; ++i) {
                refs[gathered++] = words[offset + i];
                CR_FETCH(&p->index->lines[words[offset + i] >> CR_REF_SHIFT]);
            }
        } else if (kind == CR_CELL_LIST) {
            limit = p->visit(p->context, words + offset + 1, (int)words[offset]);
        } else {
            limit = visit_nested_cell(p, region, k, offset, limit);
        }
    }
    return gathered > 0 ? p->visit(p->context, refs, gathered) : limit;
}

static double add_pending(void *context, const cr_region *region, int column, int row, uint32_t at, double limit) {
    pending *p = context;
    p->at[p->count] = at;
    p->column[p->count] = column;
    p->row[p->count] = row;
    return ++p->count < PENDING_CELLS ? limit : visit_pending(p, region, limit);
}

static double visit_nested_cell(const pending *p, const cr_region *region, int k, uint32_t first, double limit) {
    cr_region inner = cr_region_within(region, p->column[k], p->row[k]);
    cr_grid grid = {first, {CR_TILE, CR_TILE}};
    pending own = {.index = p->index, .visit = p->visit, .context = p->context};
    limit = cr_walk_cells(&grid, &inner, limit, add_pending, &own);
    return visit_pending(&own, &inner, limit);
}

static void walk_region(const cr_index *index, const cr_region *region, double limit, cr_visit_refs *visit,
                        void *context) {
    cr_grid grid = cr_top_grid(index);
    pending p = {.index = index, .visit = visit, .context = context};
    limit = cr_walk_cells(&grid, region, limit, add_pending, &p);
    visit_pending(&p, region, limit);
}

void cr_index_walk(const cr_index *index, carom_box box, carom_vec2 move, double limit, cr_visit_refs *visit,
                   void *context) {
    if (index->count == 0 || !cr_box_is_valid(box)) return;
    cr_region region = cr_region_of(index, box, move);
    walk_region(index, &region, limit, visit, context);
}

double cr_index_walk_within(const cr_index *index, cr_nested_grid grid, cr_moving_point path, cr_visit_refs *visit,
                            void *context) {
    cr_region region = cr_region_of(index, (carom_box){path.from, path.from}, path.move);
    pending p = {.index = index, .visit = visit, .context = context, .column = {grid.column}, .row = {grid.row}};
    return visit_nested_cell(&p, &region, 0, grid.first, path.limit);
}

void cr_index_walk_box(const cr_index *index, carom_box box, cr_visit_refs *visit, void *context) {
    if (index->count == 0 || !cr_box_is_valid(box)) return;
    cr_region region = cr_region_of(index, box, (carom_vec2){0, 0});
    cr_grid grid = cr_top_grid(index);
    pending p = {.index = index, .visit = visit, .context = context};
    int left = cr_cell_at(region.min[0], grid.size[0]), right = cr_cell_at(region.max[0], grid.size[0]);
    int low = cr_cell_at(region.min[1], grid.size[1]), high = cr_cell_at(region.max[1], grid.size[1]);
    cr_pitch across = cr_pitch_of(&grid, 0), along = cr_pitch_of(&grid, 1);
    for (int below = low & -CR_TILE; below <= high; below += CR_TILE) {
        int first_row = low > below ? low : below, last_row = high < below + CR_TILE ? high : below + CR_TILE - 1;
        for (int tile = left & -CR_TILE; tile <= right; tile += CR_TILE) {
            int first = left > tile ? left : tile, last = right < tile + CR_TILE ? right : tile + CR_TILE - 1;
            for (int row = first_row; row <= last_row; ++row) {
                uint32_t words = cr_words_to(along, row) + cr_words_to(across, first);
                for (int x = first; x <= last; ++x) add_pending(&p, &region, x, row, words++, 1);
            }
        }
    }
    visit_pending(&p, &region, 1);
}

void cr_index_walk_line(const cr_index *index, cr_edge_line line, cr_visit_refs *visit, void *context) {
    if (index->count == 0) return;
    cr_region region = region_of_line(index, line);
    walk_region(index, &region, 1, visit, context);
}

void cr_index_walk_left(const cr_index *index, carom_vec2 from, cr_visit_refs *visit, void *context) {
    if (index->count == 0) return;
    cr_region region = cr_region_of(index, (carom_box){from, from}, (carom_vec2){0, 0});
    region.move[0] = -((double)from.x - index->origin[0]) * index->per_cell;
    walk_region(index, &region, 1, visit, context);
}
