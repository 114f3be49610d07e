// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The signs of the conditions of contact over an interval: the coefficients of each are computed from the shapes for
// that interval, times the binomials, so that a product is a convolution without division. Numbers are sums of two
// doubles with an error bound (T. J. Dekker, A Floating-Point Technique for Extending the Available Precision, 1971);
// if that is inconclusive, they are exact.
#include "geom/turning_exact.h"

#include "base/vec.h"
#include "geom/exact.h"
#include "geom/predicate.h"

#include <string.h>

enum { DEGREE_OF_CONDITION = 6 };

typedef struct exact_curve {
    int degree;
    cr_exact b[DEGREE_OF_CONDITION + 1]; // coefficient times binomial
} exact_curve;

typedef struct exact_curve2 {
    exact_curve x, y;
} exact_curve2;

/// The last coefficient that is set, if those above `last` are not needed.
static int last_of(int degree, int last) {
    return degree < last ? degree : last;
}

static void set_product(exact_curve *r, const exact_curve *p, const exact_curve *q, int last) {
    r->degree = p->degree + q->degree;
    for (int k = 0; k <= last_of(r->degree, last); ++k) {
        int first = k > q->degree ? k - q->degree : 0;
        r->b[k] = cr_exact_multiply(&p->b[first], &q->b[k - first]);
        for (int i = first + 1; i <= last_of(p->degree, k); ++i) {
            cr_exact term = cr_exact_multiply(&p->b[i], &q->b[k - i]);
            r->b[k] = cr_exact_add(&r->b[k], &term);
        }
    }
}

static void raise_to(exact_curve *p, int degree, int last) {
    static const cr_exact zero;
    while (p->degree < degree) {
        ++p->degree;
        if (p->degree <= last) p->b[p->degree] = zero;
        for (int i = last_of(p->degree, last); i > 0; --i) p->b[i] = cr_exact_add(&p->b[i], &p->b[i - 1]);
    }
}

/// p += q, or p -= q
static void add_curve(exact_curve *p, const exact_curve *q, bool minus, int last) {
    exact_curve other;
    raise_to(p, q->degree, last);
    if (q->degree < p->degree) {
        other.degree = q->degree;
        for (int i = 0; i <= last_of(q->degree, last); ++i) other.b[i] = q->b[i];
        raise_to(&other, p->degree, last);
        q = &other;
    }
    for (int i = 0; i <= last_of(p->degree, last); ++i)
        p->b[i] = minus ? cr_exact_subtract(&p->b[i], &q->b[i]) : cr_exact_add(&p->b[i], &q->b[i]);
}

static void set_times(exact_curve *r, const cr_exact *k, const exact_curve *p, int last) {
    r->degree = p->degree;
    for (int i = 0; i <= last_of(p->degree, last); ++i) r->b[i] = cr_exact_multiply(k, &p->b[i]);
}

/// p += k q
static void add_times(exact_curve *p, const cr_exact *k, const exact_curve *q, int last) {
    exact_curve product;
    set_times(&product, k, q, last);
    add_curve(p, &product, false, last);
}

static void set_dot(exact_curve *r, const exact_curve2 *p, const exact_curve2 *q, bool cross, int last) {
    exact_curve second;
    set_product(r, &p->x, cross ? &q->y : &q->x, last);
    set_product(&second, &p->y, cross ? &q->x : &q->y, last);
    add_curve(r, &second, cross, last);
}

static cr_exact exact_mix(float from, float to, double share) {
    cr_exact a = cr_exact_of((double)from), b = cr_exact_of((double)to), k = cr_exact_of(share);
    cr_exact difference = cr_exact_subtract(&b, &a), part = cr_exact_multiply(&k, &difference);
    return cr_exact_add(&a, &part);
}

static cr_exact2 exact_half_at(const cr_spin *spin, double t, double inner) {
    int k = cr_piece_of(spin, inner);
    double share = t * spin->pieces - k;
    return (cr_exact2){exact_mix(spin->half[k].x, spin->half[k + 1].x, share),
                       exact_mix(spin->half[k].y, spin->half[k + 1].y, share)};
}

/// The rotation over an interval: (c, s) / n. All are of degree 0 if the shape does not turn.
typedef struct exact_turn {
    exact_curve c, s, n;
} exact_turn;

