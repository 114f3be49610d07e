// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// At the end of a motion, a shape penetrates no edge, from either side, unless it started in it. If rounding puts the
// position of a hit into an edge, a clear position near it is searched.
#include "geom/clear_position.h"
#include "base/float.h"
#include "geom/difference.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "level/query/cast.h"
#include "level/query/one_way_corner.h"
#include "level/query/winding.h"

#include <math.h>

#define PLACED_MARGIN 0x1p-20f  // of the coordinates: 8 ulp, more than the rounding of position and shape together
#define LEAST_MARGIN  0x1p-145f // 16 times the least float: the rounding of a position that is almost zero
#define FRONT_ERROR   (7.1 * (DBL_EPSILON / 2)) // of the terms; src/level/proofs/front.g proves it
#define FIRST_BACK    0x1p-24 // of the time: half an ulp of a float; doubled until a position is clear

/// The displacement of the reference point to a position, exact.
static cr_displacement displacement_to(carom_vec2 from, carom_vec2 at) {
    return cr_displacement_between(from, at);
}

/// More than the rounding of a position, and of a shape placed at it.
static float placement_rounding(float p, float q) {
    return (fabsf(p) + fabsf(q)) * PLACED_MARGIN + LEAST_MARGIN;
}

static carom_box bounds_placed_at(const cr_cast *q, carom_vec2 at) {
    carom_box box = carom_shape_bounds(q->a);
    float dx = at.x - q->from.x, dy = at.y - q->from.y;
    carom_vec2 low = {box.min.x + dx, box.min.y + dy}, high = {box.max.x + dx, box.max.y + dy};
    float rx = placement_rounding(fabsf(q->from.x) + fabsf(at.x), fabsf(low.x) + fabsf(high.x));
    float ry = placement_rounding(fabsf(q->from.y) + fabsf(at.y), fabsf(low.y) + fabsf(high.y));
    float most = rx > ry ? rx : ry; // nudges are as long along both axes
    return (carom_box){{low.x - most, low.y - most}, {high.x + most, high.y + most}};
}

/// True if the line of an edge passes through a box.
static bool line_meets(const cr_edge *e, carom_box box) {
    int first = cr_side(e->a, e->b, box.min);
    return cr_side(e->a, e->b, box.max) != first || cr_side(e->a, e->b, (carom_vec2){box.min.x, box.max.y}) != first ||
           cr_side(e->a, e->b, (carom_vec2){box.max.x, box.min.y}) != first;
}

/// True if the edge is near a position, so that rounding may have moved a shape through it.
static bool is_near_position(const cr_cast *q, const cr_edge *e, carom_vec2 at) {
    carom_box position = bounds_placed_at(q, at);
    return cr_boxes_overlap(cr_edge_box(e), position) && line_meets(e, position);
}

/// True if a point passed through a thin edge just before a position, from its front. Edges farther back do not block.
/// A point on a two-sided edge is on both sides: arriving there is passing, leaving is not.
static bool point_passed(const cr_cast *q, const cr_edge *e, carom_vec2 at) {
    if (!(e->flags & (CR_ONE_WAY | CR_TWO_SIDED))) return false;
    carom_vec2 from = q->from;
    bool two_sided = e->flags & CR_TWO_SIDED;
    int before = cr_side(e->a, e->b, from), after = cr_side(e->a, e->b, at);
    if (before > 0 || after < 0 || (two_sided ? before == 0 && after > 0 : after == 0)) return false;
    return is_near_position(q, e, at) && cr_side(from, at, e->a) * cr_side(from, at, e->b) <= 0;
}

/// Adds the difference of two floats to *sum. Returns false if either is rounded.
static bool add_difference(double *sum, float a, float b) {
    double low, low_of_sum, difference = cr_difference_of((double)a, (double)b, &low);
    *sum = cr_difference_of(*sum, -difference, &low_of_sum);
    return low == 0 && low_of_sum == 0;
}

