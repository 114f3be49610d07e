// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The signs of the conditions of contact over an interval, in exact numbers: the coefficients of each are computed from
// the shapes for that interval, times the binomials, so that a product is a convolution without division.
#include "geom/turning_exact.h"

#include "geom/exact.h"

#include <string.h>

enum { DEGREE_OF_CONDITION = 6 };

typedef struct exact_curve {
    int degree;
    cr_exact b[DEGREE_OF_CONDITION + 1]; // coefficient times binomial
} exact_curve;

typedef struct exact_curve2 {
    exact_curve x, y;
} exact_curve2;

static void set_product(exact_curve *r, const exact_curve *p, const exact_curve *q) {
    memset(r, 0, sizeof *r);
    r->degree = p->degree + q->degree;
    for (int i = 0; i <= p->degree; ++i) {
        for (int j = 0; j <= q->degree; ++j) {
            cr_exact term = cr_exact_multiply(&p->b[i], &q->b[j]);
            r->b[i + j] = cr_exact_add(&r->b[i + j], &term);
        }
    }
}

static void raise_once(exact_curve *p) {
    memset(&p->b[p->degree + 1], 0, sizeof p->b[0]);
    for (int i = p->degree + 1; i > 0; --i) p->b[i] = cr_exact_add(&p->b[i], &p->b[i - 1]);
    ++p->degree;
}

/// p += k q
static void add_times(exact_curve *p, const cr_exact *k, const exact_curve *q) {
    exact_curve other = *q;
    while (p->degree < other.degree) raise_once(p);
    while (other.degree < p->degree) raise_once(&other);
    for (int i = 0; i <= p->degree; ++i) {
        cr_exact term = cr_exact_multiply(k, &other.b[i]);
        p->b[i] = cr_exact_add(&p->b[i], &term);
    }
}

static void set_dot(exact_curve *r, const exact_curve2 *p, const exact_curve2 *q, bool cross) {
    cr_exact sign = cr_exact_of(cross ? -1 : 1);
    exact_curve second;
    set_product(r, &p->x, cross ? &q->y : &q->x);
    set_product(&second, &p->y, cross ? &q->x : &q->y);
    add_times(r, &sign, &second);
}

static cr_exact exact_mix(float from, float to, double share) {
    cr_exact a = cr_exact_of((double)from), b = cr_exact_of((double)to), k = cr_exact_of(share);
    cr_exact difference = cr_exact_subtract(&b, &a), part = cr_exact_multiply(&k, &difference);
    return cr_exact_add(&a, &part);
}

static cr_exact2 exact_half_at(const cr_spin *spin, double t, double inner) {
    int k = (int)(inner * spin->pieces);
    k = k < spin->pieces ? k : spin->pieces - 1;
    double share = t * spin->pieces - k;
    return (cr_exact2){exact_mix(spin->half[k].x, spin->half[k + 1].x, share),
                       exact_mix(spin->half[k].y, spin->half[k + 1].y, share)};
}

/// The rotation over an interval: (c, s) / n.
typedef struct exact_turn {
    exact_curve c, s, n;
} exact_turn;

static void set_turn(exact_turn *r, const cr_spin *spin, cr_interval t) {
    cr_exact2 from = exact_half_at(spin, t.from, (t.from + t.to) / 2),
              to = exact_half_at(spin, t.to, (t.from + t.to) / 2);
    memset(r, 0, sizeof *r);
    r->c.degree = r->s.degree = r->n.degree = 2;
    for (int i = 0; i <= 2; ++i) {
        const cr_exact2 *g = i < 2 ? &from : &to, *h = i < 1 ? &from : &to;
        cr_exact xx = cr_exact_multiply(&g->x, &h->x), yy = cr_exact_multiply(&g->y, &h->y);
        cr_exact xy = cr_exact_multiply(&g->x, &h->y), yx = cr_exact_multiply(&g->y, &h->x);
        r->c.b[i] = cr_exact_subtract(&xx, &yy);
        r->n.b[i] = cr_exact_add(&xx, &yy);
        r->s.b[i] = cr_exact_add(&xy, &yx);
    }
    cr_exact two = cr_exact_of(2);
    r->c.b[1] = cr_exact_multiply(&two, &r->c.b[1]);
    r->n.b[1] = cr_exact_multiply(&two, &r->n.b[1]);
    r->s.b[1] = cr_exact_multiply(&two, &r->s.b[1]);
}

