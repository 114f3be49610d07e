// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The time of impact of a path and a rounded convex polygon: the impact_of_path of its features, which are the offset
// lines of the edges and the circles about the vertices. Exact signs, without roots, decide which feature is hit. The
// time is computed in double with a relative error bound E. Only if (1 - E) T and (1 + E) T lie in different floats,
// exact signs at the floats in between decide. C is convex, and so is the distance along the path: a path that touches
// C without entering it there never enters it.
#include "geom/impact.h"

#include "geom/predicate.h"
#include "geom/toi_rounding.h"

#include <math.h>

// Bounds of gaps and speeds, relative to the sum of their terms: of an edge, moved out by a radius; of a vertex; of the
// discriminant of a path and a circle; of the time at which a point is on its path. src/geom/proofs proves them.
#define EDGE_GAP     (8.05 * CR_U)
#define EDGE_SPEED   (7.55 * CR_U)
#define VERTEX_GAP   (5.38 * CR_U)
#define VERTEX_SPEED (6.05 * CR_U)
#define ROOM_ERROR   (22.85 * CR_U)
#define POINT_TIME   (10.08 * CR_U)

static const cr_impact miss = {.t = 1, .time = 1, .edge = -1, .vertex = -1};

/// Edge or vertex k of C, and the path along m.
typedef struct path_feature {
    const cr_difference *c;
    int k;
    const cr_displacement *m;
} path_feature;

/// True if the path reaches distance R from edge k from outside.
static bool meets_line(const cr_difference *c, int k, const cr_displacement *start, const cr_displacement *m) {
    return cr_side_of_edge(c, k, start) < 0 && cr_inward(c, k, m) > 0 && cr_near_line(c, k, start) != CR_INSIDE;
}

/// Of the time, and above the error of two: which of two vertices is reached first is not decided by times as near.
#define NEAR_TIMES 0x1p-40

/// The end of edge k that the centre is beyond when it reaches the line of the edge, if it does not hit the edge.
static int end_reached(const cr_difference *c, int k, const cr_displacement *m) {
    return cr_meets_beside(c, k, m, false) ? cr_next(c, k) : k;
}

/// Of two vertices, the one that the path reaches first, by exact signs: the end that it is beyond of the edge between
/// them. -1 if there is no such edge, or if the path does not meet its line.
static int first_of_ends(const cr_difference *c, int k, int other, const cr_displacement *m) {
    int edge = cr_next(c, other) == k ? other : k;
    cr_displacement start = cr_displacement_of(m->h, 0);
    bool is_between = cr_next(c, edge) == k + other - edge;
    return is_between && meets_line(c, edge, &start, m) ? end_reached(c, edge, m) : -1;
}

/// True if a contact with vertex k is earlier than the best, which is with another vertex and has the same t. Of edges,
/// only one can be met.
static bool contact_precedes(const cr_impact *best, path_feature contact, double time) {
    bool near = fabs(time - best->time) <= NEAR_TIMES * time;
    int first = near ? first_of_ends(contact.c, contact.k, best->vertex, contact.m) : -1;
    return first >= 0 ? first == contact.k : time < best->time;
}

/// A contact with edge or vertex k. The estimate is its time.
static void keep_earlier(cr_impact *best, path_feature contact, bool is_edge, cr_toi_estimate e,
                         cr_is_past_toi *is_passed) {
    if (best->hit && e.time - fabs(e.time) * e.error > best->time * (1 + NEAR_TIMES)) return; // it is at least best->t
    float t = cr_toi_down(e, is_passed, &contact);
    double time = cr_toi_near(e, t, is_passed, &contact);
    if (best->hit && (t > best->t || (t == best->t && !contact_precedes(best, contact, time)))) return;
    *best = (cr_impact){
        .hit = true, .t = t, .time = time, .edge = is_edge ? contact.k : -1, .vertex = is_edge ? -1 : contact.k};
}

// ---- Edges -------------------------------------------------------------------------------------------------------

/// The time at which the displacement is at distance R from the line of edge k: (K - R |e|) / D.
static cr_toi_estimate edge_time(const cr_difference *c, int k, const cr_displacement *m) {
    double ex = c->ex[k], ey = c->ey[k], x = c->v[k].x, y = c->v[k].y;
    double depth = ex * y - ey * x, depth_size = fabs(ex * y) + fabs(ey * x);
    double speed = ex * m->y - ey * m->x, speed_size = fabs(ex * m->y) + fabs(ey * m->x);
    double reach = c->radius * sqrt(ex * ex + ey * ey);
    double gap = depth - reach;
    return cr_toi_quotient(gap, EDGE_GAP * (depth_size + reach), speed, EDGE_SPEED * speed_size);
}