static void set_turn(exact_turn *r, const cr_spin *spin, cr_interval t, int last) {
    double inner = (t.from + t.to) / 2;
    int degree = cr_spin_turns(spin) ? 2 : 0;
    cr_exact2 from = exact_half_at(spin, t.from, inner), to;
    last = last_of(degree, last);
    if (last > 0) to = exact_half_at(spin, t.to, inner);
    r->c.degree = r->s.degree = r->n.degree = degree;
    for (int i = 0; i <= last; ++i) {
        const cr_exact2 *g = i < 2 ? &from : &to, *h = i < 1 ? &from : &to;
        cr_exact xx = cr_exact_multiply(&g->x, &h->x), yy = cr_exact_multiply(&g->y, &h->y);
        cr_exact xy = cr_exact_multiply(&g->x, &h->y), yx = cr_exact_multiply(&g->y, &h->x);
        r->c.b[i] = cr_exact_subtract(&xx, &yy);
        r->n.b[i] = cr_exact_add(&xx, &yy);
        r->s.b[i] = cr_exact_add(&xy, &yx);
    }
    if (last == 0) return;
    r->c.b[1] = cr_exact_add(&r->c.b[1], &r->c.b[1]);
    r->n.b[1] = cr_exact_add(&r->n.b[1], &r->n.b[1]);
    r->s.b[1] = cr_exact_add(&r->s.b[1], &r->s.b[1]);
}

static void set_turned(exact_curve2 *r, const exact_turn *turn, const cr_exact2 *v, int last) {
    r->x.degree = r->y.degree = turn->c.degree;
    for (int i = 0; i <= last_of(turn->c.degree, last); ++i) {
        cr_exact cx = cr_exact_multiply(&turn->c.b[i], &v->x), sy = cr_exact_multiply(&turn->s.b[i], &v->y);
        cr_exact sx = cr_exact_multiply(&turn->s.b[i], &v->x), cy = cr_exact_multiply(&turn->c.b[i], &v->y);
        r->x.b[i] = cr_exact_subtract(&cx, &sy);
        r->y.b[i] = cr_exact_add(&sx, &cy);
    }
}

static cr_exact2 exact_vector_of(cr_vec2d v) {
    return (cr_exact2){cr_exact_of(v.x), cr_exact_of(v.y)};
}

static cr_exact2 exact_arm(const cr_turning_core *a, int i) {
    cr_exact2 v = exact_vector_of(cr_widen(a->core.v[i])), pivot = exact_vector_of(cr_widen(a->pivot));
    return cr_exact2_subtract(&v, &pivot);
}

/// The pivot of a less that of b at t.
static cr_exact2 apart_at(const cr_turning_core *a, const cr_turning_core *b, double t) {
    cr_exact time = cr_exact_of(t);
    cr_exact2 pa = exact_vector_of(a->start), pb = exact_vector_of(b->start), ma = exact_vector_of(a->move);
    cr_exact2 mb = exact_vector_of(b->move), p = cr_exact2_subtract(&pa, &pb), m = cr_exact2_subtract(&ma, &mb);
    cr_exact x = cr_exact_multiply(&time, &m.x), y = cr_exact_multiply(&time, &m.y);
    return (cr_exact2){cr_exact_add(&p.x, &x), cr_exact_add(&p.y, &y)};
}

static cr_exact exact_radius(const cr_turning_core *a, const cr_turning_core *b) {
    cr_exact x = cr_exact_of((double)a->core.radius), y = cr_exact_of((double)b->core.radius);
    return cr_exact_add(&x, &y);
}

/// The sign of p + q sqrt(c), with c > 0.
static int sign_with_sqrt(const cr_exact *p, const cr_exact *q, const cr_exact *c) {
    int sp = p->sign, sq = q->sign;
    if (sp == 0 || sq == 0 || sp == sq) return sp != 0 ? sp : sq;
    cr_exact pp = cr_exact_multiply(p, p), qq = cr_exact_multiply(q, q), qc = cr_exact_multiply(&qq, c);
    return sp * cr_exact_compare(&pp, &qc);
}

/// The interval and what all conditions of a pair in it share, up to a coefficient. `a` has the vertex, `b` the edge.
typedef struct exact_setting {
    const cr_turning_core *a, *b;
    int last;
    exact_turn turn_a, turn_b;
    exact_curve n;
    exact_curve2 u;
} exact_setting;

