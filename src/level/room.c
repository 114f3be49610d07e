// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// No place that is told as the end of a motion is deeper than touch in any edge, whichever side it shows, unless the
// motion began in it. Where the place of a hit is, since it was rounded, another is looked for next to it.
#include "base/float.h"
#include "geom/difference.h"
#include "geom/place.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "level/cast.h"
#include "level/winding.h"

#include <math.h>

/// The displacement of the reference point to a place, exact.
static cr_displacement displacement_to(carom_vec2 from, carom_vec2 at) {
    return cr_displacement_of(cr_vector_between(from, at), 1);
}

/// More than the rounding of a place, and of a shape put there, can be.
static float few_ulps(float p, float q) {
    return (fabsf(p) + fabsf(q)) * 0x1p-20f;
}

static carom_box box_at(const cr_cast *q, carom_vec2 at) {
    carom_box box = carom_shape_bounds(q->a);
    float dx = at.x - q->from.x, dy = at.y - q->from.y;
    carom_vec2 low = {box.min.x + dx, box.min.y + dy}, high = {box.max.x + dx, box.max.y + dy};
    float rx = few_ulps(fabsf(q->from.x) + fabsf(at.x), fabsf(low.x) + fabsf(high.x));
    float ry = few_ulps(fabsf(q->from.y) + fabsf(at.y), fabsf(low.y) + fabsf(high.y));
    return (carom_box){{low.x - rx, low.y - ry}, {high.x + rx, high.y + ry}};
}

/// Does the line of an edge pass through a box?
static bool line_meets(const cr_edge *e, carom_box box) {
    int first = cr_side(e->a, e->b, box.min);
    return cr_side(e->a, e->b, box.max) != first || cr_side(e->a, e->b, (carom_vec2){box.min.x, box.max.y}) != first ||
           cr_side(e->a, e->b, (carom_vec2){box.max.x, box.min.y}) != first;
}

/// Did a point that was not behind a thin edge pass through it, just before it came to the place? What is further back
/// was let pass. To be on a two-sided edge is to be on both sides: who comes there has passed, who leaves it has not.
static bool point_passed(const cr_cast *q, const cr_edge *e, carom_vec2 at) {
    if (!(e->flags & (CR_ONE_WAY | CR_TWO_SIDED))) return false;
    carom_vec2 from = q->from;
    bool two_sided = e->flags & CR_TWO_SIDED;
    int before = cr_side(e->a, e->b, from), after = cr_side(e->a, e->b, at);
    if (before > 0 || after < 0 || (two_sided ? before == 0 && after > 0 : after == 0)) return false;
    carom_box place = box_at(q, at);
    if (!cr_boxes_meet(cr_edge_box(e), place) || !line_meets(e, place)) return false;
    return cr_side(from, at, e->a) * cr_side(from, at, e->b) <= 0;
}

/// Is all of the shape certainly in front of the edge, at a place? In double.
static bool is_in_front(const cr_cast *q, const cr_edge *e, carom_vec2 at) {
    double ex = (double)e->b.x - (double)e->a.x, ey = (double)e->b.y - (double)e->a.y;
    double dx = (double)at.x - (double)q->from.x, dy = (double)at.y - (double)q->from.y;
    double rounded_off = (double)q->core.radius * sqrt(ex * ex + ey * ey);
    for (int i = 0; i < q->core.count; ++i) {
        double left = ex * ((double)q->core.v[i].y + dy - (double)e->a.y);
        double right = ey * ((double)q->core.v[i].x + dx - (double)e->a.x);
        double size = fabs(ex) * (fabs((double)q->core.v[i].y) + fabs(dy) + fabs((double)e->a.y)) +
                      fabs(ey) * (fabs((double)q->core.v[i].x) + fabs(dx) + fabs((double)e->a.x)) + rounded_off;
        if (left - right + rounded_off > -1e-12 * size) return false;
    }
    return true;
}

/// Is the shape at a place deeper than touch in the whole edge, from either side?
static bool is_inside_at(const cr_cast *q, const cr_edge *e, carom_vec2 at) {
    if (q->core.count == 1) {
        carom_shape there = {.kind = CAROM_CIRCLE, .circle = {at, q->core.radius}};
        carom_shape wall = {.kind = CAROM_SEGMENT, .segment = {.a = e->a, .b = e->b}};
        return cr_relate(&there, &wall) == CR_INSIDE;
    }
    cr_core wall = {.count = 2, .v = {e->a, e->b}, .kind = CAROM_SEGMENT};
    cr_difference c;
    cr_difference_make(&c, &q->core, &wall);
    cr_displacement here = displacement_to(q->from, at);
    return cr_relation_at(&c, &here) == CR_INSIDE;
}

