// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The questions asked of a level: each edge near by is asked as a shape of its own, and the earliest answer wins.
//
// Why nothing passes between two edges, and nothing is stopped by the seam of a floor. What a convex shape meets first
// of a solid is the inside of an edge or a convex corner; to touch a concave or flat vertex first it would have to be a
// point, or to come to a point.
// - An edge is asked as a one-sided segment whose ends are off: met at its very end, it is still met on its face. What
//   meets the end alone meets a corner, or nothing.
// - A convex corner is asked as a point, by shapes that are not wholly behind it: by those whose centre is not behind
//   both of its edges. So the tip of a spike counts where one of its edges is seen from behind and the other is left.
// - A point has no extent that could meet the other edge of a vertex instead. It is asked of whole edges, and at their
//   ends of both: it enters through a convex corner only going into the two, through a concave one only coming from
//   between them. Else it passes flush.
// - No place that is told as the end of a motion is deeper than touch in any edge, whichever side it shows, unless the
//   motion began in it.
#include "base/float.h"
#include "geom/difference.h"
#include "geom/place.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "level/beside.h"
#include "level/enter.h"
#include "level/level.h"
#include "level/winding.h"

#include <math.h>

/// The way of a motion, seen from the middle of the shape's bounds: how far off it things matter, rounding included.
typedef struct way {
    double x, y, move_x, move_y;
    double low_x, low_y, high_x, high_y; // a box around all of it
    double start_x, start_y;             // half the size of one around the start
    double reach, reach_move;            // the latter times the length of the motion
} way;

/// What the best answer so far is, and whose.
typedef struct answer {
    carom_sweep_hit hit;
    float depth; // of a start inside
    bool is_corner;
    int edge;
} answer;

enum { NEAR = 64 };

typedef struct query {
    const carom_level *level;
    const cr_index *index;
    const carom_shape *a;
    carom_vec2 from, move; // of the reference point
    cr_core core;
    bool is_point;
    way way;
    answer best;
    double limit;   // what is met later does not matter
    int near_count; // edges that are not beside the way; more than NEAR: not all of them are listed
    int near[NEAR];
    bool at_edge; // where the motion ends, an edge may be touched
} query;

// ---- Obstacles ----------------------------------------------------------------------------------------------------

static carom_shape face_of(const query *q, const cr_edge *e) {
    carom_segment face = {.a = e->a, .b = e->b, .one_sided = true};
    bool keeps_ends = q->is_point || (e->flags & CR_ONE_WAY);
    face.skip_a = !keeps_ends && e->prev >= 0;
    face.skip_b = !keeps_ends && e->next >= 0;
    return (carom_shape){.kind = CAROM_SEGMENT, .segment = face};
}

/// The corner at the end b of an edge, if it counts for the shape. Each corner belongs to the edge that arrives there.
static bool corner_of(const query *q, const cr_edge *e, carom_shape *corner) {
    if (!(e->flags & CR_CORNER_B) || q->is_point) return false;
    cr_line next = q->index->lines[e->next];
    if (cr_core_side(&q->core, e->a, e->b) > 0 && cr_core_side(&q->core, next.a, next.b) > 0) return false;
    *corner = (carom_shape){.kind = CAROM_POINT, .point = e->b};
    return true;
}

// ---- Beside the way -----------------------------------------------------------------------------------------------
//
// Most edges of the cells on the way lie beside it: some strip that is wider than the reach of the shape, and than any
// rounding of places, parts them from the path. In double, and only what that decides.

static const double ROUNDING = 1e-12; // far more than that of a difference of products
static const double PLACES = 0x1p-18; // more than all rounding of places, and steps to a free one

static float clamp(double value) {
    return value > (double)FLT_MAX ? FLT_MAX : value < -(double)FLT_MAX ? -FLT_MAX : (float)value;
}

/// Within the range of float; of an invalid shape a reversed box.
static carom_box finite_bounds(const carom_shape *a) {
    carom_box box = carom_shape_bounds(a);
    return (carom_box){{clamp((double)box.min.x), clamp((double)box.min.y)},
                       {clamp((double)box.max.x), clamp((double)box.max.y)}};
}