/// True if a round shape at a position touches an axis-aligned edge at most, from its front. A shape that stands on a
/// floor touches it exactly, which no bound decides. Exact: false where a sum is rounded.
static bool stands_on(const cr_cast *q, const cr_edge *e, carom_vec2 at) {
    bool flat = e->a.y == e->b.y, upright = e->a.x == e->b.x;
    if (flat == upright || !(q->core.radius > 0)) return false;
    bool is_above = flat ? e->a.x > e->b.x : e->a.y < e->b.y; // its front is towards +y or +x
    for (int i = 0; i < q->core.count; ++i) {
        carom_vec2 v = q->core.v[i];
        double gap = 0;
        bool exact = flat ? add_difference(&gap, v.y, e->a.y) && add_difference(&gap, at.y, q->from.y)
                          : add_difference(&gap, v.x, e->a.x) && add_difference(&gap, at.x, q->from.x);
        if (!exact || (is_above ? gap : -gap) < (double)q->core.radius) return false;
    }
    return true;
}

bool cr_is_in_front(const cr_cast *q, const cr_edge *e, carom_vec2 at) {
    double ex = (double)e->b.x - (double)e->a.x, ey = (double)e->b.y - (double)e->a.y;
    double dx = (double)at.x - (double)q->from.x, dy = (double)at.y - (double)q->from.y;
    double rounded_off = (double)q->core.radius * sqrt(ex * ex + ey * ey);
    for (int i = 0; i < q->core.count; ++i) {
        double left = ex * ((double)q->core.v[i].y + dy - (double)e->a.y);
        double right = ey * ((double)q->core.v[i].x + dx - (double)e->a.x);
        double size = fabs(ex) * (fabs((double)q->core.v[i].y) + fabs(dy) + fabs((double)e->a.y)) +
                      fabs(ey) * (fabs((double)q->core.v[i].x) + fabs(dx) + fabs((double)e->a.x)) + rounded_off;
        if (left - right + rounded_off > -FRONT_ERROR * size) return stands_on(q, e, at);
    }
    return true;
}

static bool penetrates_displaced(const cr_cast *q, const cr_edge *e, const cr_displacement *by) {
    cr_core wall = {.count = 2, .v = {e->a, e->b}, .kind = CAROM_SHAPE_SEGMENT};
    cr_difference c;
    cr_difference_make(&c, &q->core, &wall);
    return cr_relation_at(&c, by) == CR_INSIDE;
}

/// True if the shape at a position penetrates the edge, from either side.
static bool penetrates_at(const cr_cast *q, const cr_edge *e, carom_vec2 at) {
    if (q->core.count == 1) {
        carom_shape there = {.kind = CAROM_SHAPE_CIRCLE, .circle = {at, q->core.radius}};
        carom_shape wall = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e->a, .b = e->b}};
        return cr_relate(&there, &wall) == CR_INSIDE;
    }
    cr_displacement here = displacement_to(q->from, at);
    return penetrates_displaced(q, e, &here);
}

/// True if a thin shape passed through an edge from its front: its centre passed between the ends. Rounding moves a
/// shape by up to its whole width, to where it does not penetrate the edge any more. A one-sided segment may pass
/// through an edge that it does not face.
static bool thin_shape_passed(const cr_cast *q, const cr_edge *e, carom_vec2 at) {
    if (q->core.one_sided) return false;
    cr_displacement here = displacement_to(q->from, at);
    cr_vec2d a = cr_widen(e->a), b = cr_widen(e->b), path = {here.x, here.y}, centre = cr_core_centre(&q->core);
    bool is_behind = cr_cross(cr_subtract(b, a), cr_subtract(cr_add(centre, path), a)) > 0;
    int before = cr_core_side(&q->core, e->a, e->b);
    if (!is_behind || before > 0 || (before == 0 && (e->flags & CR_TWO_SIDED))) return false; // leaves a two-sided edge
    cr_vec2d to_a = cr_subtract(a, centre), to_b = cr_subtract(b, centre);
    // One that starts on the line of the edge passes where it starts.
    double between = before == 0 ? cr_dot(to_a, to_b) : cr_cross(path, to_a) * cr_cross(path, to_b);
    return between < 0 && is_near_position(q, e, at);
}

