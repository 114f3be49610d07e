// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The conditions of contact in Bernstein form (G. Farin, Curves and Surfaces for CAGD, 1988): the coefficients over an
// interval bound the polynomial there.
//
// The closest points of two disjoint convex shapes are a vertex of one and a point of an edge of the other, or two
// vertices. In the first case the line of the edge separates; in the second, the line between the vertices, as long as
// each is the closest vertex of its shape: the edges next to it lead away.
#include "geom/turning_curves.h"

#include "base/bits.h"
#include "base/inline.h"
#include "base/lanes.h"
#include "base/vec.h"
#include "geom/predicate.h"

#include <limits.h>

/// Of the lengths of which a condition is the product. Twice the error of a coefficient, and that of its division
/// (cr_curves_hold_until); distances at a time have less than half. Proved by src/geom/proofs/turning_far.g,
/// turning_edge.g and turning_place.g.
#define TURNING_ERROR (123.4 * CR_U)
/// In error bounds of a coefficient. Over a part of the interval, coefficients are means of those over the whole, and
/// have an error of their own: coefficients above this many bounds stay above one bound over every part.
#define SURELY_POSITIVE 4
/// The same for coefficients that are divided for one part: one bound exceeds twice the error of a coefficient and
/// that of the division.
#define POSITIVE_IN_PART 2
/// Relative to a product: edges and vertices are left out of a search if they are farther by this. It is the rounding
/// of the comparison; src/geom/proofs/farther.g proves it.
#define FARTHER (4.04 * CR_U)

static const double binomials[CR_CONDITION_DEGREE + 1][CR_CONDITION_DEGREE + 1] = {
    {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5, 1}, {1, 6, 15, 20, 15, 6, 1}};

// ---- Two at a time --------------------------------------------------------------------------------------------------

static cr_lanes2 load_two(const double *p) {
    cr_lanes2 two;
    memcpy(&two, p, sizeof two);
    return two;
}

static void store_two(double *p, cr_lanes2 two) {
    memcpy(p, &two, sizeof two);
}

/// The first or the second lanes of two vectors.
static cr_lanes2 first_lanes(cr_lanes2 a, cr_lanes2 b) {
    return (cr_lanes2){a[0], b[0]};
}

static cr_lanes2 second_lanes(cr_lanes2 a, cr_lanes2 b) {
    return (cr_lanes2){a[1], b[1]};
}

// ---- Bodies ---------------------------------------------------------------------------------------------------------

static void put_vectors(cr_vector_list *list, int i, cr_lanes2 v, cr_lanes2 next) {
    store_two(list->x + i, first_lanes(v, next));
    store_two(list->y + i, second_lanes(v, next));
}

static void make_vertices(cr_arms *r, const cr_turning_core *core) {
    r->core = core;
    r->count = core->core.count;
    cr_lanes2 pivot = cr_wide_lanes(&core->pivot);
    double longest = 0;
    for (int i = 0; i < r->count; i += 2) {
        const carom_vec2 *from = core->core.v + i;
        cr_lanes2 v = cr_wide_lanes(from) - pivot, next = i + 1 < r->count ? cr_wide_lanes(from + 1) - pivot : v;
        put_vectors(&r->v, i, v, next);
        cr_lanes2 x = first_lanes(v, next), y = second_lanes(v, next), size = x * x + y * y;
        longest = size[0] > longest ? size[0] : longest;
        longest = size[1] > longest ? size[1] : longest;
    }
    r->reach = sqrt(longest);
}

static void make_edges(cr_arms *r) {
    const carom_vec2 *v = r->core->core.v;
    r->edges = r->count > 1 ? r->count : 0;
    for (int i = 0; i < r->edges; i += 2) {
        int last = r->edges - 1, second = i < last ? i + 1 : last;
        cr_lanes2 from = cr_wide_lanes(v + i), to = cr_wide_lanes(i < last ? v + i + 1 : v);
        cr_lanes2 next = cr_wide_lanes(second < last ? v + second + 1 : v) - cr_wide_lanes(v + second);
        put_vectors(&r->e, i, to - from, next);
        cr_lanes2 x = load_two(r->e.x + i), y = load_two(r->e.y + i), size = x * x + y * y;
        r->length[i] = sqrt(size[0]);
        r->length[second] = sqrt(size[1]);
    }
}

double cr_noise_until(const cr_turning_pair *p, double time) {
    double moved = time * cr_length(p->move);
    return TURNING_ERROR * (cr_length(p->apart) + moved + p->of[0].reach + p->of[1].reach + p->radius);
}

