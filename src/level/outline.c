// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Each side of a cell is six sixths long. On every line between two cells, each sixth is covered from one side, from
// both, or from none: covered from both it is inside solid and gone, covered from one it is a piece of the outline.
// (Signed half-edges, as N++ is described by its remakers.) With the inner edges of the tiles these pieces close to
// loops. Where one piece simply goes on in another, straight on the integer lattice, they are one edge: floors across
// cells, and slopes as well. Only then are the corners placed in the plane, each rounded to float once.
//
//       +-----+-----+             +-----+-----+
//      /  A   |  B  |     ->     /            |       the side between A and B cancels; the bottom is one edge
//     +-------+-----+           +-------------+
//
// A line is not merged across a point where other edges end: the chains join there, and it stays watertight.
#include "level/outline.h"

#include "base/memory.h"
#include "level/catalogue.h"
#include "level/weld.h"

#include <math.h>

enum { SIXTHS = 6, CODES = 256 };

/// A directed edge on the lattice of the whole grid, solid on the left.
typedef struct lattice_edge {
    cr_lattice from, to;
} lattice_edge;

/// What a code adds to a cell.
typedef struct tile_parts {
    uint8_t cover[CR_SIDES]; // bit k: sixth k of the side, left to right or top to bottom, is solid
    uint8_t marks[CR_SIDES]; // bit k: a vertex of the shape lies k sixths along the side
    uint8_t thin;
    uint8_t edges; // of the whole shape
    int inner_count;
    lattice_edge inner[CR_TILE_VERTICES];
} tile_parts;

typedef struct tracer {
    const carom_allocator *allocator;
    const carom_tiles *tiles;
    tile_parts *parts; // by code
    lattice_edge *pieces;
    int count, capacity;
} tracer;

// ---- What each code adds ----------------------------------------------------------------------------------------

static bool lies_on(cr_lattice p, cr_tile_side side) {
    switch (side) {
    case CR_TOP: return p.y == 0;
    case CR_RIGHT: return p.x == CR_CELL;
    case CR_BOTTOM: return p.y == CR_CELL;
    case CR_LEFT: return p.x == 0;
    case CR_SIDES: break;
    }
    return false;
}

static int sixth_along(cr_lattice p, cr_tile_side side) {
    return (side == CR_TOP || side == CR_BOTTOM ? p.x : p.y) / CR_SIXTH;
}

static void add_part(tile_parts *parts, cr_lattice from, cr_lattice to) {
    for (cr_tile_side side = CR_TOP; side < CR_SIDES; ++side) {
        if (lies_on(from, side)) parts->marks[side] |= (uint8_t)(1u << sixth_along(from, side));
        if (!lies_on(from, side) || !lies_on(to, side)) continue;
        int k = sixth_along(from, side), end = sixth_along(to, side);
        unsigned low = (1u << (k < end ? k : end)) - 1, high = (1u << (k < end ? end : k)) - 1;
        parts->cover[side] |= (uint8_t)(high & ~low);
        return;
    }
    parts->inner[parts->inner_count++] = (lattice_edge){from, to};
}

static void set_parts(tile_parts *parts, uint8_t code) {
    cr_tile_shape shape;
    *parts = (tile_parts){0};
    if (!cr_tile_shape_of(code, &shape)) return;
    parts->thin = shape.thin;
    parts->edges = (uint8_t)shape.count;
    for (int i = 0; i < shape.count; ++i) add_part(parts, shape.v[i], shape.v[(i + 1) % shape.count]);
}

/// Outside of the grid all is empty.
static const tile_parts *parts_at(const tracer *t, int column, int row) {
    bool in = column >= 0 && column < t->tiles->columns && row >= 0 && row < t->tiles->rows;
    return &t->parts[in ? t->tiles->codes[(size_t)row * (size_t)t->tiles->columns + (size_t)column] : 0];
}

// ---- Pieces -----------------------------------------------------------------------------------------------------

static bool add_piece(tracer *t, cr_lattice from, cr_lattice to) {
    if (!cr_grow_array(t->allocator, (void **)&t->pieces, &t->capacity, t->count + 1, sizeof t->pieces[0]))
        return false;
    t->pieces[t->count++] = (lattice_edge){from, to};
    return true;
}