static void set_setting(exact_setting *s, const cr_turning_core *a, const cr_turning_core *b, cr_interval t, int last) {
    s->a = a;
    s->b = b;
    s->last = last;
    set_turn(&s->turn_a, a->spin, t, last);
    set_turn(&s->turn_b, b->spin, t, last);
    set_product(&s->n, &s->turn_a.n, &s->turn_b.n, last);
    s->u.x.degree = s->u.y.degree = 1;
    for (int i = 0; i <= last_of(1, last); ++i) {
        cr_exact2 p = apart_at(a, b, i ? t.to : t.from);
        s->u.x.b[i] = p.x;
        s->u.y.b[i] = p.y;
    }
}

static void set_near(exact_curve *r, const exact_setting *s, int i, int k) {
    cr_exact2 v = exact_arm(s->a, i), w = exact_arm(s->b, k);
    exact_curve2 av, bw;
    exact_curve uu, dot, term, twice;
    cr_exact vv = cr_exact2_dot(&v, &v), ww = cr_exact2_dot(&w, &w), radius = exact_radius(s->a, s->b);
    cr_exact rr = cr_exact_multiply(&radius, &radius), fixed = cr_exact_add(&vv, &ww);
    fixed = cr_exact_subtract(&fixed, &rr);
    set_turned(&av, &s->turn_a, &v, s->last);
    set_turned(&bw, &s->turn_b, &w, s->last);
    set_dot(&uu, &s->u, &s->u, false, s->last);
    set_product(r, &s->n, &uu, s->last);
    add_times(r, &fixed, &s->n, s->last);
    set_dot(&dot, &s->u, &av, false, s->last);
    set_product(&twice, &s->turn_b.n, &dot, s->last);
    set_dot(&dot, &s->u, &bw, false, s->last);
    set_product(&term, &s->turn_a.n, &dot, s->last);
    add_curve(&twice, &term, true, s->last);
    set_dot(&dot, &av, &bw, false, s->last);
    add_curve(&twice, &dot, true, s->last);
    add_curve(r, &twice, false, s->last);
    add_curve(r, &twice, false, s->last);
}

/// cross or dot of edge k with (vertex i - the start of the edge), times n.
static void set_side(exact_curve *r, const exact_setting *s, int i, int k, bool cross) {
    cr_exact2 v = exact_arm(s->a, i), from = exact_arm(s->b, k), to = exact_arm(s->b, (k + 1) % s->b->core.count);
    cr_exact2 e = cr_exact2_subtract(&to, &from);
    exact_curve2 along, x, av;
    exact_curve fixed;
    set_turned(&along, &s->turn_b, &e, s->last);
    set_turned(&av, &s->turn_a, &v, s->last);
    set_product(&x.x, &s->turn_a.n, &s->u.x, s->last);
    set_product(&x.y, &s->turn_a.n, &s->u.y, s->last);
    add_curve(&x.x, &av.x, false, s->last);
    add_curve(&x.y, &av.y, false, s->last);
    set_dot(r, &along, &x, cross, s->last);
    cr_exact product = cross ? cr_exact2_cross(&e, &from) : cr_exact2_dot(&e, &from);
    set_times(&fixed, &product, &s->n, s->last);
    add_curve(r, &fixed, true, s->last);
}

static cr_exact square_of_edge(const exact_setting *s, int k) {
    cr_exact2 from = exact_arm(s->b, k), to = exact_arm(s->b, (k + 1) % s->b->core.count);
    cr_exact2 e = cr_exact2_subtract(&to, &from);
    return cr_exact2_dot(&e, &e);
}

// ---- In sums of two doubles -----------------------------------------------------------------------------------------

/// Of the lengths of which a condition is the product: the error of a coefficient, in units of its binomial, below
/// 2^-99. Proved by src/geom/proofs/doubled_side.g and doubled_far.g.
#define DOUBLED_ERROR (106.5 * CR_U * CR_U)

typedef struct doubled {
    double high, low;
} doubled;

static doubled doubled_of_sum(double a, double b) {
    double sum = a + b, of_b = sum - a;
    return (doubled){sum, (a - (sum - of_b)) + (b - of_b)};
}

/// |a| is not less than |b|, or a is 0.
static doubled doubled_of_ordered(double a, double b) {
    double sum = a + b;
    return (doubled){sum, b - (sum - a)};
}