/// Of a shape with its middle at (x, y), all of it within `radius` and within half_x, half_y of that.
static void set_way(way *w, double x, double y, double half_x, double half_y, double radius, carom_vec2 move) {
    double mx = (double)move.x, my = (double)move.y;
    double margin = PLACES * (fabs(x) + fabs(y) + fabs(mx) + fabs(my) + radius);
    w->x = x;
    w->y = y;
    w->move_x = mx;
    w->move_y = my;
    w->start_x = half_x + margin;
    w->start_y = half_y + margin;
    w->low_x = (mx < 0 ? mx : 0) - w->start_x;
    w->low_y = (my < 0 ? my : 0) - w->start_y;
    w->high_x = (mx > 0 ? mx : 0) + w->start_x;
    w->high_y = (my > 0 ? my : 0) + w->start_y;
    w->reach = (radius + margin) * (1 + 1e-9);
    w->reach_move = w->reach * sqrt(mx * mx + my * my) * (1 + 1e-9);
}

static void set_way_of(way *w, const carom_shape *a, carom_vec2 move) {
    carom_box bounds = finite_bounds(a);
    double half_x = ((double)bounds.max.x - (double)bounds.min.x) / 2;
    double half_y = ((double)bounds.max.y - (double)bounds.min.y) / 2;
    double radius = sqrt(half_x * half_x + half_y * half_y);
    set_way(w, (double)bounds.min.x + half_x, (double)bounds.min.y + half_y, half_x, half_y, radius, move);
}

static carom_box box_of_start(const way *w) {
    return (carom_box){{clamp(w->x - w->start_x), clamp(w->y - w->start_y)},
                       {clamp(w->x + w->start_x), clamp(w->y + w->start_y)}};
}

static carom_box box_of_way(const way *w) {
    return (carom_box){{clamp(w->x + w->low_x), clamp(w->y + w->low_y)},
                       {clamp(w->x + w->high_x), clamp(w->y + w->high_y)}};
}

/// How an edge lies to the way; the bounds are more than the rounding of what they stand behind.
typedef struct view {
    double ax, ay, bx, by;            // its ends, from the middle of the shape
    double a, b, a_bound, b_bound;    // how far left of the path these are, times the length of the motion
    double side, side_bound, length2; // how far left of the edge's line the middle is, times the length of the edge
} view;

/// False when the edge is beside the way.
static inline bool see_edge(const way *w, double limit, cr_line line, view *v) {
    v->ax = (double)line.a.x - w->x;
    v->bx = (double)line.b.x - w->x;
    if ((v->ax < w->low_x && v->bx < w->low_x) || (v->ax > w->high_x && v->bx > w->high_x)) return false;
    v->ay = (double)line.a.y - w->y;
    v->by = (double)line.b.y - w->y;
    if ((v->ay < w->low_y && v->by < w->low_y) || (v->ay > w->high_y && v->by > w->high_y)) return false;
    double a_left = w->move_x * v->ay, a_right = w->move_y * v->ax;
    double b_left = w->move_x * v->by, b_right = w->move_y * v->bx;
    v->a = a_left - a_right;
    v->b = b_left - b_right;
    v->a_bound = ROUNDING * (fabs(a_left) + fabs(a_right));
    v->b_bound = ROUNDING * (fabs(b_left) + fabs(b_right));
    if (v->a - v->a_bound > w->reach_move && v->b - v->b_bound > w->reach_move) return false;
    if (v->a + v->a_bound < -w->reach_move && v->b + v->b_bound < -w->reach_move) return false;
    double left = v->ax * v->by, right = v->ay * v->bx, ex = v->bx - v->ax, ey = v->by - v->ay;
    v->side = left - right;
    v->side_bound = ROUNDING * (fabs(left) + fabs(right));
    v->length2 = ex * ex + ey * ey;
    double end = v->side + limit * (v->a - v->b), near = fabs(v->side) < fabs(end) ? fabs(v->side) : fabs(end);
    near -= v->side_bound + v->a_bound + v->b_bound;
    bool same_side = (v->side > 0) == (end > 0);
    return !(same_side && near > 0 && near * near > w->reach * w->reach * v->length2 * (1 + 1e-9));
}

/// Is the edge certainly apart from the shape at a displacement from its start?
static bool is_far(const way *w, cr_line line, double x, double y) {
    double ax = (double)line.a.x - w->x - x, bx = (double)line.b.x - w->x - x;
    double ay = (double)line.a.y - w->y - y, by = (double)line.b.y - w->y - y;
    if ((ax < -w->start_x && bx < -w->start_x) || (ax > w->start_x && bx > w->start_x)) return true;
    if ((ay < -w->start_y && by < -w->start_y) || (ay > w->start_y && by > w->start_y)) return true;
    double left = ax * by, right = ay * bx, ex = bx - ax, ey = by - ay;
    double size = (fabs(x) + fabs(y)) * (fabs(ex) + fabs(ey)) + fabs(left) + fabs(right);
    double off = fabs(left - right) - ROUNDING * size;
    return off > 0 && off * off > w->reach * w->reach * (ex * ex + ey * ey) * (1 + 1e-9);
}