void cr_turning_pair_make(cr_turning_pair *p, const cr_turning_core *a, const cr_turning_core *b) {
    make_vertices(&p->of[0], a);
    make_vertices(&p->of[1], b);
    make_edges(&p->of[0]);
    make_edges(&p->of[1]);
    p->apart = cr_subtract(a->start, b->start);
    p->move = cr_subtract(a->move, b->move);
    p->radius = (double)a->core.radius + (double)b->core.radius;
    p->noise = cr_noise_until(p, 1);
    p->is_flat = p->radius == 0 && p->of[0].count + p->of[1].count < 4;
}

/// The half vector at t, in the piece of the spin that holds `inner`.
static cr_vec2d half_vector_at(const cr_spin *spin, double t, double inner) {
    int k = cr_piece_of(spin, inner);
    double share = t * spin->pieces - k;
    cr_vec2d from = cr_widen(spin->half[k]), to = cr_widen(spin->half[k + 1]);
    return cr_add(from, cr_scale(cr_subtract(to, from), share));
}

// ---- Positions ------------------------------------------------------------------------------------------------------

/// Turns vectors and moves them.
static void turn_list(const cr_vector_list *from, int count, cr_vec2d turn, cr_vec2d move, cr_vector_list *to) {
    cr_lanes2 c = cr_both_lanes(turn.x), s = cr_both_lanes(turn.y);
    cr_lanes2 ox = cr_both_lanes(move.x), oy = cr_both_lanes(move.y);
    for (int i = 0; i < count; i += 2) {
        cr_lanes2 x = load_two(from->x + i), y = load_two(from->y + i);
        store_two(to->x + i, c * x - s * y + ox);
        store_two(to->y + i, s * x + c * y + oy);
    }
}

static void place_vertices(const cr_turning_pair *p, double t, cr_placement *at) {
    at->time = t;
    cr_vec2d u = cr_add(p->apart, cr_scale(p->move, t)), zero = {0, 0};
    for (int w = 0; w < 2; ++w) {
        const cr_arms *arms = &p->of[w];
        cr_vec2d h = half_vector_at(arms->core->spin, t, t);
        double xx = h.x * h.x, yy = h.y * h.y, n = 1 / (xx + yy);
        cr_vec2d turn = {(xx - yy) * n, 2 * h.x * h.y * n};
        turn_list(&arms->v, arms->count, turn, w == 0 ? u : zero, &at->v[w]);
        turn_list(&arms->e, arms->edges, turn, zero, &at->e[w]);
    }
}

/// The distances of all vertices of the other shape from the line of edge k of w, times the length.
static void measure_vertices(const cr_turning_pair *p, const cr_placement *at, int w, int k, double *out) {
    cr_vec2d v = cr_vector_of(&at->v[w], k), e = cr_vector_of(&at->e[w], k);
    cr_lanes2 vx = cr_both_lanes(v.x), vy = cr_both_lanes(v.y), ex = cr_both_lanes(e.x), ey = cr_both_lanes(e.y);
    const cr_vector_list *other = &at->v[!w];
    for (int i = 0; i < p->of[!w].count; i += 2)
        store_two(out + i, ey * (load_two(other->x + i) - vx) - ex * (load_two(other->y + i) - vy));
}

/// The distances of one vertex of the other shape from the lines of all edges of w, times their lengths.
static void measure_lines(const cr_turning_pair *p, const cr_placement *at, int w, int i, double *out) {
    cr_lanes2 x = cr_both_lanes(at->v[!w].x[i]), y = cr_both_lanes(at->v[!w].y[i]);
    const cr_vector_list *v = &at->v[w], *e = &at->e[w];
    for (int k = 0; k < p->of[w].edges; k += 2) {
        cr_lanes2 dx = x - load_two(v->x + k), dy = y - load_two(v->y + k);
        store_two(out + k, load_two(e->y + k) * dx - load_two(e->x + k) * dy);
    }
}

/// The first index of the least value. After an odd number of values, the last is repeated.
static int index_of_least(const double *values, int count) {
    cr_lanes2 least = load_two(values);
    for (int i = 2; i < count; i += 2) least = cr_lower_lanes2(load_two(values + i), least);
    double value = least[1] < least[0] ? least[1] : least[0];
    uint32_t equal = 0;
    for (int i = 0; i < count; i += 2) equal |= cr_gather_bits2(load_two(values + i) == cr_both_lanes(value)) << i;
    return equal != 0 ? cr_lowest_bit(equal) : 0; // none if one is NaN
}

static int index_of_greatest(const double *values, int count) {
    double greatest = values[0];
    int index = 0;
    for (int i = 1; i < count; ++i) {
        bool greater = values[i] > greatest;
        greatest = greater ? values[i] : greatest;
        index = greater ? i : index;
    }
    return index;
}

/// The edge with the largest gap so far. Of equal ones, the first of b, then of a.
typedef struct edge_search {
    const cr_turning_pair *p;
    cr_placement *at;
    double best;
    unsigned measured[2]; ///< bits of edges
} edge_search;

