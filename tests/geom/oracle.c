// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Finite floats are integers on a common grid of spacing 2^grid: every query is scaled to that grid once and then
// decided with integers.
#include "geom/oracle.h"

#include "geom/numbers.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_POINTS = 130, MOST_PARTS = 64 };

typedef struct {
    number x, y;
} vector;

// ---- Vectors and hulls -------------------------------------------------------------------------------------------

static vector vplus(vector a, vector b) {
    return (vector){plus(a.x, b.x), plus(a.y, b.y)};
}
static vector vminus(vector a, vector b) {
    return (vector){minus(a.x, b.x), minus(a.y, b.y)};
}
static vector vtimes(number k, vector a) {
    return (vector){times(k, a.x), times(k, a.y)};
}
static vector vshifted(vector a, int bits) {
    return (vector){shifted(a.x, bits), shifted(a.y, bits)};
}
static number dot(vector a, vector b) {
    return plus(times(a.x, b.x), times(a.y, b.y));
}
static number cross(vector a, vector b) {
    return minus(times(a.x, b.y), times(a.y, b.x));
}

/// The sign of cross(b - a, c - a): +1 if a, b, c turn left.
static int turn(vector a, vector b, vector c) {
    int mark = numbers_in_use();
    int sign = mpz_sgn(cross(vminus(b, a), vminus(c, a)));
    give_back(mark);
    return sign;
}

static int by_x_then_y(const void *left, const void *right) {
    const vector *a = left, *b = right;
    int c = compare(a->x, b->x);
    return c != 0 ? c : compare(a->y, b->y);
}

/// The convex hull by monotone chains (A. M. Andrew 1979), counterclockwise without collinear points: one vertex for a
/// point, two for a segment. Sorts `points`.
static int hull(vector *points, int count, vector *out) {
    qsort(points, (size_t)count, sizeof *points, by_x_then_y);
    int n = 0;
    for (int i = 0; i < count; ++i) {
        while (n >= 2 && turn(out[n - 2], out[n - 1], points[i]) <= 0) --n;
        if (n == 0 || by_x_then_y(&out[n - 1], &points[i]) != 0) out[n++] = points[i];
    }
    int lower = n;
    for (int i = count - 2; i >= 0; --i) {
        while (n > lower && turn(out[n - 2], out[n - 1], points[i]) <= 0) --n;
        if (by_x_then_y(&out[n - 1], &points[i]) != 0) out[n++] = points[i];
    }
    return n > 1 && by_x_then_y(&out[0], &out[n - 1]) == 0 ? n - 1 : n;
}

/// The sign of (distance of the origin to the segment a-b) - radius.
static int segment_gap(vector a, vector b, number radius) {
    int mark = numbers_in_use();
    vector e = vminus(b, a), s = {minus(integer(0), a.x), minus(integer(0), a.y)};
    number along = dot(e, s), length2 = dot(e, e), r2 = square(radius);
    int sign;
    if (mpz_sgn(along) <= 0) {
        sign = compare(dot(s, s), r2);
    } else if (compare(along, length2) >= 0) {
        sign = compare(dot(b, b), r2);
    } else {
        sign = compare(square(cross(e, s)), times(r2, length2));
    }
    give_back(mark);
    return sign;
}

/// The relation of the origin to a hull grown by `radius`. A hull that is a point or a segment with radius 0 has no
/// interior.
static oracle_relation origin_in(const vector *h, int n, number radius) {
    number zero = integer(0);
    vector origin = {zero, zero};
    if (n >= 3) {
        int left = 0;
        for (int i = 0; i < n; ++i) left += turn(h[i], h[(i + 1) % n], origin) > 0;
        if (left == n) return ORACLE_INSIDE;
    }
    int least = ORACLE_APART;
    for (int i = 0; i < n && least > ORACLE_INSIDE; ++i) {
        int sign = segment_gap(h[i], h[(i + 1) % n], radius);
        if (sign < least) least = sign;
    }
    return (oracle_relation)least;
}

// ---- A pair of simple shapes as the set C ------------------------------------------------------------------------

typedef struct {
    const carom_shape *shape;
    vector corner[CAROM_MAX_POLYGON_VERTICES];
    int count;
    number radius;
} body;

typedef struct {
    body a, b;
    vector move; ///< of a relative to b
    vector hull[MOST_POINTS];
    int count;
    number radius;
    bool flat; ///< C is a point or a segment, without interior
    int grid;
} pair;

static int corners_of(const carom_shape *shape, carom_vec2 *out, float *radius) {
    *radius = 0;
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: out[0] = shape->point; return 1;
    case CAROM_SHAPE_CIRCLE:
        out[0] = shape->circle.center;
        *radius = shape->circle.radius;
        return 1;
    case CAROM_SHAPE_SEGMENT:
        out[0] = shape->segment.a;
        out[1] = shape->segment.b;
        return 2;
    case CAROM_SHAPE_CAPSULE:
        out[0] = shape->capsule.a;
        out[1] = shape->capsule.b;
        *radius = shape->capsule.radius;
        return 2;
    case CAROM_SHAPE_BOX:
        out[0] = shape->box.min;
        out[1] = (carom_vec2){shape->box.max.x, shape->box.min.y};
        out[2] = shape->box.max;
        out[3] = (carom_vec2){shape->box.min.x, shape->box.max.y};
        return 4;
    case CAROM_SHAPE_POLYGON:
        for (int i = 0; i < shape->polygon.count; ++i) out[i] = shape->polygon.v[i];
        *radius = shape->polygon.radius;
        return shape->polygon.count;
    default: fputs("oracle: not a simple shape\n", stderr); abort();
    }
}

