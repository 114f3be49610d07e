// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The search walks through time. It knows a time up to which the shapes do not penetrate, and goes on as far as a
// separator certainly separates: to just before the root of the condition that fails first. If another separator holds
// there, that one continues. If the shapes penetrate just after the root, the time of impact lies between the two, and
// t is the float that both round down to; so do both to one definite time. (Conservative advancement with separating
// axes: E. Catto, Continuous Collision, Game Developers Conference 2013; here an axis turns with the shape, and
// separates for a proven time.)
//
// That is done in double with error bounds. Where they do not decide, because the shapes touch or a float lies between
// the two times, intervals are halved, and the signs of the conditions are exact.
#include "geom/turning_search.h"

#include "base/vec.h"
#include "geom/closest_feature.h"
#include "geom/predicate.h"
#include "geom/turning_curves.h"

/// The time of a contact is a multiple of this, or a float, whichever is later: the last one that is not after the
/// exact time of impact. So it does not depend on the intervals of the search, and a mirror image has the same time.
#define DEFINITE_GRID 0x1p-36

/// Of the time elapsed: a penetration that lasts less than this share, and CR_TIME_GRID, may count as a graze.
#define GRAZE 0x1p-44

/// Of the speed: motion against the normal of a one-sided segment that is slower runs along it.
#define ALONG 0x1p-36
/// Of the speed: motion against the normal that deepens a penetration, beyond rounding.
#define DEEPENING 0x1p-20
/// Of the coordinates: a penetration that gets deeper by this does so beyond rounding.
#define DEEPER 0x1p-18
/// Of the motion: an interval after its start or end, over which a sign right after is taken; any would do.
#define AFTER_END 0x1p-20
/// Of the motion: it is narrowed to the time in which the shapes can touch if they leave each other within this share.
#define SHORT_TIME 0x1p-8
/// Of the distance at the start: widens the circles of that time, above the rounding of its two ends.
#define SHORT_MARGIN 0x1p-20
/// An interval whose end is this many times its start is divided near its start instead of in its middle.
#define WIDE    0x1p16
#define SHORTER (1.0 / 256)

enum { MOST_ADVANCES = 24, MOST_HALVINGS = 8 };

/// Steps through a penetration before it is searched for intervals in which it surely lasts; any would do.
enum { PLAIN_STEPS = 64 };

/// Steps through a penetration before they get longer: the shapes may touch within the noise for a long time.
enum { EQUAL_STEPS = 4096 };

typedef struct turning_search {
    const cr_turning_core *a, *b;
    const cr_turning_terms *terms;
    cr_turning_pair pair;
    double lo;       ///< no penetration since the start; first the start itself
    double begin;    ///< contacts are not before
    double hi;       ///< penetration, if there is one; otherwise above 2
    double enter;    ///< the shapes are apart before
    double until;    ///< end of the search
    double length;   ///< of the next interval of the exact stage
    double graze;    ///< grows while no interval is decided, so that the search ends
    int side;        ///< of a flat pair: on which side of the segment the point was last
    cr_placement at; ///< the latest one
    bool is_placed;  ///< there is one
    bool is_apart;   ///< at lo, the shapes certainly do not touch
} turning_search;

#define NO_TIME      4.0
#define AFTER_MOTION 2.0

static bool is_found(const turning_search *s) {
    return s->hi < NO_TIME;
}

static double on_grid(double t) {
    return floor(t / CR_TIME_GRID) * CR_TIME_GRID;
}

static double on_grid_above(double t) {
    double below = on_grid(t);
    return below < t ? below + CR_TIME_GRID : t;
}

/// The least width of an interval at a time.
static double grain_at(double t) {
    double grain = t * GRAZE;
    return grain > 2 * CR_TIME_GRID ? grain : 2 * CR_TIME_GRID;
}

/// The last definite time that is not after t.
static double definite_time(double t) {
    double of_grid = floor(t / DEFINITE_GRID) * DEFINITE_GRID, of_float = (double)cr_float_down(t);
    return of_grid > of_float ? of_grid : of_float;
}

/// The first definite time after t.
static double definite_time_above(double t) {
    double of_grid = (floor(t / DEFINITE_GRID) + 1) * DEFINITE_GRID;
    double of_float = (double)cr_float_above(cr_float_down(t));
    return of_grid < of_float ? of_grid : of_float;
}

/// All times from lo to hi, which is excluded, round down to one definite time; or the interval is as short as any.
static bool is_bracketed(const turning_search *s) {
    if (!is_found(s)) return false;
    return s->hi <= definite_time_above(s->lo) || s->hi - s->lo <= 2 * CR_TIME_GRID;
}

// ---- In double ------------------------------------------------------------------------------------------------------

/// Places the shapes at a time, as cr_place.
static void place_shapes(turning_search *s, double time) {
    if (s->is_placed && s->at.time == time) return;
    cr_separator near = s->at.best;
    cr_place_near(&s->pair, time, s->is_placed ? &near : NULL, &s->at);
    s->is_placed = true;
}

static void find_open_curves(const turning_search *s, const cr_separator *by, double from, double to, unsigned surely,
                             cr_curves *out) {
    cr_turning_span span;
    cr_turning_span_make(&span, &s->pair, from, to);
    cr_find_open_curves(&s->pair, &span, by, surely, out);
}

/// Where a separator fails, approximately.
typedef struct failure {
    double root, width; ///< the time, and its uncertainty
    cr_curves curves;   ///< up to the end
} failure;

