// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What a user draws is rounded to the lattice first; all that is checked then is checked in integers, on what will be
// used. Accepted are polygons that meet in corners only, so that no edge of a base has to be cut.
#include "level/bases.h"

#include "base/float.h"

#include <math.h>

// ---- Points -------------------------------------------------------------------------------------------------------

static bool same(cr_lattice p, cr_lattice q) {
    return p.x == q.x && p.y == q.y;
}

/// Which side of e is p on? +1 left, -1 right, 0 on its line.
static int side_of(const cr_lattice_edge *e, cr_lattice p) {
    int64_t ex = e->to.x - e->from.x, ey = e->to.y - e->from.y;
    int64_t cross = ex * (p.y - e->from.y) - ey * (p.x - e->from.x);
    return (cross > 0) - (cross < 0);
}

static bool between(int32_t p, int32_t a, int32_t b) {
    return a < b ? a <= p && p <= b : b <= p && p <= a;
}

/// Does p lie on e, and is no end of it?
static bool is_within(const cr_lattice_edge *e, cr_lattice p) {
    return side_of(e, p) == 0 && between(p.x, e->from.x, e->to.x) && between(p.y, e->from.y, e->to.y) &&
           !same(p, e->from) && !same(p, e->to);
}

/// Do the edges share more than ends?
static bool clash(const cr_lattice_edge *e, const cr_lattice_edge *f) {
    if (is_within(e, f->from) || is_within(e, f->to) || is_within(f, e->from) || is_within(f, e->to)) return true;
    if ((same(e->from, f->from) && same(e->to, f->to)) || (same(e->from, f->to) && same(e->to, f->from))) return true;
    return side_of(e, f->from) * side_of(e, f->to) < 0 && side_of(f, e->from) * side_of(f, e->to) < 0;
}

static int32_t round_to_lattice(float part) {
    return (int32_t)floor((double)part * (CR_CELL / CR_BASE_STEP) + 0.5) * CR_BASE_STEP;
}

// ---- Parts --------------------------------------------------------------------------------------------------------

static bool in_cell(float part) {
    return part >= 0 && part <= 1;
}

static carom_status refuse(carom_status status, const char *message, const char **why) {
    *why = message;
    return status;
}

static carom_status check_part(const carom_outline *part, const char **why) {
    if (!part->points) return refuse(CAROM_BAD_ARGUMENT, "points is null", why);
    if (part->count < (part->open ? 2 : 3)) {
        return refuse(CAROM_TOO_FEW_VERTICES, "a polygon needs 3 points, an open chain 2", why);
    }
    if (part->open != part->one_way) {
        return refuse(CAROM_BAD_ARGUMENT, "a part is a polygon, or open and one-way", why);
    }
    for (int i = 0; i < part->count; ++i) {
        carom_vec2 p = part->points[i];
        if (!isfinite(p.x) || !isfinite(p.y)) return refuse(CAROM_NOT_FINITE, "a point is not finite", why);
        if (in_cell(p.x) && in_cell(p.y)) continue;
        return refuse(CAROM_BAD_ARGUMENT, "a point is outside of the cell: both coordinates must be 0 to 1", why);
    }
    return CAROM_OK;
}

static carom_status add_part(cr_base *base, const carom_outline *part, const char **why) {
    int edges = part->open ? part->count - 1 : part->count;
    int *count = part->open ? &base->thin : &base->solid;
    if (edges > CR_BASE_EDGES - base->solid - base->thin) {
        return refuse(CAROM_TOO_MANY_VERTICES, "a base has at most 64 edges", why);
    }
    for (int i = 0; i < edges; ++i) {
        carom_vec2 p = part->points[i], q = part->points[i + 1 < part->count ? i + 1 : 0];
        cr_lattice_edge edge = {{round_to_lattice(p.x), round_to_lattice(p.y)},
                                {round_to_lattice(q.x), round_to_lattice(q.y)}};
        if (same(edge.from, edge.to)) {
            return refuse(CAROM_BAD_ARGUMENT, "two points in succession are the same, to 1/384 of a cell", why);
        }
        base->edges[base->solid + base->thin] = edge;
        ++*count;
    }
    return CAROM_OK;
}

