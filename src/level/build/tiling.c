// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Each side of a cell has six sixths. A sixth between two cells is covered by the solids of both, one, or none. Covered
// by both it is inside of solid and cancels; covered by one it is a piece of the boundary (the signed half-edges of
// N++). User-defined bases may have vertices off the sixths: then the side is divided at all vertices of both cells
// instead.
#include "level/build/tiling.h"

#include "base/memory.h"

#include <limits.h>
#include <string.h>

enum { SIXTHS = 6 };

// ---- Tables by code ---------------------------------------------------------------------------------------------

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

static int32_t position_on_side(cr_lattice p, cr_tile_side side) {
    return side == CR_TOP || side == CR_BOTTOM ? p.x : p.y;
}

/// Returns the side that an edge lies on; CR_SIDES if none.
static cr_tile_side side_under(const cr_lattice_edge *edge) {
    cr_tile_side side = CR_TOP;
    while (side < CR_SIDES && !(lies_on(edge->from, side) && lies_on(edge->to, side))) ++side;
    return side;
}

static void mark_vertex(cr_tile_parts *parts, cr_lattice p) {
    for (cr_tile_side side = CR_TOP; side < CR_SIDES; ++side) {
        if (!lies_on(p, side)) continue;
        if (position_on_side(p, side) % CR_SIXTH != 0) parts->is_fine = true;
        parts->marks[side] |= (uint8_t)(1u << position_on_side(p, side) / CR_SIXTH);
    }
}

static void cover_side(cr_tile_parts *parts, const cr_lattice_edge *edge) {
    cr_tile_side side = side_under(edge);
    if (side == CR_SIDES) return;
    int k = position_on_side(edge->from, side) / CR_SIXTH, end = position_on_side(edge->to, side) / CR_SIXTH;
    unsigned low = (1u << (k < end ? k : end)) - 1, high = (1u << (k < end ? end : k)) - 1;
    parts->cover[side] |= (uint8_t)(high & ~low);
}

static bool add_tile_parts(cr_tiling *tiling, const carom_allocator *allocator, uint8_t code,
                           const cr_user_tile *base) {
    cr_tile_parts *parts = &tiling->parts[code];
    int all = base->solid + base->thin;
    if (!cr_grow_array(allocator, (void **)&tiling->edges, &tiling->capacity, tiling->count + all,
                       sizeof tiling->edges[0])) {
        return false;
    }
    *parts = (cr_tile_parts){.is_known = true, .first = tiling->count, .thin = (uint8_t)base->thin};
    for (int on_side = 0; on_side < 2; ++on_side) {
        for (int i = 0; i < base->solid; ++i) {
            const cr_lattice_edge *edge = &base->edges[i];
            if ((side_under(edge) < CR_SIDES) != (on_side == 1)) continue;
            tiling->edges[tiling->count++] = *edge;
            ++*(on_side ? &parts->sides : &parts->inner);
            mark_vertex(parts, edge->from);
            cover_side(parts, edge);
        }
    }
    for (int i = base->solid; i < all; ++i) tiling->edges[tiling->count++] = base->edges[i];
    return true;
}

/// Thin sides block from outside of the cell; the cell is on their left.
static void catalogue_base(uint8_t code, cr_user_tile *base) {
    cr_tile_shape shape;
    *base = (cr_user_tile){0};
    cr_tile_shape_of(code, &shape);
    for (int i = 0; i < shape.count; ++i) {
        base->edges[base->solid++] = (cr_lattice_edge){shape.v[i], shape.v[i + 1 < shape.count ? i + 1 : 0]};
    }
    for (cr_tile_side side = CR_TOP; side < CR_SIDES; ++side) {
        cr_lattice_edge *edge = &base->edges[base->solid + base->thin];
        if (!(shape.thin >> side & 1)) continue;
        cr_tile_side_ends(side, &edge->from, &edge->to);
        ++base->thin;
    }
}

static bool add_catalogue(cr_tiling *tiling, const carom_allocator *allocator) {
    for (int code = 0; code < CR_CODES; ++code) {
        cr_user_tile base;
        if ((code & 31) >= CAROM_TILE_USER) continue;
        catalogue_base((uint8_t)code, &base);
        if (!add_tile_parts(tiling, allocator, (uint8_t)code, &base)) return false;
    }
    return true;
}