/// Returns false if the separator holds until `end`.
static bool find_failure(const turning_search *s, const cr_separator *by, double end, failure *out) {
    find_open_curves(s, by, s->lo, end, 0, &out->curves);
    double first = 1, uncertain = 0;
    for (int i = 0; i < out->curves.count; ++i) {
        double w, x = cr_estimate_root(&out->curves.open[i], &w);
        if (x > first) continue;
        first = x;
        uncertain = w;
    }
    out->root = s->lo + first * (end - s->lo);
    out->width = 4 * uncertain * (end - s->lo) + 4 * CR_U * out->root;
    return out->curves.count > 0;
}

/// True if the separator holds until a time before its failure, which is searched before `end`.
static bool surely_separates(const turning_search *s, const cr_separator *by, const failure *f, double to, double end) {
    cr_curves curves;
    if (cr_curves_hold_until(&f->curves, (to - s->lo) / (end - s->lo))) return true;
    find_open_curves(s, by, s->lo, to, f->curves.surely, &curves);
    return curves.count == 0;
}

/// Moves lo to `end`, or to just before an impact, or to a time at which double does not decide.
static void advance_surely(turning_search *s, double end) {
    place_shapes(s, s->lo);
    for (int n = 0; n < MOST_ADVANCES && s->at.gap > s->pair.noise; ++n) {
        cr_separator by = s->at.best;
        failure f;
        double limit = is_found(s) ? s->hi : end;
        if (!find_failure(s, &by, limit, &f)) {
            s->lo = limit;
            s->is_apart = limit == end;
            return;
        }
        double after = on_grid_above(f.root + f.width), before = on_grid(f.root - f.width);
        bool between = after < limit;
        if (between) {
            place_shapes(s, after);
            if (s->at.penetrates) s->hi = after;
        }
        int halvings = 0;
        while (before > s->lo && !surely_separates(s, &by, &f, before, limit) && halvings < MOST_HALVINGS) {
            before = on_grid(s->lo + (before - s->lo) / 2);
            ++halvings;
        }
        if (!(before > s->lo) || halvings == MOST_HALVINGS) return;
        s->lo = before;
        bool penetrates = between && s->at.penetrates;
        if (is_bracketed(s) || (penetrates && halvings == 0)) return;
        if (!between || halvings > 0 || penetrates) place_shapes(s, s->lo);
    }
}

// ---- Exactly --------------------------------------------------------------------------------------------------------

/// A time, or what comes right after it.
typedef struct moment {
    double t;
    bool after;
} moment;

static int exact_sign_at(const turning_search *s, cr_condition which, moment m) {
    if (!m.after) return cr_turning_sign_at(s->a, s->b, which, m.t);
    // The sign does not depend on the length of the interval.
    double length = m.t == 0 || m.t == 1 ? AFTER_END : 2 * grain_at(m.t);
    return cr_turning_sign_after(s->a, s->b, which, (cr_interval){m.t, m.t + length});
}

static bool separates(const turning_search *s, const cr_separator *by, double from, double to) {
    cr_curves curves;
    find_open_curves(s, by, from, to, 0, &curves);
    for (int i = 0; i < curves.count; ++i) {
        if (curves.open[i].is_negative) return false;
    }
    for (int i = 0; i < curves.count; ++i) {
        const cr_curve *curve = &curves.open[i];
        unsigned uncertain = cr_uncertain_coefficients(curve);
        cr_exact_sign exact = cr_turning_sign(s->a, s->b, curve->which, (cr_interval){from, to}, uncertain);
        if (exact.below) return false;
        // Vertices that stay together have no line between them.
        bool is_one_above = exact.above || uncertain != (2u << curve->degree) - 1;
        if (curve->which.what == CR_FAR_FROM && !is_one_above) return false;
    }
    return true;
}

/// True if one separator separates over an interval. All that might are tried.
static bool is_free(const turning_search *s, double from, double to) {
    const cr_turning_pair *p = &s->pair;
    cr_placement at;
    cr_place_all_edges(p, from + (to - from) / 2, &at);
    if (at.penetrates) return false;
    if (separates(s, &at.best, from, to)) return true;
    for (int w = 1; w >= 0; --w) {
        for (int k = 0; k < p->of[w].edges; ++k) {
            cr_separator by = {.is_edge = true,
                               .edge_of_a = w == 0,
                               .edge = (unsigned char)k,
                               .vertex_a = at.support[w][k],
                               .vertex_b = at.support[w][k]};
            bool is_best = at.best.is_edge && at.best.edge_of_a == by.edge_of_a && at.best.edge == by.edge;
            if (is_best || at.edge_gap[w][k] - p->radius < -p->noise) continue;
            if (separates(s, &by, from, to)) return true;
        }
    }
    for (int i = 0; i < p->of[0].count; ++i) {
        for (int j = 0; j < p->of[1].count; ++j) {
            cr_separator by = {.vertex_a = (unsigned char)i, .vertex_b = (unsigned char)j};
            bool is_best = !at.best.is_edge && at.best.vertex_a == i && at.best.vertex_b == j;
            double gap = cr_length(cr_subtract(cr_vector_of(&at.v[0], i), cr_vector_of(&at.v[1], j))) - p->radius;
            if (is_best || gap < -p->noise || !cr_vertices_are_closest(p, &at, i, j, 2 * p->noise)) continue;
            if (separates(s, &by, from, to)) return true;
        }
    }
    return false;
}

/// The distance whose sign is that of a condition, in double: its error is below the noise.
static double distance_of(const turning_search *s, const cr_placement *at, cr_condition which) {
    const cr_turning_pair *p = &s->pair;
    int w = !which.edge_of_a, k = which.edge;
    cr_vec2d from = cr_vector_of(&at->v[w], k), d = cr_subtract(cr_vector_of(&at->v[!w], which.vertex), from);
    if (which.what == CR_FAR_FROM) return cr_length(d) - p->radius;
    cr_vec2d e = cr_vector_of(&at->e[w], k);
    double length = p->of[w].length[k];
    switch (which.what) {
    case CR_BEFORE: return -cr_dot(e, d) / length;
    case CR_PAST: return cr_dot(e, d) / length - length;
    case CR_OUTSIDE: return -cr_cross(e, d) / length - p->radius;
    case CR_BEYOND: return cr_cross(e, d) / length - p->radius;
    default: return -cr_cross(e, d) / length;
    }
}