static doubled doubled_of_product(double a, double b) {
    doubled p;
    p.high = cr_product_of(a, b, &p.low);
    return p;
}

static doubled doubled_sum(doubled a, doubled b) {
    doubled high = doubled_of_sum(a.high, b.high), low = doubled_of_sum(a.low, b.low);
    high = doubled_of_ordered(high.high, high.low + low.high);
    return doubled_of_ordered(high.high, high.low + low.low);
}

static doubled doubled_minus(doubled a) {
    return (doubled){-a.high, -a.low};
}

static doubled doubled_product(doubled a, doubled b) {
    doubled p = doubled_of_product(a.high, b.high);
    return doubled_of_ordered(p.high, p.low + (a.high * b.low + a.low * b.high));
}

static doubled doubled_root(doubled a) {
    if (!(a.high > 0)) return (doubled){0, 0};
    double root = sqrt(a.high);
    doubled left = doubled_sum(a, doubled_minus(doubled_of_product(root, root)));
    return doubled_of_ordered(root, left.high / (2 * root));
}

typedef struct doubled2 {
    doubled x, y;
} doubled2;

static doubled2 doubled_difference(carom_vec2 a, carom_vec2 b) {
    return (doubled2){doubled_of_sum((double)a.x, -(double)b.x), doubled_of_sum((double)a.y, -(double)b.y)};
}

static doubled doubled_dot(const doubled2 *a, const doubled2 *b, bool cross) {
    doubled second = doubled_product(a->y, cross ? b->x : b->y);
    return doubled_sum(doubled_product(a->x, cross ? b->y : b->x), cross ? doubled_minus(second) : second);
}

static double doubled_length(const doubled2 *v) {
    return cr_length((cr_vec2d){v->x.high, v->y.high});
}

typedef struct doubled_curve {
    int degree;
    doubled b[DEGREE_OF_CONDITION + 1];
} doubled_curve;

typedef struct doubled_curve2 {
    doubled_curve x, y;
} doubled_curve2;

/// r += p q, or r -= p q, of the degree of r. Sets r without `adds`.
static void doubled_convolve(doubled_curve *r, const doubled_curve *p, const doubled_curve *q, bool adds, bool minus,
                             int last) {
    r->degree = p->degree + q->degree;
    for (int k = 0; k <= last_of(r->degree, last); ++k) {
        doubled sum = {0, 0};
        for (int i = k > q->degree ? k - q->degree : 0; i <= last_of(p->degree, k); ++i)
            sum = doubled_sum(sum, doubled_product(p->b[i], q->b[k - i]));
        if (minus) sum = doubled_minus(sum);
        r->b[k] = adds ? doubled_sum(r->b[k], sum) : sum;
    }
}

/// r += k p, with the degree of p raised to that of r.
static void doubled_add(doubled_curve *r, doubled k, const doubled_curve *p, int last) {
    static const double raising[3][3] = {{1, 0, 0}, {1, 1, 0}, {1, 2, 1}};
    int lower = r->degree - p->degree;
    for (int i = 0; i <= last_of(p->degree, last); ++i) {
        doubled term = doubled_product(k, p->b[i]);
        for (int j = 0; j <= lower && i + j <= last; ++j) {
            double times = raising[lower][j];
            r->b[i + j] = doubled_sum(r->b[i + j], (doubled){times * term.high, times * term.low});
        }
    }
}

static void doubled_cross(doubled_curve *r, const doubled_curve2 *p, const doubled_curve2 *q, bool cross, int last) {
    doubled_convolve(r, &p->x, cross ? &q->y : &q->x, false, false, last);
    doubled_convolve(r, &p->y, cross ? &q->x : &q->y, true, cross, last);
}

typedef struct doubled_turn {
    doubled_curve c, s, n;
} doubled_turn;

static doubled doubled_mix(float from, float to, double share) {
    doubled difference = doubled_of_sum((double)to, -(double)from);
    return doubled_sum((doubled){(double)from, 0}, doubled_product((doubled){share, 0}, difference));
}

static doubled2 doubled_half_at(const cr_spin *spin, double t, double inner) {
    int k = cr_piece_of(spin, inner);
    double share = t * spin->pieces - k;
    return (doubled2){doubled_mix(spin->half[k].x, spin->half[k + 1].x, share),
                      doubled_mix(spin->half[k].y, spin->half[k + 1].y, share)};
}