static bool passed_edge(const void *context, double t) {
    const path_feature *f = context;
    cr_displacement at = cr_displacement_of(f->m->h, t);
    int side = cr_side_of_edge(f->c, f->k, &at);
    return side > 0 || (f->c->radius > 0 && (side == 0 || cr_near_line(f->c, f->k, &at) == CR_INSIDE));
}

/// True if the path reaches distance R from edge k from outside, beside the edge, within the motion.
static bool meets_edge(const cr_difference *c, int k, const cr_displacement *start, const cr_displacement *m) {
    return meets_line(c, k, start, m) && (cr_side_of_edge(c, k, m) >= 0 || cr_near_line(c, k, m) != CR_APART) &&
           cr_meets_beside(c, k, m, false) && cr_meets_beside(c, k, m, true);
}

// ---- Vertices ----------------------------------------------------------------------------------------------------

/// The time at which the displacement is at distance R from vertex k: C / (-B + sqrt Q), where C = |w|^2 - R^2, -B = w
/// . m and Q = |m|^2 R^2 - (m x w)^2. There is no division by |m|^2; only C and Q can cancel.
static cr_toi_estimate vertex_time(const cr_difference *c, int k, const cr_displacement *m) {
    double x = c->v[k].x, y = c->v[k].y, rr = c->radius * c->radius;
    double far = x * x + y * y, gap = far - rr;
    double approach = x * m->x + y * m->y, approach_size = fabs(x * m->x) + fabs(y * m->y);
    double cross = m->x * y - m->y * x, cross_size = fabs(m->x * y) + fabs(m->y * x);
    double room = (m->x * m->x + m->y * m->y) * rr;
    double q = room - cross * cross, q_error = ROOM_ERROR * (room + cross_size * cross_size);
    double root = q > 0 ? sqrt(q) : 0;
    double root_error = q > q_error ? q_error / root : sqrt(fabs(q) + q_error);
    double speed = approach + root;
    return cr_toi_quotient(gap, VERTEX_GAP * (far + rr), speed, VERTEX_SPEED * approach_size + root_error);
}

static bool passed_vertex(const void *context, double t) {
    const path_feature *f = context;
    cr_displacement at = cr_displacement_of(f->m->h, t);
    return cr_near_vertex(f->c, f->k, &at) == CR_INSIDE || cr_leaving(f->c, f->k, &at, f->m) >= 0;
}

/// True if the path enters the circle about vertex k.
static bool meets_vertex(const cr_difference *c, int k, const cr_displacement *start, const cr_displacement *m) {
    return cr_leaving(c, k, start, m) < 0 && cr_passes_vertex(c, k, m) == CR_INSIDE &&
           (cr_leaving(c, k, m, m) >= 0 || cr_near_vertex(c, k, m) != CR_APART);
}

cr_impact cr_impact_at_edge(const cr_difference *c, int k, const cr_displacement *m) {
    cr_impact impact = miss;
    keep_earlier(&impact, (path_feature){c, k, m}, true, edge_time(c, k, m), passed_edge);
    return impact;
}

cr_impact cr_impact_at_vertex(const cr_difference *c, int k, const cr_displacement *m) {
    cr_impact impact = miss;
    keep_earlier(&impact, (path_feature){c, k, m}, false, vertex_time(c, k, m), passed_vertex);
    return impact;
}

// ---- The three cases ---------------------------------------------------------------------------------------------

/// The only end of a flat C that the path can hit if it does not hit the edge: the end that the centre is beyond when
/// it reaches distance R from the line; if it starts nearer, the end that it is beyond at the start.
static int end_to_meet(const cr_difference *c, const cr_displacement *start, const cr_displacement *m) {
    for (int k = 0; k < 2; ++k) {
        if (meets_line(c, k, start, m)) return end_reached(c, k, m);
    }
    return cr_past_edge(c, 0, start) < 0 ? 0 : 1;
}