/// The sign of a condition at a moment, or right after it; `at` is the placement at its time.
static int sign_at(const turning_search *s, const cr_placement *at, cr_condition which, moment m) {
    double distance = distance_of(s, at, which);
    if (distance > s->pair.noise) return 1;
    return distance < -s->pair.noise ? -1 : exact_sign_at(s, which, m);
}

/// True if every edge of both cores has a vertex of the other on its inner side.
static bool cores_penetrate(const turning_search *s, const cr_placement *at, moment m) {
    const cr_turning_pair *p = &s->pair;
    if (p->of[0].edges + p->of[1].edges == 0 || p->of[0].count + p->of[1].count < 4) return false;
    for (int w = 0; w < 2; ++w) {
        for (int k = 0; k < p->of[w].edges; ++k) {
            if (at->edge_gap[w][k] < -p->noise) continue;
            bool inside = false;
            for (int i = 0; i < p->of[!w].count && !inside && at->edge_gap[w][k] <= p->noise; ++i)
                inside = sign_at(s, at, (cr_condition){w == 0, (unsigned char)k, (unsigned char)i, CR_OUTSIDE_OF_CORE},
                                 m) < 0;
            if (!inside) return false;
        }
    }
    return true;
}

static bool is_near_edge(const turning_search *s, const cr_placement *at, int w, int k, int i, moment m) {
    cr_condition which = {w == 0, (unsigned char)k, (unsigned char)i, CR_OUTSIDE};
    static const cr_condition_kind kinds[] = {CR_OUTSIDE, CR_BEYOND, CR_BEFORE, CR_PAST};
    for (int n = 0; n < 4; ++n) {
        which.what = kinds[n];
        if (sign_at(s, at, which, m) >= 0) return false;
    }
    return true;
}

static bool penetrates_in(const turning_search *s, moment m) {
    const cr_turning_pair *p = &s->pair;
    cr_placement at;
    cr_place(p, m.t, &at);
    if (at.penetrates || at.gap > p->noise) return at.penetrates;
    cr_place_all_edges(p, m.t, &at);
    if (cores_penetrate(s, &at, m)) return true;
    if (p->radius == 0) return false;
    for (int i = 0; i < p->of[0].count; ++i) {
        for (int j = 0; j < p->of[1].count; ++j) {
            double distance = cr_length(cr_subtract(cr_vector_of(&at.v[0], i), cr_vector_of(&at.v[1], j)));
            if (distance > p->radius + p->noise) continue;
            cr_condition which = {false, (unsigned char)j, (unsigned char)i, CR_FAR_FROM};
            if (sign_at(s, &at, which, m) < 0) return true;
        }
    }
    for (int w = 0; w < 2; ++w) {
        for (int k = 0; k < p->of[w].edges; ++k) {
            cr_vec2d from = cr_vector_of(&at.v[w], k), e = cr_vector_of(&at.e[w], k);
            for (int i = 0; i < p->of[!w].count; ++i) {
                cr_vec2d d = cr_subtract(cr_vector_of(&at.v[!w], i), from);
                double length = p->of[w].length[k], along = cr_dot(e, d) / length;
                bool beside = along > -p->noise && along < length + p->noise;
                if (!beside || fabs(cr_cross(e, d)) / length > p->radius + p->noise) continue;
                if (is_near_edge(s, &at, w, k, i, m)) return true;
            }
        }
    }
    return false;
}

// ---- A point and a segment ------------------------------------------------------------------------------------------

/// The shape that is the segment.
static int segment_of(const turning_search *s) {
    return s->pair.of[1].count == 2;
}

/// On which side of the segment the point is: +1 to the right.
static int side_at(const turning_search *s, moment m) {
    int w = segment_of(s);
    cr_placement at;
    cr_place_all_edges(&s->pair, m.t, &at);
    if (fabs(at.edge_gap[w][0]) > s->pair.noise) return at.edge_gap[w][0] > 0 ? 1 : -1;
    return exact_sign_at(s, (cr_condition){w == 0, 0, 0, CR_OUTSIDE_OF_CORE}, m);
}

/// True if the foot of the point is on the segment all the time, or beyond an end that `touches`. A skipped end is no
/// part of the segment.
static bool is_beside_segment(const turning_search *s, double from, double to, bool touches) {
    int w = segment_of(s);
    const cr_core *segment = &s->pair.of[w].core->core;
    cr_turning_span span;
    cr_turning_span_make(&span, &s->pair, from, to);
    for (int end = 0; end < 2; ++end) {
        cr_condition which = {w == 0, 0, 0, end ? CR_PAST : CR_BEFORE};
        cr_exact_sign sign = {false, false};
        cr_sure_sign sure = cr_condition_sure_sign(&s->pair, &span, which);
        if (sure.is_negative) continue;
        if (sure.is_above) {
            sign.above = true;
        } else {
            sign = cr_turning_sign(s->a, s->b, which, (cr_interval){from, to}, CR_ALL_COEFFICIENTS);
        }
        bool skipped = end ? segment->skip_b : segment->skip_a;
        if (skipped ? sign.above || !sign.below : sign.above && !touches) return false;
    }
    return true;
}

static bool can_cross(const turning_search *s) {
    const cr_core *segment = &s->pair.of[segment_of(s)].core->core;
    return s->side != 0 && !(segment->one_sided && s->side < 0);
}