static int least_bit_of(const carom_shape *shape) {
    carom_vec2 corner[CAROM_MAX_POLYGON_VERTICES];
    float radius;
    int n = corners_of(shape, corner, &radius), least = lowest_bit((double)radius);
    for (int i = 0; i < n; ++i) {
        int x = lowest_bit((double)corner[i].x), y = lowest_bit((double)corner[i].y);
        least = x < least ? x : least;
        least = y < least ? y : least;
    }
    return least;
}

static int least_bit_of_vector(carom_vec2 v) {
    int x = lowest_bit((double)v.x), y = lowest_bit((double)v.y);
    return x < y ? x : y;
}

static vector vector_on_grid(carom_vec2 v, int grid) {
    return (vector){on_grid((double)v.x, grid), on_grid((double)v.y, grid)};
}

static void body_on_grid(const carom_shape *shape, int grid, body *out) {
    carom_vec2 corner[CAROM_MAX_POLYGON_VERTICES];
    float radius;
    out->shape = shape;
    out->count = corners_of(shape, corner, &radius);
    out->radius = on_grid((double)radius, grid);
    for (int i = 0; i < out->count; ++i) out->corner[i] = vector_on_grid(corner[i], grid);
}

static void subtract(pair *p) {
    vector difference[CAROM_MAX_POLYGON_VERTICES * CAROM_MAX_POLYGON_VERTICES];
    int n = 0;
    for (int i = 0; i < p->b.count; ++i) {
        for (int j = 0; j < p->a.count; ++j) difference[n++] = vminus(p->b.corner[i], p->a.corner[j]);
    }
    p->count = hull(difference, n, p->hull);
    p->radius = plus(p->a.radius, p->b.radius);
    p->flat = p->count <= 2 && mpz_sgn(p->radius) == 0;
}

/// `finest`: the exponent of another grid on which the pair must lie, INT_MAX if none.
static void make_pair(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move, int finest,
                      pair *out) {
    give_back(0);
    int bits[] = {least_bit_of(a), least_bit_of(b), least_bit_of_vector(a_move), least_bit_of_vector(b_move), finest};
    out->grid = INT_MAX;
    for (int i = 0; i < 5; ++i) out->grid = bits[i] < out->grid ? bits[i] : out->grid;
    if (out->grid == INT_MAX) out->grid = 0;
    body_on_grid(a, out->grid, &out->a);
    body_on_grid(b, out->grid, &out->b);
    out->move = vminus(vector_on_grid(a_move, out->grid), vector_on_grid(b_move, out->grid));
    subtract(out);
}

static bool moves(const pair *p) {
    return mpz_sgn(p->move.x) != 0 || mpz_sgn(p->move.y) != 0;
}

// ---- Positions of a after the fraction t of its motion -----------------------------------------------------------

static oracle_relation relation_at(const pair *p, float t) {
    int mark = numbers_in_use(), bits;
    number units = fraction((double)t, &bits);
    vector moved = vtimes(units, p->move), h[MOST_POINTS];
    for (int i = 0; i < p->count; ++i) h[i] = vminus(vshifted(p->hull[i], bits), moved);
    oracle_relation relation = origin_in(h, p->count, shifted(p->radius, bits));
    give_back(mark);
    return relation;
}

/// The relation of b to the area that a sweeps from 0 to t.
static oracle_relation relation_until(const pair *p, float t) {
    int mark = numbers_in_use(), bits;
    number units = fraction((double)t, &bits);
    vector moved = vtimes(units, p->move), track[2 * MOST_POINTS], h[2 * MOST_POINTS];
    for (int i = 0; i < p->count; ++i) {
        track[i] = vshifted(p->hull[i], bits);
        track[p->count + i] = vminus(track[i], moved);
    }
    int n = hull(track, 2 * p->count, h);
    oracle_relation relation = origin_in(h, n, shifted(p->radius, bits));
    give_back(mark);
    return relation;
}

/// C is flat: true if the position at t is on C, and no earlier position is.
static bool reaches_first_at(const pair *p, float t) {
    if (relation_at(p, t) != ORACLE_TOUCHING) return false;
    if (p->count < 2 || mpz_sgn(cross(vminus(p->hull[1], p->hull[0]), p->move)) != 0) return true;
    int bits;
    number travelled = times(fraction((double)t, &bits), dot(p->move, p->move));
    for (int i = 0; i < 2; ++i) {
        if (compare(dot(vshifted(p->hull[i], bits), p->move), travelled) < 0) return false;
    }
    return true;
}

/// For a sweep that hits: true if t is at or before the time of impact.
static bool not_later(const pair *p, float t) {
    oracle_relation until = relation_until(p, t);
    if (p->flat) return until == ORACLE_APART || reaches_first_at(p, t);
    return until != ORACLE_INSIDE;
}