static void set_turned(exact_curve2 *r, const exact_turn *turn, const cr_exact2 *v) {
    memset(r, 0, sizeof *r);
    r->x.degree = r->y.degree = 2;
    for (int i = 0; i <= 2; ++i) {
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

/// The sign of p + q sqrt(c), with c >= 0.
static int sign_with_sqrt(const cr_exact *p, const cr_exact *q, const cr_exact *c) {
    int sp = p->sign, sq = c->sign == 0 ? 0 : q->sign;
    if (sp == 0 || sq == 0 || sp == sq) return sp != 0 ? sp : sq;
    cr_exact pp = cr_exact_multiply(p, p), qq = cr_exact_multiply(q, q), qc = cr_exact_multiply(&qq, c);
    return sp * cr_exact_compare(&pp, &qc);
}

/// The interval and what all conditions of a pair in it share. `a` has the vertex, `b` the edge.
typedef struct exact_setting {
    const cr_turning_core *a, *b;
    exact_turn turn_a, turn_b;
    exact_curve n;
    exact_curve2 u;
} exact_setting;

static void set_setting(exact_setting *s, const cr_turning_core *a, const cr_turning_core *b, cr_interval t) {
    s->a = a;
    s->b = b;
    set_turn(&s->turn_a, a->spin, t);
    set_turn(&s->turn_b, b->spin, t);
    set_product(&s->n, &s->turn_a.n, &s->turn_b.n);
    memset(&s->u, 0, sizeof s->u);
    s->u.x.degree = s->u.y.degree = 1;
    for (int i = 0; i < 2; ++i) {
        cr_exact2 p = apart_at(a, b, i ? t.to : t.from);
        s->u.x.b[i] = p.x;
        s->u.y.b[i] = p.y;
    }
}

static void set_near(exact_curve *r, const exact_setting *s, int i, int k) {
    cr_exact2 v = exact_arm(s->a, i), w = exact_arm(s->b, k);
    exact_curve2 av, bw;
    exact_curve uu, dot, term;
    cr_exact vv = cr_exact2_dot(&v, &v), ww = cr_exact2_dot(&w, &w), radius = exact_radius(s->a, s->b);
    cr_exact rr = cr_exact_multiply(&radius, &radius), fixed = cr_exact_add(&vv, &ww);
    cr_exact two = cr_exact_of(2), minus = cr_exact_of(-2);
    fixed = cr_exact_subtract(&fixed, &rr);
    set_turned(&av, &s->turn_a, &v);
    set_turned(&bw, &s->turn_b, &w);
    set_dot(&uu, &s->u, &s->u, false);
    set_product(r, &s->n, &uu);
    add_times(r, &fixed, &s->n);
    set_dot(&dot, &s->u, &av, false);
    set_product(&term, &s->turn_b.n, &dot);
    add_times(r, &two, &term);
    set_dot(&dot, &s->u, &bw, false);
    set_product(&term, &s->turn_a.n, &dot);
    add_times(r, &minus, &term);
    set_dot(&dot, &av, &bw, false);
    add_times(r, &minus, &dot);
}

/// cross or dot of edge k with (vertex i - the start of the edge), times n.
static void set_side(exact_curve *r, const exact_setting *s, int i, int k, bool cross) {
    cr_exact2 v = exact_arm(s->a, i), from = exact_arm(s->b, k), to = exact_arm(s->b, (k + 1) % s->b->core.count);
    cr_exact2 e = cr_exact2_subtract(&to, &from);
    exact_curve2 along, x, av;
    cr_exact one = cr_exact_of(1), minus = cr_exact_of(-1);
    set_turned(&along, &s->turn_b, &e);
    set_turned(&av, &s->turn_a, &v);
    set_product(&x.x, &s->turn_a.n, &s->u.x);
    set_product(&x.y, &s->turn_a.n, &s->u.y);
    add_times(&x.x, &one, &av.x);
    add_times(&x.y, &one, &av.y);
    set_dot(r, &along, &x, cross);
    cr_exact fixed = cross ? cr_exact2_cross(&e, &from) : cr_exact2_dot(&e, &from);
    fixed = cr_exact_multiply(&minus, &fixed);
    add_times(r, &fixed, &s->n);
}

cr_exact_sign cr_turning_sign(const cr_turning_core *a, const cr_turning_core *b, cr_condition which, cr_interval t) {
    exact_setting s;
    if (which.edge_of_a) {
        set_setting(&s, b, a, t);
    } else {
        set_setting(&s, a, b, t);
    }
    int k = which.edge, next = (k + 1) % s.b->core.count;
    cr_exact2 from = exact_arm(s.b, k), to = exact_arm(s.b, next), e = cr_exact2_subtract(&to, &from);
    cr_exact length2 = cr_exact2_dot(&e, &e), minus = cr_exact_of(-1);
    exact_curve p = {.degree = 0}, root = {.degree = 0}, side; // p + root times the length of the edge
    bool beyond = which.what == CR_BEYOND;
    switch (which.what) {
    case CR_FAR_FROM: set_near(&p, &s, which.vertex, k); break;
    case CR_BEFORE:
        set_side(&side, &s, which.vertex, k, false);
        add_times(&p, &minus, &side);
        break;
    case CR_PAST: {
        cr_exact less = cr_exact_multiply(&minus, &length2);
        set_side(&p, &s, which.vertex, k, false);
        add_times(&p, &less, &s.n);
        break;
    }
    case CR_OUTSIDE_OF_CORE:
        set_side(&side, &s, which.vertex, k, true);
        add_times(&p, &minus, &side);
        break;
    case CR_OUTSIDE:
    case CR_BEYOND: {
        cr_exact sign = cr_exact_of(beyond ? 1 : -1), radius = exact_radius(a, b);
        radius = cr_exact_multiply(&minus, &radius);
        set_side(&side, &s, which.vertex, k, true);
        add_times(&p, &sign, &side);
        add_times(&root, &radius, &s.n);
        break;
    }
    }
    while (root.degree < p.degree) raise_once(&root);
    cr_exact_sign result = {false, false, 0, 0};
    for (int i = 0; i <= p.degree; ++i) {
        int sign = sign_with_sqrt(&p.b[i], &root.b[i], &length2);
        result.above |= sign > 0;
        result.below |= sign < 0;
        if (i == 0) result.at_start = sign;
        if (result.just_after == 0) result.just_after = sign;
    }
    return result;
}