static carom_status add_shape(cr_tiling *tiling, const carom_allocator *allocator, const carom_tile_shape *shape,
                              const char **why) {
    cr_user_tile base;
    if (shape->base < CAROM_TILE_USER || shape->base >= CAROM_TILE_BASES) {
        *why = "base must be 21 to 31: lower numbers are the catalogue";
        return CAROM_STATUS_BAD_ARGUMENT;
    }
    if (tiling->parts[shape->base].is_known) {
        *why = "another tile shape has the same base";
        return CAROM_STATUS_BAD_ARGUMENT;
    }
    carom_status status = cr_user_tile_make(shape, &base, why);
    for (int orientation = 0; status == CAROM_STATUS_OK && orientation < 8; ++orientation) {
        uint8_t code = carom_tile_code(shape->base, orientation & 1, orientation >> 1);
        cr_user_tile turned = cr_user_tile_oriented(&base, code);
        if (!add_tile_parts(tiling, allocator, code, &turned)) status = CAROM_STATUS_NO_MEMORY;
    }
    return status;
}

carom_status cr_tiling_make(cr_tiling *tiling, const carom_allocator *allocator, const carom_tile_shape *shapes,
                            int count, int *at, const char **why) {
    memset(tiling, 0, sizeof *tiling);
    carom_status status = add_catalogue(tiling, allocator) ? CAROM_STATUS_OK : CAROM_STATUS_NO_MEMORY;
    for (*at = 0; status == CAROM_STATUS_OK && *at < count; ++*at) {
        status = add_shape(tiling, allocator, &shapes[*at], why);
        if (status != CAROM_STATUS_OK) break;
    }
    if (status != CAROM_STATUS_OK) cr_tiling_free(tiling, allocator);
    return status;
}

void cr_tiling_free(cr_tiling *tiling, const carom_allocator *allocator) {
    cr_free_array(allocator, tiling->edges, (size_t)tiling->capacity, sizeof tiling->edges[0]);
    memset(tiling, 0, sizeof *tiling);
}

// ---- Pieces -----------------------------------------------------------------------------------------------------

bool cr_pieces_reserve(cr_pieces *pieces, const carom_allocator *allocator, int count) {
    if (count <= pieces->capacity - pieces->count) return true;
    if (count > INT_MAX - pieces->count) return false;
    return cr_grow_array(allocator, (void **)&pieces->items, &pieces->capacity, pieces->count + count,
                         sizeof pieces->items[0]);
}

bool cr_pieces_add(cr_pieces *pieces, const carom_allocator *allocator, cr_lattice_edge piece) {
    if (!cr_pieces_reserve(pieces, allocator, 1)) return false;
    pieces->items[pieces->count++] = piece;
    return true;
}

void cr_pieces_free(cr_pieces *pieces, const carom_allocator *allocator) {
    cr_free_array(allocator, pieces->items, (size_t)pieces->capacity, sizeof pieces->items[0]);
    *pieces = (cr_pieces){0};
}

static bool add_moved(const cr_lattice_edge *edges, int count, int column, int row, const carom_allocator *allocator,
                      cr_pieces *pieces) {
    int32_t x = column * CR_CELL, y = row * CR_CELL;
    if (!cr_pieces_reserve(pieces, allocator, count)) return false;
    for (int i = 0; i < count; ++i) {
        cr_lattice from = edges[i].from, to = edges[i].to;
        pieces->items[pieces->count++] = (cr_lattice_edge){{x + from.x, y + from.y}, {x + to.x, y + to.y}};
    }
    return true;
}

bool cr_add_inner(const cr_tiling *tiling, uint8_t code, int column, int row, const carom_allocator *allocator,
                  cr_pieces *pieces) {
    const cr_tile_parts *parts = &tiling->parts[code];
    return add_moved(tiling->edges + parts->first, parts->inner, column, row, allocator, pieces);
}

bool cr_add_thin(const cr_tiling *tiling, uint8_t code, int column, int row, const carom_allocator *allocator,
                 cr_pieces *pieces) {
    const cr_tile_parts *parts = &tiling->parts[code];
    return add_moved(tiling->edges + parts->first + parts->inner + parts->sides, parts->thin, column, row, allocator,
                     pieces);
}

// ---- Sides --------------------------------------------------------------------------------------------------------