/// C has an interior, and a touches b at the end of its motion: true if further motion enters the interior.
static bool enters_at_end(const pair *p) {
    bool touches_a_side = false;
    for (int i = 0; i < p->count; ++i) {
        vector from = vminus(p->move, p->hull[i]);
        vector edge = vminus(p->hull[(i + 1) % p->count], p->hull[i]);
        number along = dot(edge, from), length2 = dot(edge, edge);
        if (mpz_sgn(p->radius) == 0) {
            if (mpz_sgn(cross(edge, from)) != 0) continue;
            touches_a_side = true;
            if (mpz_sgn(cross(edge, p->move)) <= 0) return false;
        } else if (compare(dot(from, from), square(p->radius)) == 0) {
            // At the distance of a corner. If an edge were closer than its corner, a would be inside.
            return mpz_sgn(dot(from, p->move)) < 0;
        } else if (mpz_sgn(along) > 0 && compare(along, length2) < 0 &&
                   compare(square(cross(edge, from)), times(square(p->radius), length2)) == 0) {
            return mpz_sgn(cross(edge, from)) * mpz_sgn(cross(edge, p->move)) < 0;
        }
    }
    return touches_a_side;
}

// ---- One-sided segments and ends that are switched off -----------------------------------------------------------

static bool zero_length(const carom_segment *s) {
    return s->a.x == s->b.x && s->a.y == s->b.y;
}

static bool is_one_sided(const carom_shape *s) {
    return s->kind == CAROM_SHAPE_SEGMENT && s->segment.one_sided && !zero_length(&s->segment);
}

static bool has_skipped_end(const carom_shape *s) {
    return s->kind == CAROM_SHAPE_SEGMENT && (s->segment.skip_a || s->segment.skip_b);
}

static bool is_disc(const carom_shape *s) {
    return s->kind == CAROM_SHAPE_POINT || s->kind == CAROM_SHAPE_CIRCLE;
}

/// True if the centre of `other`, the mean of its corners, is right of the segment or on its line.
static bool on_outer_side(const body *segment, const body *other) {
    vector e = vminus(segment->corner[1], segment->corner[0]);
    vector sum = other->corner[0];
    for (int i = 1; i < other->count; ++i) sum = vplus(sum, other->corner[i]);
    return mpz_sgn(cross(e, vminus(sum, vtimes(integer(other->count), segment->corner[0])))) <= 0;
}

/// True if the motion is against the outward normal, to the left of the segment. `sense` -1 reverses the motion.
static bool against_normal(const body *segment, vector move, int sense) {
    return sense * mpz_sgn(cross(vminus(segment->corner[1], segment->corner[0]), move)) > 0;
}

static bool sides_allow_overlap(const pair *p) {
    if (is_one_sided(p->a.shape) && !on_outer_side(&p->a, &p->b)) return false;
    return !is_one_sided(p->b.shape) || on_outer_side(&p->b, &p->a);
}

static bool sides_allow_sweep(const pair *p) {
    if (is_one_sided(p->a.shape) && !against_normal(&p->a, p->move, -1)) return false;
    if (is_one_sided(p->b.shape) && !against_normal(&p->b, p->move, 1)) return false;
    return sides_allow_overlap(p);
}

typedef enum { FOOT_BEFORE = -1, FOOT_ON = 0, FOOT_AFTER = 1 } foot;

static foot foot_at(number along, number length2) {
    if (mpz_sgn(along) < 0) return FOOT_BEFORE;
    return compare(along, length2) > 0 ? FOOT_AFTER : FOOT_ON;
}

/// The foot of a circle's centre on a segment (or the core of a capsule) at the contact: of a sweep that hits if `move`
/// is given, at rest if it is null. `gap` is the sum of the radii.
static foot foot_of_contact(const body *segment, const body *disc, number gap, const vector *move) {
    vector e = vminus(segment->corner[1], segment->corner[0]), s = vminus(disc->corner[0], segment->corner[0]);
    number length2 = dot(e, e), along = dot(e, s), off = cross(e, s);
    if (move == NULL) return foot_at(along, length2);
    number gain = dot(e, *move), closing = cross(e, *move);
    bool outside_strip = compare(square(off), times(square(gap), length2)) >= 0;
    if (!outside_strip || mpz_sgn(off) * mpz_sgn(closing) >= 0) return foot_at(along, length2);
    // The path reaches distance `gap` from the line at (|off| - gap * sqrt(length2)) / |closing|.
    number speed = absolute(closing);
    number fixed = plus(times(along, speed), times(gain, absolute(off))), rooted = times(gain, gap);
    number minus_rooted = minus(integer(0), rooted);
    if (sign_with_root(fixed, minus_rooted, length2) < 0) return FOOT_BEFORE;
    return sign_with_root(minus(fixed, times(length2, speed)), minus_rooted, length2) > 0 ? FOOT_AFTER : FOOT_ON;
}

static bool end_is_off(const carom_shape *segment, foot where) {
    return (where == FOOT_BEFORE && segment->segment.skip_a) || (where == FOOT_AFTER && segment->segment.skip_b);
}

/// True if the contact is at an end that is switched off. `moving`: the contact of a sweep that hits, else of an
/// overlap.
static bool meets_skipped_end(const pair *p, bool moving) {
    if (has_skipped_end(p->b.shape)) {
        return end_is_off(p->b.shape, foot_of_contact(&p->b, &p->a, p->radius, moving ? &p->move : NULL));
    }
    if (has_skipped_end(p->a.shape)) {
        vector turned = vminus((vector){integer(0), integer(0)}, p->move);
        return end_is_off(p->a.shape, foot_of_contact(&p->a, &p->b, p->radius, moving ? &turned : NULL));
    }
    return false;
}

// ---- Decisions for a pair of simple shapes -----------------------------------------------------------------------