/// The interval from lo to x has no separator. Sets hi if the point crosses the segment in it. At its least width, the
/// end of the segment is then so near that a crossing is one of the segment.
static bool finds_crossing(turning_search *s, double x, bool is_least) {
    int side = side_at(s, (moment){x, false});
    if (side != -s->side || !can_cross(s)) return false;
    if (!is_beside_segment(s, s->lo, x, is_least)) return false;
    s->hi = x;
    return true;
}

/// The interval from lo to x is free of crossings, but for one at lo exactly.
static bool crossed_at_start(turning_search *s, double x) {
    int side = side_at(s, (moment){x, false});
    bool crossed = side == -s->side && can_cross(s) && side_at(s, (moment){s->lo, false}) == 0 &&
                   is_beside_segment(s, s->lo, s->lo, false);
    if (side != 0 && !crossed) s->side = side;
    return crossed;
}

// ---- Contacts -------------------------------------------------------------------------------------------------------

/// The greatest speed of two points of the shapes relative to each other.
static double speed_of(const turning_search *s) {
    const cr_turning_pair *p = &s->pair;
    double turning =
        fabs((double)s->a->spin->angle) * p->of[0].reach + fabs((double)s->b->spin->angle) * p->of[1].reach;
    return cr_length(p->move) + 1.1 * turning;
}

cr_vec2d cr_turning_velocity(const cr_spin *spin, double t, cr_vec2d d) {
    int k = cr_piece_of(spin, t);
    cr_vec2d from = cr_widen(spin->half[k]), to = cr_widen(spin->half[k + 1]), change = cr_subtract(to, from);
    cr_vec2d h = cr_add(from, cr_scale(change, t * spin->pieces - k));
    double rate = 2 * spin->pieces * cr_cross(h, change) / cr_dot(h, h);
    return (cr_vec2d){-rate * d.y, rate * d.x};
}

/// What an edge of shape w shares with the other shape, or will before the next float time: from `least` to `most` of
/// its length.
static void range_on_edge(const turning_search *s, const cr_placement *at, int w, int k, double *least, double *most) {
    const cr_turning_pair *p = &s->pair;
    cr_vec2d from = cr_vector_of(&at->v[w], k), e = cr_vector_of(&at->e[w], k);
    double length = p->of[w].length[k], time = at->time;
    double next = time > 0 ? (double)cr_float_above(cr_float_down(time)) : 0;
    double reach = at->edge_gap[w][k] + 4 * p->noise + speed_of(s) * (next - time);
    *least = 1;
    *most = 0;
    for (int i = 0; i < p->of[!w].count; ++i) {
        cr_vec2d d = cr_subtract(cr_vector_of(&at->v[!w], i), from);
        if (-cr_cross(e, d) / length > reach) continue;
        double along = cr_dot(e, d) / (length * length);
        along = along < 0 ? 0 : along > 1 ? 1 : along;
        *least = along < *least ? along : *least;
        *most = along > *most ? along : *most;
    }
}

/// Sets the contact point and what follows from it; `on_b` is relative to the pivot of b.
static void set_point(const turning_search *s, cr_turning_contact *c, cr_vec2d on_b) {
    cr_vec2d from_a = cr_subtract(on_b, cr_add(s->pair.apart, cr_scale(s->pair.move, c->time)));
    cr_vec2d va = cr_turning_velocity(s->a->spin, c->time, from_a), vb = cr_turning_velocity(s->b->spin, c->time, on_b);
    c->velocity = cr_add(s->pair.move, cr_subtract(va, vb));
    c->on_b = cr_add(on_b, cr_add(s->b->start, cr_scale(s->b->move, c->time)));
}

/// Sets the contact point on an edge of shape w: the end of what it shares with the other shape that closes faster, or
/// the middle, if both do alike.
static void set_point_on_edge(const turning_search *s, cr_turning_contact *c, const cr_placement *at, int w, int k) {
    double share[2];
    range_on_edge(s, at, w, k, &share[0], &share[1]);
    cr_vec2d offset = cr_scale(c->normal, (double)s->b->core.radius), ends[2];
    if (w == 0) offset = cr_subtract(offset, cr_scale(c->normal, at->edge_gap[w][k]));
    double closing[2];
    for (int i = 0; i < 2; ++i) {
        ends[i] = cr_add(cr_add(cr_vector_of(&at->v[w], k), cr_scale(cr_vector_of(&at->e[w], k), share[i])), offset);
        set_point(s, c, ends[i]);
        closing[i] = -cr_dot(c->velocity, c->normal);
    }
    double alike = ALONG * speed_of(s);
    if (closing[0] > closing[1] + alike) {
        set_point(s, c, ends[0]);
    } else if (closing[1] <= closing[0] + alike) {
        set_point(s, c, cr_scale(cr_add(ends[0], ends[1]), 0.5));
    }
}

/// The contact by a separator.
static cr_turning_contact contact_by(const turning_search *s, const cr_placement *at, cr_separator by) {
    const cr_turning_pair *p = &s->pair;
    cr_turning_contact c = {.time = at->time, .normal = {1, 0}, .edge_of_b = -1, .vertex_a = -1, .vertex_b = -1};
    if (by.is_edge) {
        int w = !by.edge_of_a, k = by.edge;
        cr_vec2d e = cr_vector_of(&at->e[w], k);
        cr_vec2d n = {e.y / p->of[w].length[k], -e.x / p->of[w].length[k]};
        c.normal = w == 1 ? n : cr_scale(n, -1);
        if (w == 1) {
            c.edge_of_b = k;
            c.vertex_a = by.vertex_a;
        } else {
            c.vertex_b = by.vertex_b;
        }
        set_point_on_edge(s, &c, at, w, k);
        return c;
    }
    c.vertex_a = by.vertex_a;
    c.vertex_b = by.vertex_b;
    cr_vec2d on_b = cr_vector_of(&at->v[1], by.vertex_b), d = cr_subtract(cr_vector_of(&at->v[0], by.vertex_a), on_b);
    double length = cr_length(d);
    if (length > 0) c.normal = cr_scale(d, 1 / length);
    set_point(s, &c, cr_add(on_b, cr_scale(c.normal, (double)s->b->core.radius)));
    return c;
}