/// The polygons first, so that the edges of the solid are together.
static carom_status add_parts(const carom_tile_shape *shape, cr_base *base, const char **why) {
    carom_status status = CAROM_OK;
    for (int open = 0; open < 2; ++open) {
        for (int i = 0; status == CAROM_OK && i < shape->parts_count; ++i) {
            if (shape->parts[i].open == (open == 1)) status = add_part(base, &shape->parts[i], why);
        }
    }
    return status;
}

// ---- Solid --------------------------------------------------------------------------------------------------------

/// Is the middle of an edge, which lies on no other, in the solid? By the even-odd rule; lengths are doubled.
static bool middle_is_solid(const cr_base *base, int begin, int end, const cr_lattice_edge *edge) {
    int64_t x = edge->from.x + edge->to.x, y = edge->from.y + edge->to.y;
    bool inside = false;
    for (int i = 0; i < base->solid; ++i) {
        if (i >= begin && i < end) continue;
        cr_lattice a = base->edges[i].from, b = base->edges[i].to;
        if ((2 * a.y > y) == (2 * b.y > y)) continue;
        int64_t cross = (int64_t)(b.x - a.x) * (y - 2 * a.y) - (int64_t)(b.y - a.y) * (x - 2 * a.x);
        if ((cross > 0) == (b.y > a.y)) inside = !inside; // the edge passes on the +x side
    }
    return inside;
}

static void turn_round(cr_lattice_edge *edges, int count) {
    for (int i = 0; i < count; ++i) edges[i] = (cr_lattice_edge){edges[i].to, edges[i].from};
}

/// Winds a polygon, edges begin..end-1, so that solid is on the left: the other way round within another one.
static void face(cr_base *base, int begin, int end) {
    int64_t area = 0;
    for (int i = begin; i < end; ++i) {
        cr_lattice a = base->edges[i].from, b = base->edges[i].to;
        area += (int64_t)a.x * b.y - (int64_t)a.y * b.x;
    }
    bool is_hole = middle_is_solid(base, begin, end, &base->edges[begin]);
    if ((area < 0) != is_hole) turn_round(base->edges + begin, end - begin);
}

static carom_status check_edges(const cr_base *base, const char **why) {
    int count = base->solid + base->thin;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < i; ++k) {
            if (k >= base->solid) continue; // thin edges may cross each other
            if (!clash(&base->edges[i], &base->edges[k])) continue;
            return refuse(CAROM_BAD_ARGUMENT, "edges cross or lie on each other: polygons may share corners only", why);
        }
        if (i < base->solid || !middle_is_solid(base, 0, 0, &base->edges[i])) continue;
        return refuse(CAROM_BAD_ARGUMENT, "a one-way edge is inside of a polygon", why);
    }
    return CAROM_OK;
}

carom_status cr_base_take(const carom_tile_shape *shape, cr_base *base, const char **why) {
    *base = (cr_base){0};
    if (shape->parts_count < 0 || (shape->parts_count > 0 && !shape->parts)) {
        return refuse(CAROM_BAD_ARGUMENT, "not an array of that many parts", why);
    }
    carom_status status = CAROM_OK;
    for (int i = 0; status == CAROM_OK && i < shape->parts_count; ++i) status = check_part(&shape->parts[i], why);
    if (status == CAROM_OK) status = add_parts(shape, base, why);
    if (status == CAROM_OK) status = check_edges(base, why);
    if (status != CAROM_OK) return status;
    for (int i = 0, begin = 0; i < shape->parts_count; ++i) {
        if (shape->parts[i].open) continue;
        face(base, begin, begin + shape->parts[i].count);
        begin += shape->parts[i].count;
    }
    return CAROM_OK;
}

// ---- Flip and turn ------------------------------------------------------------------------------------------------

cr_base cr_base_turned(const cr_base *base, uint8_t code) {
    cr_base turned = *base;
    int count = base->solid + base->thin;
    for (int i = 0; i < count; ++i) {
        cr_lattice *ends[] = {&turned.edges[i].from, &turned.edges[i].to};
        for (int k = 0; k < 2; ++k) {
            if (code & 32) ends[k]->x = CR_CELL - ends[k]->x;
            for (int turns = code >> 6; turns > 0; --turns) *ends[k] = (cr_lattice){CR_CELL - ends[k]->y, ends[k]->x};
        }
    }
    if (code & 32) turn_round(turned.edges, count); // solid stays on the left
    return turned;
}