static bool pair_overlaps(const pair *p) {
    return origin_in(p->hull, p->count, p->radius) != ORACLE_APART && sides_allow_overlap(p) &&
           !meets_skipped_end(p, false);
}

typedef enum { MISS, HIT, HIT_INSIDE } outcome;

static outcome sweep_outcome_of_sets(const pair *p) {
    oracle_relation start = origin_in(p->hull, p->count, p->radius);
    if (start == ORACLE_INSIDE) return HIT_INSIDE;
    if (!moves(p)) return MISS;
    oracle_relation until = relation_until(p, 1);
    if (p->flat) {
        bool may_start_on_it = is_one_sided(p->a.shape) || is_one_sided(p->b.shape);
        return until != ORACLE_APART && (start == ORACLE_APART || may_start_on_it) ? HIT : MISS;
    }
    if (until == ORACLE_INSIDE) return HIT;
    return until == ORACLE_TOUCHING && relation_at(p, 1) == ORACLE_TOUCHING && enters_at_end(p) ? HIT : MISS;
}

static outcome sweep_outcome(const pair *p) {
    if (!sides_allow_sweep(p)) return MISS;
    outcome result = sweep_outcome_of_sets(p);
    if (result == MISS) return MISS;
    bool at_start = origin_in(p->hull, p->count, p->radius) != ORACLE_APART;
    return meets_skipped_end(p, !at_start) ? MISS : result;
}

/// For a sweep that hits: true if t is the largest float not beyond the time of impact.
static bool is_time(const pair *p, outcome result, float t) {
    if (result == HIT_INSIDE) return t == 0;
    return not_later(p, t) && (t == 1 || !not_later(p, nextafterf(t, 2)));
}

/// Not only a time of impact that rounds to 0.
static bool touches_at_start(const pair *p) {
    return relation_at(p, 0) != ORACLE_APART;
}

static float find_time(const pair *p, outcome result) {
    if (result == HIT_INSIDE) return 0;
    union {
        float f;
        uint32_t bits;
    } low = {.f = 0}, high = {.f = 1}, middle;
    if (not_later(p, 1)) return 1;
    while (high.bits - low.bits > 1) {
        middle.bits = low.bits + (high.bits - low.bits) / 2;
        *(not_later(p, middle.f) ? &low : &high) = middle;
    }
    return low.f;
}

// ---- Compounds ---------------------------------------------------------------------------------------------------

typedef struct {
    const carom_shape *part[MOST_PARTS];
    int count;
} parts;

static void collect(const carom_shape *shape, parts *out) {
    if (shape->kind != CAROM_SHAPE_COMPOUND) {
        if (out->count == MOST_PARTS) abort();
        out->part[out->count++] = shape;
        return;
    }
    for (int i = 0; i < shape->compound.count; ++i) collect(&shape->compound.parts[i], out);
}

static parts parts_of(const carom_shape *shape) {
    parts all = {.count = 0};
    collect(shape, &all);
    return all;
}

static const carom_vec2 rest = {0, 0};

bool oracle_knows(const carom_shape *a, const carom_shape *b) {
    parts as = parts_of(a), bs = parts_of(b);
    for (int i = 0; i < as.count; ++i) {
        for (int j = 0; j < bs.count; ++j) {
            const carom_shape *x = as.part[i], *y = bs.part[j];
            if ((has_skipped_end(x) && !is_disc(y)) || (has_skipped_end(y) && !is_disc(x))) return false;
        }
    }
    return true;
}

bool oracle_is_convex(const carom_polygon *polygon) {
    int n = polygon->count, ups = 0;
    if (n < 3) return false;
    carom_shape shape = {.kind = CAROM_SHAPE_POLYGON, .polygon = *polygon};
    give_back(0);
    body outline;
    body_on_grid(&shape, least_bit_of(&shape) == INT_MAX ? 0 : least_bit_of(&shape), &outline);
    for (int i = 0; i < n; ++i) {
        if (turn(outline.corner[i], outline.corner[(i + 1) % n], outline.corner[(i + 2) % n]) <= 0) return false;
        // In one turn, the outline changes from falling to rising in x once.
        bool falls = by_x_then_y(&outline.corner[(i + 1) % n], &outline.corner[i]) < 0;
        bool rises = by_x_then_y(&outline.corner[(i + 2) % n], &outline.corner[(i + 1) % n]) > 0;
        ups += falls && rises;
    }
    return ups == 1;
}

oracle_relation oracle_relate(const carom_shape *a, const carom_shape *b) {
    parts as = parts_of(a), bs = parts_of(b);
    oracle_relation least = ORACLE_APART;
    pair p;
    for (int i = 0; i < as.count; ++i) {
        for (int j = 0; j < bs.count; ++j) {
            make_pair(as.part[i], rest, bs.part[j], rest, INT_MAX, &p);
            oracle_relation relation = origin_in(p.hull, p.count, p.radius);
            if (relation < least) least = relation;
        }
    }
    return least;
}

bool oracle_overlap(const carom_shape *a, const carom_shape *b) {
    parts as = parts_of(a), bs = parts_of(b);
    pair p;
    for (int i = 0; i < as.count; ++i) {
        for (int j = 0; j < bs.count; ++j) {
            make_pair(as.part[i], rest, bs.part[j], rest, INT_MAX, &p);
            if (pair_overlaps(&p)) return true;
        }
    }
    return false;
}