static void set_doubled_turn(doubled_turn *r, const cr_spin *spin, cr_interval t, int last) {
    doubled2 from = doubled_half_at(spin, t.from, (t.from + t.to) / 2), to = from;
    if (last > 0) to = doubled_half_at(spin, t.to, (t.from + t.to) / 2);
    r->c.degree = r->s.degree = r->n.degree = 2;
    for (int i = 0; i <= last_of(2, last); ++i) {
        const doubled2 *g = i < 2 ? &from : &to, *h = i < 1 ? &from : &to;
        doubled xx = doubled_product(g->x, h->x), yy = doubled_product(g->y, h->y);
        doubled c = doubled_sum(xx, doubled_minus(yy)), n = doubled_sum(xx, yy);
        doubled s = doubled_sum(doubled_product(g->x, h->y), doubled_product(g->y, h->x));
        double times = i == 1 ? 2 : 1;
        r->c.b[i] = (doubled){times * c.high, times * c.low};
        r->s.b[i] = (doubled){times * s.high, times * s.low};
        r->n.b[i] = (doubled){times * n.high, times * n.low};
    }
}

static void set_doubled_turned(doubled_curve2 *r, const doubled_turn *turn, const doubled2 *v, int last) {
    r->x.degree = r->y.degree = 2;
    for (int i = 0; i <= last_of(2, last); ++i) {
        r->x.b[i] =
            doubled_sum(doubled_product(turn->c.b[i], v->x), doubled_minus(doubled_product(turn->s.b[i], v->y)));
        r->y.b[i] = doubled_sum(doubled_product(turn->s.b[i], v->x), doubled_product(turn->c.b[i], v->y));
    }
}

static doubled doubled_apart(double from_a, double from_b, double move_a, double move_b, double t) {
    doubled moved = doubled_product((doubled){t, 0}, doubled_of_sum(move_a, -move_b));
    return doubled_sum(doubled_of_sum(from_a, -from_b), moved);
}

/// As exact_setting.
typedef struct doubled_setting {
    doubled_turn turn_a, turn_b;
    doubled_curve n;
    doubled_curve2 u;
    double size; ///< of u
    int last;    ///< of the coefficients that are computed
} doubled_setting;

static void set_doubled_setting(doubled_setting *s, const cr_turning_core *a, const cr_turning_core *b, cr_interval t,
                                int last) {
    set_doubled_turn(&s->turn_a, a->spin, t, last);
    set_doubled_turn(&s->turn_b, b->spin, t, last);
    doubled_convolve(&s->n, &s->turn_a.n, &s->turn_b.n, false, false, last);
    s->u.x.degree = s->u.y.degree = 1;
    for (int i = 0; i <= last_of(1, last); ++i) {
        double time = i ? t.to : t.from;
        s->u.x.b[i] = doubled_apart(a->start.x, b->start.x, a->move.x, b->move.x, time);
        s->u.y.b[i] = doubled_apart(a->start.y, b->start.y, a->move.y, b->move.y, time);
    }
    s->last = last;
    double time = t.from > t.to ? t.from : t.to;
    s->size = cr_length(cr_subtract(a->start, b->start)) + time * cr_length(cr_subtract(a->move, b->move));
}

/// Half of the squared distance of vertex i from the start of edge k, less half of the squared radius, times n. Returns
/// the lengths of which it is the product.
static double set_doubled_near(doubled_curve *r, const doubled_setting *s, const doubled2 *v, const doubled2 *w,
                               doubled radius, int last) {
    doubled_curve2 av, bw;
    doubled_curve dot;
    set_doubled_turned(&av, &s->turn_a, v, last);
    set_doubled_turned(&bw, &s->turn_b, w, last);
    doubled_cross(&dot, &s->u, &s->u, false, last);
    doubled_convolve(r, &s->n, &dot, false, false, last);
    for (int i = 0; i <= last_of(r->degree, last); ++i) r->b[i] = (doubled){r->b[i].high / 2, r->b[i].low / 2};
    doubled fixed = doubled_sum(doubled_dot(v, v, false), doubled_dot(w, w, false));
    fixed = doubled_sum(fixed, doubled_minus(doubled_product(radius, radius)));
    doubled_add(r, (doubled){fixed.high / 2, fixed.low / 2}, &s->n, last);
    doubled_curve term;
    doubled_cross(&dot, &s->u, &av, false, last);
    doubled_convolve(&term, &s->turn_b.n, &dot, false, false, last);
    doubled_cross(&dot, &s->u, &bw, false, last);
    doubled_convolve(&term, &s->turn_a.n, &dot, true, true, last);
    doubled_add(r, (doubled){1, 0}, &term, last);
    doubled_cross(&dot, &av, &bw, false, last);
    doubled_add(r, (doubled){-1, 0}, &dot, last);
    double size = s->size + doubled_length(v) + doubled_length(w) + radius.high;
    return size * size;
}

