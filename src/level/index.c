// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Cells are as wide as edges are long on average, so that an edge is in some two cells, but not so many that they
// outnumber the edges by far: both bounds are linear, however long the edges are and wherever they lie.
//
// Lists grow from block to block of sizes 1, 2, 3, 4, 6, 8, 12 .. words. A block that is free waits for a list of its
// size, and is neither cut nor joined: there are never more blocks of a size than there were lists of that size at one
// time.
#include "level/index.h"

#include "base/float.h"
#include "base/memory.h"
#include "level/walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    GROWTH = 4,              // a cell becomes a grid when that takes at most so many refs for one
    WORDS_AN_EDGE = 24,      // past these no cell becomes a grid any more
    MOST_WORDS = 1 << 27,    // what a word of a cell can count
    ROOM_TO_SPLIT = 1 << 12, // words
    CELLS_AT_ONCE = 4,
    REFS_AT_ONCE = CELLS_AT_ONCE * CR_CELL_FEW,
};

static const double CELL_LENGTH = 1.4;   // of a cell, in mean lengths of edges; least
static const double CELL_AREA = 1;       // edges a cell, least
static const double CELL_MARGIN = 0.31;  // before the first edge, in cells
static const double NEAR_SIDE = 0x1p-20; // of the grid, in cells: what ends there may reach beyond

// ---- Blocks -------------------------------------------------------------------------------------------------------

static uint32_t size_of_block(int size) {
    return size == 0 ? 1 : size % 2 ? 2u << size / 2 : 3u << (size / 2 - 1);
}

/// The least block that so many words fit.
static int block_for(uint32_t words) {
    static const unsigned char small[CR_CELL_FEW + 2] = {0, 0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 8};
    if (words < sizeof small) return small[words];
    int size = 8;
    while (size_of_block(size) < words) ++size;
    return size;
}

static bool grow_words(cr_index *index, const carom_allocator *allocator, uint64_t capacity) {
    capacity += CR_WORDS_PAD;
    if (capacity <= index->words_capacity) return true;
    if (capacity < (uint64_t)index->words_capacity * 3 / 2) capacity = (uint64_t)index->words_capacity * 3 / 2;
    if (capacity > MOST_WORDS) return false;
    size_t size = sizeof index->words[0];
    void *grown = cr_resize(allocator, index->words, index->words_capacity * size, (size_t)capacity * size);
    if (!grown) return false;
    index->words = grown;
    index->words_capacity = (uint32_t)capacity;
    return true;
}

/// There is room for it.
static uint32_t take_block(cr_index *index, int size) {
    uint32_t block = index->free_blocks[size];
    if (block != 0) {
        index->free_blocks[size] = index->words[block];
        return block;
    }
    block = index->words_count;
    index->words_count += size_of_block(size);
    return block;
}

static void free_block(cr_index *index, uint32_t block, int size) {
    index->words[block] = index->free_blocks[size];
    index->free_blocks[size] = block;
}

// ---- Lists --------------------------------------------------------------------------------------------------------

typedef struct list {
    uint32_t block, count;
    bool counted; // its first word is the count
} list;

static list list_of(const cr_index *index, uint32_t at) {
    uint32_t cell = index->words[at], kind = cr_cell_kind(cell), block = cell >> CR_CELL_SHIFT;
    if (kind <= CR_CELL_FEW) return (list){block, kind, false};
    return (list){block, index->words[block], true};
}

static uint32_t *refs_of(const cr_index *index, list l) {
    return index->words + l.block + l.counted;
}

/// For lists of `count` refs; none has no block.
static int block_of_list(uint32_t count) {
    return block_for(count > CR_CELL_FEW ? count + 1 : count);
}

static void set_list(cr_index *index, uint32_t at, list l) {
    uint32_t kind = l.counted ? CR_CELL_LIST : l.count;
    if (l.counted) index->words[l.block] = l.count;
    index->words[at] = l.count == 0 ? 0 : l.block << CR_CELL_SHIFT | kind;
}