oracle_hit oracle_sweep(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move) {
    parts as = parts_of(a), bs = parts_of(b);
    oracle_hit first = {.hit = false, .t = 1};
    pair p;
    for (int i = 0; i < as.count; ++i) {
        for (int j = 0; j < bs.count; ++j) {
            make_pair(as.part[i], a_move, bs.part[j], b_move, INT_MAX, &p);
            outcome result = sweep_outcome(&p);
            if (result == MISS) continue;
            oracle_hit hit = {true, result == HIT_INSIDE, find_time(&p, result), i, j};
            bool sooner = hit.t < first.t || (hit.t == first.t && hit.inside && !first.inside);
            if (!first.hit || sooner) first = hit;
        }
    }
    return first;
}

// ---- Lengths and directions, with a bound ------------------------------------------------------------------------
// In double, from exact differences: the bounds are far above the rounding errors of double.

typedef struct {
    double x, y;
} real;

static double largest(double a, double b) {
    return a > b ? a : b;
}
static double smallest(double a, double b) {
    return a < b ? a : b;
}

static double ulp(double value) {
    float size = (float)fabs(value);
    return (double)nextafterf(size, INFINITY) - (double)size;
}

static double ulp_of_vector(carom_vec2 v) {
    return largest(ulp((double)v.x), ulp((double)v.y));
}
static double size_of_vector(carom_vec2 v) {
    return largest(fabs((double)v.x), fabs((double)v.y));
}

/// C in doubles, relative to the position of a after `t`.
typedef struct {
    real corner[MOST_POINTS];
    int count;
    double radius, size; ///< size: the largest input number
} shape_of_c;

static shape_of_c seen_from(const pair *p, double t) {
    shape_of_c c = {.count = p->count, .radius = real_of(p->radius, p->grid)};
    real move = {real_of(p->move.x, p->grid), real_of(p->move.y, p->grid)};
    c.size = largest(c.radius, t * largest(fabs(move.x), fabs(move.y)));
    for (int i = 0; i < p->count; ++i) {
        double x = real_of(p->hull[i].x, p->grid), y = real_of(p->hull[i].y, p->grid);
        c.corner[i] = (real){x - t * move.x, y - t * move.y};
        c.size = largest(c.size, largest(fabs(x), fabs(y)));
    }
    return c;
}

/// The support of C along n, a unit vector: the translation along n that separates a and b.
static double support_along(const shape_of_c *c, carom_vec2 n) {
    double reach = -HUGE_VAL;
    for (int i = 0; i < c->count; ++i) {
        reach = largest(reach, (double)n.x * c->corner[i].x + (double)n.y * c->corner[i].y);
    }
    return reach + c->radius;
}

static double distance_to_edge(real a, real b) {
    double ex = b.x - a.x, ey = b.y - a.y, length2 = ex * ex + ey * ey, along = -(a.x * ex + a.y * ey);
    double k = length2 > 0 ? largest(0, smallest(1, along / length2)) : 0;
    return hypot(a.x + k * ex, a.y + k * ey);
}

/// The distance of the origin from the boundary of C's core.
static double core_distance(const shape_of_c *c) {
    double least = HUGE_VAL;
    for (int i = 0; i < c->count; ++i) {
        least = smallest(least, distance_to_edge(c->corner[i], c->corner[(i + 1) % c->count]));
    }
    return least;
}

/// The distance of a and b; the negative penetration depth if they overlap.
static double distance_of(const pair *p) {
    shape_of_c c = seen_from(p, 0);
    bool within = c.count >= 3 && origin_in(p->hull, p->count, integer(0)) == ORACLE_INSIDE;
    return (within ? -core_distance(&c) : core_distance(&c)) - c.radius;
}

/// Normals are computed in double. Cores closer than the digits of double without touching have no reliable direction.
static bool direction_is_lost(const pair *p) {
    shape_of_c c = seen_from(p, 0);
    return core_distance(&c) < 0x1p-40 * c.size && origin_in(p->hull, p->count, integer(0)) != ORACLE_TOUCHING;
}

static bool is_unit(carom_vec2 n) {
    double length2 = (double)n.x * (double)n.x + (double)n.y * (double)n.y;
    return fabs(length2 - 1) < 1e-6;
}

static bool is_point_of(carom_vec2 point, const carom_shape *shape, double tolerance) {
    carom_shape spot = {.kind = CAROM_SHAPE_POINT, .point = point};
    pair p;
    make_pair(&spot, rest, shape, rest, INT_MAX, &p);
    return distance_of(&p) <= tolerance;
}

static double size_of_shape(const carom_shape *shape) {
    parts all = parts_of(shape);
    double size = 0;
    for (int k = 0; k < all.count; ++k) {
        carom_vec2 corner[CAROM_MAX_POLYGON_VERTICES];
        float radius;
        int n = corners_of(all.part[k], corner, &radius);
        size = largest(size, (double)radius);
        for (int i = 0; i < n; ++i) size = largest(size, size_of_vector(corner[i]));
    }
    return size;
}

/// The error bound of a length computed in double from these shapes, before it is rounded to float.
static double double_error(const carom_shape *a, const carom_shape *b) {
    return 0x1p-46 * largest(size_of_shape(a), size_of_shape(b)) + 0x1p-149;
}

// ---- Distance and contact ----------------------------------------------------------------------------------------

static bool has_sides_or_ends_off(const carom_shape *s) {
    return is_one_sided(s) || has_skipped_end(s);
}