/// As set_side, for the vertex v and the edge e from w, and less `fixed` times n.
static void set_doubled_side(doubled_curve *r, const doubled_setting *s, const doubled2 *v, const doubled2 *e,
                             doubled fixed, bool cross) {
    int last = s->last;
    doubled_curve2 along, x, av;
    set_doubled_turned(&along, &s->turn_b, e, last);
    set_doubled_turned(&av, &s->turn_a, v, last);
    doubled_convolve(&x.x, &s->turn_a.n, &s->u.x, false, false, last);
    doubled_convolve(&x.y, &s->turn_a.n, &s->u.y, false, false, last);
    doubled_add(&x.x, (doubled){1, 0}, &av.x, last);
    doubled_add(&x.y, (doubled){1, 0}, &av.y, last);
    doubled_cross(r, &along, &x, cross, last);
    doubled_add(r, doubled_minus(fixed), &s->n, last);
}

/// The coefficients of a condition over an interval up to `last`, of which those with a bit in `open` are asked for.
typedef struct coefficients {
    cr_condition which;
    cr_interval t;
    int last;
    unsigned open;
} coefficients;

/// As find_signs, as far as the error bound decides. Returns false if it does not decide all that are asked for.
static bool find_doubled_signs(const cr_turning_core *a, const cr_turning_core *b, const coefficients *of, int *signs) {
    cr_condition which = of->which;
    int last = of->last;
    static const double binomials[2][DEGREE_OF_CONDITION + 1] = {{1, 5, 10, 10, 5, 1}, {1, 6, 15, 20, 15, 6, 1}};
    const cr_turning_core *of_v = which.edge_of_a ? b : a, *of_e = which.edge_of_a ? a : b;
    doubled_setting s;
    doubled_curve p;
    set_doubled_setting(&s, of_v, of_e, of->t, last);
    int k = which.edge;
    carom_vec2 start = of_e->core.v[k], end = of_e->core.v[(k + 1) % of_e->core.count];
    doubled2 v = doubled_difference(of_v->core.v[which.vertex], of_v->pivot),
             w = doubled_difference(start, of_e->pivot);
    doubled radius = doubled_of_sum((double)a->core.radius, (double)b->core.radius);
    double size;
    bool is_far = which.what == CR_FAR_FROM, is_minus = false;
    if (is_far) {
        size = set_doubled_near(&p, &s, &v, &w, radius, last);
    } else {
        bool cross = which.what != CR_BEFORE && which.what != CR_PAST;
        is_minus = which.what != CR_PAST && which.what != CR_BEYOND;
        doubled2 e = doubled_difference(end, start), past = doubled_difference(end, of_e->pivot);
        doubled fixed = doubled_dot(&e, which.what == CR_PAST ? &past : &w, cross);
        if (which.what == CR_OUTSIDE || which.what == CR_BEYOND) {
            doubled of_radius = doubled_product(radius, doubled_root(doubled_dot(&e, &e, false)));
            fixed = doubled_sum(fixed, is_minus ? doubled_minus(of_radius) : of_radius);
        }
        set_doubled_side(&p, &s, &v, &e, fixed, cross);
        size = s.size + doubled_length(&v) + doubled_length(&w) + doubled_length(&past) + radius.high;
        size *= doubled_length(&e);
    }
    for (int i = 0; i <= last; ++i) {
        double limit = DOUBLED_ERROR * size * binomials[is_far][i], value = is_minus ? -p.b[i].high : p.b[i].high;
        signs[i] = value > limit ? 1 : value < -limit ? -1 : 0;
        if (signs[i] == 0 && (of->open >> i & 1)) return false;
    }
    return true;
}