/// Sets the gap along the normal of an edge, and its support, and keeps the edge if it is the best.
static void try_line_of_edge(edge_search *s, int w, int k) {
    cr_placement *at = s->at;
    double distance[CAROM_MAX_POLYGON_VERTICES];
    if (s->measured[w] >> k & 1) return;
    s->measured[w] |= 1u << k;
    measure_vertices(s->p, at, w, k, distance);
    int near = index_of_least(distance, s->p->of[!w].count);
    double gap = distance[near] / s->p->of[w].length[k];
    at->edge_gap[w][k] = gap;
    at->support[w][k] = (unsigned char)near;
    bool is_before = at->best.edge_of_a > (w == 0) || (at->best.edge_of_a == (w == 0) && at->best.edge > k);
    if (gap < s->best || (gap == s->best && !is_before)) return;
    s->best = gap;
    at->best = (cr_separator){.is_edge = true,
                              .edge_of_a = w == 0,
                              .edge = (unsigned char)k,
                              .vertex_a = (unsigned char)near,
                              .vertex_b = (unsigned char)near};
}

/// Tries the edges of w for which a vertex of the other shape does not show that their gap is smaller.
static void try_edges_of(edge_search *s, int w, int near) {
    const cr_arms *arms = &s->p->of[w];
    double line[CAROM_MAX_POLYGON_VERTICES];
    measure_lines(s->p, s->at, w, near, line);
    int first = index_of_greatest(line, arms->edges);
    if (s->measured[w] == 0) {
        try_line_of_edge(s, w, first);
        int nearer = s->at->support[w][first];
        if (nearer != near) measure_lines(s->p, s->at, w, nearer, line);
    }
    double above = s->best > 0 ? s->best * (1 - FARTHER) : s->best * (1 + FARTHER);
    for (int k = 0; k < arms->edges; ++k) {
        if (line[k] >= above * arms->length[k]) try_line_of_edge(s, w, k);
    }
}

/// Finds the edge with the largest gap; returns that gap. Without `all`, leaves out edges for which one vertex shows
/// that their gap is smaller.
static double find_edge(const cr_turning_pair *p, const cr_separator *near, bool all, cr_placement *at) {
    edge_search s = {.p = p, .at = at, .best = -HUGE_VAL};
    int vertex[2] = {-1, near ? near->vertex_a : 0}; // of the other shape, near to the edges of w
    at->best = (cr_separator){.edge = UCHAR_MAX, .edge_of_a = true};
    if (near && near->is_edge) {
        int w = !near->edge_of_a;
        try_line_of_edge(&s, w, near->edge);
        vertex[w] = at->support[w][near->edge];
        vertex[!w] = near->edge;
    } else if (near) {
        vertex[0] = near->vertex_b;
    }
    for (int w = 1; w >= 0; --w) {
        if (all || (w == 1 && p->of[w].count == 2)) {
            for (int k = 0; k < p->of[w].edges; ++k) try_line_of_edge(&s, w, k);
        } else if (p->of[w].edges > 0) {
            bool known = vertex[w] >= 0, has_edge = at->best.is_edge && !at->best.edge_of_a;
            try_edges_of(&s, w, known ? vertex[w] : has_edge ? at->best.edge : 0);
        }
    }
    return s.best;
}

static double squared(cr_vec2d v) {
    return v.x * v.x + v.y * v.y;
}

/// True if the edges of shape w at vertex i lead away from the direction d, of the given length.
static bool leads_away(const cr_turning_pair *p, const cr_placement *at, int w, int i, cr_vec2d d, double noise) {
    int count = p->of[w].count;
    if (count == 1) return true;
    const cr_vector_list *list = &at->v[w];
    cr_vec2d v = cr_vector_of(list, i), next = cr_vector_of(list, i + 1 < count ? i + 1 : 0);
    cr_vec2d last = cr_vector_of(list, i > 0 ? i - 1 : count - 1);
    double limit = noise > 0 ? noise * cr_length(d) : 0;
    return cr_dot(cr_subtract(next, v), d) <= limit && cr_dot(cr_subtract(last, v), d) <= limit;
}

bool cr_vertices_are_closest(const cr_turning_pair *p, const cr_placement *at, int i, int j, double noise) {
    cr_vec2d d = cr_subtract(cr_vector_of(&at->v[0], i), cr_vector_of(&at->v[1], j));
    return leads_away(p, at, 1, j, d, noise) && leads_away(p, at, 0, i, cr_scale(d, -1), noise);
}

static double distance_to_edge(const cr_placement *at, int w, int k) {
    cr_vec2d from = cr_vector_of(&at->v[w], k), e = cr_vector_of(&at->e[w], k);
    cr_vec2d d = cr_subtract(cr_vector_of(&at->v[!w], at->support[w][k]), from);
    double along = cr_dot(e, d) / squared(e);
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    return cr_length(cr_subtract(d, cr_scale(e, along)));
}

