// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The remaining pieces of tile sides (tiling.c) and the inner edges of tiles form closed loops. Successive pieces that
// are collinear on the integer lattice become one edge: floors across cells, and slopes as well. Then the vertices are
// converted to coordinates, each rounded to float once.
//
//       +-----+-----+             +-----+-----+
//      /  A   |  B  |     ->     /            |       the side between A and B cancels; the bottom is one edge
//     +-------+-----+           +-------------+
//
// Edges are not merged across a vertex of other edges: chains join there, and it must stay watertight. Thin edges need
// not be watertight: collinear ones are merged across any vertex.
#include "level/build/outline.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// ---- Coordinates ------------------------------------------------------------------------------------------------

/// Multiples of the cell size are exact in double, except for extreme sizes, so corners of cells are rounded once.
static float coordinate(float origin, float cell, int32_t at) {
    int32_t cells = at / CR_CELL, units = at % CR_CELL;
    return (float)((double)origin + ((double)cells * (double)cell + (double)units * (double)cell / CR_CELL));
}

carom_vec2 cr_lattice_point(const carom_tiles *tiles, cr_lattice p) {
    return (carom_vec2){coordinate(tiles->origin.x, tiles->cell.x, p.x),
                        coordinate(tiles->origin.y, tiles->cell.y, p.y)};
}

// ---- Collinear pieces -------------------------------------------------------------------------------------------

/// True if a piece ends at a multiple of the block, on an axis along which it extends.
static bool ends_block(const cr_lattice_edge *e, int32_t block) {
    if (block == 0) return false;
    return (e->from.x != e->to.x && e->to.x % block == 0) || (e->from.y != e->to.y && e->to.y % block == 0);
}

bool cr_goes_straight(const cr_lattice_edge *e, const cr_lattice_edge *f, int32_t block) {
    int64_t ex = (int64_t)e->to.x - e->from.x, ey = (int64_t)e->to.y - e->from.y;
    int64_t fx = (int64_t)f->to.x - f->from.x, fy = (int64_t)f->to.y - f->from.y;
    return ex * fy == ey * fx && ex * fx + ey * fy > 0 && !ends_block(e, block);
}

// ---- Thin edges -------------------------------------------------------------------------------------------------