// ---- The earliest -------------------------------------------------------------------------------------------------

static bool comes_before(const query *q, const answer *p, const answer *best) {
    if (!best->hit.hit) return true;
    if (p->hit.t != best->hit.t) return p->hit.t < best->hit.t;
    if (p->depth != best->depth) return p->depth > best->depth;
    if (p->is_corner != best->is_corner) return best->is_corner; // a corner asked on its own has no surface's normal
    cr_edge e = cr_index_edge(q->index, p->edge), f = cr_index_edge(q->index, best->edge);
    return cr_edge_before(&e, &f);
}

static void keep_earlier(const query *q, answer *best, const answer *candidate) {
    if (candidate->hit.hit && comes_before(q, candidate, best)) *best = *candidate;
}

// ---- A start inside -----------------------------------------------------------------------------------------------

/// The way out of an edge across its face, however far the face goes on in others.
static carom_gap way_across(const query *q, const cr_edge *e) {
    double x = (double)e->b.x - (double)e->a.x, y = (double)e->b.y - (double)e->a.y, length = sqrt(x * x + y * y);
    double deepest = 0, foot = 0;
    for (int i = 0; i < q->core.count; ++i) {
        double dx = (double)q->core.v[i].x - (double)e->a.x, dy = (double)q->core.v[i].y - (double)e->a.y;
        double depth = (x * dy - y * dx) / length;
        if (i > 0 && depth <= deepest) continue;
        deepest = depth;
        foot = (x * dx + y * dy) / (length * length);
    }
    foot = foot > 0 ? foot < 1 ? foot : 1 : 0;
    return (carom_gap){
        .distance = -(float)(deepest + (double)q->core.radius),
        .on_b = cr_rounded((double)e->a.x + foot * x, (double)e->a.y + foot * y),
        .normal = cr_rounded(y / length, -x / length),
    };
}

/// The way out of an edge the shape is inside of: across its face, or past a convex end. Past a flat or concave end
/// lies more solid, so that what is shortest there is no way.
static carom_gap way_out(const query *q, const cr_edge *e) {
    carom_shape wall = {.kind = CAROM_SEGMENT, .segment = {.a = e->a, .b = e->b, .one_sided = true}};
    wall.segment.skip_a = e->prev >= 0 && !(e->flags & CR_CORNER_A);
    wall.segment.skip_b = e->next >= 0 && !(e->flags & CR_CORNER_B);
    return cr_relate(q->a, &wall) == CR_INSIDE ? carom_distance(q->a, &wall) : way_across(q, e);
}

static void keep_deeper(const query *q, answer *best, int edge) {
    cr_edge e = cr_index_edge(q->index, edge);
    carom_shape whole = {.kind = CAROM_SEGMENT, .segment = {.a = e.a, .b = e.b, .one_sided = true}};
    if ((e.flags & CR_ONE_WAY) || cr_relate(q->a, &whole) != CR_INSIDE) return;
    carom_gap gap = way_out(q, &e);
    answer candidate = {.edge = edge, .depth = -gap.distance};
    candidate.hit = (carom_sweep_hit){
        .hit = true,
        .inside = true,
        .at = q->from,
        .point = gap.on_b,
        .normal = gap.normal,
        .feature = CAROM_EDGE,
        .part_b = edge,
    };
    keep_earlier(q, best, &candidate);
}

/// The deepest of the edges that the shape, its centre in front, is inside of. Thin one-way edges let it pass.
static answer find_inside(const query *q) {
    answer best = {0};
    if (q->near_count <= NEAR) {
        for (int i = 0; i < q->near_count; ++i) {
            if (!is_far(&q->way, q->index->lines[q->near[i]], 0, 0)) keep_deeper(q, &best, q->near[i]);
        }
        return best;
    }
    cr_search search;
    cr_search_begin(&search, q->index, finite_bounds(q->a));
    for (int i; (i = cr_search_next(&search)) >= 0;) keep_deeper(q, &best, i);
    return best;
}

// ---- The way ------------------------------------------------------------------------------------------------------

