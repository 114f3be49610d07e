// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Polynomials with integer coefficients: floats are integers on a common grid, and N = |H|^2, by which R(t) is divided,
// is positive, so that the conditions are multiplied by it.
#include "geom/turning_oracle.h"

#include "geom/numbers.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_DEGREE = 24, MOST_DEPTH = 160 };

/// c[0] + c[1] t + ...; degree -1 is zero. The last coefficient is not zero.
typedef struct {
    number c[MOST_DEGREE + 1];
    int degree;
} polynomial;

// ---- Polynomials ----------------------------------------------------------------------------------------------------

static polynomial trimmed(polynomial p) {
    while (p.degree >= 0 && mpz_sgn(p.c[p.degree]) == 0) --p.degree;
    return p;
}

static polynomial constant(number c) {
    return trimmed((polynomial){{c}, 0});
}

static polynomial line(number c, number slope) {
    return trimmed((polynomial){{c, slope}, 1});
}

static polynomial combined(polynomial p, polynomial q, int sign) {
    polynomial r = {.degree = p.degree > q.degree ? p.degree : q.degree};
    for (int i = 0; i <= r.degree; ++i) {
        number x = i <= p.degree ? p.c[i] : integer(0), y = i <= q.degree ? q.c[i] : integer(0);
        r.c[i] = sign > 0 ? plus(x, y) : minus(x, y);
    }
    return trimmed(r);
}
static polynomial psum(polynomial p, polynomial q) {
    return combined(p, q, 1);
}
static polynomial psub(polynomial p, polynomial q) {
    return combined(p, q, -1);
}

static polynomial pmul(polynomial p, polynomial q) {
    polynomial r = {.degree = p.degree < 0 || q.degree < 0 ? -1 : p.degree + q.degree};
    if (r.degree > MOST_DEGREE) abort();
    for (int i = 0; i <= r.degree; ++i) r.c[i] = integer(0);
    for (int i = 0; i <= p.degree; ++i)
        for (int j = 0; r.degree >= 0 && j <= q.degree; ++j) r.c[i + j] = plus(r.c[i + j], times(p.c[i], q.c[j]));
    return r;
}

static polynomial scaled(number k, polynomial p) {
    return pmul(constant(k), p);
}
static polynomial negated(polynomial p) {
    return psub((polynomial){.degree = -1}, p);
}

/// A dyadic number: units / 2^bits.
typedef struct {
    number units;
    int bits;
} dyadic;

static int sign_at(const polynomial *p, dyadic t) {
    int mark = numbers_in_use();
    number sum = integer(0);
    for (int i = p->degree; i >= 0; --i) sum = plus(times(sum, t.units), shifted(p->c[i], t.bits * (p->degree - i)));
    int sign = mpz_sgn(sum);
    give_back(mark);
    return sign;
}

static dyadic middle(dyadic a, dyadic b) {
    int bits = (a.bits > b.bits ? a.bits : b.bits) + 1;
    return (dyadic){plus(shifted(a.units, bits - 1 - a.bits), shifted(b.units, bits - 1 - b.bits)), bits};
}

// ---- Sturm sequences ------------------------------------------------------------------------------------------------

/// Divided by its content: coefficients stay short.
static polynomial primitive(polynomial p) {
    number content = integer(0);
    for (int i = 0; i <= p.degree; ++i) content = common_divisor(content, p.c[i]);
    if (p.degree < 0) return p;
    for (int i = 0; i <= p.degree; ++i) p.c[i] = divided(p.c[i], content);
    return p;
}

static polynomial derivative(polynomial p) {
    polynomial r = {.degree = p.degree > 0 ? p.degree - 1 : -1};
    for (int i = 0; i <= r.degree; ++i) r.c[i] = times(integer(i + 1), p.c[i + 1]);
    return r;
}

/// A positive multiple of the remainder of p / q.
static polynomial remainder_of(polynomial p, polynomial q) {
    number lead = q.c[q.degree];
    while (p.degree >= q.degree) {
        polynomial term = {.degree = p.degree - q.degree};
        for (int i = 0; i < term.degree; ++i) term.c[i] = integer(0);
        term.c[term.degree] = mpz_sgn(lead) > 0 ? p.c[p.degree] : minus(integer(0), p.c[p.degree]);
        p = psub(scaled(absolute(lead), p), pmul(term, q));
    }
    return primitive(p);
}