static cr_impact impact_rounded(const cr_difference *c, const cr_displacement *start, const cr_displacement *m) {
    cr_impact best = miss;
    for (int k = 0; c->count > 1 && k < c->count; ++k) {
        if (!meets_edge(c, k, start, m)) continue;
        keep_earlier(&best, (path_feature){c, k, m}, true, edge_time(c, k, m), passed_edge);
        return best; // C is convex: the path enters where it reaches an edge from the side
    }
    int only = c->count == 2 ? end_to_meet(c, start, m) : -1;
    for (int k = 0; k < c->count; ++k) {
        if (only >= 0 && k != only) continue;
        if (meets_vertex(c, k, start, m))
            keep_earlier(&best, (path_feature){c, k, m}, false, vertex_time(c, k, m), passed_vertex);
    }
    return best;
}

/// True if a line separates the path from the interior of C.
static bool path_misses(const cr_difference *c, const cr_displacement *start, const cr_displacement *m) {
    int left = 0, right = 0;
    for (int k = 0; k < c->count; ++k) {
        if (cr_side_of_edge(c, k, start) <= 0 && cr_side_of_edge(c, k, m) <= 0) return true;
        int side = cr_side_of_path(c, k, m);
        left += side > 0;
        right += side < 0;
    }
    return left == 0 || right == 0;
}

/// Of two edges that the path enters at their vertex, one that counts comes first; then the one approached faster, then
/// the longer one, then the one with the lower index.
static bool edge_comes_first(const cr_difference *c, int k, int other, const cr_displacement *m) {
    bool is_skipped = cr_edge_skipped(c, k);
    if (is_skipped != cr_edge_skipped(c, other)) return !is_skipped;
    double length2 = cr_edge_length2(c, k), other2 = cr_edge_length2(c, other);
    double speed = (c->ex[k] * m->y - c->ey[k] * m->x) / sqrt(length2);
    double other_speed = (c->ex[other] * m->y - c->ey[other] * m->x) / sqrt(other2);
    return speed != other_speed ? speed > other_speed : length2 > other2;
}

/// True if edge k is skipped and another one is not, and the path leads exactly through their vertex. Their times are
/// equal then, but may differ in double.
static bool yields_at_vertex(const cr_difference *c, int k, int other, const cr_displacement *m) {
    if (!cr_edge_skipped(c, k) || cr_edge_skipped(c, other)) return false;
    int vertex = cr_next(c, k) == other ? other : cr_next(c, other) == k ? k : -1;
    return vertex >= 0 && cr_side_of_path(c, vertex, m) == 0;
}

/// A polygon without radius: the path enters through the edge whose line it crosses last.
static cr_impact impact_sharp(const cr_difference *c, const cr_displacement *start, const cr_displacement *m) {
    cr_impact best = miss;
    if (path_misses(c, start, m)) {
        cr_location end = cr_locate(c, m);
        if (end.relation != CR_TOUCHING || !cr_enters_at(c, &end, m, m)) return best;
    }
    for (int k = 0; k < c->count; ++k) {
        if (cr_side_of_edge(c, k, start) > 0) continue; // starts inside of it; the path enters all others
        cr_toi_estimate e = edge_time(c, k, m);
        // If a starts next to the line, the time may be negative by rounding.
        if (best.hit && e.time + fabs(e.time) * e.error < (double)best.t) continue;
        path_feature edge = {c, k, m};
        float t = cr_toi_down(e, passed_edge, &edge);
        double time = cr_toi_near(e, t, passed_edge, &edge);
        bool later = !best.hit || t > best.t || (t == best.t && time > best.time);
        bool instead = best.hit && t == best.t && cr_edge_skipped(c, best.edge);
        bool at_vertex = best.hit && t == best.t && time == best.time && edge_comes_first(c, k, best.edge, m);
        bool yields = best.hit && t == best.t && yields_at_vertex(c, k, best.edge, m);
        if ((later && !yields) || instead || at_vertex)
            best = (cr_impact){.hit = true, .t = t, .time = time, .edge = k, .vertex = -1};
    }
    return best;
}

/// True if the displacement at time t is past vertex k, which lies on its path.
static bool passed_point(const void *context, double t) {
    const path_feature *f = context;
    cr_displacement at = cr_displacement_of(f->m->h, t);
    return cr_leaving(f->c, f->k, &at, f->m) > 0;
}

