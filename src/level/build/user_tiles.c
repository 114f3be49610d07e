// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The caller's coordinates are rounded to the lattice first, so that all checks are exact and concern the final shape.
// Polygons may meet in vertices only, so no edge of a base is ever cut.
#include "level/build/user_tiles.h"

#include "base/float.h"

#include <math.h>

// ---- Points -------------------------------------------------------------------------------------------------------

static bool is_same_lattice(cr_lattice p, cr_lattice q) {
    return p.x == q.x && p.y == q.y;
}

/// The side of e on which p lies: +1 left, -1 right, 0 on its line.
static int side_of_edge(const cr_lattice_edge *e, cr_lattice p) {
    int64_t ex = e->to.x - e->from.x, ey = e->to.y - e->from.y;
    int64_t cross = ex * (p.y - e->from.y) - ey * (p.x - e->from.x);
    return (cross > 0) - (cross < 0);
}

static bool is_between(int32_t p, int32_t a, int32_t b) {
    return a < b ? a <= p && p <= b : b <= p && p <= a;
}

/// True if p lies on e and is not an end of it.
static bool is_inside_edge(const cr_lattice_edge *e, cr_lattice p) {
    return side_of_edge(e, p) == 0 && is_between(p.x, e->from.x, e->to.x) && is_between(p.y, e->from.y, e->to.y) &&
           !is_same_lattice(p, e->from) && !is_same_lattice(p, e->to);
}

/// True if the edges share more than ends.
static bool overlap_or_cross(const cr_lattice_edge *e, const cr_lattice_edge *f) {
    if (is_inside_edge(e, f->from) || is_inside_edge(e, f->to) || is_inside_edge(f, e->from) ||
        is_inside_edge(f, e->to))
        return true;
    if ((is_same_lattice(e->from, f->from) && is_same_lattice(e->to, f->to)) ||
        (is_same_lattice(e->from, f->to) && is_same_lattice(e->to, f->from)))
        return true;
    return side_of_edge(e, f->from) * side_of_edge(e, f->to) < 0 &&
           side_of_edge(f, e->from) * side_of_edge(f, e->to) < 0;
}

static int32_t round_to_lattice(float part) {
    enum { STEPS_IN_CELL = CR_CELL / CR_USER_TILE_STEP };
    return (int32_t)floor((double)part * STEPS_IN_CELL + 0.5) * CR_USER_TILE_STEP;
}

// ---- Parts --------------------------------------------------------------------------------------------------------

static bool in_cell(float part) {
    return part >= 0 && part <= 1;
}

static carom_status reject(carom_status status, const char *message, const char **why) {
    *why = message;
    return status;
}

static carom_status check_shape_part(const carom_outline *part, const char **why) {
    if (!part->points) return reject(CAROM_STATUS_BAD_ARGUMENT, "points is null", why);
    if (part->count < (part->open ? 2 : 3)) {
        return reject(CAROM_STATUS_TOO_FEW_VERTICES, "a polygon needs 3 points, an open chain 2", why);
    }
    if (part->open != part->one_way) {
        return reject(CAROM_STATUS_BAD_ARGUMENT, "open parts must be one-way, and closed parts must not be", why);
    }
    for (int i = 0; i < part->count; ++i) {
        carom_vec2 p = part->points[i];
        if (!isfinite(p.x) || !isfinite(p.y)) return reject(CAROM_STATUS_NOT_FINITE, "a point is not finite", why);
        if (in_cell(p.x) && in_cell(p.y)) continue;
        return reject(CAROM_STATUS_BAD_ARGUMENT, "a point is outside of the cell: both coordinates must be 0 to 1",
                      why);
    }
    return CAROM_STATUS_OK;
}

static carom_status add_shape_part(cr_user_tile *base, const carom_outline *part, const char **why) {
    int edges = part->open ? part->count - 1 : part->count;
    int *count = part->open ? &base->thin : &base->solid;
    if (edges > CR_USER_TILE_EDGES - base->solid - base->thin) {
        return reject(CAROM_STATUS_TOO_MANY_VERTICES, "a base may have at most 64 edges", why);
    }
    for (int i = 0; i < edges; ++i) {
        carom_vec2 p = part->points[i], q = part->points[i + 1 < part->count ? i + 1 : 0];
        cr_lattice_edge edge = {{round_to_lattice(p.x), round_to_lattice(p.y)},
                                {round_to_lattice(q.x), round_to_lattice(q.y)}};
        if (is_same_lattice(edge.from, edge.to)) {
            return reject(CAROM_STATUS_BAD_ARGUMENT, "successive points are equal, rounded to 1/384 of the cell", why);
        }
        base->edges[base->solid + base->thin] = edge;
        ++*count;
    }
    return CAROM_STATUS_OK;
}