/// The closest vertices. Of equal distances, the least vertex of a, then of b.
typedef struct vertex_search {
    double least; ///< their distance, squared
    int of[2];
} vertex_search;

/// Tries the vertices of w against vertex i of the other shape.
static void try_vertices(const cr_turning_pair *p, const cr_placement *at, int w, int i, vertex_search *s) {
    double distance[CAROM_MAX_POLYGON_VERTICES];
    cr_lanes2 x = cr_both_lanes(at->v[!w].x[i]), y = cr_both_lanes(at->v[!w].y[i]);
    for (int k = 0; k < p->of[w].count; k += 2) {
        cr_lanes2 dx = load_two(at->v[w].x + k) - x, dy = load_two(at->v[w].y + k) - y;
        store_two(distance + k, dx * dx + dy * dy);
    }
    int k = index_of_least(distance, p->of[w].count), a = w == 0 ? k : i, b = w == 0 ? i : k;
    bool is_before = a < s->of[0] || (a == s->of[0] && b < s->of[1]);
    if (distance[k] > s->least || (distance[k] == s->least && !is_before)) return;
    *s = (vertex_search){distance[k], {a, b}};
}

/// Sets the closest vertices, and returns their distance. Those of one shape are left out if they are farther from the
/// line of the best edge of the other.
static double find_vertices(const cr_turning_pair *p, const cr_placement *at, int nearest[2]) {
    vertex_search s = {HUGE_VAL, {0, 0}};
    const cr_separator *by = &at->best;
    int w = by->edge_of_a ? 0 : 1, k = by->is_edge ? by->edge : 0;
    if (by->is_edge) {
        double distance[CAROM_MAX_POLYGON_VERTICES];
        try_vertices(p, at, w, at->support[w][k], &s);
        measure_vertices(p, at, w, k, distance);
        double far = (sqrt(s.least) * (1 + FARTHER) + p->noise) * p->of[w].length[k];
        for (int i = 0; i < p->of[!w].count; ++i) {
            if (i != at->support[w][k] && distance[i] <= far) try_vertices(p, at, w, i, &s);
        }
    } else {
        try_vertices(p, at, 1, 0, &s); // two points
    }
    nearest[0] = s.of[0];
    nearest[1] = s.of[1];
    return sqrt(s.least);
}

static void place_at_time(const cr_turning_pair *p, double t, const cr_separator *near, bool all, cr_placement *at) {
    place_vertices(p, t, at);
    double edge = find_edge(p, near, all, at);
    bool has_edges = edge > -HUGE_VAL;
    at->penetrates = has_edges && edge < -p->noise;
    at->gap = edge - p->radius;
    if (at->penetrates) return;
    int nearest[2];
    double least = find_vertices(p, at, nearest), upper = least;
    if (has_edges && p->radius > 0) {
        double to_edge = distance_to_edge(at, !at->best.edge_of_a, at->best.edge);
        upper = to_edge < upper ? to_edge : upper;
    }
    at->penetrates = upper < p->radius - p->noise;
    if (has_edges && (least <= edge || at->penetrates)) return;
    if (has_edges && !cr_vertices_are_closest(p, at, nearest[0], nearest[1], 0)) return;
    at->gap = least - p->radius;
    at->best = (cr_separator){.vertex_a = (unsigned char)nearest[0], .vertex_b = (unsigned char)nearest[1]};
}

void cr_place_near(const cr_turning_pair *p, double t, const cr_separator *near, cr_placement *at) {
    place_at_time(p, t, near, false, at);
}

void cr_place(const cr_turning_pair *p, double t, cr_placement *at) {
    place_at_time(p, t, NULL, false, at);
}

void cr_place_all_edges(const cr_turning_pair *p, double t, cr_placement *at) {
    place_at_time(p, t, NULL, true, at);
}

cr_vec2d cr_centre_of_placement(const cr_turning_pair *p, const cr_placement *at) {
    cr_vec2d sum = {0, 0}, from = cr_vector_of(&at->v[1], 0);
    for (int i = 0; i < p->of[0].count; ++i) sum = cr_add(sum, cr_subtract(cr_vector_of(&at->v[0], i), from));
    return cr_scale(sum, 1.0 / p->of[0].count);
}

bool cr_centre_is_behind(const cr_turning_pair *p, const cr_placement *at) {
    return cr_cross(cr_vector_of(&at->e[1], 0), cr_centre_of_placement(p, at)) > 4 * p->noise * p->of[1].length[0];
}

// ---- Polynomials ----------------------------------------------------------------------------------------------------