/// The checks shared by distance and contact: `depth` along `normal` separates p.
static const char *fault_of_normal(const pair *p, carom_vec2 normal, double distance) {
    if (!is_unit(normal)) return "the normal is not of unit length";
    if (direction_is_lost(p)) return NULL;
    shape_of_c c = seen_from(p, 0);
    double tolerance = 4e-7 * c.size + ulp(distance);
    if (fabs(support_along(&c, normal) + distance) > tolerance)
        return "the normal is not that of the minimum translation";
    return NULL;
}

const char *oracle_fault_of_distance(const carom_shape *a, const carom_shape *b, const carom_separation *answer) {
    if ((answer->distance <= 0) != oracle_overlap(a, b)) return "distance <= 0 is not overlap";
    parts as = parts_of(a), bs = parts_of(b);
    double least = HUGE_VAL;
    pair p;
    for (int i = 0; i < as.count; ++i) {
        for (int j = 0; j < bs.count; ++j) {
            const carom_shape *x = as.part[i], *y = bs.part[j];
            if (has_sides_or_ends_off(x) || has_sides_or_ends_off(y)) return NULL;
            make_pair(x, rest, y, rest, INT_MAX, &p);
            least = smallest(least, distance_of(&p));
        }
    }
    if (answer->part_a < 0 || answer->part_a >= as.count || answer->part_b < 0 || answer->part_b >= bs.count) {
        return "no such part";
    }
    const carom_shape *x = as.part[answer->part_a], *y = bs.part[answer->part_b];
    double distance = (double)answer->distance, rounding = double_error(a, b);
    if (fabs(distance - least) > ulp(least) + rounding) return "the distance is wrong";
    make_pair(x, rest, y, rest, INT_MAX, &p);
    const char *fault = fault_of_normal(&p, answer->normal, distance);
    if (fault != NULL) return fault;
    double near_a = 2 * ulp(size_of_shape(x)) + rounding, near_b = 2 * ulp(size_of_shape(y)) + rounding;
    if (!is_point_of(answer->on_a, x, near_a)) return "on_a is not on a";
    if (!is_point_of(answer->on_b, y, near_b)) return "on_b is not on b";
    double dx = (double)answer->on_a.x - (double)answer->on_b.x - distance * (double)answer->normal.x;
    double dy = (double)answer->on_a.y - (double)answer->on_b.y - distance * (double)answer->normal.y;
    double room = 4 * (near_a + near_b) + 4 * ulp(distance);
    return fabs(dx) > room || fabs(dy) > room ? "on_a - on_b is not distance * normal" : NULL;
}

const char *oracle_fault_of_contact(const carom_shape *a, const carom_shape *b, const carom_contact_points *answer) {
    bool overlap = oracle_overlap(a, b);
    if (answer->hit != overlap) return overlap ? "contact misses an overlap" : "contact without overlap";
    if (!overlap) return answer->count == 0 ? NULL : "points without contact";
    if (answer->count < 1 || answer->count > 2) return "not one or two points";
    if (!(answer->depth >= 0)) return "the depth is not >= 0";
    parts as = parts_of(a), bs = parts_of(b);
    if (answer->part_a < 0 || answer->part_a >= as.count || answer->part_b < 0 || answer->part_b >= bs.count) {
        return "no such part";
    }
    const carom_shape *x = as.part[answer->part_a], *y = bs.part[answer->part_b];
    double room = 2 * ulp(size_of_shape(y)) + double_error(a, b);
    for (int i = 0; i < answer->count; ++i) {
        if (!is_point_of(answer->points[i], y, room)) return "a point is not on b";
    }
    if (has_sides_or_ends_off(x) || has_sides_or_ends_off(y)) return NULL;
    pair p;
    make_pair(x, rest, y, rest, INT_MAX, &p);
    if (fabs((double)answer->depth + distance_of(&p)) > ulp((double)answer->depth) + double_error(a, b)) {
        return "the depth is wrong";
    }
    return fault_of_normal(&p, answer->normal, -(double)answer->depth);
}

// ---- Sweep and ray -----------------------------------------------------------------------------------------------

static carom_vec2 reference_of(const carom_shape *shape) {
    carom_vec2 corner[CAROM_MAX_POLYGON_VERTICES];
    float radius;
    parts all = parts_of(shape);
    corners_of(all.part[0], corner, &radius);
    return corner[0];
}

/// The pair with a translated, exactly, by to - from.
static void make_shifted_pair(const carom_shape *a, carom_vec2 from, carom_vec2 to, const carom_shape *b, double reach,
                              pair *p) {
    int bits[] = {least_bit_of_vector(from), least_bit_of_vector(to), lowest_bit(reach)}, finest = INT_MAX;
    for (int i = 0; i < 3; ++i) finest = bits[i] < finest ? bits[i] : finest;
    make_pair(a, rest, b, rest, finest, p);
    vector shift = vminus(vector_on_grid(to, p->grid), vector_on_grid(from, p->grid));
    for (int i = 0; i < p->count; ++i) p->hull[i] = vminus(p->hull[i], shift);
}