/// A side between two cells: from `corner` to the right (`across`) or down.
typedef struct shared_side {
    cr_lattice corner;
    bool across;
    const carom_allocator *allocator;
    cr_pieces *pieces;
} shared_side;

/// Adds the piece from `start` to `end`, or its reverse.
static bool add_piece(const shared_side *s, int32_t start, int32_t end, bool is_forward) {
    cr_lattice from = {s->corner.x + (s->across ? start : 0), s->corner.y + (s->across ? 0 : start)};
    cr_lattice to = {s->corner.x + (s->across ? end : 0), s->corner.y + (s->across ? 0 : end)};
    return cr_pieces_add(s->pieces, s->allocator,
                         is_forward ? (cr_lattice_edge){from, to} : (cr_lattice_edge){to, from});
}

/// `forward` is covered by the cell that has the side in the direction of the shared side (a top runs right, a right
/// side runs down), `back` by the other cell.
static bool add_in_sixths(const shared_side *s, unsigned forward, unsigned back, unsigned marks) {
    for (int k = 0; k < SIXTHS;) {
        unsigned mask = 1u << k;
        int start = k++;
        if (((forward ^ back) & mask) == 0) continue;
        bool is_forward = forward & mask;
        unsigned stay = is_forward ? forward & ~back : back & ~forward;
        while (k < SIXTHS && (stay >> k & 1) && !(marks >> k & 1)) ++k;
        if (!add_piece(s, start * CR_SIXTH, k * CR_SIXTH, is_forward)) return false;
    }
    return true;
}

/// Returns the least vertex of the shape on a side that is greater than `after` and less than `least`; else `least`.
static int32_t next_corner(const cr_tiling *tiling, const cr_tile_parts *parts, cr_tile_side side, int32_t after,
                           int32_t least) {
    for (int i = 0; i < parts->inner + parts->sides; ++i) {
        cr_lattice p = tiling->edges[parts->first + i].from; // edges form loops, so this visits every vertex
        if (lies_on(p, side) && position_on_side(p, side) > after && position_on_side(p, side) < least)
            least = position_on_side(p, side);
    }
    return least;
}

/// True if the shape covers the side between two successive vertices.
static bool covers(const cr_tiling *tiling, const cr_tile_parts *parts, cr_tile_side side, int32_t start, int32_t end) {
    for (int i = parts->inner; i < parts->inner + parts->sides; ++i) {
        const cr_lattice_edge *edge = &tiling->edges[parts->first + i];
        if (side_under(edge) != side) continue;
        int32_t a = position_on_side(edge->from, side), b = position_on_side(edge->to, side);
        if ((a <= start && end <= b) || (b <= start && end <= a)) return true;
    }
    return false;
}

static bool add_at_corners(const shared_side *s, const cr_tiling *tiling, const cr_tile_parts *forward,
                           cr_tile_side forward_side, const cr_tile_parts *back, cr_tile_side back_side) {
    for (int32_t start = 0, end; start < CR_CELL; start = end) {
        end = next_corner(tiling, forward, forward_side, start, CR_CELL);
        end = next_corner(tiling, back, back_side, start, end);
        bool is_forward = covers(tiling, forward, forward_side, start, end);
        if (is_forward == covers(tiling, back, back_side, start, end)) continue;
        if (!add_piece(s, start, end, is_forward)) return false;
    }
    return true;
}

bool cr_add_side(const cr_tiling *tiling, uint8_t here_code, uint8_t beside_code, cr_cell_side at,
                 const carom_allocator *allocator, cr_pieces *pieces) {
    bool across = at.side == CR_TOP;
    const cr_tile_parts *here = &tiling->parts[here_code], *beside = &tiling->parts[beside_code];
    const cr_tile_parts *forward = across ? here : beside, *back = across ? beside : here;
    cr_tile_side forward_side = across ? CR_TOP : CR_RIGHT, back_side = across ? CR_BOTTOM : CR_LEFT;
    bool is_fine = here->is_fine || beside->is_fine;
    if (!is_fine && forward->cover[forward_side] == back->cover[back_side]) return true;
    shared_side s = {{at.column * CR_CELL, at.row * CR_CELL}, across, allocator, pieces};
    if (is_fine) return add_at_corners(&s, tiling, forward, forward_side, back, back_side);
    return add_in_sixths(&s, forward->cover[forward_side], back->cover[back_side],
                         forward->marks[forward_side] | back->marks[back_side]);
}