static bool add_inner(tracer *t, const tile_parts *parts, cr_lattice corner) {
    for (int i = 0; i < parts->inner_count; ++i) {
        cr_lattice from = parts->inner[i].from, to = parts->inner[i].to;
        if (!add_piece(t, (cr_lattice){corner.x + from.x, corner.y + from.y},
                       (cr_lattice){corner.x + to.x, corner.y + to.y})) {
            return false;
        }
    }
    return true;
}

static cr_lattice along_side(cr_lattice corner, bool across, int sixth) {
    int32_t length = sixth * CR_SIXTH;
    return (cr_lattice){corner.x + (across ? length : 0), corner.y + (across ? 0 : length)};
}

/// The side shared by two cells, from `corner` to the right (`across`) or down. `forward` and `back` are covered by the
/// cell that has it on its own way (a cell's top goes right, its right side down) and by the other.
static bool add_shared_side(tracer *t, cr_lattice corner, bool across, unsigned forward, unsigned back,
                            unsigned marks) {
    for (int k = 0; k < SIXTHS;) {
        unsigned mask = 1u << k;
        int start = k++;
        if (((forward ^ back) & mask) == 0) continue;
        bool is_forward = forward & mask;
        unsigned stay = is_forward ? forward & ~back : back & ~forward;
        while (k < SIXTHS && (stay >> k & 1) && !(marks >> k & 1)) ++k;
        cr_lattice from = along_side(corner, across, start), to = along_side(corner, across, k);
        if (!(is_forward ? add_piece(t, from, to) : add_piece(t, to, from))) return false;
    }
    return true;
}

static bool add_pieces(tracer *t, int64_t *alone) {
    for (int row = 0; row <= t->tiles->rows; ++row) {
        for (int column = 0; column <= t->tiles->columns; ++column) {
            cr_lattice corner = {column * CR_CELL, row * CR_CELL};
            const tile_parts *here = parts_at(t, column, row);
            const tile_parts *above = parts_at(t, column, row - 1), *left = parts_at(t, column - 1, row);
            if (!add_shared_side(t, corner, true, here->cover[CR_TOP], above->cover[CR_BOTTOM],
                                 here->marks[CR_TOP] | above->marks[CR_BOTTOM]) ||
                !add_shared_side(t, corner, false, left->cover[CR_RIGHT], here->cover[CR_LEFT],
                                 left->marks[CR_RIGHT] | here->marks[CR_LEFT]) ||
                !add_inner(t, here, corner)) {
                return false;
            }
            *alone += here->edges;
        }
    }
    return true;
}

// ---- Into the plane ---------------------------------------------------------------------------------------------

/// A multiple of the cell is exact in double for all but absurd sizes, so that corners of cells are rounded once.
static float place(float origin, float cell, int32_t at) {
    int32_t cells = at / CR_CELL, units = at % CR_CELL;
    return (float)((double)origin + ((double)cells * (double)cell + (double)units * (double)cell / CR_CELL));
}

static carom_vec2 place_point(const carom_tiles *tiles, cr_lattice p) {
    return (carom_vec2){place(tiles->origin.x, tiles->cell.x, p.x), place(tiles->origin.y, tiles->cell.y, p.y)};
}

static bool add_edge(const tracer *t, cr_edges *edges, cr_lattice from, cr_lattice to, uint32_t flags) {
    cr_edge edge = {place_point(t->tiles, from), place_point(t->tiles, to), -1, -1, 0, flags};
    return cr_same_point(edge.a, edge.b) || cr_edges_add(edges, t->allocator, edge);
}

// ---- Straight on ------------------------------------------------------------------------------------------------

static bool goes_straight(const lattice_edge *e, const lattice_edge *f) {
    int64_t ex = (int64_t)e->to.x - e->from.x, ey = (int64_t)e->to.y - e->from.y;
    int64_t fx = (int64_t)f->to.x - f->from.x, fy = (int64_t)f->to.y - f->from.y;
    return ex * fy == ey * fx && ex * fx + ey * fy > 0;
}

/// `next` and `prev` as cr_follow gives them.
static bool add_runs(const tracer *t, const int *next, const int *prev, cr_edges *solid) {
    for (int i = 0; i < t->count; ++i) {
        if (prev[i] >= 0 && goes_straight(&t->pieces[prev[i]], &t->pieces[i])) continue; // within a run
        int last = i;
        while (next[last] >= 0 && goes_straight(&t->pieces[last], &t->pieces[next[last]])) last = next[last];
        if (!add_edge(t, solid, t->pieces[i].from, t->pieces[last].to, 0)) return false;
    }
    return true;
}