void cr_turning_span_make(cr_turning_span *span, const cr_turning_pair *p, double from, double to) {
    double inner = from + (to - from) / 2;
    for (int w = 0; w < 2; ++w) {
        const cr_spin *spin = p->of[w].core->spin;
        cr_vec2d g = half_vector_at(spin, from, inner), h = half_vector_at(spin, to, inner);
        span->c[w][0] = g.x * g.x - g.y * g.y;
        span->c[w][1] = 2 * (g.x * h.x - g.y * h.y);
        span->c[w][2] = h.x * h.x - h.y * h.y;
        span->s[w][0] = 2 * (g.x * g.y);
        span->s[w][1] = 2 * (g.x * h.y + g.y * h.x);
        span->s[w][2] = 2 * (h.x * h.y);
        span->n[w][0] = g.x * g.x + g.y * g.y;
        span->n[w][1] = 2 * (g.x * h.x + g.y * h.y);
        span->n[w][2] = h.x * h.x + h.y * h.y;
    }
    for (int i = 0; i < 2; ++i) {
        double t = i == 0 ? from : to;
        span->ux[i] = p->apart.x + p->move.x * t;
        span->uy[i] = p->apart.y + p->move.y * t;
    }
    const double *na = span->n[0], *nb = span->n[1];
    span->nn[0] = na[0] * nb[0];
    span->nn[1] = na[0] * nb[1] + na[1] * nb[0];
    span->nn[2] = na[0] * nb[2] + na[1] * nb[1] + na[2] * nb[0];
    span->nn[3] = na[1] * nb[2] + na[2] * nb[1];
    span->nn[4] = na[2] * nb[2];
    for (int w = 0; w < 2; ++w) {
        const double *n = span->n[w];
        double *mx = span->mx[w], *my = span->my[w];
        mx[0] = n[0] * span->ux[0];
        mx[1] = n[0] * span->ux[1] + n[1] * span->ux[0];
        mx[2] = n[1] * span->ux[1] + n[2] * span->ux[0];
        mx[3] = n[2] * span->ux[1];
        my[0] = n[0] * span->uy[0];
        my[1] = n[0] * span->uy[1] + n[1] * span->uy[0];
        my[2] = n[1] * span->uy[1] + n[2] * span->uy[0];
        my[3] = n[2] * span->uy[1];
    }
}

/// The numerator of the rotation of shape w, applied to v.
static void turn_vector(const cr_turning_span *span, int w, cr_vec2d v, double *x, double *y) {
    for (int i = 0; i < 3; ++i) {
        x[i] = span->c[w][i] * v.x - span->s[w][i] * v.y;
        y[i] = span->s[w][i] * v.x + span->c[w][i] * v.y;
    }
}

/// p += k q, of a degree that is lower by `lower`.
static void add_raised(double *p, double k, const double *q, int degree, int lower) {
    for (int i = 0; i <= degree; ++i)
        for (int j = 0; j <= lower; ++j) p[i + j] += k * binomials[lower][j] * q[i];
}

/// Six coefficients.
typedef struct six {
    cr_lanes2 at[3];
} six;

/// Moved to the next higher degree: the last is lost.
static six next_degree(six p) {
    return (six){{(cr_lanes2){0, p.at[0][0]}, cr_middle_lanes(p.at[0], p.at[1]), cr_middle_lanes(p.at[1], p.at[2])}};
}

static six sum_of_six(six p, six q) {
    return (six){{p.at[0] + q.at[0], p.at[1] + q.at[1], p.at[2] + q.at[2]}};
}

/// a p + b q
static six combined(double a, six p, double b, six q) {
    six r;
    for (int i = 0; i < 3; ++i) r.at[i] = cr_both_lanes(a) * p.at[i] + cr_both_lanes(b) * q.at[i];
    return r;
}

/// a[0] p + b[0] q, plus a[1] p + b[1] q one degree higher, plus a[2] p + b[2] q two degrees higher.
static six convolved(const double a[3], six p, const double b[3], six q) {
    six p1 = next_degree(p), q1 = next_degree(q);
    six r = sum_of_six(combined(a[0], p, b[0], q), combined(a[1], p1, b[1], q1));
    return sum_of_six(r, combined(a[2], next_degree(p1), b[2], next_degree(q1)));
}

/// What edge k of shape w is for the other shape: fixed + v.x * px + v.y * py is the cross product of the edge with the
/// distance of vertex v from the pivot of w, and `dot` the same with the dot product.
typedef struct edge_curve {
    six fixed, px, py;
} edge_curve;