// ---- Signs ----------------------------------------------------------------------------------------------------------

static int degree_of(cr_condition which) {
    return which.what == CR_FAR_FROM ? 6 : 5;
}

static void find_signs(const cr_turning_core *a, const cr_turning_core *b, const coefficients *of, int *signs) {
    cr_condition which = of->which;
    int last = of->last;
    exact_setting s;
    if (find_doubled_signs(a, b, of, signs)) return;
    CR_TAKE_EXACT_PATH();
    if (which.edge_of_a) {
        set_setting(&s, b, a, of->t, last);
    } else {
        set_setting(&s, a, b, of->t, last);
    }
    exact_curve p, root; // p + root times the length of the edge
    cr_exact length2 = {0};
    bool has_root = false, is_minus = false;
    switch (which.what) {
    case CR_FAR_FROM: set_near(&p, &s, which.vertex, which.edge); break;
    case CR_BEFORE:
        set_side(&p, &s, which.vertex, which.edge, false);
        is_minus = true;
        break;
    case CR_PAST:
        length2 = square_of_edge(&s, which.edge);
        set_times(&root, &length2, &s.n, last);
        set_side(&p, &s, which.vertex, which.edge, false);
        add_curve(&p, &root, true, last);
        break;
    case CR_OUTSIDE_OF_CORE:
        set_side(&p, &s, which.vertex, which.edge, true);
        is_minus = true;
        break;
    case CR_OUTSIDE:
    case CR_BEYOND: {
        cr_exact radius = exact_radius(a, b);
        set_side(&p, &s, which.vertex, which.edge, true);
        is_minus = which.what == CR_OUTSIDE;
        has_root = radius.sign != 0;
        if (!has_root) break;
        if (!is_minus) radius.sign = -radius.sign;
        length2 = square_of_edge(&s, which.edge);
        set_times(&root, &radius, &s.n, last);
        raise_to(&root, degree_of(which), last);
        break;
    }
    }
    raise_to(&p, degree_of(which), last);
    for (int i = 0; i <= last; ++i) {
        int sign = has_root ? sign_with_sqrt(&p.b[i], &root.b[i], &length2) : p.b[i].sign;
        signs[i] = is_minus ? -sign : sign;
    }
}

static unsigned reversed_bits(unsigned bits, int degree) {
    unsigned r = 0;
    for (int i = 0; i <= degree; ++i) r |= (bits >> i & 1) << (degree - i);
    return r;
}

cr_exact_sign cr_turning_sign(const cr_turning_core *a, const cr_turning_core *b, cr_condition which, cr_interval t,
                              unsigned open) {
    int degree = degree_of(which), first = 0, last = degree, signs[DEGREE_OF_CONDITION + 1];
    while (first < degree && !(open >> first & 1)) ++first;
    while (last > 0 && !(open >> last & 1)) --last;
    bool is_reversed = degree - first < last; // fewer coefficients from the end
    coefficients of = {which, t, last, open};
    if (is_reversed) of = (coefficients){which, {t.to, t.from}, degree - first, reversed_bits(open, degree)};
    find_signs(a, b, &of, signs);
    cr_exact_sign result = {false, false};
    for (int i = first; i <= last; ++i) {
        if (!(open >> i & 1)) continue;
        int sign = signs[is_reversed ? degree - i : i];
        result.above |= sign > 0;
        result.below |= sign < 0;
    }
    return result;
}

int cr_turning_sign_at(const cr_turning_core *a, const cr_turning_core *b, cr_condition which, double time) {
    int sign;
    find_signs(a, b, &(coefficients){which, {time, time}, 0, 1}, &sign);
    return sign;
}

int cr_turning_sign_after(const cr_turning_core *a, const cr_turning_core *b, cr_condition which, cr_interval t) {
    int degree = degree_of(which), signs[DEGREE_OF_CONDITION + 1];
    for (int last = 0; last <= degree; last = last < 1 ? last + 1 : last < degree ? degree : degree + 1) {
        find_signs(a, b, &(coefficients){which, t, last, CR_ALL_COEFFICIENTS}, signs);
        for (int i = 0; i <= last; ++i) {
            if (signs[i] != 0) return signs[i];
        }
    }
    return 0;
}