/// There is room for it.
static void append(cr_index *index, uint32_t at, uint32_t ref) {
    list old = list_of(index, at), l = {old.block, old.count + 1, old.count + 1 > CR_CELL_FEW};
    int old_size = block_of_list(old.count), size = block_of_list(l.count);
    if (old.count == 0 || size != old_size) {
        l.block = take_block(index, size);
        memcpy(refs_of(index, l), refs_of(index, old), old.count * sizeof(uint32_t));
        if (old.count > 0) free_block(index, old.block, old_size);
    }
    refs_of(index, l)[old.count] = ref;
    set_list(index, at, l);
}

/// Takes no memory: without a smaller block the list stays in a part of its own, and frees the rest.
static void drop_last(cr_index *index, uint32_t at) {
    list old = list_of(index, at), l = {old.block, old.count - 1, old.count - 1 > CR_CELL_FEW};
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

static void reach_out(cr_index *index, float coordinate) {
    double size = fabs((double)coordinate);
    if (size > index->reach) index->reach = size;
}

static bool is_off(const cr_index *index, int axis, float coordinate) {
    double place = ((double)coordinate - index->origin[axis]) * index->per_cell;
    return !(place >= NEAR_SIDE && place <= (double)index->size[axis] - NEAR_SIDE);
}

static void reach_line(cr_index *index, cr_line line) {
    reach_out(index, line.a.x);
    reach_out(index, line.a.y);
    reach_out(index, line.b.x);
    reach_out(index, line.b.y);
    index->spills = index->spills || is_off(index, 0, line.a.x) || is_off(index, 1, line.a.y) ||
                    is_off(index, 0, line.b.x) || is_off(index, 1, line.b.y);
}

void cr_index_measure(cr_index *index) {
    index->size_of_origin = (fabs(index->origin[0]) + fabs(index->origin[1])) * index->per_cell +
                            (double)index->size[0] + (double)index->size[1];
    for (int i = 0; i < index->count; ++i) reach_line(index, index->lines[i]);
}

static double tiles_along(double length, double cell) {
    return floor(length / cell / CR_TILE) + 1;
}

/// Less of the last bits, in which sums of the same lengths in another order differ.
static double coarse(double length) {
    uint64_t bits;
    memcpy(&bits, &length, sizeof bits);
    bits &= ~(uint64_t)0 << 44;
    memcpy(&length, &bits, sizeof length);
    return length;
}

/// The grid begins a little before the edges: those of tiles would else lie on the sides of cells.
static void frame(cr_index *index, carom_box box, double length, int count) {
    double width = (double)box.max.x - (double)box.min.x, height = (double)box.max.y - (double)box.min.y;
    double edges = count > 0 ? count : 1, cell = CELL_LENGTH * length / edges;
    double least = sqrt(width * height / edges * CELL_AREA);
    if (cell < least) cell = least;
    cell = cell > 0 ? coarse(cell) : 1;
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

static inline void hold(carom_box *box, carom_vec2 p) {
    box->min.x = p.x < box->min.x ? p.x : box->min.x;
    box->min.y = p.y < box->min.y ? p.y : box->min.y;
    box->max.x = p.x > box->max.x ? p.x : box->max.x;
    box->max.y = p.y > box->max.y ? p.y : box->max.y;
}

/// Makes the cells of the top grid, all empty, for these edges in or about a box. Without any of both there is no grid.
static bool take_cells(cr_index *index, const carom_allocator *allocator, carom_box box, const cr_edge *edges,
                       int count) {
    double length = 0;
    carom_box own = cr_box_empty();
    for (int i = 0; i < count; ++i) {
        carom_vec2 a = edges[i].a, b = edges[i].b;
        hold(&own, a);
        hold(&own, b);
        length += fabs((double)b.x - (double)a.x) + fabs((double)b.y - (double)a.y);
    }
    box = cr_box_union(box, own);
    if (!(box.min.x <= box.max.x)) return true;
    frame(index, box, length, count);
    if (count > 0) reach_line(index, (cr_line){own.min, own.max}); // for all of them
    uint32_t cells = (uint32_t)index->size[0] * (uint32_t)index->size[1];
    if (!grow_words(index, allocator, cells + 3 * (uint64_t)count)) return false;
    index->words_count = cells;
    memset(index->words, 0, cells * sizeof index->words[0]);
    return true;
}

// ---- The cells of an edge -----------------------------------------------------------------------------------------

static cr_region region_of_line(const cr_index *index, cr_line line) {
    const double x = ((double)line.a.x - index->origin[0]) * index->per_cell;
    const double y = ((double)line.a.y - index->origin[1]) * index->per_cell;
    cr_region r;
    r.move[0] = ((double)line.b.x - (double)line.a.x) * index->per_cell;
    r.move[1] = ((double)line.b.y - (double)line.a.y) * index->per_cell;
    double sizes = fabs(x) + fabs(y) + fabs(r.move[0]) + fabs(r.move[1]) + index->size_of_origin;
    double slack = sizes * 0x1p-40;
    r.min[0] = x - slack, r.max[0] = x + slack;
    r.min[1] = y - slack, r.max[1] = y + slack;
    return r;
}

/// What is done with one edge in all of its cells.
typedef struct placing {
    cr_index *index;
    const carom_allocator *allocator;
    bool grows; // takes memory, and makes grids of full cells
    bool failed;
    cr_line line;
    uint32_t edge, ref; // it is known by `edge`, and is to be `ref`
    int depth;          // in grids within cells
    int column[CR_INDEX_DEPTH], row[CR_INDEX_DEPTH];
    uint64_t words; // that will be needed
    uint32_t more;  // that many edges are to come
    struct passage *passage;
} placing;

/// Most edges stay within a row or a column of cells.
CR_INLINE void in_each_cell(placing *p, cr_enter *enter) {
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
        cr_walk_cells(&grid, &r, 1, enter, NULL, NULL, p);
        return;
    }
    cr_pitch across = cr_pitch_of(&grid, 0), along = cr_pitch_of(&grid, 1);
    for (int row = low[1]; row <= high[1]; ++row) {
        uint32_t words = cr_words_to(along, row);
        for (int x = low[0]; x <= high[0]; ++x) {
            enter(NULL, NULL, p, &r, x, row, words + cr_words_to(across, x), 1);
        }
    }
}

static void within_cell(placing *p, const cr_region *region, int column, int row, uint32_t at, cr_enter *enter) {
    cr_region inner = cr_region_within(region, column, row);
    cr_grid grid = {p->index->words[at] >> CR_CELL_SHIFT, {CR_TILE, CR_TILE}};
    p->column[p->depth] = column;
    p->row[p->depth] = row;
    ++p->depth;
    cr_walk_cells(&grid, &inner, 1, enter, NULL, NULL, p);
    --p->depth;
}

static bool is_grid(const placing *p, uint32_t at) {
    return cr_cell_kind(p->index->words[at]) == CR_CELL_GRID;
}

/// Where a ref to the edge is in a list; its count if there is none.
static uint32_t find_ref(const cr_index *index, list l, uint32_t edge) {
    const uint32_t *refs = refs_of(index, l);
    uint32_t i = 0;
    while (i < l.count && refs[i] >> CR_REF_SHIFT != edge) ++i;
    return i;
}

// ---- A grid in a cell ---------------------------------------------------------------------------------------------

static double count_cell(const cr_index *none, cr_visit *visit, void *context, const cr_region *region, int column,
                         int row, uint32_t at, double limit) {
    (void)none, (void)visit, (void)region, (void)column, (void)row, (void)at;
    ++*(uint32_t *)context;
    return limit;
}

/// The region of a line as the cells of a grid within the cell at (column, row) see it.
static cr_region region_in_cell(const placing *p, cr_line line, int column, int row) {
    cr_region r = region_of_line(p->index, line);
    for (int i = 0; i < p->depth; ++i) r = cr_region_within(&r, p->column[i], p->row[i]);
    return cr_region_within(&r, column, row);
}

static bool is_worth_a_grid(const placing *p, list l, int column, int row) {
    const cr_index *index = p->index;
    if (p->depth + 1 >= CR_INDEX_DEPTH) return false;
    if (index->words_count > (uint64_t)index->count * WORDS_AN_EDGE + ROOM_TO_SPLIT) return false;
    cr_grid grid = {0, {CR_TILE, CR_TILE}};
    uint32_t refs = 0;
    for (uint32_t i = 0; i < l.count && refs <= GROWTH * l.count; ++i) {
        cr_region region = region_in_cell(p, index->lines[refs_of(index, l)[i] >> CR_REF_SHIFT], column, row);
        cr_walk_cells(&grid, &region, 1, count_cell, NULL, NULL, &refs);
    }
    return refs <= GROWTH * l.count;
}

static double put(const cr_index *none, cr_visit *visit, void *context, const cr_region *region, int column, int row,
                  uint32_t at, double limit);

/// Makes the list of a cell a grid of cells, if that helps and there is memory for it.
static void split(placing *p, int column, int row, uint32_t at) {
    cr_index *index = p->index;
    list l = list_of(index, at);
    if (!is_worth_a_grid(p, l, column, row)) return;
    uint64_t room = (uint64_t)l.count * GROWTH * 6 + ROOM_TO_SPLIT;
    if (!grow_words(index, p->allocator, index->words_count + room)) {
        p->failed = true;
        return;
    }
    uint32_t tile = take_block(index, block_for(CR_TILE_CELLS));
    memset(index->words + tile, 0, CR_TILE_CELLS * sizeof(uint32_t));
    index->words[at] = tile << CR_CELL_SHIFT | CR_CELL_GRID;
    placing inner = *p; // with the same way to here
    for (uint32_t i = 0; i < l.count && !inner.failed; ++i) {
        inner.ref = refs_of(index, l)[i];
        inner.edge = inner.ref >> CR_REF_SHIFT;
        inner.line = index->lines[inner.edge];
        cr_region region = region_of_line(index, inner.line);
        for (int k = 0; k < p->depth; ++k) region = cr_region_within(&region, p->column[k], p->row[k]);
        within_cell(&inner, &region, column, row, at, put);
    }
    p->failed = inner.failed;
    free_block(index, l.block, block_of_list(l.count));
}

// ---- What is done in a cell -----------------------------------------------------------------------------------------

/// Has a list of so many refs just been given a larger block, with more than a few in it?
static bool is_filling_up(uint32_t count) {
    return count > CR_CELL_FEW && (count == CR_CELL_FEW + 1 || block_of_list(count) != block_of_list(count - 1));
}

static double put(const cr_index *none, cr_visit *visit, void *context, const cr_region *region, int column, int row,
                  uint32_t at, double limit) {
    (void)none, (void)visit;
    placing *p = context;
    if (p->failed) return -1;
    if (is_grid(p, at)) {
        within_cell(p, region, column, row, at, put);
        return limit;
    }
    uint32_t count = list_of(p->index, at).count + 1;
    uint64_t block = size_of_block(block_of_list(count));
    if (p->grows && !grow_words(p->index, p->allocator, p->index->words_count + block)) {
        p->failed = true;
        return -1;
    }
    append(p->index, at, p->ref);
    if (p->grows && is_filling_up(count)) split(p, column, row, at);
    return limit;
}

/// Counts the words that lists will need, and makes grids of cells that will be full.
static double make_room(const cr_index *none, cr_visit *visit, void *context, const cr_region *region, int column,
                        int row, uint32_t at, double limit) {
    (void)none, (void)visit;
    placing *p = context;
    if (p->failed) return -1;
    uint32_t count = is_grid(p, at) ? 0 : list_of(p->index, at).count;
    if (is_filling_up(count + 1)) split(p, column, row, at);
    if (is_grid(p, at)) {
        within_cell(p, region, column, row, at, make_room);
    } else {
        p->words += size_of_block(block_of_list(count + p->more));
    }
    return limit;
}

static double replace(const cr_index *none, cr_visit *visit, void *context, const cr_region *region, int column,
                      int row, uint32_t at, double limit) {
    (void)none, (void)visit;
    placing *p = context;
    if (is_grid(p, at)) {
        within_cell(p, region, column, row, at, replace);
        return limit;
    }
    list l = list_of(p->index, at);
    uint32_t i = find_ref(p->index, l, p->edge);
    if (i < l.count) refs_of(p->index, l)[i] = p->ref;
    return limit;
}

static bool is_empty_grid(const cr_index *index, uint32_t tile) {
    uint32_t any = 0;
    for (int i = 0; i < CR_TILE_CELLS; ++i) any |= index->words[tile + (uint32_t)i];
    return any == 0;
}

static double take_out(const cr_index *none, cr_visit *visit, void *context, const cr_region *region, int column,
                       int row, uint32_t at, double limit) {
    (void)none, (void)visit;
    placing *p = context;
    cr_index *index = p->index;
    if (is_grid(p, at)) {
        within_cell(p, region, column, row, at, take_out);
        uint32_t tile = index->words[at] >> CR_CELL_SHIFT;
        if (!is_empty_grid(index, tile)) return limit;
        free_block(index, tile, block_for(CR_TILE_CELLS));
        index->words[at] = 0;
        return limit;
    }
    list l = list_of(index, at);
    uint32_t i = find_ref(index, l, p->edge);
    if (i == l.count) return limit;
    uint32_t *refs = refs_of(index, l);
    refs[i] = refs[l.count - 1];
    drop_last(index, at);
    return limit;
}

// ---- Editing ------------------------------------------------------------------------------------------------------

static uint32_t ref_of(int i) {
    return (uint32_t)i << CR_REF_SHIFT;
}

static void set_edge(cr_index *index, int i, const cr_edge *e) {
    index->lines[i] = (cr_line){e->a, e->b};
    index->links[i].tag = e->tag;
    index->links[i].next = (uint32_t)e->next << CR_REF_SHIFT | (e->flags & CR_REF_FLAGS);
    index->links[i].prev = (uint32_t)e->prev << CR_REF_SHIFT;
}

static bool grow_lines(cr_index *index, const carom_allocator *allocator, int count) {
    return cr_grow_array(allocator, (void **)&index->lines, &index->lines_capacity, count, sizeof index->lines[0]) &&
           cr_grow_array(allocator, (void **)&index->links, &index->links_capacity, count, sizeof index->links[0]);
}

bool cr_index_reserve(cr_index *index, const carom_allocator *allocator, const cr_edge *edges, int count) {
    if (index->words_count == 0 && !take_cells(index, allocator, cr_box_empty(), edges, count)) return false;
    if (count > CR_MOST_EDGES - index->count || !grow_lines(index, allocator, index->count + count)) return false;
    placing p = {.index = index, .allocator = allocator, .grows = true, .more = (uint32_t)count};
    for (int i = 0; i < count && !p.failed; ++i) {
        p.line = (cr_line){edges[i].a, edges[i].b};
        in_each_cell(&p, make_room);
    }
    return !p.failed && grow_words(index, allocator, index->words_count + p.words);
}

int cr_index_insert(cr_index *index, const cr_edge *edge) {
    int i = index->count++;
    set_edge(index, i, edge);
    reach_line(index, index->lines[i]);
    placing p = {.index = index, .line = index->lines[i], .edge = (uint32_t)i, .ref = ref_of(i)};
    in_each_cell(&p, put);
    return i;
}

void cr_index_replace(cr_index *index, int i, const cr_edge *edge) {
    placing p = {.index = index, .line = index->lines[i], .edge = (uint32_t)i, .ref = ref_of(i)};
    in_each_cell(&p, take_out);
    set_edge(index, i, edge);
    reach_line(index, index->lines[i]);
    p.line = index->lines[i];
    in_each_cell(&p, put);
}

int cr_index_remove(cr_index *index, int i) {
    placing p = {.index = index, .line = index->lines[i], .edge = (uint32_t)i};
    in_each_cell(&p, take_out);
    int last = --index->count;
    if (i == last) return -1;
    index->lines[i] = index->lines[last];
    index->links[i] = index->links[last];
    p.line = index->lines[i];
    p.edge = (uint32_t)last;
    p.ref = ref_of(i);
    in_each_cell(&p, replace);
    return last;
}

void cr_index_relink(cr_index *index, int i, int next, int prev, uint32_t flags) {
    index->links[i].next = (uint32_t)next << CR_REF_SHIFT | (flags & CR_REF_FLAGS);
    index->links[i].prev = (uint32_t)prev << CR_REF_SHIFT;
}

// ---- Building -----------------------------------------------------------------------------------------------------

/// The cell of a place.
static uint32_t home_of(const cr_index *index, double x, double y) {
    int column = cr_cell_at((x - index->origin[0]) * index->per_cell, index->size[0]);
    int row = cr_cell_at((y - index->origin[1]) * index->per_cell, index->size[1]);
    cr_grid grid = cr_top_grid(index);
    return cr_words_to(cr_pitch_of(&grid, 0), column) + cr_words_to(cr_pitch_of(&grid, 1), row);
}

int cr_index_refs_at(const cr_index *index, carom_vec2 p, const uint32_t **refs) {
    if (index->count == 0) return 0;
    uint32_t cell = index->words[home_of(index, (double)p.x, (double)p.y)];
    *refs = index->words + (cell >> CR_CELL_SHIFT);
    return cr_cell_kind(cell) <= CR_CELL_FEW ? (int)cr_cell_kind(cell) : -1;
}

static int compare_edges(const void *p, const void *q) {
    return cr_edge_before(q, p) - cr_edge_before(p, q);
}

/// So that numbers depend on places alone, and not on the order in which edges came.
static void sort_cell(cr_edge *edges, int count) {
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

/// By cell (a counting sort, in the words), and within each by place.
static void sort_edges(cr_index *index, cr_edge *edges, cr_edge *copy, uint32_t *home, int count) {
    uint32_t cells = index->words_count, before = 0;
    for (int i = 0; i < count; ++i) {
        copy[i] = edges[i];
        home[i] = home_of(index, ((double)edges[i].a.x + (double)edges[i].b.x) / 2,
                          ((double)edges[i].a.y + (double)edges[i].b.y) / 2);
        ++index->words[home[i]];
    }
    for (uint32_t k = 0; k < cells; ++k) {
        uint32_t here = index->words[k];
        index->words[k] = before;
        before += here;
    }
    for (int i = 0; i < count; ++i) edges[index->words[home[i]]++] = copy[i];
    for (uint32_t k = 0, begin = 0; k < cells; ++k) {
        sort_cell(edges + begin, (int)(index->words[k] - begin));
        begin = index->words[k];
    }
    if (cells > 0) memset(index->words, 0, cells * sizeof index->words[0]);
}

bool cr_index_sort(cr_index *index, const carom_allocator *allocator, carom_box room, cr_edge *edges, int count) {
    *index = (cr_index){0};
    size_t n = (size_t)count;
    if (count > CR_MOST_EDGES || !take_cells(index, allocator, room, edges, count)) return false;
    cr_edge *copy = cr_take_array(allocator, n, sizeof *copy);
    uint32_t *home = cr_take_array(allocator, n, sizeof *home);
    if (copy && home && count > 0) sort_edges(index, edges, copy, home, count);
    cr_free_array(allocator, copy, n, sizeof *copy);
    cr_free_array(allocator, home, n, sizeof *home);
    return copy && home;
}

/// Gives back what was taken on suspicion.
static void trim_words(cr_index *index, const carom_allocator *allocator) {
    size_t size = sizeof index->words[0];
    uint32_t needed = index->words_count + CR_WORDS_PAD;
    void *trimmed = cr_resize(allocator, index->words, index->words_capacity * size, needed * size);
    if (!trimmed) return;
    index->words = trimmed;
    index->words_capacity = needed;
}

/// The cells of all edges, one edge after the other; of each, the last one is marked.
typedef struct passage {
    const carom_allocator *allocator;
    int *cells;
    int count, capacity;
} passage;

enum { LAST_CELL = 1 << 30 };

static double count_ref(const cr_index *none, cr_visit *visit, void *context, const cr_region *region, int column,
                        int row, uint32_t at, double limit) {
    (void)none, (void)visit, (void)region, (void)column, (void)row;
    placing *p = context;
    passage *cells = p->passage;
    if (cells->count == cells->capacity &&
        !cr_grow_array(cells->allocator, (void **)&cells->cells, &cells->capacity, cells->count + 1, sizeof(int))) {
        p->failed = true;
        return -1;
    }
    cells->cells[cells->count++] = (int)at;
    ++p->index->words[at];
    return limit;
}

/// Counts in each cell how many edges pass through it.
static bool count_refs(cr_index *index, passage *cells) {
    placing p = {.index = index, .passage = cells};
    for (int i = 0; i < index->count && !p.failed; ++i) {
        p.line = index->lines[i];
        in_each_cell(&p, count_ref);
        if (!p.failed) cells->cells[cells->count - 1] |= LAST_CELL;
    }
    return !p.failed;
}

/// Gives each cell a block for as many refs as were counted, in the order of the cells; some may be full.
static bool take_lists(cr_index *index, const carom_allocator *allocator, uint64_t refs, bool *any_full) {
    uint32_t cells = index->words_count;
    if (!grow_words(index, allocator, cells + 2 * refs)) return false; // no block is more than twice as large
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

static void fill_lists(cr_index *index, const passage *cells) {
    uint32_t *words = index->words, edge = 0;
    for (int i = 0; i < cells->count; ++i) {
        uint32_t *cell = &words[cells->cells[i] & ~LAST_CELL], block = *cell >> CR_CELL_SHIFT;
        uint32_t place = cr_cell_kind(*cell) == CR_CELL_LIST ? ++words[block] : cr_cell_kind((*cell)++);
        words[block + place] = ref_of((int)edge);
        edge += (cells->cells[i] & LAST_CELL) != 0;
    }
}

/// Makes grids of cells that are full, as far as that helps.
static bool split_cells(cr_index *index, const carom_allocator *allocator) {
    placing p = {.index = index, .allocator = allocator, .grows = true};
    int columns = index->size[0];
    uint32_t cells = (uint32_t)columns * (uint32_t)index->size[1];
    for (uint32_t k = 0; k < cells && !p.failed; ++k) {
        if (cr_cell_kind(index->words[k]) != CR_CELL_LIST) continue;
        uint32_t tile = k / CR_TILE_CELLS, within = k % CR_TILE_CELLS, tiles = (uint32_t)columns / CR_TILE;
        split(&p, (int)(tile % tiles * CR_TILE + within % CR_TILE), (int)(tile / tiles * CR_TILE + within / CR_TILE),
              k);
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
    passage cells = {.allocator = allocator};
    bool any_full = false;
    bool done = count_refs(index, &cells) && take_lists(index, allocator, (uint64_t)cells.count, &any_full);
    if (done) fill_lists(index, &cells);
    cr_free_array(allocator, cells.cells, (size_t)cells.capacity, sizeof(int));
    if (any_full) done = done && split_cells(index, allocator);
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
    float reach = (float)index->reach; // a coordinate, and so a float
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

// ---- Asking -------------------------------------------------------------------------------------------------------

/// Cells that are still to be shown.
typedef struct pending {
    const cr_index *index;
    cr_visit *visit;
    void *context;
    int count;
    uint32_t at[CELLS_AT_ONCE];
    int column[CELLS_AT_ONCE], row[CELLS_AT_ONCE];
} pending;

static double show_inner(const pending *p, const cr_region *region, int k, uint32_t first, double limit);

/// Reads the words of all cells, then the lists of all, then shows their refs together.
static double show(pending *p, const cr_region *region, double limit) {
    const uint32_t *words = p->index->words;
    uint32_t cells[CELLS_AT_ONCE], refs[REFS_AT_ONCE];
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
            limit = show_inner(p, region, k, offset, limit);
        }
    }
    return gathered > 0 ? p->visit(p->context, refs, gathered) : limit;
}

static double enter(const cr_index *none, cr_visit *visit, void *context, const cr_region *region, int column, int row,
                    uint32_t at, double limit) {
    (void)none, (void)visit;
    pending *p = context;
    p->at[p->count] = at;
    p->column[p->count] = column;
    p->row[p->count] = row;
    return ++p->count < CELLS_AT_ONCE ? limit : show(p, region, limit);
}

static double show_inner(const pending *p, const cr_region *region, int k, uint32_t first, double limit) {
    cr_region inner = cr_region_within(region, p->column[k], p->row[k]);
    cr_grid grid = {first, {CR_TILE, CR_TILE}};
    pending own = {.index = p->index, .visit = p->visit, .context = p->context};
    limit = cr_walk_cells(&grid, &inner, limit, enter, NULL, NULL, &own);
    return show(&own, &inner, limit);
}

static bool is_valid(carom_box box) {
    return box.min.x <= box.max.x && box.min.y <= box.max.y;
}

static void walk(const cr_index *index, const cr_region *region, double limit, cr_visit *visit, void *context) {
    cr_grid grid = cr_top_grid(index);
    pending p = {.index = index, .visit = visit, .context = context};
    limit = cr_walk_cells(&grid, region, limit, enter, NULL, NULL, &p);
    show(&p, region, limit);
}

void cr_index_walk(const cr_index *index, carom_box box, carom_vec2 move, double limit, cr_visit *visit,
                   void *context) {
    if (index->count == 0 || !is_valid(box)) return;
    cr_region region = cr_region_of(index, box, move);
    walk(index, &region, limit, visit, context);
}

double cr_index_walk_within(const cr_index *index, int column, int row, uint32_t first, carom_vec2 from,
                            carom_vec2 move, double limit, cr_visit *visit, void *context) {
    cr_region region = cr_region_of(index, (carom_box){from, from}, move);
    pending p = {.index = index, .visit = visit, .context = context, .column = {column}, .row = {row}};
    return show_inner(&p, &region, 0, first, limit);
}

void cr_index_walk_box(const cr_index *index, carom_box box, cr_visit *visit, void *context) {
    if (index->count == 0 || !is_valid(box)) return;
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
                for (int x = first; x <= last; ++x) enter(NULL, NULL, &p, &region, x, row, words++, 1);
            }
        }
    }
    show(&p, &region, 1);
}

void cr_index_look_left(const cr_index *index, carom_vec2 from, cr_visit *visit, void *context) {
    if (index->count == 0) return;
    cr_region region = cr_region_of(index, (carom_box){from, from}, (carom_vec2){0, 0});
    region.move[0] = -((double)from.x - index->origin[0]) * index->per_cell;
    walk(index, &region, 1, visit, context);
}
