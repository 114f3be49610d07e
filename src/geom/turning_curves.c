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

#include "base/vec.h"
#include "geom/predicate.h"

/// Of the lengths of which a condition is the product. Half vectors have an error of 3 u, the rotation 16 u, turned
/// vectors 30 u, their products 160 u, and the sum with the fixed terms 200 u.
#define TURNING_ERROR (512 * CR_U)

static const double binomials[CR_CONDITION_DEGREE + 1][CR_CONDITION_DEGREE + 1] = {
    {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5, 1}, {1, 6, 15, 20, 15, 6, 1}};

// ---- Bodies ---------------------------------------------------------------------------------------------------------

static void make_arms(cr_arms *r, const cr_turning_core *core) {
    r->core = core;
    r->count = core->core.count;
    r->edges = r->count > 1 ? r->count : 0;
    r->reach = 0;
    for (int i = 0; i < r->count; ++i) {
        r->v[i] = cr_subtract(cr_widen(core->core.v[i]), cr_widen(core->pivot));
        double length = cr_length(r->v[i]);
        r->reach = length > r->reach ? length : r->reach;
    }
    for (int i = 0; i < r->edges; ++i) {
        carom_vec2 from = core->core.v[i], to = core->core.v[i + 1 < r->count ? i + 1 : 0];
        r->e[i] = cr_subtract(cr_widen(to), cr_widen(from));
        r->length[i] = cr_length(r->e[i]);
    }
}

double cr_noise_until(const cr_turning_pair *p, double time) {
    double moved = time * cr_length(p->move);
    return TURNING_ERROR * (cr_length(p->apart) + moved + p->of[0].reach + p->of[1].reach + p->radius);
}

void cr_turning_pair_make(cr_turning_pair *p, const cr_turning_core *a, const cr_turning_core *b) {
    make_arms(&p->of[0], a);
    make_arms(&p->of[1], b);
    p->apart = cr_subtract(a->start, b->start);
    p->move = cr_subtract(a->move, b->move);
    p->radius = (double)a->core.radius + (double)b->core.radius;
    p->noise = cr_noise_until(p, 1);
    p->is_flat = p->radius == 0 && p->of[0].count + p->of[1].count < 4;
}

/// The half vector at t, in the piece of the spin that holds `inner`.
static cr_vec2d half_vector_at(const cr_spin *spin, double t, double inner) {
    int k = (int)(inner * spin->pieces);
    k = k < spin->pieces ? k : spin->pieces - 1;
    double share = t * spin->pieces - k;
    cr_vec2d from = cr_widen(spin->half[k]), to = cr_widen(spin->half[k + 1]);
    return cr_add(from, cr_scale(cr_subtract(to, from), share));
}

// ---- Positions ------------------------------------------------------------------------------------------------------

static void place_vertices(const cr_turning_pair *p, double t, cr_placement *at) {
    at->time = t;
    cr_vec2d u = cr_add(p->apart, cr_scale(p->move, t));
    for (int w = 0; w < 2; ++w) {
        const cr_arms *arms = &p->of[w];
        cr_vec2d h = half_vector_at(arms->core->spin, t, t);
        double xx = h.x * h.x, yy = h.y * h.y, n = 1 / (xx + yy), c = (xx - yy) * n, s = 2 * h.x * h.y * n;
        double x = w == 0 ? u.x : 0, y = w == 0 ? u.y : 0;
        for (int i = 0; i < arms->count; ++i) {
            cr_vec2d v = arms->v[i];
            at->v[w][i] = (cr_vec2d){c * v.x - s * v.y + x, s * v.x + c * v.y + y};
        }
        for (int i = 0; i < arms->edges; ++i) {
            cr_vec2d e = arms->e[i];
            at->e[w][i] = (cr_vec2d){c * e.x - s * e.y, s * e.x + c * e.y};
        }
    }
}

static double gap_of_vertex(const cr_placement *at, int w, int k, int i) {
    cr_vec2d e = at->e[w][k], v = at->v[w][k], other = at->v[!w][i];
    return e.y * (other.x - v.x) - e.x * (other.y - v.y);
}

/// Sets the gap along the normal of an edge, and its support.
static void measure_edge(const cr_turning_pair *p, cr_placement *at, int w, int k) {
    double least = HUGE_VAL;
    int nearest = 0;
    for (int i = 0; i < p->of[!w].count; ++i) {
        double d = gap_of_vertex(at, w, k, i);
        nearest = d < least ? i : nearest;
        least = d < least ? d : least;
    }
    at->edge_gap[w][k] = least / p->of[w].length[k];
    at->support[w][k] = (unsigned char)nearest;
}