static void meet(query *q, const carom_shape *obstacle, int edge, bool is_corner) {
    answer candidate = {.hit = carom_sweep(q->a, q->move, obstacle, (carom_vec2){0, 0}), .edge = edge};
    if (!candidate.hit.hit || candidate.hit.inside)
        return; // only thin edges are left to be inside of: they let it pass
    if (q->is_point && !cr_point_enters(q->index, edge, q->from, q->move)) return;
    candidate.hit.part_b = edge;
    if (is_corner) candidate.hit.feature = CAROM_END_B;
    candidate.is_corner = is_corner;
    keep_earlier(q, &q->best, &candidate);
    q->limit = (double)cr_float_above(q->best.hit.t);
}

/// False when the edge has been noted before.
static bool note(query *q, int edge) {
    int count = q->near_count < NEAR ? q->near_count : NEAR;
    for (int i = 0; i < count; ++i) {
        if (q->near[i] == edge) return false;
    }
    if (q->near_count < NEAR) q->near[q->near_count] = edge;
    if (q->near_count <= NEAR) ++q->near_count;
    return true;
}

static void meet_edge(query *q, int edge, const view *v) {
    cr_edge e = cr_index_edge(q->index, edge);
    double turn_bound = v->a_bound + v->b_bound, reach = q->way.reach_move;
    carom_shape face = face_of(q, &e), corner;
    bool against = v->a - v->b >= -turn_bound; // the motion is not certainly along the normal
    if (against && v->a >= -reach - v->a_bound && v->b <= reach + v->b_bound) meet(q, &face, edge, false);
    if (fabs(v->b) <= reach + v->b_bound && corner_of(q, &e, &corner)) meet(q, &corner, edge, true);
}

static double meet_cells(void *context, const uint32_t *refs, int count) {
    query *q = context;
    for (int i = 0; i < count; ++i) {
        int edge = (int)(refs[i] >> CR_REF_SHIFT);
        view v;
        if (see_edge(&q->way, q->limit, q->index->lines[edge], &v) && note(q, edge)) meet_edge(q, edge, &v);
    }
    return q->limit;
}

// ---- The place ----------------------------------------------------------------------------------------------------

/// The displacement of the reference point to a place, exact.
static cr_displacement displacement_to(carom_vec2 from, carom_vec2 at) {
    cr_vector h;
    h.x = cr_difference_of((double)at.x, (double)from.x, &h.low_x);
    h.y = cr_difference_of((double)at.y, (double)from.y, &h.low_y);
    return cr_displacement_of(h, 1);
}

/// Did a point that was not behind a thin edge pass through it? To be on a two-sided one is to be on both sides.
static bool point_passed(const cr_edge *e, carom_vec2 from, carom_vec2 at) {
    if (!(e->flags & (CR_ONE_WAY | CR_TWO_SIDED)) || cr_side(e->a, e->b, from) > 0) return false;
    int side = cr_side(e->a, e->b, at);
    if (side < 0 || (side == 0 && !(e->flags & CR_TWO_SIDED))) return false;
    return cr_side(from, at, e->a) * cr_side(from, at, e->b) <= 0;
}