/// `sign` times the curve.
static edge_curve edge_curve_of(const cr_turning_pair *p, const cr_turning_span *span, int w, int k, bool dot,
                                double sign) {
    double ex[3], ey[3], fx[3], fy[3], sx[3], sy[3], minus_fx[3], side = w == 1 ? 1 : -1;
    turn_vector(span, w, cr_vector_of(&p->of[w].e, k), ex, ey);
    // cross(e, x) is the dot product of x with e turned by -90 degrees.
    for (int i = 0; i < 3; ++i) {
        fx[i] = sign * (dot ? ex[i] : -ey[i]);
        fy[i] = sign * (dot ? ey[i] : ex[i]);
        minus_fx[i] = -fx[i];
        sx[i] = side * fx[i];
        sy[i] = side * fy[i];
    }
    const double *c = span->c[!w], *s = span->s[!w], *mx = span->mx[!w], *my = span->my[!w];
    six c6 = {{{c[0], c[1]}, {c[2], 0}, {0, 0}}}, s6 = {{{s[0], s[1]}, {s[2], 0}, {0, 0}}};
    six x6 = {{{mx[0], mx[1]}, {mx[2], mx[3]}, {0, 0}}}, y6 = {{{my[0], my[1]}, {my[2], my[3]}, {0, 0}}};
    six px = convolved(fx, c6, fy, s6), py = convolved(fy, c6, minus_fx, s6);
    return (edge_curve){convolved(sx, x6, sy, y6), sum_of_six(next_degree(px), px), sum_of_six(next_degree(py), py)};
}

/// A condition with the curve of an edge, for all vertices v: the curve at v, plus k n.
typedef struct edge_condition {
    edge_curve edge;
    six low, high; ///< of k n: the terms of each coefficient
    double error;
} edge_condition;

static edge_condition condition_of(edge_curve edge, double k, const double *nn, double error) {
    double n[5];
    for (int i = 0; i < 5; ++i) n[i] = k * nn[i];
    six high = {{{n[0], n[1]}, {n[2], n[3]}, {n[4], 0}}};
    return (edge_condition){edge, next_degree(high), high, error};
}

static bool are_above(const six *b, double limit) {
    const cr_lanes2 ends = {limit, 5 * limit}, inner = {10 * limit, 10 * limit}, last = {5 * limit, limit};
    return cr_gather_bits2((b->at[0] > ends) & (b->at[1] > inner) & (b->at[2] > last)) == 3;
}

static bool are_below(const six *b, double limit) {
    const cr_lanes2 ends = {limit, 5 * limit}, inner = {10 * limit, 10 * limit}, last = {5 * limit, limit};
    return cr_gather_bits2((b->at[0] < ends) & (b->at[1] < inner) & (b->at[2] < last)) == 3;
}

static bool is_one_above(const six *b, double limit) {
    const cr_lanes2 ends = {limit, 5 * limit}, inner = {10 * limit, 10 * limit}, last = {5 * limit, limit};
    return cr_gather_bits2((b->at[0] > ends) | (b->at[1] > inner) | (b->at[2] > last)) != 0;
}

static bool is_one_below(const six *b, double limit) {
    const cr_lanes2 ends = {limit, 5 * limit}, inner = {10 * limit, 10 * limit}, last = {5 * limit, limit};
    return cr_gather_bits2((b->at[0] < ends) | (b->at[1] < inner) | (b->at[2] < last)) != 0;
}

static six condition_at(const edge_condition *c, cr_vec2d v) {
    six b;
    for (int i = 0; i < 3; ++i) {
        cr_lanes2 curve = c->edge.fixed.at[i] + cr_both_lanes(v.x) * c->edge.px.at[i];
        curve += cr_both_lanes(v.y) * c->edge.py.at[i];
        b.at[i] = curve + c->low.at[i] + c->high.at[i];
    }
    return b;
}

/// Keeps the condition at v if it is open. `number` is that of its bit.
static void keep_open(const edge_condition *c, cr_vec2d v, cr_condition which, int number, cr_curves *out) {
    six b = condition_at(c, v);
    if (are_above(&b, SURELY_POSITIVE * c->error)) {
        out->surely |= 1u << number;
        return;
    }
    if (are_above(&b, c->error)) {
        out->are_certain = false;
        return;
    }
    cr_curve *curve = &out->open[out->count++];
    curve->which = which;
    curve->degree = 5;
    curve->error = c->error;
    curve->is_negative = is_one_below(&b, -c->error);
    for (int i = 0; i < 3; ++i) store_two(curve->b + 2 * i, b.at[i]);
}

static void find_edge_curves(const cr_turning_pair *p, const cr_turning_span *span, int w, int k, cr_curves *out) {
    const cr_arms *on = &p->of[w], *other = &p->of[!w];
    cr_vec2d e = cr_vector_of(&on->e, k), v = cr_vector_of(&on->v, k);
    double fixed = cr_cross(e, v) - p->radius * on->length[k];
    edge_condition c = condition_of(edge_curve_of(p, span, w, k, false, -1), fixed, span->nn, p->noise * on->length[k]);
    unsigned left = out->surely;
    for (int i = 0; i < other->count; ++i) {
        cr_condition which = {w == 0, (unsigned char)k, (unsigned char)i, CR_OUTSIDE};
        if (!(left >> i & 1)) keep_open(&c, cr_vector_of(&other->v, i), which, i, out);
    }
}

