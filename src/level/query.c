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
#include "geom/exact.h"
#include "geom/place.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "level/level.h"
#include "level/winding.h"

#include <math.h>

/// The strip of the plane that a motion sweeps, or a little more: the path of a middle, and how far off it matters.
typedef struct cr_band {
    double x, y, move_x, move_y;
    double reach; // off the path, times the length of the motion
} cr_band;

typedef struct query {
    const carom_level *level;
    const carom_shape *a;
    carom_vec2 from, move; // of the reference point
    cr_core core;
    cr_band band;
    bool is_point, starts_in_solid; // the latter is told of points only
} query;

/// What the best answer so far is, and whose.
typedef struct answer {
    carom_sweep_hit hit;
    float depth; // of a start inside
    bool is_corner;
    int edge;
} answer;

// ---- Obstacles ----------------------------------------------------------------------------------------------------

/// The exact sign of cross(to - from, move).
static int turn(carom_vec2 from, carom_vec2 to, carom_vec2 move) {
    double x_low, y_low;
    double x = cr_difference_of((double)to.x, (double)from.x, &x_low),
           y = cr_difference_of((double)to.y, (double)from.y, &y_low);
    if (x_low == 0 && y_low == 0) return cr_compare_products(x, (double)move.y, y, (double)move.x);
    cr_exact2 p = {cr_exact_of((double)from.x), cr_exact_of((double)from.y)};
    cr_exact2 q = {cr_exact_of((double)to.x), cr_exact_of((double)to.y)};
    cr_exact2 m = {cr_exact_of((double)move.x), cr_exact_of((double)move.y)}, e = cr_exact2_subtract(&q, &p);
    return cr_exact2_cross(&e, &m).sign;
}

static bool moves_into(const cr_edge *e, carom_vec2 move) {
    return turn(e->a, e->b, move) > 0;
}

static bool is_behind(const cr_edge *e, carom_vec2 p) {
    return cr_side(e->a, e->b, p) > 0;
}

/// A point at p goes along `move` exactly through an end of an edge, into the edge. At a convex corner it enters the
/// solid if it goes into the other edge as well; in a concave one it does if it comes from between the two.
static bool enters_end(const carom_level *level, int other, bool is_corner, carom_vec2 p, carom_vec2 move) {
    if (other < 0) return true;
    const cr_edge *e = &level->edges[other];
    return is_corner ? moves_into(e, move) : !is_behind(e, p);
}

/// Would a point at p, going along `move` through edge e, enter the solid?
static bool point_enters(const carom_level *level, const cr_edge *e, carom_vec2 p, carom_vec2 move) {
    if (e->flags & CR_ONE_WAY) return true;
    if ((e->flags & CR_TWO_SIDED) && cr_side(e->a, e->b, p) == 0) return false; // it is leaving, either way
    if (turn(p, e->a, move) == 0) return enters_end(level, e->prev, e->flags & CR_CORNER_A, p, move);
    if (turn(p, e->b, move) == 0) return enters_end(level, e->next, e->flags & CR_CORNER_B, p, move);
    return true;
}

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
    const cr_edge *next = &q->level->edges[e->next];
    if (cr_core_side(&q->core, e->a, e->b) > 0 && cr_core_side(&q->core, next->a, next->b) > 0) return false;
    *corner = (carom_shape){.kind = CAROM_POINT, .point = e->b};
    return true;
}

// ---- Beside the way -----------------------------------------------------------------------------------------------
//
// Most edges whose boxes are met lie beside the path or face away from it. In double, and only what that decides.

static cr_band band_of(carom_box bounds, carom_vec2 move) {
    double half_width = ((double)bounds.max.x - (double)bounds.min.x) / 2;
    double half_height = ((double)bounds.max.y - (double)bounds.min.y) / 2;
    cr_band band = {(double)bounds.min.x + half_width, (double)bounds.min.y + half_height, (double)move.x,
                    (double)move.y, 0};
    double length = sqrt(band.move_x * band.move_x + band.move_y * band.move_y);
    band.reach = sqrt(half_width * half_width + half_height * half_height) * length * (1 + 1e-9) +
                 1e-15 * (fabs(band.move_x * band.y) + fabs(band.move_y * band.x));
    return band;
}

/// How far to the left of the path a point lies, times the length of the motion; *error is more than its rounding.
static inline double off_path(const cr_band *band, carom_vec2 p, double *error) {
    double left = band->move_x * ((double)p.y - band->y), right = band->move_y * ((double)p.x - band->x);
    *error = 1e-12 * (fabs(left) + fabs(right) + band->reach);
    return left - right;
}