/// True if the shape penetrates the edge at the end of its path, unrounded. A one-way edge that it has entered there
/// has let it pass: past an end, or past the end of another edge of its chain in which the shape starts.
static bool path_ends_in(const cr_cast *q, const cr_edge *e) {
    cr_displacement end = cr_displacement_of(cr_vector_between((carom_vec2){0, 0}, q->move), q->until);
    return penetrates_displaced(q, e, &end);
}

/// True if the path ends at a corner of a one-way edge, which it has not passed then, even if the shape is behind it.
static bool ends_at_corner(const cr_cast *q, const cr_edge *e) {
    if (q->corner < 0) return false;
    carom_vec2 corner = q->index->lines[q->corner].b;
    return cr_same_point(e->a, corner) || cr_same_point(e->b, corner);
}

/// True if rounding has put a flat shape across a one-way edge and the one that follows, through their vertex.
static bool crossed_vertex(const cr_cast *q, const cr_edge *e, carom_vec2 at) {
    if (!(e->flags & CR_ONE_WAY) || e->next < 0 || !cr_core_is_flat(&q->core)) return false;
    cr_shared_vertex vertex = {e->a, e->b, q->index->lines[e->next].b};
    carom_shape there = carom_shape_at(q->a, (carom_vec2){at.x - q->from.x, at.y - q->from.y});
    cr_core core;
    return cr_core_of(&there, &core) && cr_crosses_vertex(&core, &vertex) && cr_starts_before_vertex(&q->core, &vertex);
}

/// True if the shape at a position penetrates an edge that it did not start in, and that blocks it; or has passed
/// through it.
static bool shape_entered(const cr_cast *q, const cr_edge *e, carom_vec2 at) {
    if (cr_is_in_front(q, e, at)) return false;
    if (crossed_vertex(q, e, at)) return true;
    bool penetrates = penetrates_at(q, e, at);
    if (!penetrates && !(cr_core_is_thin(&q->core) && thin_shape_passed(q, e, at))) return false;
    if (penetrates_at(q, e, q->from)) return false;
    if (!(e->flags & CR_ONE_WAY)) return true;
    return (cr_core_side(&q->core, e->a, e->b) <= 0 || ends_at_corner(q, e)) && !path_ends_in(q, e);
}

/// True if a point is in the interior of solid, not on its boundary.
static bool is_in_solid(const carom_level *level, carom_vec2 p) {
    cr_point_location location = cr_locate_point(&level->index, p);
    return location.in_solid && !location.on_edge;
}

bool cr_blocks_position(const cr_cast *q, int edge, carom_vec2 at) {
    cr_edge e = cr_index_edge(q->index, edge);
    return q->is_point ? point_passed(q, &e, at) : shape_entered(q, &e, at);
}

/// Returns the first edge, by position, that blocks a shape at a position; -1 if it is free.
static int find_blocker(const cr_cast *q, carom_vec2 at) {
    cr_search search;
    int first = -1;
    cr_edge least = {0};
    cr_search_begin(&search, q->index, bounds_placed_at(q, at));
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        if (!cr_blocks_position(q, i, at)) continue;
        cr_edge e = cr_index_edge(q->index, i);
        if (first >= 0 && !cr_edge_before(&e, &least)) continue;
        first = i;
        least = e;
    }
    return first;
}

bool cr_has_blocker(const cr_cast *q, carom_vec2 at) {
    cr_search search;
    cr_search_begin(&search, q->index, bounds_placed_at(q, at));
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        if (cr_blocks_position(q, i, at)) return true;
    }
    return false;
}

bool cr_stays_out(const cr_cast *q, carom_vec2 at) {
    return !q->is_point || !is_in_solid(q->level, at) || is_in_solid(q->level, q->from);
}

static bool is_free_of_edges(void *context, carom_vec2 at) {
    const cr_cast *q = context;
    return !cr_has_blocker(q, at) && cr_stays_out(q, at);
}

static bool is_clear_of_edges(void *context, carom_vec2 at, cr_limit *blocker) {
    (void)blocker;
    return is_free_of_edges(context, at);
}

