// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A path against a rounded convex polygon: the earliest of its features, the offset lines of the edges and the discs
// about the vertices. Whether a feature is met is decided by exact signs and without a root; the time is then computed
// in double with an error bound E, and only where (1 - E) T and (1 + E) T lie in different floats do exact signs at
// floats in between settle it. C is convex, so the distance along the path is too: a path that touches C and does
// not enter it there never will.
#include "geom/impact.h"

#include "geom/moment.h"
#include "geom/predicate.h"

#include <math.h>

static const cr_impact miss = {.t = 1, .time = 1, .edge = -1, .vertex = -1};

/// A feature of C on the path along m: the edge or the vertex k.
typedef struct met {
    const cr_difference *c;
    int k;
    const cr_displacement *m;
} met;

static void keep_earlier(cr_impact *best, const cr_difference *c, const cr_displacement *m, int edge, int vertex,
                         cr_estimate e, cr_is_passed *is_passed) {
    if (best->hit && e.time * (1 - e.error) > best->time && e.time * (1 - e.error) > (double)best->t) return;
    float t = cr_time_down(e, is_passed, &(met){c, edge >= 0 ? edge : vertex, m});
    double time = cr_time_near(e.time, t);
    if (best->hit && (t > best->t || (t == best->t && time >= best->time))) return;
    *best = (cr_impact){.hit = true, .t = t, .time = time, .edge = edge, .vertex = vertex};
}

// ---- Edges -------------------------------------------------------------------------------------------------------

/// When the displacement comes to the distance R from the line of edge k: (K - R |e|) / D.
static cr_estimate edge_time(const cr_difference *c, int k, const cr_displacement *m) {
    double ex = c->ex[k], ey = c->ey[k], x = c->v[k].x, y = c->v[k].y;
    double depth = ex * y - ey * x, depth_size = fabs(ex * y) + fabs(ey * x);
    double speed = ex * m->y - ey * m->x, speed_size = fabs(ex * m->y) + fabs(ey * m->x);
    double reach = c->radius * sqrt(ex * ex + ey * ey);
    double gap = depth - reach;
    double error = 8 * CR_U * ((depth_size + reach) / fabs(gap) + speed_size / fabs(speed) + 1);
    return (cr_estimate){gap / speed, error};
}

static bool passed_edge(const void *context, double t) {
    const met *f = context;
    cr_displacement at = cr_displacement_of(f->m->h, t);
    int side = cr_side_of_edge(f->c, f->k, &at);
    return side > 0 || (f->c->radius > 0 && (side == 0 || cr_near_line(f->c, f->k, &at) == CR_INSIDE));
}

/// Does the path come to the distance R from edge k, from outside, beside the edge and not after its end?
static bool meets_edge(const cr_difference *c, int k, const cr_displacement *start, const cr_displacement *m) {
    return cr_side_of_edge(c, k, start) < 0 && cr_inward(c, k, m) > 0 && cr_near_line(c, k, start) != CR_INSIDE &&
           (cr_side_of_edge(c, k, m) >= 0 || cr_near_line(c, k, m) != CR_APART) && cr_meets_beside(c, k, m, false) &&
           cr_meets_beside(c, k, m, true);
}

// ---- Vertices ----------------------------------------------------------------------------------------------------

/// When the displacement comes to the distance R from vertex k: C / (-B + sqrt Q) with C = |w|^2 - R^2, -B = w . m and
/// Q = |m|^2 R^2 - (m x w)^2. No division by |m|^2, nothing cancels but in C and Q.
static cr_estimate vertex_time(const cr_difference *c, int k, const cr_displacement *m) {
    double x = c->v[k].x, y = c->v[k].y, rr = c->radius * c->radius;
    double far = x * x + y * y, gap = far - rr;
    double approach = x * m->x + y * m->y, approach_size = fabs(x * m->x) + fabs(y * m->y);
    double cross = m->x * y - m->y * x, cross_size = fabs(m->x * y) + fabs(m->y * x);
    double room = (m->x * m->x + m->y * m->y) * rr;
    double q = room - cross * cross, q_error = 24 * CR_U * (room + cross_size * cross_size);
    double root = q > 0 ? sqrt(q) : 0;
    double root_error = q > q_error ? q_error / root : sqrt(fabs(q) + q_error);
    double speed = approach + root;
    double error = 8 * CR_U * ((far + rr) / fabs(gap) + approach_size / speed + 1) + root_error / speed;
    return (cr_estimate){gap / speed, error};
}