static cr_toi_estimate point_time(const cr_difference *c, int k, const cr_displacement *m) {
    double x = c->v[k].x, y = c->v[k].y;
    return (cr_toi_estimate){(x * m->x + y * m->y) / (m->x * m->x + m->y * m->y), POINT_TIME};
}

static bool meets_point(const cr_difference *c, int k, const cr_displacement *start, const cr_displacement *m) {
    return cr_side_of_path(c, k, m) == 0 && cr_leaving(c, k, start, m) < 0 && cr_leaving(c, k, m, m) >= 0;
}

/// A point or a segment without radius has no interior: the impact is where the path reaches it.
static cr_impact impact_flat(const cr_difference *c, const cr_displacement *start, const cr_displacement *m) {
    cr_impact best = miss;
    int side = c->count == 2 ? cr_side_of_edge(c, 0, start) : 0;
    if (side == 0) { // a point, or collinear with the segment: only its vertices can be hit
        for (int k = 0; k < c->count; ++k) {
            if (meets_point(c, k, start, m))
                keep_earlier(&best, (path_feature){c, k, m}, false, point_time(c, k, m), passed_point);
        }
        return best;
    }
    int k = side < 0 ? 0 : 1, first = cr_side_of_path(c, 0, m), second = cr_side_of_path(c, 1, m);
    if (cr_inward(c, k, m) > 0 && cr_side_of_edge(c, k, m) >= 0 && first * second <= 0)
        keep_earlier(&best, (path_feature){c, k, m}, true, edge_time(c, k, m), passed_edge);
    return best;
}

/// The start lies on a segment without radius. A two-sided segment is always left; a one-sided one has an inside.
static cr_impact impact_on_one_sided(const cr_difference *c, const cr_displacement *m) {
    for (int k = 0; k < 2; ++k) {
        if (cr_inward(c, k, m) > 0) return (cr_impact){.hit = true, .edge = k, .vertex = -1};
    }
    return miss;
}

/// The start touches C at a location, and m enters there.
static cr_impact impact_at_start(const cr_difference *c, cr_location at, const cr_displacement *m) {
    cr_impact impact = {.hit = true, .edge = at.edge, .vertex = at.vertex};
    if (c->radius > 0) return impact;
    cr_displacement start = cr_displacement_of(m->h, 0);
    for (int k = 0; k < c->count; ++k) { // at a vertex, one of its two edges
        if (cr_side_of_edge(c, k, &start) == 0 && edge_comes_first(c, k, impact.edge, m)) impact.edge = k;
    }
    return impact;
}

static cr_impact impact_of_path(const cr_difference *c, const cr_displacement *m) {
    cr_displacement start = cr_displacement_of(m->h, 0);
    cr_location at = cr_locate(c, &start);
    if (at.relation == CR_INSIDE) return (cr_impact){.hit = true, .inside = true, .edge = at.edge, .vertex = at.vertex};
    if (at.relation == CR_TOUCHING) {
        bool one_sided = c->count == 2 && (c->a->one_sided || c->b->one_sided);
        if (one_sided && c->radius == 0) return impact_on_one_sided(c, m);
        return cr_enters_at(c, &at, &start, m) ? impact_at_start(c, at, m) : miss;
    }
    if (c->radius > 0) return impact_rounded(c, &start, m);
    return c->count > 2 ? impact_sharp(c, &start, m) : impact_flat(c, &start, m);
}

cr_impact cr_impact_of(const cr_difference *c, const cr_displacement *m) {
    cr_impact impact = impact_of_path(c, m);
    cr_location through = {CR_TOUCHING, impact.edge, impact.vertex};
    return cr_is_skipped(c, &through) ? miss : impact;
}

// ---- Exit --------------------------------------------------------------------------------------------------------

/// A time of exit, or a bound of it if it is open, by cancellation.
typedef struct exit_time {
    double time;
    bool is_open;
} exit_time;