/// Is all of the shape certainly in front of the edge, at a place? In double.
static bool is_in_front(const query *q, const cr_edge *e, carom_vec2 at) {
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
static bool is_inside_at(const query *q, const cr_edge *e, carom_vec2 at) {
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
static bool shape_entered(const query *q, const cr_edge *e, carom_vec2 at) {
    if (is_in_front(q, e, at) || !is_inside_at(q, e, at) || is_inside_at(q, e, q->from)) return false;
    return !(e->flags & CR_ONE_WAY) || cr_core_side(&q->core, e->a, e->b) <= 0;
}

/// More than the rounding of a place, and of a shape put there, can be.
static float few_ulps(float p, float q) {
    return (fabsf(p) + fabsf(q)) * 0x1p-20f;
}

static carom_box box_at(const query *q, carom_vec2 at) {
    carom_box box = carom_shape_bounds(q->a);
    float dx = at.x - q->from.x, dy = at.y - q->from.y;
    carom_vec2 low = {box.min.x + dx, box.min.y + dy}, high = {box.max.x + dx, box.max.y + dy};
    float rx = few_ulps(fabsf(q->from.x) + fabsf(at.x), fabsf(low.x) + fabsf(high.x));
    float ry = few_ulps(fabsf(q->from.y) + fabsf(at.y), fabsf(low.y) + fabsf(high.y));
    return (carom_box){{low.x - rx, low.y - ry}, {high.x + rx, high.y + ry}};
}

/// Strictly: not on the border.
static bool is_in_solid(const carom_level *level, carom_vec2 p) {
    cr_winding winding = cr_winding_at(&level->index, p, CR_ONE_WAY | CR_TWO_SIDED);
    return winding.number > 0 && !winding.on_edge;
}

static bool is_in_the_way(const query *q, int edge, carom_vec2 at) {
    cr_edge e = cr_index_edge(q->index, edge);
    return q->is_point ? point_passed(&e, q->from, at) : shape_entered(q, &e, at);
}

/// The first edge by place that is in the way of a shape at a place; -1: it is free.
static int find_blocker(const query *q, carom_vec2 at) {
    cr_search search;
    int first = -1;
    cr_edge least = {0};
    cr_search_begin(&search, q->index, box_at(q, at));
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        if (!is_in_the_way(q, i, at)) continue;
        cr_edge e = cr_index_edge(q->index, i);
        if (first >= 0 && !cr_edge_before(&e, &least)) continue;
        first = i;
        least = e;
    }
    return first;
}

/// The same for the place where the motion ends: only edges that are not beside the way can be near it.
static bool is_blocked(query *q, carom_vec2 at) {
    q->at_edge = q->near_count > NEAR;
    if (q->at_edge) return find_blocker(q, at) >= 0;
    double x = (double)at.x - (double)q->from.x, y = (double)at.y - (double)q->from.y;
    for (int i = 0; i < q->near_count; ++i) {
        if (is_far(&q->way, q->index->lines[q->near[i]], x, y)) continue;
        q->at_edge = true;
        if (is_in_the_way(q, q->near[i], at)) return true;
    }
    return false;
}

/// A point does not come into solid from outside, not even where rounding takes it past an end.
static bool stays_out(const query *q, carom_vec2 at) {
    return !q->is_point || !is_in_solid(q->level, at) || is_in_solid(q->level, q->from);
}

static bool is_free(void *context, carom_vec2 at) {
    const query *q = context;
    return find_blocker(q, at) < 0 && stays_out(q, at);
}

static carom_vec2 step_along(carom_vec2 at, carom_vec2 normal, int ulps) {
    float x = fabsf(at.x), y = fabsf(at.y), most = x > y ? x : y;
    double length = (double)(cr_float_above(most) - most) * ulps;
    return (carom_vec2){(float)((double)at.x + (double)normal.x * length),
                        (float)((double)at.y + (double)normal.y * length)};
}

enum { FARTHEST = 16 }; // how many ulps from where a motion ends a free place is looked for

/// A point is put next to where it should be, whichever way is free.
static bool step_point(query *q, carom_vec2 *at) {
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
static bool step_shape(const query *q, carom_vec2 *at) {
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
static bool starts_in_solid(const query *q) {
    carom_box box = carom_shape_bounds(q->a);
    carom_vec2 middle =
        cr_rounded(((double)box.min.x + (double)box.max.x) / 2, ((double)box.min.y + (double)box.max.y) / 2);
    return is_in_solid(q->level, middle);
}

/// A free place at or next to `at`, where the motion ends at time t; failing that, one on the way there.
static carom_vec2 free_place(query *q, carom_vec2 at, double t, carom_vec2 normal) {
    if (!is_blocked(q, at) && stays_out(q, at)) return at;
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

// ---- Sweep --------------------------------------------------------------------------------------------------------

/// A circle, as most of what moves is, in short.
static bool take_circle(query *q, carom_circle c, carom_vec2 move) {
    double x = (double)c.center.x, y = (double)c.center.y, radius = (double)c.radius;
    if (!(c.radius > 0 && c.radius <= FLT_MAX) || !cr_finite2(c.center)) return false;
    q->core.count = 1;
    q->core.v[0] = c.center;
    q->core.radius = c.radius;
    q->core.kind = CAROM_CIRCLE;
    q->core.one_sided = q->core.skip_a = q->core.skip_b = false;
    set_way(&q->way, x, y, radius, radius, radius, move);
    return true;
}

static bool query_make(query *q, const carom_level *level, const carom_shape *a, carom_vec2 move) {
    q->level = level;
    q->index = &level->index;
    q->a = a;
    q->move = move;
    q->from = cr_reference(a);
    q->best = (answer){.hit.t = 1};
    q->limit = 1;
    q->near_count = 0;
    q->at_edge = q->is_point = false;
    if (!cr_finite2(move)) return false;
    if (a->kind == CAROM_CIRCLE && take_circle(q, a->circle, move)) return true;
    if (!cr_core_of(a, &q->core)) return false;
    set_way_of(&q->way, a, move);
    q->is_point = q->core.count == 1 && q->core.radius == 0;
    return true;
}

/// Within about a cell the order of the cells does not matter.
static bool is_short(const query *q) {
    return (fabs(q->way.move_x) + fabs(q->way.move_y)) * q->index->per_cell < 1;
}

carom_sweep_hit cr_level_sweep_beside(const carom_level *level, const carom_shape *a, carom_vec2 move, bool *beside) {
    query q;
    *beside = false;
    bool valid = query_make(&q, level, a, move);
    carom_sweep_hit miss = {.t = 1};
    miss.at = (carom_vec2){(float)((double)q.from.x + (double)move.x), (float)((double)q.from.y + (double)move.y)};
    if (!valid) return miss;
    if (is_short(&q)) {
        cr_index_walk_box(q.index, box_of_way(&q.way), meet_cells, &q);
    } else {
        cr_index_walk(q.index, box_of_start(&q.way), move, 1, meet_cells, &q);
    }
    if (q.near_count == 0 && !q.is_point) return miss;
    answer inside = q.is_point ? (answer){0} : find_inside(&q);
    *beside = true;
    if (inside.hit.hit) return inside.hit;
    carom_sweep_hit hit = q.best.hit.hit ? q.best.hit : miss;
    hit.at = free_place(&q, hit.at, (double)hit.t, hit.normal);
    *beside = q.at_edge || q.is_point;
    return hit;
}

carom_sweep_hit carom_level_sweep(const carom_level *level, const carom_shape *a, carom_vec2 move) {
    bool beside;
    return cr_level_sweep_beside(level, a, move, &beside);
}

int carom_level_sweeps(const carom_level *level, const carom_shape *shapes, const carom_vec2 *moves, int count,
                       carom_sweep_hit *hits) {
    int found = 0;
    for (int i = 0; i < count; ++i) {
        if (i % CR_FETCH_AT_ONCE == 0) {
            carom_vec2 starts[CR_FETCH_AT_ONCE];
            int next = count - i < CR_FETCH_AT_ONCE ? count - i : CR_FETCH_AT_ONCE;
            for (int k = 0; k < next; ++k) starts[k] = cr_reference(&shapes[i + k]);
            cr_index_fetch(&level->index, starts, next);
        }
        hits[i] = carom_level_sweep(level, &shapes[i], moves[i]);
        found += hits[i].hit;
    }
    return found;
}

// ---- Overlap ------------------------------------------------------------------------------------------------------

/// A box against an edge whose box it meets: they overlap where the edge's line passes through it, its centre in front.
/// 1 they do, 0 they do not, -1 not decided. In double.
static int box_meets(carom_box box, cr_line e) {
    double half_x = ((double)box.max.x - (double)box.min.x) / 2, x = (double)box.min.x + half_x;
    double half_y = ((double)box.max.y - (double)box.min.y) / 2, y = (double)box.min.y + half_y;
    double ex = (double)e.b.x - (double)e.a.x, ey = (double)e.b.y - (double)e.a.y;
    double side = ex * (y - (double)e.a.y) - ey * (x - (double)e.a.x), reach = fabs(ex) * half_y + fabs(ey) * half_x;
    double size = fabs(ex) * (fabs(y) + fabs((double)e.a.y)) + fabs(ey) * (fabs(x) + fabs((double)e.a.x)) + reach;
    double bound = CR_DEGREE_2 * size;
    if (side > bound || side < -reach - bound) return 0;
    return side < -bound && side > bound - reach ? 1 : -1;
}

static bool overlaps_edge(const carom_shape *a, cr_line line) {
    int decided = a->kind == CAROM_BOX ? box_meets(a->box, line) : -1;
    if (decided >= 0) return decided > 0;
    carom_shape edge = cr_face_of(line);
    return carom_overlap(a, &edge);
}

int carom_level_overlap(const carom_level *level, const carom_shape *a, int *edges, int capacity) {
    int found = 0;
    cr_search search;
    cr_search_begin(&search, &level->index, finite_bounds(a));
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        if (!overlaps_edge(a, level->index.lines[i])) continue;
        if (found < capacity) edges[found] = i;
        ++found;
    }
    return found;
}