static bool corner_in_band(const cr_band *band, carom_vec2 corner) {
    double error;
    return fabs(off_path(band, corner, &error)) <= band->reach + error;
}

/// Does the motion go against the normal of the edge, and reach as far to the side? Then a is on the left, b on the
/// right, as far as the reach allows.
static bool face_in_band(const cr_band *band, const cr_edge *e) {
    double a_error, b_error;
    double a = off_path(band, e->a, &a_error), b = off_path(band, e->b, &b_error);
    return a >= -band->reach - a_error && b <= band->reach + b_error && a - b >= -a_error - b_error;
}

// ---- The earliest -------------------------------------------------------------------------------------------------

static bool comes_before(const answer *p, const answer *q) {
    if (!q->hit.hit) return true;
    if (p->hit.t != q->hit.t) return p->hit.t < q->hit.t;
    if (p->depth != q->depth) return p->depth > q->depth;
    if (p->is_corner != q->is_corner) return q->is_corner; // a corner asked on its own has the normals of no surface
    return p->edge < q->edge;
}

static void keep_earlier(answer *best, const answer *candidate) {
    if (candidate->hit.hit && comes_before(candidate, best)) *best = *candidate;
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
    carom_shape way = {.kind = CAROM_SEGMENT, .segment = {.a = e->a, .b = e->b, .one_sided = true}};
    way.segment.skip_a = e->prev >= 0 && !(e->flags & CR_CORNER_A);
    way.segment.skip_b = e->next >= 0 && !(e->flags & CR_CORNER_B);
    return cr_relate(q->a, &way) == CR_INSIDE ? carom_distance(q->a, &way) : way_across(q, e);
}

static void keep_deeper(const query *q, answer *best, int edge) {
    const cr_edge *e = &q->level->edges[edge];
    carom_shape whole = {.kind = CAROM_SEGMENT, .segment = {.a = e->a, .b = e->b, .one_sided = true}};
    if (cr_relate(q->a, &whole) != CR_INSIDE) return;
    carom_gap gap = way_out(q, e);
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
    keep_earlier(best, &candidate);
}

/// The deepest of the edges that the shape, its centre in front, is inside of. Thin one-way edges let it pass.
static answer find_inside(const query *q) {
    answer best = {0};
    cr_search search = cr_search_begin(&q->level->index, q->level->edges, carom_shape_bounds(q->a));
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        if (!(q->level->edges[i].flags & CR_ONE_WAY)) keep_deeper(q, &best, i);
    }
    return best;
}

// ---- The way ------------------------------------------------------------------------------------------------------

static void meet(const query *q, answer *best, const carom_shape *obstacle, int edge, bool is_corner) {
    answer candidate = {.hit = carom_sweep(q->a, q->move, obstacle, (carom_vec2){0, 0}), .edge = edge};
    if (candidate.hit.inside) return; // only thin edges are left to be inside of: they let it pass
    if (candidate.hit.hit && q->is_point && !point_enters(q->level, &q->level->edges[edge], q->from, q->move)) return;
    candidate.hit.part_b = edge;
    if (is_corner) candidate.hit.feature = CAROM_END_B;
    candidate.is_corner = is_corner;
    keep_earlier(best, &candidate);
}

static answer find_earliest(const query *q) {
    answer best = {.hit.t = 1};
    cr_cast cast;
    cr_cast_begin(&cast, &q->level->index, q->level->edges, carom_shape_bounds(q->a), q->move);
    for (int i; (i = cr_cast_next(&cast, (double)cr_float_above(best.hit.t))) >= 0;) {
        const cr_edge *e = &q->level->edges[i];
        carom_shape face = face_of(q, e), corner;
        if (face_in_band(&q->band, e)) meet(q, &best, &face, i, false);
        if (corner_in_band(&q->band, e->b) && corner_of(q, e, &corner)) meet(q, &best, &corner, i, true);
    }
    return best;
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
    if (!(e->flags & (CR_ONE_WAY | CR_TWO_SIDED)) || is_behind(e, from)) return false;
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

/// Deeper than touch in the whole edge, from either side; but not in one that it started in, or was let through by.
static bool shape_entered(const query *q, const cr_edge *e, carom_vec2 at) {
    if (is_in_front(q, e, at)) return false;
    cr_core wall = {.count = 2, .v = {e->a, e->b}, .kind = CAROM_SEGMENT};
    cr_difference c;
    cr_difference_make(&c, &q->core, &wall);
    cr_displacement here = displacement_to(q->from, at), start = displacement_to(q->from, q->from);
    if (cr_relation_at(&c, &here) != CR_INSIDE || cr_relation_at(&c, &start) == CR_INSIDE) return false;
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
    cr_winding winding = cr_winding_at(&level->index, level->edges, p, CR_ONE_WAY | CR_TWO_SIDED);
    return winding.number > 0 && !winding.on_edge;
}

/// The first edge in the way of a shape at a place; -1: it is free.
static int find_blocker(const query *q, carom_vec2 at) {
    cr_search search = cr_search_begin(&q->level->index, q->level->edges, box_at(q, at));
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        const cr_edge *e = &q->level->edges[i];
        if (q->is_point ? point_passed(e, q->from, at) : shape_entered(q, e, at)) return i;
    }
    return -1;
}