static bool merge_pieces(const tracer *t, cr_edges *solid) {
    size_t ends = (size_t)t->count * 2;
    uint64_t *keys = cr_take_array(t->allocator, ends, sizeof *keys);
    int *ids = cr_take_array(t->allocator, ends, sizeof *ids);
    int *links = cr_take_array(t->allocator, ends, sizeof *links);
    bool done = keys && ids && links;
    if (done) {
        for (int i = 0; i < t->count; ++i) {
            cr_lattice from = t->pieces[i].from, to = t->pieces[i].to;
            keys[2 * i] = (uint64_t)from.x << 32 | (uint32_t)from.y;
            keys[2 * i + 1] = (uint64_t)to.x << 32 | (uint32_t)to.y;
        }
        int vertices = cr_weld(t->allocator, keys, t->count * 2, ids);
        done = vertices >= 0 && cr_follow(t->allocator, ids, t->count, vertices, links, links + t->count) &&
               add_runs(t, links, links + t->count, solid);
    }
    cr_free_array(t->allocator, keys, ends, sizeof *keys);
    cr_free_array(t->allocator, ids, ends, sizeof *ids);
    cr_free_array(t->allocator, links, ends, sizeof *links);
    return done;
}

// ---- Thin sides -------------------------------------------------------------------------------------------------

/// The thin sides of one line of cells, `step` from cell to cell, runs merged.
static bool add_thin_line(const tracer *t, cr_edges *thin, cr_tile_side side, cr_lattice first, cr_lattice step,
                          int cells) {
    cr_lattice from, to;
    cr_tile_side_ends(side, &from, &to);
    bool forward = step.x * (to.x - from.x) + step.y * (to.y - from.y) > 0;
    for (int i = 0; i < cells; ++i) {
        int start = i;
        while (i < cells && parts_at(t, first.x + i * step.x, first.y + i * step.y)->thin >> side & 1) ++i;
        if (i == start) continue;
        int a = forward ? start : i - 1, b = forward ? i - 1 : start;
        cr_lattice run_from = {(first.x + a * step.x) * CR_CELL + from.x, (first.y + a * step.y) * CR_CELL + from.y};
        cr_lattice run_to = {(first.x + b * step.x) * CR_CELL + to.x, (first.y + b * step.y) * CR_CELL + to.y};
        if (!add_edge(t, thin, run_from, run_to, CR_ONE_WAY)) return false;
    }
    return true;
}

static bool add_thin(const tracer *t, cr_edges *thin) {
    for (int row = 0; row < t->tiles->rows; ++row) {
        if (!add_thin_line(t, thin, CR_TOP, (cr_lattice){0, row}, (cr_lattice){1, 0}, t->tiles->columns) ||
            !add_thin_line(t, thin, CR_BOTTOM, (cr_lattice){0, row}, (cr_lattice){1, 0}, t->tiles->columns)) {
            return false;
        }
    }
    for (int column = 0; column < t->tiles->columns; ++column) {
        if (!add_thin_line(t, thin, CR_RIGHT, (cr_lattice){column, 0}, (cr_lattice){0, 1}, t->tiles->rows) ||
            !add_thin_line(t, thin, CR_LEFT, (cr_lattice){column, 0}, (cr_lattice){0, 1}, t->tiles->rows)) {
            return false;
        }
    }
    return true;
}

carom_status cr_outline_tiles(const carom_tiles *tiles, const carom_allocator *allocator, cr_edges *solid,
                              cr_edges *thin, int64_t *alone) {
    tracer t = {.allocator = allocator, .tiles = tiles};
    t.parts = cr_take_array(allocator, CODES, sizeof *t.parts);
    bool done = t.parts != NULL;
    if (done) {
        for (int code = 0; code < CODES; ++code) set_parts(&t.parts[code], (uint8_t)code);
        done = add_pieces(&t, alone) && merge_pieces(&t, solid) && add_thin(&t, thin);
    }
    cr_free_array(allocator, t.parts, CODES, sizeof *t.parts);
    cr_free_array(allocator, t.pieces, (size_t)t.capacity, sizeof *t.pieces);
    return done ? CAROM_OK : CAROM_NO_MEMORY;
}