static int64_t greatest_divisor(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/// A directed line: its reduced direction, and its offset to the left of the origin.
typedef struct lattice_line {
    int64_t x, y, off;
} lattice_line;

static lattice_line lattice_line_of(const cr_lattice_edge *e) {
    int64_t x = (int64_t)e->to.x - e->from.x, y = (int64_t)e->to.y - e->from.y, divisor = greatest_divisor(x, y);
    x /= divisor;
    y /= divisor;
    return (lattice_line){x, y, x * e->from.y - y * e->from.x};
}

static int64_t position_on_line(const lattice_line *l, cr_lattice p) {
    return l->x * p.x + l->y * p.y;
}

static int compare_int64(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int compare_lines(const lattice_line *l, const lattice_line *m) {
    if (l->x != m->x) return compare_int64(l->x, m->x);
    if (l->y != m->y) return compare_int64(l->y, m->y);
    return compare_int64(l->off, m->off);
}

/// By line, then by position along it.
static int compare_thin(const void *p, const void *q) {
    const cr_lattice_edge *e = p, *f = q;
    lattice_line l = lattice_line_of(e), m = lattice_line_of(f);
    int order = compare_lines(&l, &m);
    if (order == 0) order = compare_int64(position_on_line(&l, e->from), position_on_line(&l, f->from));
    return order != 0 ? order : compare_int64(position_on_line(&l, e->to), position_on_line(&l, f->to));
}

/// Extends the run to the end of f, the next piece in order, if the two are collinear and touch or overlap.
static bool extend_run(cr_lattice_edge *run, const cr_lattice_edge *f, int32_t block) {
    lattice_line l = lattice_line_of(run), m = lattice_line_of(f);
    if (compare_lines(&l, &m) != 0) return false;
    int64_t end = position_on_line(&l, run->to), start = position_on_line(&l, f->from);
    if (start > end || (start == end && ends_block(run, block))) return false;
    if (position_on_line(&l, f->to) > end) run->to = f->to;
    return true;
}

bool cr_merge_thin(const carom_allocator *allocator, cr_pieces *pieces, int32_t block, cr_pieces *runs) {
    if (pieces->count > 0) qsort(pieces->items, (size_t)pieces->count, sizeof pieces->items[0], compare_thin);
    for (int i = 0; i < pieces->count;) {
        cr_lattice_edge run = pieces->items[i++];
        while (i < pieces->count && extend_run(&run, &pieces->items[i], block)) ++i;
        if (!cr_pieces_add(runs, allocator, run)) return false;
    }
    return true;
}

// ---- Links between pieces -------------------------------------------------------------------------------------------

enum { NO_PIECE = -1, SEVERAL_PIECES = -2 };

/// The piece that ends and the piece that begins at a lattice point.
typedef struct row_vertex {
    cr_lattice at;
    int in, out;
} row_vertex;

/// The vertices of one row of cells: a hash table with open addressing. Only two rows are alive, so that they stay in
/// cache.
typedef struct row_table {
    row_vertex *slots;          // free if `in` and `out` are NO_PIECE
    int *used;                  // occupied slots
    int count, capacity, shift; // capacity is 2^(64 - shift)
} row_table;

/// The collinear neighbours of a piece; NO_PIECE if there is none.
typedef struct piece_links {
    int next, prev;
} piece_links;

/// Tables by code, for the scan. A side contributes nothing if the covers on both sides are equal; the FINE bits make
/// the covers of a code with vertices off the sixths unequal to all others.
typedef struct side_tables {
    uint8_t cover[CR_SIDES][CR_CODES];
    uint8_t edges[CR_CODES];
    bool has_others[CR_CODES]; // it has inner or thin edges
    bool is_even[CR_CODES];    // it contributes nothing if all four neighbours have the same code
} side_tables;

enum { FINE_HERE = 0x80, FINE_BESIDE = 0x40 };

typedef struct tile_outline {
    const cr_tiling *tiling;
    const carom_tiles *tiles;
    cr_cells cells;
    const carom_allocator *allocator;
    int32_t block;
    side_tables side_tables;
    cr_pieces solid, thin, runs;
    piece_links *links; // of the solid pieces
    int links_capacity;
    row_table rows[2]; // of even rows and of odd rows
    int64_t unmerged;
    int64_t most; // pieces
    bool has_too_many;
} tile_outline;

// ---- Vertices of a row --------------------------------------------------------------------------------------------

static bool is_free_slot(const row_vertex *k) {
    return k->in == NO_PIECE && k->out == NO_PIECE;
}

/// Returns the slot of the vertex at p, or the free slot for it.
static int slot_of_vertex(const row_table *row, cr_lattice p) {
    uint64_t key = (uint64_t)(uint32_t)p.x << 32 | (uint32_t)p.y;
    int slot = (int)(key * 0x9E3779B97F4A7C15u >> row->shift); // Fibonacci hashing (D. E. Knuth)
    while (!is_free_slot(&row->slots[slot]) && (row->slots[slot].at.x != p.x || row->slots[slot].at.y != p.y)) {
        slot = (slot + 1) & (row->capacity - 1);
    }
    return slot;
}

static void free_row_table(row_table *row, const carom_allocator *allocator) {
    cr_free_array(allocator, row->slots, (size_t)row->capacity, sizeof row->slots[0]);
    cr_free_array(allocator, row->used, (size_t)row->capacity, sizeof row->used[0]);
}

static bool grow_row_table(row_table *row, const carom_allocator *allocator) {
    row_table grown = {.capacity = 256, .shift = 64 - 8};
    if (row->capacity > 0) grown = (row_table){.capacity = 2 * row->capacity, .shift = row->shift - 1};
    size_t capacity = (size_t)grown.capacity;
    grown.slots = cr_take_array(allocator, capacity, sizeof grown.slots[0]);
    grown.used = cr_take_array(allocator, capacity, sizeof grown.used[0]);
    if (!grown.slots || !grown.used) {
        free_row_table(&grown, allocator);
        return false;
    }
    for (size_t i = 0; i < capacity; ++i) grown.slots[i] = (row_vertex){.in = NO_PIECE, .out = NO_PIECE};
    for (int i = 0; i < row->count; ++i) {
        const row_vertex *k = &row->slots[row->used[i]];
        grown.used[grown.count] = slot_of_vertex(&grown, k->at);
        grown.slots[grown.used[grown.count++]] = *k;
    }
    free_row_table(row, allocator);
    *row = grown;
    return true;
}

static bool add_piece_end(tile_outline *o, cr_lattice p, int piece, bool begins) {
    row_table *row = &o->rows[p.y / CR_CELL & 1];
    if (2 * row->count >= row->capacity && !grow_row_table(row, o->allocator)) return false;
    int slot = slot_of_vertex(row, p);
    row_vertex *k = &row->slots[slot];
    if (is_free_slot(k)) {
        k->at = p;
        row->used[row->count++] = slot;
    }
    int *end = begins ? &k->out : &k->in;
    *end = *end == NO_PIECE ? piece : SEVERAL_PIECES;
    return true;
}

/// Called when all pieces with an end in the row are known: links collinear ones, and empties the table.
static void link_row(tile_outline *o, row_table *row) {
    for (int i = 0; i < row->count; ++i) {
        row_vertex *k = &row->slots[row->used[i]];
        if (k->in >= 0 && k->out >= 0 && cr_goes_straight(&o->solid.items[k->in], &o->solid.items[k->out], o->block)) {
            o->links[k->in].next = k->out;
            o->links[k->out].prev = k->in;
        }
        *k = (row_vertex){.in = NO_PIECE, .out = NO_PIECE};
    }
    row->count = 0;
}

// ---- Scan ---------------------------------------------------------------------------------------------------------

static void make_side_tables(tile_outline *o) {
    side_tables *s = &o->side_tables;
    for (int code = 0; code < CR_CODES; ++code) {
        const cr_tile_parts *parts = &o->tiling->parts[code];
        const uint8_t *cover = parts->cover;
        bool has_others = parts->inner > 0 || parts->thin > 0;
        s->cover[CR_TOP][code] = cover[CR_TOP] | (parts->is_fine ? FINE_HERE : 0);
        s->cover[CR_LEFT][code] = cover[CR_LEFT] | (parts->is_fine ? FINE_HERE : 0);
        s->cover[CR_BOTTOM][code] = cover[CR_BOTTOM] | (parts->is_fine ? FINE_BESIDE : 0);
        s->cover[CR_RIGHT][code] = cover[CR_RIGHT] | (parts->is_fine ? FINE_BESIDE : 0);
        s->has_others[code] = has_others;
        s->edges[code] = (uint8_t)cr_solid_edges(o->tiling, (uint8_t)code);
        s->is_even[code] =
            !has_others && !parts->is_fine && cover[CR_TOP] == cover[CR_BOTTOM] && cover[CR_LEFT] == cover[CR_RIGHT];
    }
}

static bool add_outline_side(tile_outline *o, uint8_t here, uint8_t beside, int column, int row, cr_tile_side side) {
    return cr_add_side(o->tiling, here, beside, (cr_cell_side){column, row, side}, o->allocator, &o->solid);
}

static bool add_inner_and_thin(tile_outline *o, uint8_t code, int column, int row) {
    const cr_tile_parts *parts = &o->tiling->parts[code];
    return cr_add_inner(o->tiling, code, column, row, o->allocator, &o->solid) &&
           (parts->thin == 0 || cr_add_thin(o->tiling, code, column, row, o->allocator, &o->thin));
}

/// True if eight cells, the cells above them, and the cell before each have the same code.
static bool are_eight_alike(const uint8_t *here, const uint8_t *above) {
    uint64_t cells, before, over;
    memcpy(&cells, here, 8);
    memcpy(&before, here - 1, 8);
    memcpy(&over, above, 8);
    return cells == before && cells == over;
}

/// Cells outside of the range count as empty. Fast path: most cells contribute nothing, and are skipped eight at a
/// time.
static bool gather_row(tile_outline *o, int row) {
    const side_tables *s = &o->side_tables;
    int left = o->cells.left, right = o->cells.right;
    bool is_first = row == o->cells.top;
    const uint8_t *here = o->tiles->codes + (size_t)row * (size_t)o->tiles->columns, *above = here - o->tiles->columns;
    bool done = add_outline_side(o, here[left], 0, left, row, CR_LEFT);
    for (int c = left; done && c < right;) {
        if (!is_first && c > left && c + 8 <= right && s->is_even[here[c]] && are_eight_alike(here + c, above + c)) {
            o->unmerged += 8 * s->edges[here[c]];
            c += 8;
            continue;
        }
        for (int end = c + 8 < right ? c + 8 : right; done && c < end; ++c) {
            uint8_t over = is_first ? 0 : above[c];
            o->unmerged += s->edges[here[c]];
            if (s->cover[CR_TOP][here[c]] != s->cover[CR_BOTTOM][over]) {
                done = add_outline_side(o, here[c], over, c, row, CR_TOP);
            }
            if (c > left && s->cover[CR_LEFT][here[c]] != s->cover[CR_RIGHT][here[c - 1]]) {
                done = done && add_outline_side(o, here[c], here[c - 1], c, row, CR_LEFT);
            }
            if (s->has_others[here[c]]) done = done && add_inner_and_thin(o, here[c], c, row);
        }
    }
    return done && add_outline_side(o, 0, here[right - 1], right, row, CR_LEFT);
}

/// Adds the bottom sides of the last row.
static bool gather_last_row(tile_outline *o) {
    int row = o->cells.bottom;
    bool done = true;
    for (int c = o->cells.left; done && c < o->cells.right; ++c) {
        done = add_outline_side(o, 0, cr_code_at(o->tiles, c, row - 1), c, row, CR_TOP);
    }
    return done;
}

static bool gather_rows(tile_outline *o) {
    for (int row = o->cells.top; row <= o->cells.bottom; ++row) {
        int first = o->solid.count;
        if (!(row < o->cells.bottom ? gather_row(o, row) : gather_last_row(o))) return false;
        o->has_too_many = (int64_t)o->solid.count + o->thin.count > o->most;
        if (o->has_too_many) return false;
        if (!cr_grow_array(o->allocator, (void **)&o->links, &o->links_capacity, o->solid.count, sizeof o->links[0])) {
            return false;
        }
        for (int i = first; i < o->solid.count; ++i) {
            o->links[i] = (piece_links){NO_PIECE, NO_PIECE};
            if (!add_piece_end(o, o->solid.items[i].from, i, true) || !add_piece_end(o, o->solid.items[i].to, i, false))
                return false;
        }
        link_row(o, &o->rows[row & 1]);
    }
    return true;
}

static bool merge_solid(tile_outline *o) {
    for (int i = 0; i < o->solid.count; ++i) {
        if (o->links[i].prev >= 0) continue; // not the first piece of a run
        int last = i;
        while (o->links[last].next >= 0) last = o->links[last].next;
        cr_lattice_edge run = {o->solid.items[i].from, o->solid.items[last].to};
        if (!cr_pieces_add(&o->runs, o->allocator, run)) return false;
    }
    return true;
}

// ---- A whole grid -------------------------------------------------------------------------------------------------

/// Converts runs to edges. Drops runs with ends that round to the same float.
static bool add_edges(tile_outline *o, cr_edges *edges, uint32_t flags, cr_pieces *runs) {
    for (int i = 0; i < o->runs.count; ++i) {
        cr_lattice_edge run = o->runs.items[i];
        carom_vec2 from = cr_lattice_point(o->tiles, run.from), to = cr_lattice_point(o->tiles, run.to);
        cr_edge edge = {from, to, -1, runs ? runs->count : -1, o->tiles->tag, flags};
        if (cr_same_point(from, to)) continue;
        if (runs && !cr_pieces_add(runs, o->allocator, run)) return false;
        if (!cr_edges_add(edges, o->allocator, edge)) return false;
    }
    o->runs.count = 0;
    return true;
}

carom_status cr_outline_tiles(const cr_tiling *tiling, const carom_tiles *tiles, cr_cells cells, int32_t block,
                              const carom_allocator *allocator, cr_outline_lists lists) {
    tile_outline o = {.tiling = tiling, .tiles = tiles, .cells = cells, .allocator = allocator, .block = block};
    o.most = lists.most > 0 ? lists.most - lists.solid->count - lists.thin->count : INT64_MAX;
    if (cells.left >= cells.right || cells.top >= cells.bottom) return CAROM_STATUS_OK;
    make_side_tables(&o);
    bool done = gather_rows(&o) && merge_solid(&o) && add_edges(&o, lists.solid, 0, lists.runs) &&
                cr_merge_thin(allocator, &o.thin, block, &o.runs) && add_edges(&o, lists.thin, CR_ONE_WAY, lists.runs);
    *lists.unmerged += o.unmerged;
    cr_pieces_free(&o.solid, allocator);
    cr_pieces_free(&o.thin, allocator);
    cr_pieces_free(&o.runs, allocator);
    cr_free_array(allocator, o.links, (size_t)o.links_capacity, sizeof o.links[0]);
    free_row_table(&o.rows[0], allocator);
    free_row_table(&o.rows[1], allocator);
    return done ? CAROM_STATUS_OK : o.has_too_many ? CAROM_STATUS_TOO_LARGE : CAROM_STATUS_NO_MEMORY;
}