/// Polygons come first, so that solid edges are contiguous.
static carom_status add_shape_parts(const carom_tile_shape *shape, cr_user_tile *base, const char **why) {
    carom_status status = CAROM_STATUS_OK;
    for (int open = 0; open < 2; ++open) {
        for (int i = 0; status == CAROM_STATUS_OK && i < shape->parts_count; ++i) {
            if (shape->parts[i].open == (open == 1)) status = add_shape_part(base, &shape->parts[i], why);
        }
    }
    return status;
}

// ---- Solids -------------------------------------------------------------------------------------------------------

/// True if the midpoint of an edge, which lies on no other edge, is in the solid. Even-odd rule; coordinates are
/// doubled. Edges begin .. end - 1 do not count.
static bool middle_is_solid(const cr_user_tile *base, int begin, int end, const cr_lattice_edge *edge) {
    int64_t x = edge->from.x + edge->to.x, y = edge->from.y + edge->to.y;
    bool inside = false;
    for (int i = 0; i < base->solid; ++i) {
        if (i >= begin && i < end) continue;
        cr_lattice a = base->edges[i].from, b = base->edges[i].to;
        if ((2 * a.y > y) == (2 * b.y > y)) continue;
        int64_t cross = (int64_t)(b.x - a.x) * (y - 2 * a.y) - (int64_t)(b.y - a.y) * (x - 2 * a.x);
        if ((cross > 0) == (b.y > a.y)) inside = !inside; // the edge is on the +x side
    }
    return inside;
}

static void reverse_edges(cr_lattice_edge *edges, int count) {
    for (int i = 0; i < count; ++i) edges[i] = (cr_lattice_edge){edges[i].to, edges[i].from};
}

/// Directs the polygon of edges begin .. end - 1 so that solid is on the left. Inside of another polygon it is a hole.
static void direct_polygon(cr_user_tile *base, int begin, int end) {
    int64_t area = 0;
    for (int i = begin; i < end; ++i) {
        cr_lattice a = base->edges[i].from, b = base->edges[i].to;
        area += (int64_t)a.x * b.y - (int64_t)a.y * b.x;
    }
    bool is_hole = middle_is_solid(base, begin, end, &base->edges[begin]);
    if ((area < 0) != is_hole) reverse_edges(base->edges + begin, end - begin);
}

static carom_status check_tile_edges(const cr_user_tile *base, const char **why) {
    int count = base->solid + base->thin;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < i; ++k) {
            if (k >= base->solid) continue; // thin edges may cross each other
            if (!overlap_or_cross(&base->edges[i], &base->edges[k])) continue;
            return reject(CAROM_STATUS_BAD_ARGUMENT, "edges cross or overlap: polygons may share vertices only", why);
        }
        if (i < base->solid || !middle_is_solid(base, 0, 0, &base->edges[i])) continue;
        return reject(CAROM_STATUS_BAD_ARGUMENT, "a one-way edge is inside of a polygon", why);
    }
    return CAROM_STATUS_OK;
}

carom_status cr_user_tile_make(const carom_tile_shape *shape, cr_user_tile *base, const char **why) {
    *base = (cr_user_tile){0};
    if (shape->parts_count < 0 || (shape->parts_count > 0 && !shape->parts)) {
        return reject(CAROM_STATUS_BAD_ARGUMENT, "parts is null, or parts_count is negative", why);
    }
    carom_status status = CAROM_STATUS_OK;
    for (int i = 0; status == CAROM_STATUS_OK && i < shape->parts_count; ++i)
        status = check_shape_part(&shape->parts[i], why);
    if (status == CAROM_STATUS_OK) status = add_shape_parts(shape, base, why);
    if (status == CAROM_STATUS_OK) status = check_tile_edges(base, why);
    if (status != CAROM_STATUS_OK) return status;
    for (int i = 0, begin = 0; i < shape->parts_count; ++i) {
        if (shape->parts[i].open) continue;
        direct_polygon(base, begin, begin + shape->parts[i].count);
        begin += shape->parts[i].count;
    }
    return CAROM_STATUS_OK;
}

// ---- Flip and turn ------------------------------------------------------------------------------------------------

cr_user_tile cr_user_tile_oriented(const cr_user_tile *base, uint8_t code) {
    cr_user_tile turned = *base;
    int count = base->solid + base->thin;
    for (int i = 0; i < count; ++i) {
        cr_lattice *ends[] = {&turned.edges[i].from, &turned.edges[i].to};
        for (int k = 0; k < 2; ++k) {
            if (code & 32) ends[k]->x = CR_CELL - ends[k]->x;
            for (int turns = code >> 6; turns > 0; --turns) *ends[k] = (cr_lattice){CR_CELL - ends[k]->y, ends[k]->x};
        }
    }
    if (code & 32) reverse_edges(turned.edges, count); // solid stays on the left
    return turned;
}