/// Finds the edge with the largest gap; returns that gap. Without `all`, leaves out edges for which one vertex shows
/// that their gap is not larger.
static double find_edge(const cr_turning_pair *p, cr_placement *at, bool all) {
    double best = -HUGE_VAL;
    for (int w = 1; w >= 0; --w) {
        int near = 0;
        for (int k = 0; k < p->of[w].edges; ++k) {
            if (!all && gap_of_vertex(at, w, k, near) / p->of[w].length[k] <= best) continue;
            measure_edge(p, at, w, k);
            near = at->support[w][k];
            if (at->edge_gap[w][k] <= best) continue;
            best = at->edge_gap[w][k];
            at->best = (cr_separator){.is_edge = true,
                                      .edge_of_a = w == 0,
                                      .edge = (unsigned char)k,
                                      .vertex_a = (unsigned char)near,
                                      .vertex_b = (unsigned char)near};
        }
    }
    return best;
}

static double squared(cr_vec2d v) {
    return v.x * v.x + v.y * v.y;
}

/// True if the edges of shape w at vertex i lead away from the direction d, of the given length.
static bool leads_away(const cr_turning_pair *p, const cr_placement *at, int w, int i, cr_vec2d d, double noise) {
    int count = p->of[w].count;
    if (count == 1) return true;
    cr_vec2d v = at->v[w][i], next = at->v[w][i + 1 < count ? i + 1 : 0], last = at->v[w][i > 0 ? i - 1 : count - 1];
    double limit = noise * cr_length(d);
    return cr_dot(cr_subtract(next, v), d) <= limit && cr_dot(cr_subtract(last, v), d) <= limit;
}

bool cr_vertices_are_closest(const cr_turning_pair *p, const cr_placement *at, int i, int j, double noise) {
    cr_vec2d d = cr_subtract(at->v[0][i], at->v[1][j]);
    return leads_away(p, at, 1, j, d, noise) && leads_away(p, at, 0, i, cr_scale(d, -1), noise);
}

static double distance_to_edge(const cr_placement *at, int w, int k) {
    cr_vec2d from = at->v[w][k], e = at->e[w][k];
    cr_vec2d d = cr_subtract(at->v[!w][at->support[w][k]], from);
    double along = cr_dot(e, d) / squared(e);
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    return cr_length(cr_subtract(d, cr_scale(e, along)));
}

static double find_vertices(const cr_turning_pair *p, const cr_placement *at, int *nearest_a, int *nearest_b) {
    double least = HUGE_VAL;
    for (int i = 0; i < p->of[0].count; ++i) {
        for (int j = 0; j < p->of[1].count; ++j) {
            double d = squared(cr_subtract(at->v[0][i], at->v[1][j]));
            if (d >= least) continue;
            least = d;
            *nearest_a = i;
            *nearest_b = j;
        }
    }
    return sqrt(least);
}

static void place_at_time(const cr_turning_pair *p, double t, cr_placement *at, bool all) {
    place_vertices(p, t, at);
    double edge = find_edge(p, at, all);
    bool has_edges = edge > -HUGE_VAL;
    at->penetrates = has_edges && edge < -p->noise;
    at->gap = edge - p->radius;
    if (at->penetrates) return;
    int nearest_a = 0, nearest_b = 0;
    double least = find_vertices(p, at, &nearest_a, &nearest_b), upper = least;
    if (has_edges && p->radius > 0) {
        double near = distance_to_edge(at, !at->best.edge_of_a, at->best.edge);
        upper = near < upper ? near : upper;
    }
    at->penetrates = upper < p->radius - p->noise;
    if (has_edges && (least <= edge || at->penetrates)) return;
    if (has_edges && !cr_vertices_are_closest(p, at, nearest_a, nearest_b, 0)) return;
    at->gap = least - p->radius;
    at->best = (cr_separator){.vertex_a = (unsigned char)nearest_a, .vertex_b = (unsigned char)nearest_b};
}

void cr_place(const cr_turning_pair *p, double t, cr_placement *at) {
    place_at_time(p, t, at, false);
}