/// Vertex j of shape w is its closest to vertex i of the other: two conditions.
static void find_foot_curves(const cr_turning_pair *p, const cr_turning_span *span, int w, int i, int j,
                             cr_curves *out) {
    const cr_arms *on = &p->of[w];
    if (on->count == 1) return;
    int edges[2] = {j, j > 0 ? j - 1 : on->count - 1};
    cr_vec2d v = cr_vector_of(&p->of[!w].v, i), at = cr_vector_of(&on->v, j);
    for (int end = 0; end < 2; ++end) {
        int k = edges[end], number = 1 + 2 * w + end;
        if (out->surely >> number & 1) continue;
        double sign = end == 0 ? -1 : 1, fixed = -sign * cr_dot(cr_vector_of(&on->e, k), at);
        edge_condition c =
            condition_of(edge_curve_of(p, span, w, k, true, sign), fixed, span->nn, p->noise * on->length[k]);
        cr_condition which = {w == 0, (unsigned char)k, (unsigned char)i, end == 0 ? CR_BEFORE : CR_PAST};
        keep_open(&c, v, which, number, out);
    }
}

static void far_curve(const cr_turning_pair *p, const cr_turning_span *span, int i, int j, cr_curve *out) {
    cr_vec2d v = cr_vector_of(&p->of[0].v, i), w = cr_vector_of(&p->of[1].v, j);
    double vx[3], vy[3], wx[3], wy[3], uv[5 + 1] = {0}, uw[5 + 1] = {0}, vw[4 + 1] = {0};
    turn_vector(span, 0, v, vx, vy);
    turn_vector(span, 1, w, wx, wy);
    const double *ux = span->ux, *uy = span->uy;
    double uu[3] = {ux[0] * ux[0] + uy[0] * uy[0], 2 * (ux[0] * ux[1] + uy[0] * uy[1]), ux[1] * ux[1] + uy[1] * uy[1]};
    double reach = p->noise / TURNING_ERROR;
    cr_condition which = {false, (unsigned char)j, (unsigned char)i, CR_FAR_FROM};
    *out = (cr_curve){.which = which, .degree = 6, .error = p->noise * reach};
    for (int k = 0; k < 5; ++k)
        for (int m = 0; m < 3; ++m) out->b[k + m] += span->nn[k] * uu[m];
    add_raised(out->b, squared(v) + squared(w) - p->radius * p->radius, span->nn, 4, 2);
    for (int k = 0; k < 3; ++k) {
        for (int m = 0; m < 4; ++m) {
            uv[k + m] += vx[k] * span->mx[1][m] + vy[k] * span->my[1][m];
            uw[k + m] += wx[k] * span->mx[0][m] + wy[k] * span->my[0][m];
        }
        for (int m = 0; m < 3; ++m) vw[k + m] += vx[k] * wx[m] + vy[k] * wy[m];
    }
    add_raised(out->b, 2, uv, 5, 1);
    add_raised(out->b, -2, uw, 5, 1);
    add_raised(out->b, -2, vw, 4, 2);
}

static void find_far_curve(const cr_turning_pair *p, const cr_turning_span *span, int i, int j, cr_curves *out) {
    if (out->surely & 1) return;
    cr_curve *curve = &out->open[out->count];
    far_curve(p, span, i, j, curve);
    int positive = 0, surely = 0;
    for (int k = 0; k <= curve->degree; ++k) {
        double limit = curve->error * binomials[curve->degree][k];
        positive += curve->b[k] > limit;
        surely += curve->b[k] > SURELY_POSITIVE * limit;
        curve->is_negative |= curve->b[k] < -limit;
    }
    out->surely |= surely > curve->degree;
    out->are_certain &= surely > curve->degree || positive <= curve->degree;
    out->count += positive <= curve->degree;
}

void cr_find_open_curves(const cr_turning_pair *p, const cr_turning_span *span, const cr_separator *by, unsigned surely,
                         cr_curves *out) {
    out->count = 0;
    out->surely = surely;
    out->are_certain = true;
    if (by->is_edge) {
        find_edge_curves(p, span, !by->edge_of_a, by->edge, out);
        return;
    }
    find_far_curve(p, span, by->vertex_a, by->vertex_b, out);
    find_foot_curves(p, span, 1, by->vertex_a, by->vertex_b, out);
    find_foot_curves(p, span, 0, by->vertex_b, by->vertex_a, out);
}