static cr_turning_contact contact_of(turning_search *s, double time) {
    if (!s->pair.is_flat) {
        place_shapes(s, time);
        return contact_by(s, &s->at, s->at.best);
    }
    // Where a point crosses a segment, either side may seem to be the closer one.
    cr_placement at;
    cr_place_all_edges(&s->pair, time, &at);
    cr_separator by = {.is_edge = true, .edge_of_a = segment_of(s) == 0, .edge = s->side > 0 ? 0 : 1};
    return contact_by(s, &at, by);
}

// ---- The search -----------------------------------------------------------------------------------------------------

/// A time between lo and hi, which are not bracketed: a definite one, if it is on the grid.
static double split(const turning_search *s) {
    if (s->hi > WIDE * s->lo && s->hi > WIDE * CR_TIME_GRID) return on_grid(s->hi * SHORTER);
    double middle = s->lo + (s->hi - s->lo) / 2, x = definite_time(middle);
    if (x <= s->lo) x = definite_time_above(s->lo);
    if (on_grid(x) != x) x = on_grid(middle);
    return x;
}

/// Moves lo, or sets hi, by exact signs. Returns false if lo is the time of impact.
static bool step_exactly(turning_search *s, double end) {
    bool flat = s->pair.is_flat;
    double grain = s->graze * grain_at(s->lo);
    double x = is_found(s) ? split(s) : s->lo + (s->length > grain ? s->length : grain);
    x = x < end ? x : end;
    for (;;) {
        // At one time, exact signs cost far less than over an interval, which is not free if the shapes penetrate then.
        bool penetrates = !flat && penetrates_in(s, (moment){x, false});
        if (!penetrates && is_free(s, s->lo, x)) {
            if (flat && crossed_at_start(s, x)) return false;
            s->length = 2 * (x - s->lo);
            s->lo = x;
            s->graze = 1;
            return true;
        }
        bool is_wide = x > WIDE * s->lo && x > WIDE * CR_TIME_GRID;
        double middle = on_grid(is_wide ? x * SHORTER : s->lo + (x - s->lo) / 2);
        bool is_least = x - s->lo <= grain;
        if (penetrates || (flat && finds_crossing(s, x, is_least))) {
            s->hi = x;
            return true;
        }
        if (is_least && !flat && penetrates_in(s, (moment){s->lo, true})) return false;
        if (is_least) { // a graze
            s->graze *= 4;
            s->length = 2 * (x - s->lo);
            s->lo = x;
            return true;
        }
        x = middle;
    }
}

/// Searches one piece of the motion, from lo to `end`. Returns true if lo is just before an impact.
static bool search_piece(turning_search *s, double end) {
    s->length = end - s->lo;
    while (s->lo < end) {
        s->is_apart = false;
        advance_surely(s, end);
        if (is_bracketed(s)) return true;
        if (s->lo >= end) break;
        s->lo = on_grid(s->lo);
        if (s->pair.is_flat) {
            int side = side_at(s, (moment){s->lo, false});
            s->side = side != 0 ? side : s->side;
        }
        if (!step_exactly(s, end) || is_bracketed(s)) return true;
    }
    return false;
}

/// A contact exactly at the end counts if the motion, continued, penetrates.
static bool touches_at_end(turning_search *s) {
    if (!s->pair.is_flat) return penetrates_in(s, (moment){1, true});
    return side_at(s, (moment){1, false}) == 0 && can_cross(s) && is_beside_segment(s, 1, 1, false) &&
           side_at(s, (moment){1, true}) == -s->side;
}

/// A depth beyond the rounding of positions.
static double depth_beyond_rounding(const turning_search *s) {
    cr_vec2d a = s->a->start, b = s->b->start;
    double coordinates = (fabs(a.x) + fabs(a.y)) + (fabs(b.x) + fabs(b.y)); // in either order of the axes
    return DEEPER * (coordinates + s->pair.of[0].reach + s->pair.of[1].reach + s->pair.radius);
}

/// True if the gap is below the noise at all times and for all turns, because each shape has a vertex so near to its
/// pivot. This occurs if one shape is 2^46 times as large as the other. The rounding of the gap is below half the
/// noise.
static bool stays_in_noise(const turning_search *s) {
    double most = cr_length(s->pair.apart) + cr_length(s->pair.move) - s->pair.radius;
    for (int w = 0; w < 2; ++w) {
        double least = HUGE_VAL;
        for (int i = 0; i < s->pair.of[w].count; ++i) {
            double arm = cr_length(cr_vector_of(&s->pair.of[w].v, i));
            least = arm < least ? arm : least;
        }
        most += least;
    }
    return most <= s->pair.noise / 2;
}

static bool surely_fails(const turning_search *s, const cr_turning_span *span, int w, int edge, int vertex,
                         cr_condition_kind what) {
    cr_condition which = {w == 0, (unsigned char)edge, (unsigned char)vertex, what};
    return cr_condition_sure_sign(&s->pair, span, which).is_negative;
}