void cr_place_all_edges(const cr_turning_pair *p, double t, cr_placement *at) {
    place_at_time(p, t, at, true);
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

/// What edge k of shape w is for the other shape: fixed + v.x * px + v.y * py is the cross product of the edge with the
/// distance of vertex v from the pivot of w, and `dot` the same with the dot product.
typedef struct edge_curve {
    double fixed[6], px[6], py[6];
} edge_curve;

static void make_edge_curve(edge_curve *r, const cr_turning_pair *p, const cr_turning_span *span, int w, int k,
                            bool dot) {
    double ex[3], ey[3], px[5] = {0}, py[5] = {0}, side = w == 1 ? 1 : -1;
    turn_vector(span, w, p->of[w].e[k], ex, ey);
    *r = (edge_curve){.fixed = {0}};
    const double *c = span->c[!w], *s = span->s[!w], *mx = span->mx[!w], *my = span->my[!w];
    // cross(e, x) is the dot product of x with e turned by -90 degrees.
    for (int i = 0; i < 3; ++i) {
        double fx = dot ? ex[i] : -ey[i], fy = dot ? ey[i] : ex[i];
        for (int j = 0; j < 4; ++j) r->fixed[i + j] += side * (fx * mx[j] + fy * my[j]);
        for (int j = 0; j < 3; ++j) {
            px[i + j] += fx * c[j] + fy * s[j];
            py[i + j] += fy * c[j] - fx * s[j];
        }
    }
    add_raised(r->px, 1, px, 4, 1);
    add_raised(r->py, 1, py, 4, 1);
}

static cr_curve *start_curve(cr_curve *p, int degree, double error, cr_condition which) {
    *p = (cr_curve){.which = which, .degree = degree, .error = error};
    return p;
}

/// sign * (the edge curve at v) + k n
static void fill_curve(cr_curve *out, const edge_curve *edge, double sign, cr_vec2d v, double k, const double *nn) {
    for (int m = 0; m < 6; ++m) out->b[m] = sign * (edge->fixed[m] + v.x * edge->px[m] + v.y * edge->py[m]);
    add_raised(out->b, k, nn, 4, 1);
}

static int edge_curves(const cr_turning_pair *p, const cr_turning_span *span, int w, int k, cr_curve *out) {
    const cr_arms *on = &p->of[w], *other = &p->of[!w];
    edge_curve edge;
    make_edge_curve(&edge, p, span, w, k, false);
    double fixed = cr_cross(on->e[k], on->v[k]) - p->radius * on->length[k], error = p->noise * on->length[k];
    for (int i = 0; i < other->count; ++i) {
        cr_condition which = {w == 0, (unsigned char)k, (unsigned char)i, CR_OUTSIDE};
        fill_curve(start_curve(&out[i], 5, error, which), &edge, -1, other->v[i], fixed, span->nn);
    }
    return other->count;
}

/// Vertex j of shape w is its closest to vertex i of the other: two conditions.
static int foot_curves(const cr_turning_pair *p, const cr_turning_span *span, int w, int i, int j, cr_curve *out) {
    const cr_arms *on = &p->of[w];
    if (on->count == 1) return 0;
    int last = j > 0 ? j - 1 : on->count - 1;
    cr_vec2d v = p->of[!w].v[i];
    edge_curve edge;
    cr_condition which = {w == 0, (unsigned char)j, (unsigned char)i, CR_BEFORE};
    make_edge_curve(&edge, p, span, w, j, true);
    fill_curve(start_curve(&out[0], 5, p->noise * on->length[j], which), &edge, -1, v, cr_dot(on->e[j], on->v[j]),
               span->nn);
    which.edge = (unsigned char)last;
    which.what = CR_PAST;
    make_edge_curve(&edge, p, span, w, last, true);
    fill_curve(start_curve(&out[1], 5, p->noise * on->length[last], which), &edge, 1, v, -cr_dot(on->e[last], on->v[j]),
               span->nn);
    return 2;
}

static void far_curve(const cr_turning_pair *p, const cr_turning_span *span, int i, int j, cr_curve *out) {
    cr_vec2d v = p->of[0].v[i], w = p->of[1].v[j];
    double vx[3], vy[3], wx[3], wy[3], uv[5 + 1] = {0}, uw[5 + 1] = {0}, vw[4 + 1] = {0};
    turn_vector(span, 0, v, vx, vy);
    turn_vector(span, 1, w, wx, wy);
    const double *ux = span->ux, *uy = span->uy;
    double uu[3] = {ux[0] * ux[0] + uy[0] * uy[0], 2 * (ux[0] * ux[1] + uy[0] * uy[1]), ux[1] * ux[1] + uy[1] * uy[1]};
    double reach = p->noise / TURNING_ERROR;
    cr_condition which = {false, (unsigned char)j, (unsigned char)i, CR_FAR_FROM};
    start_curve(out, 6, p->noise * reach, which);
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

int cr_separator_curves(const cr_turning_pair *p, const cr_turning_span *span, const cr_separator *by, cr_curve *out) {
    if (by->is_edge) return edge_curves(p, span, !by->edge_of_a, by->edge, out);
    far_curve(p, span, by->vertex_a, by->vertex_b, out);
    int count = 1;
    count += foot_curves(p, span, 1, by->vertex_a, by->vertex_b, out + count);
    count += foot_curves(p, span, 0, by->vertex_b, by->vertex_a, out + count);
    return count;
}

int cr_curve_sign(const cr_curve *p) {
    const double *binomial = binomials[p->degree];
    int positive = 0, negative = 0;
    for (int i = 0; i <= p->degree; ++i) {
        positive += p->b[i] > p->error * binomial[i];
        negative += p->b[i] < -p->error * binomial[i];
    }
    return negative > 0 ? -1 : positive > p->degree;
}

double cr_curve_at(const cr_curve *p, double x, double *derivative) {
    int n = p->degree;
    double b[CR_CONDITION_DEGREE + 1];
    for (int i = 0; i <= n; ++i) b[i] = p->b[i] / binomials[n][i];
    for (int k = n; k > 1; --k)
        for (int i = 0; i < k; ++i) b[i] = (1 - x) * b[i] + x * b[i + 1];
    *derivative = n * (b[1] - b[0]);
    return (1 - x) * b[0] + x * b[1];
}