/// The quotient of primitive polynomials, of which q divides p.
static polynomial quotient(polynomial p, polynomial q) {
    polynomial r = {.degree = p.degree - q.degree};
    for (int i = 0; i <= r.degree; ++i) r.c[i] = integer(0);
    while (p.degree >= q.degree) {
        polynomial term = {.degree = p.degree - q.degree};
        for (int i = 0; i < term.degree; ++i) term.c[i] = integer(0);
        term.c[term.degree] = r.c[term.degree] = divided(p.c[p.degree], q.c[q.degree]);
        p = psub(p, pmul(term, q));
    }
    return primitive(r);
}

static polynomial divisor(polynomial p, polynomial q) {
    while (q.degree >= 0) {
        polynomial r = remainder_of(p, q);
        p = q;
        q = r;
    }
    return primitive(p);
}

/// The product of the factors of odd multiplicity: the roots at which p changes its sign (D. Yun, On square-free
/// decomposition algorithms, 1976).
static polynomial odd_part(polynomial p) {
    polynomial odd = constant(integer(1)), c = divisor(p, primitive(derivative(p))), w = quotient(p, c);
    for (int i = 1; w.degree > 0; ++i) {
        polynomial y = divisor(w, c), z = quotient(w, y);
        if (i % 2) odd = pmul(odd, z);
        w = y;
        c = quotient(c, y);
    }
    return primitive(odd);
}

static int variations(const polynomial *chain, int count, dyadic t) {
    int changes = 0, before = 0;
    for (int i = 0; i < count; ++i) {
        int sign = sign_at(&chain[i], t);
        if (sign != 0 && before != 0 && sign != before) ++changes;
        if (sign != 0) before = sign;
    }
    return changes;
}

/// The number of roots of a square-free p in the open interval.
static int roots_between(polynomial p, dyadic from, dyadic to) {
    polynomial chain[MOST_DEGREE + 2];
    int count = 0;
    chain[count++] = p;
    if (p.degree > 0) chain[count++] = primitive(derivative(p));
    while (chain[count - 1].degree > 0) {
        polynomial r = remainder_of(chain[count - 2], chain[count - 1]);
        if (r.degree < 0) break;
        chain[count++] = negated(r);
    }
    return variations(chain, count, from) - variations(chain, count, to) - (sign_at(&p, to) == 0);
}

/// True if p >= 0 at all times in the interval.
static bool is_positive(const polynomial *p, dyadic from, dyadic to) {
    if (p->degree < 0) return true;
    int mark = numbers_in_use();
    bool positive = sign_at(p, from) >= 0 && sign_at(p, to) >= 0 && sign_at(p, middle(from, to)) >= 0;
    if (positive && p->degree > 0) {
        polynomial odd = odd_part(primitive(*p));
        positive = roots_between(odd, from, to) == 0;
        dyadic t = to; // a time that is no root
        for (int tries = 0; positive && sign_at(p, t = middle(from, t)) == 0; ++tries)
            if (tries > MOST_DEGREE) abort();
        positive = positive && sign_at(p, t) > 0;
    }
    give_back(mark);
    return positive;
}

static bool is_negative(const polynomial *p, dyadic from, dyadic to) {
    int mark = numbers_in_use();
    polynomial q = negated(*p);
    bool negative = is_positive(&q, from, to);
    give_back(mark);
    return negative;
}

// ---- Bodies ---------------------------------------------------------------------------------------------------------

typedef struct {
    polynomial x, y;
} path;

typedef struct {
    number x, y;
} arm;

typedef struct {
    arm vertex[CAROM_MAX_POLYGON_VERTICES]; ///< relative to the pivot
    int count;
    number radius;
    path pivot;
    polynomial c, s, n; ///< the rotation is (c, s) / n
} body;