static bool passed_vertex(const void *context, double t) {
    const met *f = context;
    cr_displacement at = cr_displacement_of(f->m->h, t);
    return cr_near_vertex(f->c, f->k, &at) == CR_INSIDE || cr_leaving(f->c, f->k, &at, f->m) >= 0;
}

/// Does the path enter the disc about vertex k?
static bool meets_vertex(const cr_difference *c, int k, const cr_displacement *start, const cr_displacement *m) {
    return cr_leaving(c, k, start, m) < 0 && cr_passes_vertex(c, k, m) == CR_INSIDE &&
           (cr_leaving(c, k, m, m) >= 0 || cr_near_vertex(c, k, m) != CR_APART);
}

// ---- The three cases ---------------------------------------------------------------------------------------------

/// The one end of a flat C that the path can meet when it does not meet the edge: the end the centre is beyond where it
/// comes to the distance R from the line, or, when it starts nearer, is beyond from the start.
static int end_to_meet(const cr_difference *c, const cr_displacement *start, const cr_displacement *m) {
    for (int k = 0; k < 2; ++k) {
        bool comes =
            cr_side_of_edge(c, k, start) < 0 && cr_inward(c, k, m) > 0 && cr_near_line(c, k, start) != CR_INSIDE;
        if (comes) return cr_meets_beside(c, k, m, false) ? cr_next(c, k) : k;
    }
    return cr_past_edge(c, 0, start) < 0 ? 0 : 1;
}

static cr_impact impact_rounded(const cr_difference *c, const cr_displacement *start, const cr_displacement *m) {
    cr_impact best = miss;
    for (int k = 0; c->count > 1 && k < c->count; ++k) {
        if (!meets_edge(c, k, start, m)) continue;
        keep_earlier(&best, c, m, k, -1, edge_time(c, k, m), passed_edge);
        return best; // C is convex: where the path comes beside an edge is where it enters
    }
    int only = c->count == 2 ? end_to_meet(c, start, m) : -1;
    for (int k = 0; k < c->count; ++k) {
        if (only >= 0 && k != only) continue;
        if (meets_vertex(c, k, start, m)) keep_earlier(&best, c, m, -1, k, vertex_time(c, k, m), passed_vertex);
    }
    return best;
}

/// Is there a line with the path on one side and the interior of C on the other?
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

/// A polygon with corners: the path enters through the edge whose line it passes last.
static cr_impact impact_sharp(const cr_difference *c, const cr_displacement *start, const cr_displacement *m) {
    cr_impact best = miss;
    if (path_misses(c, start, m)) {
        cr_location end = cr_locate(c, m);
        if (end.relation != CR_TOUCHING || !cr_enters_at(c, &end, m, m)) return best;
    }
    for (int k = 0; k < c->count; ++k) {
        if (cr_side_of_edge(c, k, start) > 0 || cr_inward(c, k, m) <= 0) continue;
        cr_estimate e = edge_time(c, k, m);
        if (best.hit && e.time * (1 + e.error) < (double)best.t) continue;
        float t = cr_time_down(e, passed_edge, &(met){c, k, m});
        double time = cr_time_near(e.time, t);
        bool later = !best.hit || t > best.t || (t == best.t && time > best.time);
        bool instead = best.hit && t == best.t && cr_edge_skipped(c, best.edge);
        if (later || instead) best = (cr_impact){.hit = true, .t = t, .time = time, .edge = k, .vertex = -1};
    }
    return best;
}

/// The time at which the displacement reaches vertex k, which lies on its path.
static bool passed_point(const void *context, double t) {
    const met *f = context;
    cr_displacement at = cr_displacement_of(f->m->h, t);
    return cr_leaving(f->c, f->k, &at, f->m) > 0;
}