/// True if the shapes penetrate throughout an interval in one piece of both spins, by double: every edge of both cores
/// has a vertex of the other on its inner side; or a vertex is within the radius of an edge or vertex.
static bool surely_penetrates(const turning_search *s, double from, double to) {
    const cr_turning_pair *p = &s->pair;
    cr_turning_span span;
    cr_placement at;
    cr_turning_span_make(&span, p, from, to);
    cr_place_all_edges(p, from + (to - from) / 2, &at);
    if (at.gap > p->noise) return false;
    bool cores = p->of[0].count + p->of[1].count >= 4;
    for (int w = 0; w < 2; ++w) {
        for (int k = 0; k < p->of[w].edges && cores; ++k)
            cores = surely_fails(s, &span, w, k, at.support[w][k], CR_OUTSIDE_OF_CORE);
    }
    if (cores || p->radius == 0) return cores;
    if (!at.best.is_edge) return surely_fails(s, &span, 1, at.best.vertex_b, at.best.vertex_a, CR_FAR_FROM);
    static const cr_condition_kind kinds[] = {CR_OUTSIDE, CR_BEYOND, CR_BEFORE, CR_PAST};
    int w = !at.best.edge_of_a, n = 0, vertex = at.support[w][at.best.edge];
    while (n < 4 && surely_fails(s, &span, w, at.best.edge, vertex, kinds[n])) ++n;
    return n == 4;
}

/// How long from lo on the shapes surely penetrate, as far as halving finds it; 0 if it is not longer than `least`.
/// s->length is the interval that is tried next.
static double time_in_penetration(turning_search *s, double least) {
    int pieces = s->a->spin->pieces > s->b->spin->pieces ? s->a->spin->pieces : s->b->spin->pieces;
    double end = (floor(s->lo * pieces) + 1) / pieces;
    if (!(end <= 1)) return 0;
    for (; s->length > least; s->length /= 2) {
        double to = s->lo + s->length;
        to = to < end ? to : end;
        if (!surely_penetrates(s, s->lo, to)) continue;
        s->length *= 2;
        return to - s->lo;
    }
    s->length = 2 * least;
    return 0;
}

/// Moves lo on from a penetration that does not count, to a time without. Depth cannot shrink faster than the speed;
/// after many steps, intervals in which the shapes surely penetrate are passed at once. Returns false at a time at
/// which the penetration has deepened, if `watches`.
static bool pass_penetration(turning_search *s, bool watches) {
    double speed = speed_of(s), least = s->terms->least_step, deepest = -HUGE_VAL;
    int steps = 0;
    cr_placement at;
    s->lo = is_found(s) ? s->hi : s->lo;
    if (watches) {
        cr_place(&s->pair, s->lo, &at);
        deepest = at.gap - depth_beyond_rounding(s);
    }
    s->hi = NO_TIME;
    s->length = 1;
    if (!watches && stays_in_noise(s)) s->lo = AFTER_MOTION;
    while (s->lo <= 1) {
        cr_place(&s->pair, s->lo, &at);
        if (at.gap > s->pair.noise) return true;
        if (at.gap < deepest) return false;
        double step = speed > 0 ? -at.gap / speed : 1;
        step = step > least ? step : least;
        if (!s->terms->deepens && ++steps > PLAIN_STEPS) {
            double longer = time_in_penetration(s, step);
            step = longer > step ? longer : step;
        }
        s->lo = definite_time(s->lo + step); // depths differ by rounding in a mirror
        // Shapes that rounding leaves in penetration may part slowly.
        if (s->terms->deepens || steps > EQUAL_STEPS) least *= 2;
    }
    s->lo = AFTER_MOTION;
    return true;
}

/// The same; contacts are not before the time at which it ends.
static bool step_through(turning_search *s, bool watches) {
    bool is_apart = pass_penetration(s, watches);
    s->begin = s->lo;
    return is_apart;
}

/// True if the shapes are too far apart at the latest placement to touch in the rest of the motion, whatever the
/// direction. Then writes a lower bound of the distance at the end.
static bool stays_apart(const turning_search *s, double *gap) {
    *gap = s->at.gap - s->pair.noise - speed_of(s) * (1 - s->at.time);
    return *gap > depth_beyond_rounding(s);
}

/// True if the contact counts: not with the back of a one-sided segment, and not with a skipped end.
static bool counts_against(const turning_search *s, const cr_turning_contact *c, int w) {
    const cr_core *segment = &s->pair.of[w].core->core;
    const cr_arms *other = &s->pair.of[!w];
    int vertex = w == 1 ? c->vertex_b : c->vertex_a;
    if ((segment->skip_a && vertex == 0) || (segment->skip_b && vertex == 1)) return false;
    if (!segment->one_sided) return true;
    cr_placement at;
    cr_place_all_edges(&s->pair, c->time, &at);
    cr_vec2d centre = {0, 0}, e = cr_vector_of(&at.e[w], 0), out = {e.y, -e.x};
    for (int i = 0; i < other->count; ++i)
        centre = cr_add(
            centre, cr_scale(cr_subtract(cr_vector_of(&at.v[!w], i), cr_vector_of(&at.v[w], 0)), 1.0 / other->count));
    // A shape with area that is in front of the line can only come from there, even if it begins to without speed.
    bool has_area = s->pair.radius > 0 || other->count > 2;
    if (has_area && at.edge_gap[w][0] - s->pair.radius >= -4 * s->pair.noise) return true;
    cr_vec2d velocity = cr_scale(c->velocity, w == 1 ? 1 : -1);
    return cr_dot(out, centre) >= -s->pair.noise * s->pair.of[w].length[0] &&
           cr_dot(out, velocity) < -ALONG * speed_of(s) * s->pair.of[w].length[0];
}

static bool contact_counts(const turning_search *s, const cr_turning_contact *c, bool inside) {
    if (s->pair.is_flat) return !s->terms->counts || s->terms->counts(s->terms->context, &s->pair, c, inside);
    if (!counts_against(s, c, 0)) return false;
    return s->terms->counts ? s->terms->counts(s->terms->context, &s->pair, c, inside) : counts_against(s, c, 1);
}