static int vertices_of(const carom_shape *s, carom_vec2 *v, float *radius) {
    *radius = 0;
    switch (s->kind) {
    case CAROM_SHAPE_POINT: v[0] = s->point; return 1;
    case CAROM_SHAPE_CIRCLE:
        v[0] = s->circle.center;
        *radius = s->circle.radius;
        return 1;
    case CAROM_SHAPE_SEGMENT:
        v[0] = s->segment.a;
        v[1] = s->segment.b;
        return v[0].x == v[1].x && v[0].y == v[1].y ? 1 : 2;
    case CAROM_SHAPE_CAPSULE:
        v[0] = s->capsule.a;
        v[1] = s->capsule.b;
        *radius = s->capsule.radius;
        return v[0].x == v[1].x && v[0].y == v[1].y ? 1 : 2;
    case CAROM_SHAPE_BOX:
        v[0] = s->box.min;
        v[1] = (carom_vec2){s->box.max.x, s->box.min.y};
        v[2] = s->box.max;
        v[3] = (carom_vec2){s->box.min.x, s->box.max.y};
        if (v[0].x == v[1].x && v[1].y == v[2].y) return 1;
        if (v[0].x == v[1].x || v[1].y == v[2].y) {
            v[1] = v[2];
            return 2;
        }
        return 4;
    case CAROM_SHAPE_POLYGON:
        for (int i = 0; i < s->polygon.count; ++i) v[i] = s->polygon.v[i];
        *radius = s->polygon.radius;
        return s->polygon.count;
    default: fputs("turning oracle: not a convex shape\n", stderr); abort();
    }
}

static int lower(int bit, float value) {
    int own = lowest_bit((double)value);
    return own < bit ? own : bit;
}

static int grid_of(const turning_body *b) {
    carom_vec2 v[CAROM_MAX_POLYGON_VERTICES];
    float radius;
    int count = vertices_of(b->shape, v, &radius), bit = lower(INT_MAX, radius);
    for (int i = 0; i < count; ++i) bit = lower(lower(bit, v[i].x), v[i].y);
    return lower(lower(lower(lower(bit, b->pivot.x), b->pivot.y), b->move.x), b->move.y);
}

/// The body in the piece of its spin that holds the times from k / pieces to (k + 1) / pieces, in the middle of which
/// is t.
static body body_at(const turning_body *b, int grid, double t) {
    body r;
    carom_vec2 v[CAROM_MAX_POLYGON_VERTICES];
    float radius;
    r.count = vertices_of(b->shape, v, &radius);
    r.radius = on_grid((double)radius, grid);
    number px = on_grid((double)b->pivot.x, grid), py = on_grid((double)b->pivot.y, grid);
    for (int i = 0; i < r.count; ++i)
        r.vertex[i] = (arm){minus(on_grid((double)v[i].x, grid), px), minus(on_grid((double)v[i].y, grid), py)};
    r.pivot = (path){line(px, on_grid((double)b->move.x, grid)), line(py, on_grid((double)b->move.y, grid))};
    int m = b->spin->pieces, k = (int)floor(t * m);
    k = k >= m ? m - 1 : k;
    carom_vec2 from = b->spin->half[k], to = b->spin->half[k + 1];
    int fine = lower(lower(lower(lower(0, from.x), from.y), to.x), to.y);
    number x0 = on_grid((double)from.x, fine), y0 = on_grid((double)from.y, fine);
    number dx = minus(on_grid((double)to.x, fine), x0), dy = minus(on_grid((double)to.y, fine), y0);
    polynomial p = line(minus(x0, times(integer(k), dx)), times(integer(m), dx));
    polynomial q = line(minus(y0, times(integer(k), dy)), times(integer(m), dy));
    r.c = psub(pmul(p, p), pmul(q, q));
    r.s = scaled(integer(2), pmul(p, q));
    r.n = psum(pmul(p, p), pmul(q, q));
    return r;
}

static path turned(const body *b, arm v) {
    return (path){psub(scaled(v.x, b->c), scaled(v.y, b->s)), psum(scaled(v.x, b->s), scaled(v.y, b->c))};
}