static carom_vec2 nudged_along(carom_vec2 at, carom_vec2 normal, int ulps) {
    float x = fabsf(at.x), y = fabsf(at.y), most = x > y ? x : y;
    double length = (double)(cr_float_above(most) - most) * ulps;
    return (carom_vec2){(float)((double)at.x + (double)normal.x * length),
                        (float)((double)at.y + (double)normal.y * length)};
}

enum { MAX_NUDGE = 16 }; // ulp from the end of a motion within which a clear position is searched

/// Nudges a point to a clear position nearby, in any direction.
static bool nudge_point(cr_cast *q, carom_vec2 *at) {
    static const carom_vec2 directions[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    for (int ulps = 1; ulps <= MAX_NUDGE; ulps *= 2) {
        for (size_t i = 0; i < sizeof directions / sizeof directions[0]; ++i) {
            carom_vec2 position = nudged_along(*at, directions[i], ulps);
            if (!is_free_of_edges(q, position)) continue;
            *at = position;
            return true;
        }
    }
    return false;
}

/// The direction out of a blocking edge. A shape that has passed through the edge goes back through it.
static carom_vec2 direction_out_of(const cr_cast *q, int edge, carom_vec2 position) {
    cr_edge e = cr_index_edge(q->index, edge);
    if (!penetrates_at(q, &e, position)) {
        cr_vec2d along = cr_subtract(cr_widen(e.b), cr_widen(e.a));
        return cr_narrow(cr_scale((cr_vec2d){along.y, -along.x}, 1 / cr_length(along)));
    }
    carom_shape wall = {.kind = CAROM_SHAPE_SEGMENT, .segment = {.a = e.a, .b = e.b}};
    carom_shape there = carom_shape_at(q->a, (carom_vec2){position.x - q->from.x, position.y - q->from.y});
    return carom_distance(&there, &wall).normal;
}

/// Nudges a shape out of each blocking edge in turn.
static bool nudge_shape(const cr_cast *q, carom_vec2 *at) {
    carom_vec2 position = *at;
    for (int ulps = 1; ulps <= MAX_NUDGE; ulps *= 2) {
        int blocker = find_blocker(q, position);
        if (blocker < 0) {
            *at = position;
            return true;
        }
        position = nudged_along(position, direction_out_of(q, blocker, position), ulps);
    }
    return false;
}

static bool starts_with_vertex_in_solid(const cr_cast *q) {
    bool any = false;
    for (int i = 0; i < q->core.count; ++i) any = any || is_in_solid(q->level, q->core.v[i]);
    return any;
}

/// True if the centre of the shape starts in solid. Then it passes through edges from behind, and penetrates them on
/// its path. The centre of a thin shape may be rounded out of the shape.
static bool starts_in_solid(const cr_cast *q) {
    return is_in_solid(q->level, cr_narrow(cr_core_centre(&q->core))) &&
           (!cr_core_is_thin(&q->core) || starts_with_vertex_in_solid(q));
}

carom_vec2 cr_level_clear_position(cr_cast *q, carom_vec2 at, double t, carom_vec2 normal) {
    if (starts_in_solid(q)) return at;
    if (q->is_point ? nudge_point(q, &at) : nudge_shape(q, &at)) return at;
    // Goes back along the path, and nudges at each position. Rounding along the normal of the hit alone could put all
    // positions into another edge that the shape slides along.
    for (double back = FIRST_BACK; back < 1; back *= 2) {
        double until = t * (1 - back);
        at = cr_rounded((double)q->from.x + until * (double)q->move.x, (double)q->from.y + until * (double)q->move.y);
        if (is_free_of_edges(q, at) || (q->is_point ? nudge_point(q, &at) : nudge_shape(q, &at))) return at;
    }
    cr_limit limit = cr_limit_of(normal);
    cr_stopping s = cr_stopping_at(q->from, q->move, t, &limit, normal.x != 0 || normal.y != 0);
    return cr_clear_position(&s, is_clear_of_edges, q);
}