static cr_estimate point_time(const cr_difference *c, int k, const cr_displacement *m) {
    double x = c->v[k].x, y = c->v[k].y;
    return (cr_estimate){(x * m->x + y * m->y) / (m->x * m->x + m->y * m->y), 16 * CR_U};
}

static bool meets_point(const cr_difference *c, int k, const cr_displacement *start, const cr_displacement *m) {
    return cr_side_of_path(c, k, m) == 0 && cr_leaving(c, k, start, m) < 0 && cr_leaving(c, k, m, m) >= 0;
}

/// A point or a segment without radius has no interior to enter: it is met where the path reaches it.
static cr_impact impact_flat(const cr_difference *c, const cr_displacement *start, const cr_displacement *m) {
    cr_impact best = miss;
    int side = c->count == 2 ? cr_side_of_edge(c, 0, start) : 0;
    if (side == 0) { // a point, or in line with the segment: only its vertices can be met
        for (int k = 0; k < c->count; ++k) {
            if (meets_point(c, k, start, m)) keep_earlier(&best, c, m, -1, k, point_time(c, k, m), passed_point);
        }
        return best;
    }
    int k = side < 0 ? 0 : 1, first = cr_side_of_path(c, 0, m), second = cr_side_of_path(c, 1, m);
    if (cr_inward(c, k, m) > 0 && cr_side_of_edge(c, k, m) >= 0 && first * second <= 0)
        keep_earlier(&best, c, m, k, -1, edge_time(c, k, m), passed_edge);
    return best;
}

/// A point that starts on a two-sided segment leaves it, whichever way it goes; a one-sided one has an inside.
static cr_impact impact_on_one_sided(const cr_difference *c, const cr_displacement *m) {
    for (int k = 0; k < 2; ++k) {
        if (cr_inward(c, k, m) > 0) return (cr_impact){.hit = true, .edge = k, .vertex = -1};
    }
    return miss;
}

/// A displacement of zero touches C at a location, and m enters there.
static cr_impact impact_at_start(const cr_difference *c, cr_location at, const cr_displacement *m) {
    cr_impact impact = {.hit = true, .edge = at.edge, .vertex = at.vertex};
    if (c->radius > 0) return impact;
    cr_displacement start = cr_displacement_of(m->h, 0);
    for (int k = c->count - 1; k >= 0; --k) { // in a corner the first of its two sides that counts
        if (cr_side_of_edge(c, k, &start) == 0 && !cr_edge_skipped(c, k)) impact.edge = k;
    }
    return impact;
}

static cr_impact earliest(const cr_difference *c, const cr_displacement *m) {
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
    cr_impact impact = earliest(c, m);
    cr_location through = {CR_TOUCHING, impact.edge, impact.vertex};
    return cr_is_skipped(c, &through) ? miss : impact;
}

double cr_exit_of(const cr_difference *c, const cr_displacement *m) {
    double last = -HUGE_VAL, first = HUGE_VAL;
    double length2 = m->x * m->x + m->y * m->y;
    if (length2 == 0) return HUGE_VAL;
    for (int k = 0; c->count > 1 && k < c->count; ++k) {
        double ex = c->ex[k], ey = c->ey[k], edge2 = ex * ex + ey * ey;
        double speed = ex * m->y - ey * m->x;
        if (speed >= 0) continue; // goes in here, or along
        double depth = ex * c->v[k].y - ey * c->v[k].x;
        double t = (depth - c->radius * sqrt(edge2)) / speed;
        double foot = ex * (t * m->x - c->v[k].x) + ey * (t * m->y - c->v[k].y);
        if (t < first) first = t;
        if (foot >= 0 && foot <= edge2 && t > last) last = t;
    }
    if (c->radius == 0) return first;
    for (int k = 0; k < c->count; ++k) {
        double x = c->v[k].x, y = c->v[k].y, cross = m->x * y - m->y * x;
        double q = length2 * c->radius * c->radius - cross * cross;
        if (q < 0) continue;
        double t = (x * m->x + y * m->y + sqrt(q)) / length2;
        if (t > last) last = t;
    }
    return last;
}
