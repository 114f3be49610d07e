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
#include "level/weld.h"

#include <math.h>
#include <stdlib.h>

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

/// Forgets those links of cr_follow along which pieces do not become one.
static void keep_straight(const cr_pieces *pieces, int32_t block, int *next, int *prev) {
    for (int i = 0; i < pieces->count; ++i) {
        const cr_lattice_edge *e = &pieces->items[i];
        if (next[i] < 0) continue;
        if (cr_goes_straight(e, &pieces->items[next[i]], block)) continue;
        prev[next[i]] = -1;
        next[i] = -1;
    }
}

static bool add_runs(const carom_allocator *allocator, const cr_pieces *pieces, const int *next, const int *prev,
                     cr_pieces *runs) {
    for (int i = 0; i < pieces->count; ++i) {
        if (prev[i] >= 0) continue; // within a run
        int last = i;
        while (next[last] >= 0) last = next[last];
        cr_lattice_edge run = {pieces->items[i].from, pieces->items[last].to};
        if (!cr_pieces_add(runs, allocator, run)) return false;
    }
    return true;
}

static uint64_t key_of(cr_lattice p) {
    return (uint64_t)(uint32_t)p.x << 32 | (uint32_t)p.y;
}

static bool merge_solid(const carom_allocator *allocator, const cr_pieces *pieces, int32_t block, cr_pieces *runs) {
    size_t ends = (size_t)pieces->count * 2;
    uint64_t *keys = cr_take_array(allocator, ends, sizeof *keys);
    int *ids = cr_take_array(allocator, ends, sizeof *ids);
    int *links = cr_take_array(allocator, ends, sizeof *links);
    bool done = keys && ids && links;
    int *back = done ? links + pieces->count : NULL;
    if (done) {
        for (int i = 0; i < pieces->count; ++i) {
            keys[2 * i] = key_of(pieces->items[i].from);
            keys[2 * i + 1] = key_of(pieces->items[i].to);
        }
        int vertices = cr_weld(allocator, keys, pieces->count * 2, ids);
        done = vertices >= 0 && cr_follow(allocator, ids, pieces->count, vertices, links, back);
    }
    if (done) {
        keep_straight(pieces, block, links, back);
        done = add_runs(allocator, pieces, links, back, runs);
    }
    cr_free_array(allocator, keys, ends, sizeof *keys);
    cr_free_array(allocator, ids, ends, sizeof *ids);
    cr_free_array(allocator, links, ends, sizeof *links);
    return done;
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

// ---- All of a grid ----------------------------------------------------------------------------------------------

typedef struct outline {
    const cr_tiling *tiling;
    const carom_tiles *tiles;
    const carom_allocator *allocator;
    cr_pieces solid, thin, runs;
} outline;

static bool gather(outline *o, int64_t *alone) {
    for (int row = 0; row <= o->tiles->rows; ++row) {
        for (int column = 0; column <= o->tiles->columns; ++column) {
            if (!cr_add_side(o->tiling, o->tiles, column, row, CR_TOP, o->allocator, &o->solid) ||
                !cr_add_side(o->tiling, o->tiles, column, row, CR_LEFT, o->allocator, &o->solid) ||
                !cr_add_inner(o->tiling, o->tiles, column, row, o->allocator, &o->solid) ||
                !cr_add_thin(o->tiling, o->tiles, column, row, o->allocator, &o->thin)) {
                return false;
            }
        }
    }
    size_t cells = (size_t)o->tiles->columns * (size_t)o->tiles->rows;
    for (size_t i = 0; i < cells; ++i) *alone += cr_solid_edges(o->tiling, o->tiles->codes[i]);
    return true;
}

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

carom_status cr_outline_tiles(const cr_tiling *tiling, const carom_tiles *tiles, int32_t block,
                              const carom_allocator *allocator, cr_edges *solid, cr_edges *thin, cr_pieces *runs,
                              int64_t *alone) {
    outline o = {.tiling = tiling, .tiles = tiles, .allocator = allocator};
    bool done = gather(&o, alone) && merge_solid(allocator, &o.solid, block, &o.runs) &&
                add_edges(&o, solid, 0, runs) && cr_merge_thin(allocator, &o.thin, block, &o.runs) &&
                add_edges(&o, thin, CR_ONE_WAY, runs);
    cr_pieces_free(&o.solid, allocator);
    cr_pieces_free(&o.thin, allocator);
    cr_pieces_free(&o.runs, allocator);
    return done ? CAROM_OK : CAROM_NO_MEMORY;
}