static cr_turning_impact impact_at(turning_search *s) {
    double time = definite_time(s->lo);
    time = time > s->begin ? time : s->begin;
    return (cr_turning_impact){.hit = true, .t = cr_float_down(s->lo), .contact = contact_of(s, time)};
}

/// The least distance of two circles about the pivots that contain the shapes, from a time on.
static double gap_of_circles(const cr_turning_pair *p, double from) {
    double move2 = cr_dot(p->move, p->move), along = -cr_dot(p->apart, p->move);
    double t = move2 > 0 ? along / move2 : 0;
    t = t < from ? from : t > 1 ? 1 : t;
    double reach = p->of[0].reach + p->of[1].reach + p->radius;
    return cr_length(cr_add(p->apart, cr_scale(p->move, t))) - reach;
}

/// The times from which and up to which the shapes can touch: in which circles of twice their reach about the pivots
/// overlap. For a motion that is long for the distance of the shapes, all that happens is in a small part of it. Over
/// that part double decides what it cannot decide over the whole, whose rounding exceeds the shapes.
static bool find_short_time(const cr_turning_pair *p, double *enter, double *leave) {
    double size = cr_length(p->move), reach = p->of[0].reach + p->of[1].reach + p->radius;
    if (!(size > 0)) return false;
    cr_vec2d direction = cr_scale(p->move, 1 / size);
    double middle = -cr_dot(p->apart, direction), half = 2 * reach + SHORT_MARGIN * cr_length(p->apart);
    *enter = (middle - half) / size;
    *leave = (middle + half) / size;
    return *leave < SHORT_TIME;
}

/// Narrows the search to the time in which the shapes can touch, and the noise to that of this time.
static void narrow_search(turning_search *s) {
    double leave;
    s->until = s->terms->until;
    if (!find_short_time(&s->pair, &s->enter, &leave) || !(leave > s->lo)) {
        s->enter = 0;
        return;
    }
    leave = on_grid(leave) + 2 * CR_TIME_GRID;
    s->until = leave < s->until ? leave : s->until;
    s->pair.noise = cr_noise_until(&s->pair, leave);
}

/// The contact of the minimum translation at the start.
static cr_turning_contact start_contact(const turning_search *s) {
    cr_difference c;
    cr_difference_make(&c, &s->a->core, &s->b->core);
    cr_closest_feature nearest = cr_closest_feature_of(&c, 0, 0);
    cr_witness w = cr_witness_of(&c, &nearest, 0, 0);
    cr_turning_contact r = {.normal = {nearest.nx, nearest.ny}, .edge_of_b = -1, .vertex_a = -1, .vertex_b = -1};
    int k = nearest.edge >= 0 ? nearest.edge : nearest.vertex, next = nearest.edge >= 0 ? cr_next(&c, k) : k;
    r.vertex_a = c.of_a[k] == c.of_a[next] ? c.of_a[k] : -1;
    r.vertex_b = c.of_b[k] == c.of_b[next] ? c.of_b[k] : -1;
    r.edge_of_b = r.vertex_b < 0 ? c.of_b[k] : -1;
    set_point(s, &r, (cr_vec2d){w.bx - (double)s->b->pivot.x, w.by - (double)s->b->pivot.y});
    return r;
}

static bool deepens(const turning_search *s, const cr_turning_contact *c) {
    return cr_dot(c->velocity, c->normal) < -DEEPENING * speed_of(s);
}

/// True if the other segment lies on the one-sided segment w.
static bool lies_on_one_sided(const turning_search *s, const cr_placement *at, int w) {
    const cr_arms *wall = &s->pair.of[w];
    if (!wall->core->core.one_sided || s->pair.of[!w].count != 2 || s->pair.radius > 0) return false;
    double least = HUGE_VAL, most = -HUGE_VAL, length = wall->length[0], noise = s->pair.noise;
    for (int i = 0; i < 2; ++i) {
        cr_vec2d d = cr_subtract(cr_vector_of(&at->v[!w], i), cr_vector_of(&at->v[w], 0));
        if (fabs(cr_cross(cr_vector_of(&at->e[w], 0), d)) > noise * length) return false;
        cr_condition outside = {w == 0, 0, (unsigned char)i, CR_OUTSIDE_OF_CORE};
        if (exact_sign_at(s, outside, (moment){s->lo, false}) != 0) return false;
        double along = cr_dot(cr_vector_of(&at->e[w], 0), d) / length;
        least = along < least ? along : least;
        most = along > most ? along : most;
    }
    return most > noise && least < length - noise;
}

/// A segment that lies on a one-sided one is in front of it, and penetrates nothing as it goes behind it. Returns true
/// if it does.
static bool goes_behind(const turning_search *s, cr_turning_impact *impact) {
    cr_placement at;
    cr_place_all_edges(&s->pair, s->lo, &at);
    for (int w = 0; w < 2; ++w) {
        if (!lies_on_one_sided(s, &at, w)) continue;
        cr_turning_contact c = contact_by(s, &at, (cr_separator){.is_edge = true, .edge_of_a = w == 0});
        if (!contact_counts(s, &c, false)) continue;
        *impact = (cr_turning_impact){.hit = true, .t = cr_float_down(s->lo), .contact = c};
        return true;
    }
    return false;
}