/// How many pairs of parts touch within 8 ulp, with a at `at`. Between two parts, a clear position may be as far from
/// contact. Returns -1 if a pair penetrates, other than through a segment with a solid side or a skipped end.
static int touched_parts(const carom_shape *a, const carom_shape *b, carom_vec2 at) {
    parts as = parts_of(a), bs = parts_of(b);
    double reach = 8 * ulp_of_vector(at);
    int touched = 0;
    for (int i = 0; i < as.count * bs.count; ++i) {
        const carom_shape *part_a = as.part[i / bs.count], *part_b = bs.part[i % bs.count];
        pair p;
        make_shifted_pair(part_a, reference_of(a), at, part_b, reach, &p);
        bool is_open = has_sides_or_ends_off(part_a) || has_sides_or_ends_off(part_b);
        if (!is_open && origin_in(p.hull, p.count, p.radius) == ORACLE_INSIDE) return -1;
        touched += origin_in(p.hull, p.count, plus(p.radius, on_grid(reach, p.grid))) != ORACLE_APART;
    }
    return touched;
}

/// `room`: how far from contact the position may be, in addition.
static const char *fault_of_place(double room, const carom_shape *a, const carom_shape *part_a, carom_vec2 a_move,
                                  const carom_shape *part_b, const carom_sweep_hit *answer) {
    carom_vec2 from = reference_of(a), at = answer->at;
    double size = largest(size_of_vector(from), size_of_vector(a_move));
    double shapes = largest(size_of_shape(part_a), size_of_shape(part_b));
    double reach = 2 * ulp_of_vector(at) + ldexp(1, ilogb(largest(size, 0x1p-4 * shapes) + 0x1p-100) - 46) + room;
    pair p;
    make_shifted_pair(part_a, from, at, part_b, reach, &p);
    if (origin_in(p.hull, p.count, p.radius) == ORACLE_INSIDE) return "the position penetrates b";
    number farther = plus(p.radius, on_grid(reach, p.grid));
    return origin_in(p.hull, p.count, farther) == ORACLE_APART ? "the position is more than 2 ulp from contact" : NULL;
}

/// True if `at` is the position on the motion at time t, up to rounding and the step out of b.
static bool is_on_path(carom_vec2 from, carom_vec2 move, double t, carom_vec2 at) {
    double rx = (double)from.x + t * (double)move.x, ry = (double)from.y + t * (double)move.y;
    double wide = largest(fabs(rx), fabs(ry)), step = largest(fabs((double)move.x), fabs((double)move.y));
    double room = 4 * ulp(wide) + 2 * ulp(t) * step + 0x1p-46 * (size_of_vector(from) + step);
    return fabs((double)at.x - rx) <= room && fabs((double)at.y - ry) <= room;
}

