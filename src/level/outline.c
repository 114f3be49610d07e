// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// With the inner edges of the tiles, the pieces of their sides that are left (tiling.c) close to loops. Where one piece
// simply goes on in another, straight on the integer lattice, they are one edge: floors across cells, and slopes as
// well. Only then are the corners placed in the plane, each rounded to float once.
//
//       +-----+-----+             +-----+-----+
//      /  A   |  B  |     ->     /            |       the side between A and B cancels; the bottom is one edge
//     +-------+-----+           +-------------+
//
// A line is not merged across a point where other edges end: the chains join there, and it stays watertight. Thin edges
// have no corners to be watertight at: those on one line are merged whatever else ends there.
#include "level/outline.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// ---- Into the plane ---------------------------------------------------------------------------------------------

/// A multiple of the cell is exact in double for all but absurd sizes, so that corners of cells are rounded once.
static float place(float origin, float cell, int32_t at) {
    int32_t cells = at / CR_CELL, units = at % CR_CELL;
    return (float)((double)origin + ((double)cells * (double)cell + (double)units * (double)cell / CR_CELL));
}

carom_vec2 cr_lattice_place(const carom_tiles *tiles, cr_lattice p) {
    return (carom_vec2){place(tiles->origin.x, tiles->cell.x, p.x), place(tiles->origin.y, tiles->cell.y, p.y)};
}

// ---- Straight on ------------------------------------------------------------------------------------------------

/// Is the end of a piece on a multiple of the block, in a direction that the piece goes in?
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

/// A directed line: its least direction, and how far to the left of the origin it lies.
typedef struct line {
    int64_t x, y, off;
} line;

static line line_of(const cr_lattice_edge *e) {
    int64_t x = (int64_t)e->to.x - e->from.x, y = (int64_t)e->to.y - e->from.y, divisor = greatest_divisor(x, y);
    x /= divisor;
    y /= divisor;
    return (line){x, y, x * e->from.y - y * e->from.x};
}

static int64_t along_line(const line *l, cr_lattice p) {
    return l->x * p.x + l->y * p.y;
}