unsigned cr_uncertain_coefficients(const cr_curve *curve) {
    unsigned uncertain = 0;
    for (int k = 0; k <= curve->degree; ++k) {
        bool is_positive = curve->b[k] > curve->error * binomials[curve->degree][k];
        uncertain |= (unsigned)!is_positive << k;
    }
    return uncertain;
}

cr_sure_sign cr_condition_sure_sign(const cr_turning_pair *p, const cr_turning_span *span, cr_condition which) {
    if (which.what == CR_FAR_FROM) {
        cr_curve far;
        far_curve(p, span, which.vertex, which.edge, &far);
        int negative = 0, positive = 0;
        for (int k = 0; k <= far.degree; ++k) {
            double limit = far.error * binomials[far.degree][k];
            negative += far.b[k] < -limit;
            positive += far.b[k] > limit;
        }
        return (cr_sure_sign){negative > far.degree, positive > 0};
    }
    int w = !which.edge_of_a, k = which.edge, next = k + 1 < p->of[w].count ? k + 1 : 0;
    const cr_arms *on = &p->of[w];
    bool is_foot = which.what == CR_BEFORE || which.what == CR_PAST;
    double sign = which.what == CR_PAST || which.what == CR_BEYOND ? 1 : -1;
    cr_vec2d e = cr_vector_of(&on->e, k), at = cr_vector_of(&on->v, which.what == CR_PAST ? next : k);
    double fixed = -sign * (is_foot ? cr_dot(e, at) : cr_cross(e, at));
    if (which.what == CR_OUTSIDE || which.what == CR_BEYOND) fixed -= p->radius * on->length[k];
    double error = p->noise * on->length[k];
    edge_condition c = condition_of(edge_curve_of(p, span, w, k, is_foot, sign), fixed, span->nn, error);
    six b = condition_at(&c, cr_vector_of(&p->of[!w].v, which.vertex));
    return (cr_sure_sign){are_below(&b, -error), is_one_above(&b, error)};
}

// ---- Roots ----------------------------------------------------------------------------------------------------------

/// The value and the derivative at x of the coefficients b (P. de Casteljau). A constant degree makes straight code.
CR_INLINE double value_at(const double *b, int degree, double x, double *derivative) {
    double c[CR_CONDITION_DEGREE + 1];
    for (int i = 0; i <= degree; ++i) c[i] = b[i];
    for (int k = degree; k > 1; --k)
        for (int i = 0; i < k; ++i) c[i] = (1 - x) * c[i] + x * c[i + 1];
    *derivative = degree * (c[1] - c[0]);
    return (1 - x) * c[0] + x * c[1];
}

CR_INLINE double estimate_root(const cr_curve *p, int degree, double *width) {
    double x = 1, coefficients[CR_CONDITION_DEGREE + 1];
    *width = 0;
    if (p->b[0] <= 0) return 0;
    for (int i = 0; i <= degree; ++i) coefficients[i] = p->b[i] / binomials[degree][i];
    // Where the lines from the first control point to the others cross zero: the polynomial is positive before.
    for (int i = 1; i <= degree; ++i) {
        double b = coefficients[i];
        double crossing = b < 0 ? p->b[0] / (p->b[0] - b) * i * (1.0 / degree) : 1;
        x = crossing < x ? crossing : x;
    }
    for (int n = 0; n < 12; ++n) {
        double slope, value = value_at(coefficients, degree, x, &slope);
        if (slope >= 0) break;
        double next = x - value / slope;
        *width = p->error / -slope;
        if (next <= 0 || next >= 1) return next <= 0 ? x : 1;
        double moved = fabs(next - x);
        x = next;
        if (moved <= *width) break;
    }
    return x;
}

/// True if the coefficients over 0..x are above a limit.
CR_INLINE bool holds_until(const cr_curve *p, int degree, double x, double limit) {
    double c[CR_CONDITION_DEGREE + 1];
    for (int i = 0; i <= degree; ++i) c[i] = p->b[i] / binomials[degree][i];
    bool holds = c[0] > limit;
    for (int k = degree; k > 0; --k) {
        for (int i = 0; i < k; ++i) c[i] = (1 - x) * c[i] + x * c[i + 1];
        holds &= c[0] > limit;
    }
    return holds;
}

bool cr_curves_hold_until(const cr_curves *curves, double x) {
    for (int i = 0; i < curves->count; ++i) {
        const cr_curve *p = &curves->open[i];
        double limit = POSITIVE_IN_PART * p->error;
        if (!(p->degree == 5 ? holds_until(p, 5, x, limit) : holds_until(p, 6, x, limit))) return false;
    }
    return curves->are_certain;
}

double cr_estimate_root(const cr_curve *p, double *width) {
    return p->degree == 5 ? estimate_root(p, 5, width) : estimate_root(p, 6, width);
}