static bool same_position(carom_vec2 a, carom_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

/// Checks the normal of a hit at t, or of a start in penetration.
static const char *fault_of_hit_normal(const pair *p, outcome result, double t, carom_vec2 normal) {
    if (!is_unit(normal)) return "the normal is not of unit length";
    if (p->flat) return NULL;
    bool one_sided = is_one_sided(p->a.shape) || is_one_sided(p->b.shape);
    if (result == HIT_INSIDE && (one_sided || direction_is_lost(p))) return NULL;
    double depth = result == HIT_INSIDE ? -distance_of(p) : 0;
    shape_of_c c = seen_from(p, result == HIT_INSIDE ? 0 : t);
    double step = largest(fabs(real_of(p->move.x, p->grid)), fabs(real_of(p->move.y, p->grid)));
    double tolerance = 1e-6 * c.size + 2 * ulp(t) * step;
    return fabs(support_along(&c, normal) - depth) > tolerance ? "the normal is not that of the contact" : NULL;
}

/// True if a circle after the fraction t of its motion is level with an end of b's core, as far as double can decide.
static bool level_with_an_end(const pair *p, double t) {
    shape_of_c c = seen_from(p, t); // the ends of the core, relative to the centre
    double ex = c.corner[1].x - c.corner[0].x, ey = c.corner[1].y - c.corner[0].y, length = hypot(ex, ey);
    if (length <= 1e-9 * c.size) return true;
    double room = 1e-6 * c.size * length;
    return fabs(c.corner[0].x * ex + c.corner[0].y * ey) <= room ||
           fabs(c.corner[1].x * ex + c.corner[1].y * ey) <= room;
}

static bool feature_fits(const pair *p, outcome result, double t, carom_feature answer) {
    carom_shape_kind kind = p->b.shape->kind;
    switch (kind) {
    case CAROM_SHAPE_POINT:
    case CAROM_SHAPE_CIRCLE: return answer == CAROM_FEATURE_NONE;
    case CAROM_SHAPE_BOX:
    case CAROM_SHAPE_POLYGON: return answer == CAROM_FEATURE_SIDE || answer == CAROM_FEATURE_CORNER;
    default: break;
    }
    if (answer != CAROM_FEATURE_EDGE && answer != CAROM_FEATURE_END_A && answer != CAROM_FEATURE_END_B) return false;
    if (!is_disc(p->a.shape) || p->count < 2 || p->flat || result == HIT_INSIDE) return true;
    bool at_start = origin_in(p->hull, p->count, p->radius) != ORACLE_APART;
    foot where = foot_of_contact(&p->b, &p->a, p->radius, at_start ? NULL : &p->move);
    static const carom_feature expected[] = {CAROM_FEATURE_END_A, CAROM_FEATURE_EDGE, CAROM_FEATURE_END_B};
    return answer == expected[where + 1] || level_with_an_end(p, t);
}

const char *oracle_fault_of_sweep(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move,
                                  const carom_sweep_hit *answer) {
    parts as = parts_of(a), bs = parts_of(b);
    bool hit = false;
    int tied = 0, rivals = 0;
    pair p;
    for (int i = 0; i < as.count; ++i) {
        for (int j = 0; j < bs.count; ++j) {
            make_pair(as.part[i], a_move, bs.part[j], b_move, INT_MAX, &p);
            outcome result = sweep_outcome(&p);
            if (result == MISS) continue;
            hit = true;
            if (!answer->hit) return "a hit is missed";
            if (!(answer->t >= 0 && answer->t <= 1)) return "t is not in 0..1";
            if (result == HIT_INSIDE ? answer->t != 0 : !not_later(&p, answer->t)) return "t is late";
            bool now = is_time(&p, result, answer->t);
            bool named = answer->part_a == i && answer->part_b == j;
            if (named && !now) return "t is early, or the wrong part is reported";
            // Penetration of a part comes before touching one.
            if (result == HIT_INSIDE && !answer->inside) return "inside a part, but not reported";
            // Of parts that are hit later at one float t, which may be 0, any may be reported.
            bool rival = now && touches_at_start(&p) && (result == HIT_INSIDE) == answer->inside;
            if (rival && rivals == 0 && as.count == 1 && !named) return "not the first part";
            rivals += rival;
            tied += now;
            if (!named) continue;
            if (answer->inside != (result == HIT_INSIDE)) return "inside is wrong";
            const char *fault = fault_of_hit_normal(&p, result, (double)answer->t, answer->normal);
            if (fault != NULL) return fault;
            if (!feature_fits(&p, result, (double)answer->t, answer->feature)) return "the feature is wrong";
        }
    }
    if (answer->hit != hit) return "a false hit";
    if (hit && tied == 0) return "t is early";
    if (!hit) {
        if (answer->t != 1 || answer->inside) return "a miss must have t = 1 and not be inside";
        return is_on_path(reference_of(a), a_move, 1, answer->at) ? NULL : "a miss must end at the end of the motion";
    }
    if (answer->inside)
        return same_position(answer->at, reference_of(a)) ? NULL : "inside, but the position differs from the start";
    if (!is_on_path(reference_of(a), a_move, (double)answer->t, answer->at)) return "the position is off the path";
    if (b_move.x != 0 || b_move.y != 0) return NULL;
    // Of pairs of parts that hit at one float t, results need not say which is exactly the first, and another one may
    // displace a by as much as it moves within that t.
    double room = tied > 1 ? 2 * ulp((double)answer->t) * size_of_vector(a_move) : 0;
    int touched = as.count * bs.count > 1 ? touched_parts(a, b, answer->at) : 1;
    if (touched < 0) return "the position penetrates another part";
    if (touched > 1) room += 6 * ulp_of_vector(answer->at);
    return fault_of_place(room, a, as.part[answer->part_a], a_move, bs.part[answer->part_b], answer);
}

/// For a ray that hits at t: true if x is at or before the point at which it leaves C.
static bool not_beyond_exit(const pair *p, float t, float x) {
    return x <= t || relation_at(p, x) != ORACLE_APART || not_later(p, x);
}

/// True if x is the fraction at which the ray that hits at t leaves C, within 2 ulp.
static bool is_exit(const pair *p, float t, float x) {
    if (!(x >= t)) return false;
    if (p->flat || isinf(x)) return true;
    float low = nextafterf(nextafterf(x, 0), 0), high = nextafterf(nextafterf(x, INFINITY), INFINITY);
    return not_beyond_exit(p, t, low) && (isinf(high) || !not_beyond_exit(p, t, high));
}

const char *oracle_fault_of_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b, const carom_ray_hit *answer) {
    carom_shape spot = {.kind = CAROM_SHAPE_POINT, .point = from};
    parts bs = parts_of(b);
    bool hit = false, at_time = false, rivaled = false;
    pair p;
    for (int j = 0; j < bs.count; ++j) {
        make_pair(&spot, move, bs.part[j], rest, INT_MAX, &p);
        outcome result = sweep_outcome(&p);
        if (result == MISS) continue;
        hit = true;
        if (!answer->hit) return "a hit is missed";
        if (!(answer->t >= 0 && answer->t <= 1)) return "t is not in 0..1";
        if (result == HIT_INSIDE ? answer->t != 0 : !not_later(&p, answer->t)) return "t is late";
        bool now = is_time(&p, result, answer->t), named = answer->part == j;
        if (named && !now) return "t is early, or the wrong part is reported";
        if (result == HIT_INSIDE && !answer->inside) return "inside a part, but not reported";
        bool rival = now && touches_at_start(&p) && (result == HIT_INSIDE) == answer->inside;
        if (rival && !rivaled && !named) return "not the first part";
        rivaled = rivaled || rival;
        at_time = at_time || now;
        if (!named) continue;
        if (answer->inside != (result == HIT_INSIDE)) return "inside is wrong";
        const char *fault = fault_of_hit_normal(&p, result, (double)answer->t, answer->normal);
        if (fault != NULL) return fault;
        if (moves(&p) && !is_exit(&p, answer->t, answer->exit)) return "the exit is wrong";
        if (!feature_fits(&p, result, (double)answer->t, answer->feature)) return "the feature is wrong";
    }
    if (answer->hit != hit) return "a false hit";
    if (!hit) {
        if (answer->t != 1 || answer->exit != 1 || answer->inside) return "a miss must have t = 1 and exit = 1";
        return NULL;
    }
    if (!at_time) return "t is early";
    return is_on_path(from, move, (double)answer->t, answer->point) ? NULL : "the point is off the ray";
}
