// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A path against a rounded convex polygon: the earliest of its features, the offset lines of the edges and the discs
// about the vertices. Whether a feature is met is decided by exact signs and without a root; the time is then computed
// in double with an error bound E, and only where (1 - E) T and (1 + E) T lie in different floats do exact signs at
// floats in between settle it. C is convex, so the distance along the path is too: a path that touches C and does
// not enter it there never will.
#include "geom/impact.h"

#include "geom/predicate.h"

#include <math.h>
#include <string.h>

/// A time in double, and how far it may be off, as a fraction of it.
typedef struct estimate {
    double time, error;
} estimate;

/// Has the displacement, at fraction t of m, passed the moment when it meets the feature?
typedef bool passed(const cr_difference *c, int k, const cr_displacement *at, const cr_displacement *m);

static const cr_impact miss = {.t = 1, .time = 1, .edge = -1, .vertex = -1};

// ---- The time, rounded toward the start ------------------------------------------------------------------------

static uint32_t bits_of(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/// The largest float in 0..1 not beyond the exact time.
static float time_down(const cr_difference *c, int k, const cr_displacement *m, estimate e, passed *is_passed) {
    double early = e.time * (1 - e.error), late = e.time * (1 + e.error);
    if (!(early > 0)) early = 0;
    if (!(late < 1)) late = 1;
    uint32_t low = bits_of(cr_float_down(early)), high = bits_of(cr_float_down(late));
    while (low < high) { // floats of one sign are ordered as their bits
        uint32_t middle = high - (high - low) / 2;
        cr_displacement at = cr_displacement_of(m->h, (double)float_of(middle));
        if (is_passed(c, k, &at, m)) {
            high = middle - 1;
        } else {
            low = middle;
        }
    }
    return float_of(low);
}

/// The time as good as double has it: the estimate, but not outside of what t says.
static double within_float(double time, float t) {
    double low = (double)t, high = (double)cr_float_above(t);
    return time > low ? time < high ? time : high : low;
}

static void keep_earlier(cr_impact *best, const cr_difference *c, const cr_displacement *m, int edge, int vertex,
                         estimate e, passed *is_passed) {
    if (best->hit && e.time * (1 - e.error) > best->time && e.time * (1 - e.error) > (double)best->t) return;
    float t = time_down(c, edge >= 0 ? edge : vertex, m, e, is_passed);
    double time = within_float(e.time, t);
    if (best->hit && (t > best->t || (t == best->t && time >= best->time))) return;
    *best = (cr_impact){.hit = true, .t = t, .time = time, .edge = edge, .vertex = vertex};
}

// ---- Edges -------------------------------------------------------------------------------------------------------

/// When the displacement comes to the distance R from the line of edge k: (K - R |e|) / D.
static estimate edge_time(const cr_difference *c, int k, const cr_displacement *m) {
    double ex = c->ex[k], ey = c->ey[k], x = c->v[k].x, y = c->v[k].y;
    double depth = ex * y - ey * x, depth_size = fabs(ex * y) + fabs(ey * x);
    double speed = ex * m->y - ey * m->x, speed_size = fabs(ex * m->y) + fabs(ey * m->x);
    double reach = c->radius * sqrt(ex * ex + ey * ey);
    double gap = depth - reach;
    double error = 8 * CR_U * ((depth_size + reach) / fabs(gap) + speed_size / fabs(speed) + 1);
    return (estimate){gap / speed, error};
}

static bool passed_edge(const cr_difference *c, int k, const cr_displacement *at, const cr_displacement *m) {
    (void)m;
    int side = cr_side_of_edge(c, k, at);
    return side > 0 || (c->radius > 0 && (side == 0 || cr_near_line(c, k, at) == CR_INSIDE));
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
static estimate vertex_time(const cr_difference *c, int k, const cr_displacement *m) {
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
    return (estimate){gap / speed, error};
}

static bool passed_vertex(const cr_difference *c, int k, const cr_displacement *at, const cr_displacement *m) {
    return cr_near_vertex(c, k, at) == CR_INSIDE || cr_leaving(c, k, at, m) >= 0;
}

/// Does the path enter the disc about vertex k?
static bool meets_vertex(const cr_difference *c, int k, const cr_displacement *start, const cr_displacement *m) {
    return cr_leaving(c, k, start, m) < 0 && cr_passes_vertex(c, k, m) == CR_INSIDE &&
           (cr_leaving(c, k, m, m) >= 0 || cr_near_vertex(c, k, m) != CR_APART);
}

// ---- The three cases ---------------------------------------------------------------------------------------------

static cr_impact impact_rounded(const cr_difference *c, const cr_displacement *start, const cr_displacement *m) {
    cr_impact best = miss;
    for (int k = 0; c->count > 1 && k < c->count; ++k) {
        if (!cr_edge_skipped(c, k) && meets_edge(c, k, start, m))
            keep_earlier(&best, c, m, k, -1, edge_time(c, k, m), passed_edge);
    }
    for (int k = 0; k < c->count; ++k) {
        if (!cr_vertex_skipped(c, k) && meets_vertex(c, k, start, m))
            keep_earlier(&best, c, m, -1, k, vertex_time(c, k, m), passed_vertex);
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
        bool at_end = cr_relation_at(c, m) == CR_TOUCHING && cr_enters_at(c, m, m);
        if (!at_end) return best;
    }
    for (int k = 0; k < c->count; ++k) {
        if (cr_side_of_edge(c, k, start) > 0 || cr_inward(c, k, m) <= 0) continue;
        estimate e = edge_time(c, k, m);
        if (best.hit && e.time * (1 + e.error) < (double)best.t) continue;
        float t = time_down(c, k, m, e, passed_edge);
        double time = within_float(e.time, t);
        bool later = !best.hit || t > best.t || (t == best.t && time > best.time);
        bool instead = best.hit && t == best.t && cr_edge_skipped(c, best.edge);
        if (later || instead) best = (cr_impact){.hit = true, .t = t, .time = time, .edge = k, .vertex = -1};
    }
    if (best.hit && cr_edge_skipped(c, best.edge)) best = miss;
    return best;
}

/// The time at which the displacement reaches vertex k, which lies on its path.
static bool passed_point(const cr_difference *c, int k, const cr_displacement *at, const cr_displacement *m) {
    return cr_leaving(c, k, at, m) > 0;
}

static estimate point_time(const cr_difference *c, int k, const cr_displacement *m) {
    double x = c->v[k].x, y = c->v[k].y;
    return (estimate){(x * m->x + y * m->y) / (m->x * m->x + m->y * m->y), 16 * CR_U};
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
            if (!cr_vertex_skipped(c, k) && meets_point(c, k, start, m))
                keep_earlier(&best, c, m, -1, k, point_time(c, k, m), passed_point);
        }
        return best;
    }
    int k = side < 0 ? 0 : 1, first = cr_side_of_path(c, 0, m), second = cr_side_of_path(c, 1, m);
    if (cr_inward(c, k, m) > 0 && cr_side_of_edge(c, k, m) >= 0 && first * second <= 0)
        keep_earlier(&best, c, m, k, -1, edge_time(c, k, m), passed_edge);
    return best;
}