/// Decides at the start. Returns true if there is an impact that counts; moves lo through one that does not.
static bool hits_at_start(turning_search *s, cr_turning_impact *impact) {
    place_shapes(s, s->lo);
    if (s->at.gap > s->pair.noise || s->pair.is_flat) return false;
    impact->inside = s->at.penetrates || penetrates_in(s, (moment){s->lo, false});
    if (!impact->inside && !penetrates_in(s, (moment){s->lo, true})) return goes_behind(s, impact);
    impact->hit = true;
    impact->t = cr_float_down(s->lo);
    impact->contact = impact->inside && s->lo == 0 ? start_contact(s) : contact_of(s, s->lo);
    bool stays = s->terms->deepens && impact->inside && !deepens(s, &impact->contact);
    if (!stays && contact_counts(s, &impact->contact, impact->inside)) return true;
    if (step_through(s, stays)) return false;
    impact->t = cr_float_down(s->lo);
    impact->contact = contact_of(s, s->lo);
    if (contact_counts(s, &impact->contact, true)) return true;
    step_through(s, false); // it has deepened behind a one-sided segment
    return false;
}

/// A point that starts on the line of a one-sided segment starts in front of it.
static int first_side(const turning_search *s) {
    return s->pair.is_flat && s->pair.of[segment_of(s)].core->core.one_sided ? 1 : 0;
}

static void begin_search(turning_search *s, const cr_turning_core *a, const cr_turning_core *b,
                         const cr_turning_terms *terms) {
    s->a = a;
    s->b = b;
    s->terms = terms;
    s->lo = s->begin = on_grid(terms->from);
    s->hi = NO_TIME;
    s->enter = s->length = 0;
    s->until = terms->until;
    s->graze = 1;
    s->side = 0;
    s->is_placed = s->is_apart = false;
    cr_turning_pair_make(&s->pair, a, b);
}

cr_turning_impact cr_turning_impact_until(const cr_turning_core *a, const cr_turning_core *b,
                                          const cr_turning_terms *terms) {
    turning_search s; // its lists are filled as far as they are used
    begin_search(&s, a, b, terms);
    cr_turning_impact miss = {.t = 1}, impact;
    miss.gap = gap_of_circles(&s.pair, s.lo);
    if (miss.gap > s.pair.noise || (s.pair.is_flat && s.pair.of[0].count == s.pair.of[1].count)) return miss;
    double noise = s.pair.noise;
    narrow_search(&s);
    if (hits_at_start(&s, &impact)) return impact;
    if (stays_apart(&s, &miss.gap)) return miss;
    s.side = first_side(&s);
    s.lo = s.enter > s.lo ? on_grid(s.enter) : s.lo;
    int pieces = a->spin->pieces > b->spin->pieces ? a->spin->pieces : b->spin->pieces;
    for (int k = 0; k < pieces && s.lo < s.until; ++k) {
        double end = (double)(k + 1) / pieces;
        end = end < s.until ? end : s.until;
        while (s.lo < end && search_piece(&s, end)) {
            impact = impact_at(&s);
            if (contact_counts(&s, &impact.contact, false)) return impact;
            step_through(&s, false);
        }
    }
    bool is_apart = s.is_apart && s.lo == 1 && !terms->needs_gap;
    if (terms->until < 1) return miss;
    if (is_apart || stays_apart(&s, &miss.gap)) return miss;
    s.pair.noise = noise;
    cr_placement at;
    cr_place(&s.pair, 1, &at);
    miss.gap = at.penetrates ? 0 : at.gap - s.pair.noise;
    if (s.lo == AFTER_MOTION || at.gap > s.pair.noise || !touches_at_end(&s)) return miss;
    impact = impact_at(&s);
    return contact_counts(&s, &impact.contact, false) ? impact : miss;
}

// ---- Ends -----------------------------------------------------------------------------------------------------------

/// A segment and a one-sided one.
typedef struct segment_and_wall {
    const cr_turning_core *segment, *wall;
} segment_and_wall;

/// An end does not come from the front if the centre is behind.
static bool comes_from_front(const void *context, const cr_turning_pair *pair, const cr_turning_contact *c,
                             bool inside) {
    const segment_and_wall *s = context;
    cr_turning_pair whole;
    cr_placement at;
    (void)pair;
    (void)inside;
    cr_turning_pair_make(&whole, s->segment, s->wall);
    cr_place(&whole, c->time, &at);
    return !cr_centre_is_behind(&whole, &at);
}

/// Keeps the impact of an end of one shape with the other, which is one-sided, if it is earlier.
static void keep_earlier_end(const cr_turning_core *a, const cr_turning_core *b, bool ends_of_a,
                             const cr_turning_terms *terms, cr_turning_impact *first) {
    segment_and_wall s = {ends_of_a ? a : b, ends_of_a ? b : a};
    const cr_core *core = &s.segment->core;
    if (!s.wall->core.one_sided || core->one_sided || core->count != 2 || core->radius > 0) return;
    cr_turning_terms own = {
        .from = terms->from, .until = 1, .least_step = terms->least_step, .counts = comes_from_front, .context = &s};
    for (int i = 0; i < 2; ++i) {
        if (i == 0 ? core->skip_a : core->skip_b) continue;
        cr_turning_core end = *s.segment;
        end.core = (cr_core){.count = 1, .v = {core->v[i]}, .kind = CAROM_SHAPE_POINT};
        cr_turning_impact impact = cr_turning_impact_until(ends_of_a ? &end : a, ends_of_a ? b : &end, &own);
        if (!impact.hit || (first->hit && first->t <= impact.t)) continue;
        *(ends_of_a ? &impact.contact.vertex_a : &impact.contact.vertex_b) = i;
        *first = impact;
    }
}

cr_turning_impact cr_turning_impact_of(const cr_turning_core *a, const cr_turning_core *b,
                                       const cr_turning_terms *terms) {
    cr_turning_impact first = cr_turning_impact_until(a, b, terms);
    keep_earlier_end(a, b, true, terms, &first);
    keep_earlier_end(a, b, false, terms, &first);
    return first;
}