static bool is_free(void *context, carom_vec2 at) {
    const query *q = context;
    if (q->is_point && !q->starts_in_solid && is_in_solid(q->level, at)) return false;
    return find_blocker(q, at) < 0;
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
        const cr_edge *e = &q->level->edges[blocker];
        carom_shape wall = {.kind = CAROM_SEGMENT, .segment = {.a = e->a, .b = e->b}};
        carom_shape there = carom_shape_at(q->a, (carom_vec2){place.x - q->from.x, place.y - q->from.y});
        place = step_along(place, carom_distance(&there, &wall).normal, ulps);
    }
    return false;
}

/// A free place at or next to `at`, where the motion ends at time t; failing that, one on the way there.
static carom_vec2 free_place(query *q, carom_vec2 at, double t, carom_vec2 normal) {
    if (is_free(q, at)) return at;
    if (q->is_point ? step_point(q, &at) : step_shape(q, &at)) return at;
    return cr_place(q->from, q->move, t, normal, is_free, q);
}

// ---- Sweep and ray ------------------------------------------------------------------------------------------------

static bool query_make(query *q, const carom_level *level, const carom_shape *a, carom_vec2 move) {
    *q = (query){.level = level, .a = a, .from = cr_reference(a), .move = move};
    if (!cr_core_of(a, &q->core) || !cr_finite2(move)) return false;
    q->band = band_of(carom_shape_bounds(a), move);
    q->is_point = q->core.count == 1 && q->core.radius == 0;
    q->starts_in_solid = q->is_point && is_in_solid(level, q->from);
    return true;
}

carom_sweep_hit carom_level_sweep(const carom_level *level, const carom_shape *a, carom_vec2 move) {
    query q;
    carom_vec2 from = cr_reference(a);
    carom_vec2 end = {(float)((double)from.x + (double)move.x), (float)((double)from.y + (double)move.y)};
    if (!query_make(&q, level, a, move)) return (carom_sweep_hit){.t = 1, .at = end};

    answer best = q.is_point ? (answer){0} : find_inside(&q);
    if (best.hit.hit) return best.hit;
    best = find_earliest(&q);
    if (!best.hit.hit) best.hit.at = end;
    best.hit.at = free_place(&q, best.hit.at, (double)best.hit.t, best.hit.normal);
    return best.hit;
}

carom_ray_hit carom_level_ray(const carom_level *level, carom_vec2 from, carom_vec2 move) {
    carom_ray_hit best = {.t = 1, .exit = 1};
    best.point = (carom_vec2){(float)((double)from.x + (double)move.x), (float)((double)from.y + (double)move.y)};
    if (!cr_finite2(from) || !cr_finite2(move)) return best;
    cr_band band = band_of((carom_box){from, from}, move);
    cr_cast cast;
    cr_cast_begin(&cast, &level->index, level->edges, (carom_box){from, from}, move);
    for (int i; (i = cr_cast_next(&cast, (double)cr_float_above(best.t))) >= 0;) {
        const cr_edge *e = &level->edges[i];
        if (!face_in_band(&band, e)) continue;
        carom_shape face = {.kind = CAROM_SEGMENT, .segment = {.a = e->a, .b = e->b, .one_sided = true}};
        carom_ray_hit hit = carom_ray(from, move, &face);
        hit.part = i;
        bool earlier = hit.hit && (!best.hit || hit.t < best.t || (hit.t == best.t && hit.part < best.part));
        if (earlier && point_enters(level, e, from, move)) best = hit;
    }
    return best;
}

int carom_level_overlap(const carom_level *level, const carom_shape *a, int *edges, int capacity) {
    int found = 0;
    cr_search search = cr_search_begin(&level->index, level->edges, carom_shape_bounds(a));
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        const cr_edge *e = &level->edges[i];
        carom_shape edge = {.kind = CAROM_SEGMENT, .segment = {.a = e->a, .b = e->b, .one_sided = true}};
        if (!carom_overlap(a, &edge)) continue;
        if (found < capacity) edges[found] = i;
        ++found;
    }
    return found;
}