static int compare(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int compare_lines(const line *l, const line *m) {
    if (l->x != m->x) return compare(l->x, m->x);
    if (l->y != m->y) return compare(l->y, m->y);
    return compare(l->off, m->off);
}

/// By line, then along it.
static int compare_thin(const void *p, const void *q) {
    const cr_lattice_edge *e = p, *f = q;
    line l = line_of(e), m = line_of(f);
    int order = compare_lines(&l, &m);
    if (order == 0) order = compare(along_line(&l, e->from), along_line(&l, f->from));
    return order != 0 ? order : compare(along_line(&l, e->to), along_line(&l, f->to));
}

/// Does f, which comes after the run in order, meet it? Then the run goes on at least to the end of f.
static bool take_in(cr_lattice_edge *run, const cr_lattice_edge *f, int32_t block) {
    line l = line_of(run), m = line_of(f);
    if (compare_lines(&l, &m) != 0) return false;
    int64_t end = along_line(&l, run->to), start = along_line(&l, f->from);
    if (start > end || (start == end && ends_block(run, block))) return false;
    if (along_line(&l, f->to) > end) run->to = f->to;
    return true;
}

bool cr_merge_thin(const carom_allocator *allocator, cr_pieces *pieces, int32_t block, cr_pieces *runs) {
    if (pieces->count > 0) qsort(pieces->items, (size_t)pieces->count, sizeof pieces->items[0], compare_thin);
    for (int i = 0; i < pieces->count;) {
        cr_lattice_edge run = pieces->items[i++];
        while (i < pieces->count && take_in(&run, &pieces->items[i], block)) ++i;
        if (!cr_pieces_add(runs, allocator, run)) return false;
    }
    return true;
}

// ---- What goes straight on ------------------------------------------------------------------------------------------

enum { NONE = -1, SEVERAL = -2 };

/// Which piece ends and which begins at a point, if it is one each.
typedef struct knot {
    cr_lattice at;
    int in, out;
} knot;

/// The knots of a row of cells, by open addressing; few rows are known at a time, so that they stay near.
typedef struct knots {
    knot *slots;                // neither in nor out: free
    int *used;                  // slots
    int count, capacity, shift; // capacity: 2 to the power 64 - shift
} knots;

/// Which pieces go straight on in one another.
typedef struct link {
    int next, prev;
} link;

/// What is looked up for each cell: the sixths of its sides that are solid, with bits that equal no other's where
/// sixths do not tell.
typedef struct sides {
    uint8_t cover[CR_SIDES][CR_CODES];
    uint8_t edges[CR_CODES];
    bool more[CR_CODES];    // it has edges within, or thin ones
    bool is_even[CR_CODES]; // beside its like on all sides it adds nothing
} sides;

enum { FINE_HERE = 0x80, FINE_BESIDE = 0x40 };

typedef struct outline {
    const cr_tiling *tiling;
    const carom_tiles *tiles;
    cr_cells cells;
    const carom_allocator *allocator;
    int32_t block;
    sides sides;
    cr_pieces solid, thin, runs;
    link *links; // of the solid pieces
    int links_capacity;
    knots rows[2]; // those of even rows and those of odd ones
    int64_t alone;
} outline;

// ---- Knots --------------------------------------------------------------------------------------------------------

static bool is_free(const knot *k) {
    return k->in == NONE && k->out == NONE;
}

/// Where the knot at p is, or would be.
static int slot_of(const knots *row, cr_lattice p) {
    uint64_t key = (uint64_t)(uint32_t)p.x << 32 | (uint32_t)p.y;
    int slot = (int)(key * 0x9E3779B97F4A7C15u >> row->shift); // Fibonacci hashing (D. E. Knuth)
    while (!is_free(&row->slots[slot]) && (row->slots[slot].at.x != p.x || row->slots[slot].at.y != p.y)) {
        slot = (slot + 1) & (row->capacity - 1);
    }
    return slot;
}

static void free_knots(knots *row, const carom_allocator *allocator) {
    cr_free_array(allocator, row->slots, (size_t)row->capacity, sizeof row->slots[0]);
    cr_free_array(allocator, row->used, (size_t)row->capacity, sizeof row->used[0]);
}

static bool grow_knots(knots *row, const carom_allocator *allocator) {
    knots grown = {.capacity = 256, .shift = 64 - 8};
    if (row->capacity > 0) grown = (knots){.capacity = 2 * row->capacity, .shift = row->shift - 1};
    size_t capacity = (size_t)grown.capacity;
    grown.slots = cr_take_array(allocator, capacity, sizeof grown.slots[0]);
    grown.used = cr_take_array(allocator, capacity, sizeof grown.used[0]);
    if (!grown.slots || !grown.used) {
        free_knots(&grown, allocator);
        return false;
    }
    for (size_t i = 0; i < capacity; ++i) grown.slots[i] = (knot){.in = NONE, .out = NONE};
    for (int i = 0; i < row->count; ++i) {
        const knot *k = &row->slots[row->used[i]];
        grown.used[grown.count] = slot_of(&grown, k->at);
        grown.slots[grown.used[grown.count++]] = *k;
    }
    free_knots(row, allocator);
    *row = grown;
    return true;
}

static bool tie(outline *o, cr_lattice p, int piece, bool begins) {
    knots *row = &o->rows[p.y / CR_CELL & 1];
    if (2 * row->count >= row->capacity && !grow_knots(row, o->allocator)) return false;
    int slot = slot_of(row, p);
    knot *k = &row->slots[slot];
    if (is_free(k)) {
        k->at = p;
        row->used[row->count++] = slot;
    }
    int *end = begins ? &k->out : &k->in;
    *end = *end == NONE ? piece : SEVERAL;
    return true;
}

/// All pieces that end in the row are known: links those that go straight on, and makes room for another row.
static void untie(outline *o, knots *row) {
    for (int i = 0; i < row->count; ++i) {
        knot *k = &row->slots[row->used[i]];
        if (k->in >= 0 && k->out >= 0 && cr_goes_straight(&o->solid.items[k->in], &o->solid.items[k->out], o->block)) {
            o->links[k->in].next = k->out;
            o->links[k->out].prev = k->in;
        }
        *k = (knot){.in = NONE, .out = NONE};
    }
    row->count = 0;
}

// ---- Rows ---------------------------------------------------------------------------------------------------------

static void look_up_sides(outline *o) {
    sides *s = &o->sides;
    for (int code = 0; code < CR_CODES; ++code) {
        const cr_tile_parts *parts = &o->tiling->parts[code];
        const uint8_t *cover = parts->cover;
        bool more = parts->inner > 0 || parts->thin > 0;
        s->cover[CR_TOP][code] = cover[CR_TOP] | (parts->is_fine ? FINE_HERE : 0);
        s->cover[CR_LEFT][code] = cover[CR_LEFT] | (parts->is_fine ? FINE_HERE : 0);
        s->cover[CR_BOTTOM][code] = cover[CR_BOTTOM] | (parts->is_fine ? FINE_BESIDE : 0);
        s->cover[CR_RIGHT][code] = cover[CR_RIGHT] | (parts->is_fine ? FINE_BESIDE : 0);
        s->more[code] = more;
        s->edges[code] = (uint8_t)cr_solid_edges(o->tiling, (uint8_t)code);
        s->is_even[code] =
            !more && !parts->is_fine && cover[CR_TOP] == cover[CR_BOTTOM] && cover[CR_LEFT] == cover[CR_RIGHT];
    }
}

static bool add_side(outline *o, uint8_t here, uint8_t beside, int column, int row, cr_tile_side side) {
    return cr_add_side(o->tiling, here, beside, column, row, side, o->allocator, &o->solid);
}

static bool add_inside(outline *o, uint8_t code, int column, int row) {
    const cr_tile_parts *parts = &o->tiling->parts[code];
    return cr_add_inner(o->tiling, code, column, row, o->allocator, &o->solid) &&
           (parts->thin == 0 || cr_add_thin(o->tiling, code, column, row, o->allocator, &o->thin));
}

/// Are these eight cells, those above and the one before them all alike?
static bool are_alike(const uint8_t *here, const uint8_t *above) {
    uint64_t cells, before, over;
    memcpy(&cells, here, 8);
    memcpy(&before, here - 1, 8);
    memcpy(&over, above, 8);
    return cells == before && cells == over;
}

/// Cells that are not among those to be outlined are empty. Most cells add nothing, which is told without looking at
/// them one by one.
static bool gather_row(outline *o, int row) {
    const sides *s = &o->sides;
    int left = o->cells.left, right = o->cells.right;
    bool is_first = row == o->cells.top;
    const uint8_t *here = o->tiles->codes + (size_t)row * (size_t)o->tiles->columns, *above = here - o->tiles->columns;
    bool done = add_side(o, here[left], 0, left, row, CR_LEFT);
    for (int c = left; done && c < right;) {
        if (!is_first && c > left && c + 8 <= right && s->is_even[here[c]] && are_alike(here + c, above + c)) {
            o->alone += 8 * s->edges[here[c]];
            c += 8;
            continue;
        }
        for (int end = c + 8 < right ? c + 8 : right; done && c < end; ++c) {
            uint8_t over = is_first ? 0 : above[c];
            o->alone += s->edges[here[c]];
            if (s->cover[CR_TOP][here[c]] != s->cover[CR_BOTTOM][over]) {
                done = add_side(o, here[c], over, c, row, CR_TOP);
            }
            if (c > left && s->cover[CR_LEFT][here[c]] != s->cover[CR_RIGHT][here[c - 1]]) {
                done = done && add_side(o, here[c], here[c - 1], c, row, CR_LEFT);
            }
            if (s->more[here[c]]) done = done && add_inside(o, here[c], c, row);
        }
    }
    return done && add_side(o, 0, here[right - 1], right, row, CR_LEFT);
}

/// Below the last row: what the bottoms of its cells add.
static bool gather_end(outline *o) {
    int row = o->cells.bottom;
    bool done = true;
    for (int c = o->cells.left; done && c < o->cells.right; ++c) {
        done = add_side(o, 0, cr_code_at(o->tiles, c, row - 1), c, row, CR_TOP);
    }
    return done;
}

static bool gather(outline *o) {
    for (int row = o->cells.top; row <= o->cells.bottom; ++row) {
        int first = o->solid.count;
        if (!(row < o->cells.bottom ? gather_row(o, row) : gather_end(o))) return false;
        if (!cr_grow_array(o->allocator, (void **)&o->links, &o->links_capacity, o->solid.count, sizeof o->links[0])) {
            return false;
        }
        for (int i = first; i < o->solid.count; ++i) {
            o->links[i] = (link){NONE, NONE};
            if (!tie(o, o->solid.items[i].from, i, true) || !tie(o, o->solid.items[i].to, i, false)) return false;
        }
        untie(o, &o->rows[row & 1]);
    }
    return true;
}

static bool merge_solid(outline *o) {
    for (int i = 0; i < o->solid.count; ++i) {
        if (o->links[i].prev >= 0) continue; // within a run
        int last = i;
        while (o->links[last].next >= 0) last = o->links[last].next;
        cr_lattice_edge run = {o->solid.items[i].from, o->solid.items[last].to};
        if (!cr_pieces_add(&o->runs, o->allocator, run)) return false;
    }
    return true;
}

// ---- All of a grid ------------------------------------------------------------------------------------------------

/// Runs become edges; those that are nothing in floats are left out.
static bool add_edges(outline *o, cr_edges *edges, uint32_t flags, cr_pieces *runs) {
    for (int i = 0; i < o->runs.count; ++i) {
        cr_lattice_edge run = o->runs.items[i];
        carom_vec2 from = cr_lattice_place(o->tiles, run.from), to = cr_lattice_place(o->tiles, run.to);
        cr_edge edge = {from, to, -1, runs ? runs->count : -1, 0, flags};
        if (cr_same_point(from, to)) continue;
        if (runs && !cr_pieces_add(runs, o->allocator, run)) return false;
        if (!cr_edges_add(edges, o->allocator, edge)) return false;
    }
    o->runs.count = 0;
    return true;
}

carom_status cr_outline_tiles(const cr_tiling *tiling, const carom_tiles *tiles, cr_cells cells, int32_t block,
                              const carom_allocator *allocator, cr_edges *solid, cr_edges *thin, cr_pieces *runs,
                              int64_t *alone) {
    outline o = {.tiling = tiling, .tiles = tiles, .cells = cells, .allocator = allocator, .block = block};
    if (cells.left >= cells.right || cells.top >= cells.bottom) return CAROM_OK;
    look_up_sides(&o);
    bool done = gather(&o) && merge_solid(&o) && add_edges(&o, solid, 0, runs) &&
                cr_merge_thin(allocator, &o.thin, block, &o.runs) && add_edges(&o, thin, CR_ONE_WAY, runs);
    *alone += o.alone;
    cr_pieces_free(&o.solid, allocator);
    cr_pieces_free(&o.thin, allocator);
    cr_pieces_free(&o.runs, allocator);
    cr_free_array(allocator, o.links, (size_t)o.links_capacity, sizeof o.links[0]);
    free_knots(&o.rows[0], allocator);
    free_knots(&o.rows[1], allocator);
    return done ? CAROM_OK : CAROM_NO_MEMORY;
}