/// Not in an edge that it started in, or was let through by.
static bool shape_entered(const cr_cast *q, const cr_edge *e, carom_vec2 at) {
    if (is_in_front(q, e, at) || !is_inside_at(q, e, at) || is_inside_at(q, e, q->from)) return false;
    return !(e->flags & CR_ONE_WAY) || cr_core_side(&q->core, e->a, e->b) <= 0;
}

/// Strictly: not on the border.
static bool is_in_solid(const carom_level *level, carom_vec2 p) {
    cr_standing standing = cr_standing_at(&level->index, p);
    return standing.in_solid && !standing.on_edge;
}

bool cr_is_in_the_way(const cr_cast *q, int edge, carom_vec2 at) {
    cr_edge e = cr_index_edge(q->index, edge);
    return q->is_point ? point_passed(q, &e, at) : shape_entered(q, &e, at);
}

/// The first edge by place that is in the way of a shape at a place; -1: it is free.
static int find_blocker(const cr_cast *q, carom_vec2 at) {
    cr_search search;
    int first = -1;
    cr_edge least = {0};
    cr_search_begin(&search, q->index, box_at(q, at));
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        if (!cr_is_in_the_way(q, i, at)) continue;
        cr_edge e = cr_index_edge(q->index, i);
        if (first >= 0 && !cr_edge_before(&e, &least)) continue;
        first = i;
        least = e;
    }
    return first;
}

bool cr_has_blocker(const cr_cast *q, carom_vec2 at) {
    return find_blocker(q, at) >= 0;
}

bool cr_stays_out(const cr_cast *q, carom_vec2 at) {
    return !q->is_point || !is_in_solid(q->level, at) || is_in_solid(q->level, q->from);
}

static bool is_free(void *context, carom_vec2 at) {
    const cr_cast *q = context;
    return find_blocker(q, at) < 0 && cr_stays_out(q, at);
}

static carom_vec2 step_along(carom_vec2 at, carom_vec2 normal, int ulps) {
    float x = fabsf(at.x), y = fabsf(at.y), most = x > y ? x : y;
    double length = (double)(cr_float_above(most) - most) * ulps;
    return (carom_vec2){(float)((double)at.x + (double)normal.x * length),
                        (float)((double)at.y + (double)normal.y * length)};
}

enum { FARTHEST = 16 }; // how many ulps from where a motion ends a free place is looked for

/// A point is put next to where it should be, whichever way is free.
static bool step_point(cr_cast *q, carom_vec2 *at) {
    static const carom_vec2 ways[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    for (int ulps = 1; ulps <= FARTHEST; ulps *= 2) {
        for (size_t i = 0; i < sizeof ways / sizeof ways[0]; ++i) {
            carom_vec2 place = step_along(*at, ways[i], ulps);
            if (!is_free(q, place)) continue;
            *at = place;
            return true;
        }
    }
    return false;
}

/// A shape is put beside each edge that is in the way, in turn.
static bool step_shape(const cr_cast *q, carom_vec2 *at) {
    carom_vec2 place = *at;
    for (int ulps = 1; ulps <= FARTHEST; ulps *= 2) {
        int blocker = find_blocker(q, place);
        if (blocker < 0) {
            *at = place;
            return true;
        }
        cr_line line = q->index->lines[blocker];
        carom_shape wall = {.kind = CAROM_SEGMENT, .segment = {.a = line.a, .b = line.b}};
        carom_shape there = carom_shape_at(q->a, (carom_vec2){place.x - q->from.x, place.y - q->from.y});
        place = step_along(place, carom_distance(&there, &wall).normal, ulps);
    }
    return false;
}

/// Does the shape start with its middle in solid? From there it goes through borders, and is in them on its way.
static bool starts_in_solid(const cr_cast *q) {
    carom_box box = carom_shape_bounds(q->a);
    carom_vec2 middle =
        cr_rounded(((double)box.min.x + (double)box.max.x) / 2, ((double)box.min.y + (double)box.max.y) / 2);
    return is_in_solid(q->level, middle);
}

carom_vec2 cr_free_place(cr_cast *q, carom_vec2 at, double t, carom_vec2 normal) {
    if (starts_in_solid(q)) return at;
    if (q->is_point ? step_point(q, &at) : step_shape(q, &at)) return at;
    // On the way there each place is put beside what is in its way: rounded along the one normal, all of them could be
    // in something else that the shape slides along.
    for (double back = 0x1p-24; back < 1; back *= 2) {
        double until = t * (1 - back);
        at = cr_rounded((double)q->from.x + until * (double)q->move.x, (double)q->from.y + until * (double)q->move.y);
        if (is_free(q, at) || (q->is_point ? step_point(q, &at) : step_shape(q, &at))) return at;
    }
    return cr_place(q->from, q->move, t, normal, is_free, q);
}