/// The time at which the displacement leaves the circle about vertex k: the greater root of t^2 m^2 - 2 t v.m = R^2 -
/// v^2; -infinity if it misses. If it is open, an upper bound.
static exit_time leave_circle(const cr_difference *c, int k, const cr_displacement *m) {
    double x = -c->v[k].x, y = -c->v[k].y, mx = m->x, my = m->y;
    double m2 = mx * mx + my * my, near = c->radius * c->radius, room = m2 * near;
    double ax = x * mx, ay = y * my, along = ax + ay, cx = mx * y, cy = my * x, cross = cx - cy;
    double q = room - cross * cross, q_noise = CR_CANCELLED * (room + fabs(cross) * (fabs(cx) + fabs(cy)));
    if (q < -q_noise) return (exit_time){-HUGE_VAL, false};
    double root = q > 0 ? sqrt(q) : 0, sum = fabs(along) + root;
    if (!(CR_CANCELLED * (fabs(ax) + fabs(ay)) * root + q_noise < root * sum)) return (exit_time){HUGE_VAL, true};
    if (along <= 0) return (exit_time){sum / m2, false};
    double far = x * x + y * y, depth = near - far, noise = CR_CANCELLED * (near + far);
    bool is_open = fabs(depth) <= noise;
    return (exit_time){(is_open ? 2 * noise : depth) / sum, is_open};
}

/// The time at which the displacement leaves the half-plane of edge k, moved out by R; infinite if it does not. If it
/// is open, a lower bound.
static exit_time leave_line(const cr_difference *c, int k, const cr_displacement *m) {
    double ex = c->ex[k], ey = c->ey[k], left = ey * m->x, right = ex * m->y, speed = left - right;
    double least_speed = CR_CANCELLED * (fabs(left) + fabs(right));
    if (speed <= -least_speed) return (exit_time){HUGE_VAL, false}; // also if it runs along an axis
    double x = ey * c->v[k].x, y = ex * c->v[k].y, reach = c->radius * sqrt(ex * ex + ey * ey), depth = reach + x - y;
    if (depth <= CR_CANCELLED * (fabs(x) + fabs(y) + reach)) return (exit_time){0, true};
    return (exit_time){depth / (speed < least_speed ? least_speed : speed), speed < least_speed};
}

/// True if the path is beside edge k when it leaves the line of it. If the time is open, true if it may be then.
static bool leaves_beside(const cr_difference *c, int k, const cr_displacement *m, exit_time at) {
    double ex = c->ex[k], ey = c->ey[k], length2 = ex * ex + ey * ey;
    double foot = ex * (at.time * m->x - c->v[k].x) + ey * (at.time * m->y - c->v[k].y);
    if (at.is_open) return ex * m->x + ey * m->y > 0 ? foot <= length2 : foot >= 0;
    return foot >= 0 && foot <= length2;
}

static exit_time leave_sharp(const cr_difference *c, const cr_displacement *m) {
    exit_time first = {HUGE_VAL, true};
    for (int k = 0; k < c->count; ++k) {
        exit_time at = leave_line(c, k, m);
        if (at.time < first.time) first = at;
    }
    return first;
}

/// C is convex: the path leaves through an edge, or else the last of the circles about the vertices.
static exit_time leave_rounded(const cr_difference *c, const cr_displacement *m) {
    for (int k = 0; c->count > 1 && k < c->count; ++k) {
        exit_time at = leave_line(c, k, m);
        if (at.time < HUGE_VAL && leaves_beside(c, k, m, at)) return at;
    }
    exit_time last = {-HUGE_VAL, true};
    for (int k = 0; k < c->count; ++k) {
        exit_time at = leave_circle(c, k, m);
        if (at.time > last.time) last = at;
    }
    return last;
}

/// After the entry: true if the exit is nearer to the float below t.
static bool passed_exit(const void *context, double t) {
    const path_feature *f = context;
    cr_displacement at = cr_displacement_of(f->m->h, 0.5 * (t + (double)cr_float_below((float)t)));
    return cr_locate(f->c, &at).relation == CR_APART;
}

/// Of the time: several times the error of an exit that is not open.
#define EXIT_ERROR 0x1p-32

double cr_exit_of(const cr_difference *c, const cr_displacement *m, float t) {
    if (m->x == 0 && m->y == 0) return HUGE_VAL;
    exit_time exit = c->radius > 0 ? leave_rounded(c, m) : leave_sharp(c, m);
    float first = exit.is_open ? t : (float)(exit.time * (1 - EXIT_ERROR));
    float last = exit.is_open ? FLT_MAX : (float)(exit.time * (1 + EXIT_ERROR));
    if (!(first < last && last <= FLT_MAX)) return exit.time;
    path_feature path = {c, -1, m};
    return (double)cr_last_float(first, last, passed_exit, &path);
}