static path path_sum(path a, path b, int sign) {
    return (path){combined(a.x, b.x, sign), combined(a.y, b.y, sign)};
}
static path path_times(polynomial k, path a) {
    return (path){pmul(k, a.x), pmul(k, a.y)};
}
static polynomial path_dot(path a, path b) {
    return psum(pmul(a.x, b.x), pmul(a.y, b.y));
}
static polynomial path_cross(path a, path b) {
    return psub(pmul(a.x, b.y), pmul(a.y, b.x));
}
static number arm_dot(arm a, arm b) {
    return plus(times(a.x, b.x), times(a.y, b.y));
}
static number arm_cross(arm a, arm b) {
    return minus(times(a.x, b.y), times(a.y, b.x));
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

/// A vertex of one body and an edge of the other, times the product of both n. `beside` is negative while the vertex is
/// nearer than the radius to the line.
typedef struct {
    polynomial side, start, end, near_start, near_end, beside;
} meeting;

typedef struct {
    body a, b;
    number radius;
    meeting of[2][CAROM_MAX_POLYGON_VERTICES][CAROM_MAX_POLYGON_VERTICES]; ///< [edges of b, of a][edge][vertex]
} turning_pair;

/// |v - w|^2 - R^2, for vertices of both.
static polynomial nearness(const body *a, arm v, const body *b, arm w, number radius) {
    polynomial n = pmul(a->n, b->n);
    path u = path_sum(a->pivot, b->pivot, -1), av = turned(a, v), bw = turned(b, w);
    number fixed = minus(plus(arm_dot(v, v), arm_dot(w, w)), square(radius));
    polynomial sum = pmul(n, psum(path_dot(u, u), constant(fixed)));
    polynomial with_a = pmul(b->n, path_dot(u, av)), with_b = pmul(a->n, path_dot(u, bw));
    polynomial twice = psub(psub(with_a, with_b), path_dot(av, bw));
    return psum(sum, scaled(integer(2), twice));
}

static meeting meeting_of(const body *a, arm v, const body *b, int k, number radius) {
    arm from = b->vertex[k], to = b->vertex[(k + 1) % b->count];
    arm e = {minus(to.x, from.x), minus(to.y, from.y)};
    path along = turned(b, e), u = path_sum(a->pivot, b->pivot, -1);
    path x = path_sum(path_times(a->n, u), turned(a, v), 1);
    polynomial n = pmul(a->n, b->n);
    meeting m;
    m.side = psub(path_cross(along, x), scaled(arm_cross(e, from), n));
    m.start = psub(path_dot(along, x), scaled(arm_dot(e, from), n));
    m.end = psub(m.start, scaled(arm_dot(e, e), n));
    if (mpz_sgn(radius) == 0) return m;
    m.near_start = nearness(a, v, b, from, radius);
    m.near_end = nearness(a, v, b, to, radius);
    m.beside = psub(pmul(m.side, m.side), scaled(times(square(radius), arm_dot(e, e)), pmul(n, n)));
    return m;
}

static int edges_of(const body *b) {
    return b->count < 2 ? 0 : b->count;
}

/// A point without edges is a start of nothing: of two, the one that is no point lends its vertex as an edge.
static void make_turning_pair(turning_pair *p) {
    p->radius = plus(p->a.radius, p->b.radius);
    const body *of_edge[2] = {&p->b, &p->a}, *of_vertex[2] = {&p->a, &p->b};
    for (int side = 0; side < 2; ++side)
        for (int k = 0; k < edges_of(of_edge[side]); ++k)
            for (int i = 0; i < of_vertex[side]->count; ++i)
                p->of[side][k][i] =
                    meeting_of(of_vertex[side], of_vertex[side]->vertex[i], of_edge[side], k, p->radius);
}

static bool cores_overlap_at(const turning_pair *p, dyadic t) {
    const body *of_edge[2] = {&p->b, &p->a}, *of_vertex[2] = {&p->a, &p->b};
    if (p->a.count < 2 && p->b.count < 2) return false;
    if (p->a.count + p->b.count < 4) return false; // a point and a segment
    for (int side = 0; side < 2; ++side) {
        for (int k = 0; k < edges_of(of_edge[side]); ++k) {
            bool within = false;
            for (int i = 0; i < of_vertex[side]->count; ++i) within = within || sign_at(&p->of[side][k][i].side, t) > 0;
            if (!within) return false;
        }
    }
    return true;
}

static bool is_near_at(const meeting *m, dyadic t) {
    return sign_at(&m->near_start, t) < 0 || sign_at(&m->near_end, t) < 0 ||
           (sign_at(&m->start, t) > 0 && sign_at(&m->end, t) < 0 && sign_at(&m->beside, t) < 0);
}

static bool penetrates_at(const turning_pair *p, dyadic t) {
    if (cores_overlap_at(p, t)) return true;
    if (mpz_sgn(p->radius) == 0) return false;
    if (p->a.count == 1 && p->b.count == 1) {
        polynomial near = nearness(&p->a, p->a.vertex[0], &p->b, p->b.vertex[0], p->radius);
        return sign_at(&near, t) < 0;
    }
    const body *of_edge[2] = {&p->b, &p->a}, *of_vertex[2] = {&p->a, &p->b};
    for (int side = 0; side < 2; ++side)
        for (int k = 0; k < edges_of(of_edge[side]); ++k)
            for (int i = 0; i < of_vertex[side]->count; ++i)
                if (is_near_at(&p->of[side][k][i], t)) return true;
    return false;
}

static bool is_separated(const turning_pair *p, int side, int k, dyadic from, dyadic to) {
    int count = side ? p->b.count : p->a.count;
    for (int i = 0; i < count; ++i)
        if (!is_negative(&p->of[side][k][i].side, from, to)) return false;
    return true;
}

static bool is_far(const meeting *m, dyadic from, dyadic to) {
    return is_positive(&m->near_start, from, to) && is_positive(&m->near_end, from, to) &&
           (is_negative(&m->start, from, to) || is_positive(&m->end, from, to) || is_positive(&m->beside, from, to));
}

/// The middle of the interval does not penetrate: true if it is proved that no time in it does.
static bool is_free(const turning_pair *p, dyadic from, dyadic to) {
    const body *of_edge[2] = {&p->b, &p->a}, *of_vertex[2] = {&p->a, &p->b};
    bool round = mpz_sgn(p->radius) != 0;
    if (round && p->a.count == 1 && p->b.count == 1) {
        polynomial near = nearness(&p->a, p->a.vertex[0], &p->b, p->b.vertex[0], p->radius);
        return is_positive(&near, from, to);
    }
    for (int side = 0; side < 2; ++side) {
        for (int k = 0; k < edges_of(of_edge[side]); ++k) {
            if (!round && is_separated(p, side, k, from, to)) return true;
            for (int i = 0; round && i < of_vertex[side]->count; ++i)
                if (!is_far(&p->of[side][k][i], from, to)) return false;
        }
    }
    return round;
}

static penetration search(const turning_pair *p, dyadic from, dyadic to, int depth) {
    int mark = numbers_in_use();
    dyadic t = middle(from, to);
    penetration result = PENETRATION_UNKNOWN;
    if (penetrates_at(p, t)) {
        result = PENETRATES;
    } else if (is_free(p, from, to)) {
        result = PENETRATES_NEVER;
    } else if (depth < MOST_DEPTH) {
        result = search(p, from, t, depth + 1);
        penetration later = result == PENETRATES ? result : search(p, t, to, depth + 1);
        if (later != PENETRATES_NEVER) result = later;
    }
    give_back(mark);
    return result;
}

static void pair_at(const turning_body *a, const turning_body *b, double t, turning_pair *p) {
    int x = grid_of(a), y = grid_of(b), grid = x < y ? x : y;
    grid = grid == INT_MAX ? 0 : grid;
    p->a = body_at(a, grid, t);
    p->b = body_at(b, grid, t);
    make_turning_pair(p);
}

static dyadic dyadic_of(double t) {
    dyadic d;
    d.units = fraction(t, &d.bits);
    return d;
}

bool oracle_penetrates_at(const turning_body *a, const turning_body *b, double t) {
    static turning_pair p;
    give_back(0);
    pair_at(a, b, t, &p);
    return penetrates_at(&p, dyadic_of(t));
}

penetration oracle_penetration(const turning_body *a, const turning_body *b, double from, double to) {
    static turning_pair p;
    int pieces = a->spin->pieces > b->spin->pieces ? a->spin->pieces : b->spin->pieces;
    penetration result = PENETRATES_NEVER;
    for (int k = 0; k < pieces; ++k) {
        double low = (double)k / pieces, high = (double)(k + 1) / pieces;
        low = low > from ? low : from;
        high = high < to ? high : to;
        if (low >= high) continue;
        if (low > from && oracle_penetrates_at(a, b, low)) return PENETRATES;
        give_back(0);
        pair_at(a, b, (low + high) / 2, &p);
        penetration here = search(&p, dyadic_of(low), dyadic_of(high), 0);
        if (here == PENETRATES) return here;
        if (here == PENETRATION_UNKNOWN) result = here;
    }
    return result;
}