/// The feature that a displacement of zero touches and m enters.
static cr_impact impact_at_start(const cr_difference *c, const cr_displacement *start, const cr_displacement *m) {
    cr_impact impact = {.hit = true, .edge = -1, .vertex = -1};
    for (int k = 0; c->count > 1 && k < c->count; ++k) {
        if (cr_edge_skipped(c, k) || cr_inward(c, k, m) <= 0) continue;
        int side = cr_side_of_edge(c, k, start);
        bool touches = c->radius > 0
                           ? side < 0 && cr_near_line(c, k, start) == CR_TOUCHING && cr_beside_edge(c, k, start)
                           : side == 0;
        if (touches) {
            impact.edge = k;
            return impact;
        }
    }
    for (int k = 0; k < c->count; ++k) {
        if (!cr_vertex_skipped(c, k) && cr_near_vertex(c, k, start) == CR_TOUCHING && cr_leaving(c, k, start, m) < 0)
            impact.vertex = k;
    }
    return impact;
}

/// A point that starts on a two-sided segment leaves it, whichever way it goes; a one-sided one has an inside.
static cr_impact impact_on_one_sided(const cr_difference *c, const cr_displacement *m) {
    for (int k = 0; k < 2; ++k) {
        if (cr_inward(c, k, m) > 0) return (cr_impact){.hit = true, .edge = k, .vertex = -1};
    }
    return miss;
}

cr_impact cr_impact_of(const cr_difference *c, const cr_displacement *m) {
    cr_displacement start = cr_displacement_of(m->h, 0);
    cr_relation relation = cr_relation_at(c, &start);
    if (relation == CR_INSIDE) return (cr_impact){.hit = true, .inside = true, .edge = -1, .vertex = -1};
    if (relation == CR_TOUCHING) {
        bool one_sided = c->count == 2 && (c->a->one_sided || c->b->one_sided);
        if (one_sided && c->radius == 0) return impact_on_one_sided(c, m);
        if (cr_enters_at(c, &start, m)) return impact_at_start(c, &start, m);
        return miss;
    }
    if (c->radius > 0) return impact_rounded(c, &start, m);
    return c->count > 2 ? impact_sharp(c, &start, m) : impact_flat(c, &start, m);
}

double cr_exit_of(const cr_difference *c, const cr_displacement *m) {
    double last = -INFINITY, first = INFINITY;
    double length2 = m->x * m->x + m->y * m->y;
    if (length2 == 0) return INFINITY;
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
