// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Two queries in three dimensions: a ray against a sphere, a moving sphere against a segment. The second contains the
// first (a sphere of radius R against a segment of zero length), so there is one routine: the moving centre against two
// spheres about the ends and the cylinder between them, each by dot3 products.
//
// With s the centre relative to an end, m the motion and e the segment:
//
//     sphere    |s + t m|^2 = R^2             t = C / (-B + sqrt Q), C = s^2 - R^2, B = s.m, Q = m^2 R^2 - |m x s|^2
//     cylinder  |(s + t m) x e|^2 = R^2 e^2   the same with S = s x e, M = m x e, R^2 e^2 and Q = e^2 (R^2 M^2 - D^2),
//               D = det(s, m, e), since S x M = D e
//
// Signs decide which of them is hit, and beside which part of the segment; exact numbers where double is inconclusive.
#include "geom/clear_position.h"
#include "geom/exact.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "geom/toi_rounding.h"

#include <math.h>

// ---- Vectors in double and in exact numbers ----------------------------------------------------------------------

typedef struct vector3 {
    double x, y, z;
} vector3;

typedef struct exact3 {
    cr_exact x, y, z;
} exact3;

static vector3 difference3(carom_vec3 a, carom_vec3 b) {
    return (vector3){(double)a.x - (double)b.x, (double)a.y - (double)b.y, (double)a.z - (double)b.z};
}

static vector3 along(vector3 s, vector3 m, double t) {
    return (vector3){s.x + t * m.x, s.y + t * m.y, s.z + t * m.z};
}

static double dot3(vector3 a, vector3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vector3 cross(vector3 a, vector3 b) {
    return (vector3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double length3(vector3 a) {
    return sqrt(dot3(a, a));
}

/// Above the square root of 2: the length of a x b, if all its terms were positive, is at most that times |a| |b|.
#define CROSS_SIZE 1.415

static exact3 exact_of(carom_vec3 v) {
    return (exact3){cr_exact_of((double)v.x), cr_exact_of((double)v.y), cr_exact_of((double)v.z)};
}

static exact3 exact_difference3(carom_vec3 a, carom_vec3 b) {
    exact3 p = exact_of(a), q = exact_of(b);
    return (exact3){cr_exact_subtract(&p.x, &q.x), cr_exact_subtract(&p.y, &q.y), cr_exact_subtract(&p.z, &q.z)};
}

static exact3 exact_along(const exact3 *s, const exact3 *m, double t) {
    cr_exact scale = cr_exact_of(t);
    cr_exact x = cr_exact_multiply(&scale, &m->x), y = cr_exact_multiply(&scale, &m->y),
             z = cr_exact_multiply(&scale, &m->z);
    return (exact3){cr_exact_add(&s->x, &x), cr_exact_add(&s->y, &y), cr_exact_add(&s->z, &z)};
}

static cr_exact exact_dot(const exact3 *a, const exact3 *b) {
    cr_exact x = cr_exact_multiply(&a->x, &b->x), y = cr_exact_multiply(&a->y, &b->y),
             z = cr_exact_multiply(&a->z, &b->z);
    cr_exact xy = cr_exact_add(&x, &y);
    return cr_exact_add(&xy, &z);
}

static cr_exact exact_minor(const cr_exact *a, const cr_exact *b, const cr_exact *c, const cr_exact *d) {
    cr_exact l = cr_exact_multiply(a, b), r = cr_exact_multiply(c, d);
    return cr_exact_subtract(&l, &r);
}

static exact3 exact_cross(const exact3 *a, const exact3 *b) {
    return (exact3){exact_minor(&a->y, &b->z, &a->z, &b->y), exact_minor(&a->z, &b->x, &a->x, &b->z),
                    exact_minor(&a->x, &b->y, &a->y, &b->x)};
}

static cr_relation relation_of(int sign) {
    return sign > 0 ? CR_INSIDE : sign == 0 ? CR_TOUCHING : CR_APART;
}

// ---- Quadrics ----------------------------------------------------------------------------------------------------

/// A quadric relative to its axis or centre: a sphere about an end, or the cylinder between the two ends.
typedef struct round_thing {
    bool cylinder;
    vector3 s, m, e;              // start from `end`, motion, segment; in double
    vector3 S, M;                 // the same, for a cylinder crossed with e
    double from, speed, length;   // lengths of s, m and e; of a sphere, the last is 1
    double scale;                 // |S| and |M| are at most that times |s| and |m|, even if all terms were positive
    double reach2, radius;        // R^2, for a cylinder times e^2
    carom_vec3 center, end, move; // as given, for the exact stage
    carom_vec3 a, b;
} round_thing;

static round_thing ball_about(carom_vec3 center, carom_vec3 move, carom_vec3 end, float radius) {
    round_thing r = {.center = center, .end = end, .move = move, .radius = (double)radius};
    r.s = r.S = difference3(center, end);
    r.m = r.M = (vector3){(double)move.x, (double)move.y, (double)move.z};
    r.from = length3(r.s);
    r.speed = length3(r.m);
    r.length = 1;
    r.scale = CROSS_SIZE;
    r.reach2 = r.radius * r.radius;
    return r;
}

static round_thing cylinder_along(carom_vec3 center, carom_vec3 move, carom_vec3 a, carom_vec3 b, float radius) {
    round_thing r = ball_about(center, move, a, radius);
    r.cylinder = true;
    r.a = a;
    r.b = b;
    r.e = difference3(b, a);
    r.S = cross(r.s, r.e);
    r.M = cross(r.m, r.e);
    r.length = length3(r.e);
    r.scale = CROSS_SIZE * r.length;
    r.reach2 *= dot3(r.e, r.e);
    return r;
}

typedef struct exact_round {
    exact3 S, M;
    cr_exact reach2;
} exact_round;

/// S + t M, M and the reach in exact numbers.
static exact_round exact_at(const round_thing *r, double t) {
    exact3 s = exact_difference3(r->center, r->end), m = exact_of(r->move);
    exact_round x = {exact_along(&s, &m, t), m, cr_exact_of(r->radius)};
    x.reach2 = cr_exact_multiply(&x.reach2, &x.reach2);
    if (r->cylinder) {
        exact3 e = exact_difference3(r->b, r->a);
        cr_exact length2 = exact_dot(&e, &e);
        x.S = exact_cross(&x.S, &e);
        x.M = exact_cross(&x.M, &e);
        x.reach2 = cr_exact_multiply(&x.reach2, &length2);
    }
    return x;
}

static const double BOUND = 40.9 * CR_U;

/// Compares the distance of the centre at time t with R.
static cr_relation near_at(const round_thing *r, double t) {
    vector3 at = along(r->S, r->M, t);
    double value = r->reach2 - dot3(at, at), size = (r->from + t * r->speed) * r->scale;
    if (fabs(value) > BOUND * (r->reach2 + size * size)) return relation_of(cr_sign(value));
    CR_TAKE_EXACT_PATH();
    exact_round x = exact_at(r, t);
    cr_exact far = exact_dot(&x.S, &x.S);
    return relation_of(cr_exact_compare(&x.reach2, &far));
}

/// < 0 while the centre approaches.
static int leaving_at(const round_thing *r, double t) {
    vector3 at = along(r->S, r->M, t);
    double value = dot3(at, r->M), size = (r->from + t * r->speed) * r->scale;
    if (fabs(value) > BOUND * (size * r->speed * r->scale)) return cr_sign(value);
    CR_TAKE_EXACT_PATH();
    exact_round x = exact_at(r, t);
    return exact_dot(&x.S, &x.M).sign;
}

/// Q for a ball, Q / e^2 for a cylinder.
static double room(const round_thing *r, double *size) {
    vector3 sm = cross(r->s, r->m);
    double det = dot3(sm, r->e), across2 = r->cylinder ? det * det : dot3(sm, sm);
    double wide = r->radius * r->radius, m_size = r->speed * r->scale;
    *size = (wide + r->from * r->from) * (m_size * m_size);
    return wide * dot3(r->M, r->M) - across2;
}

/// The same, exactly.
static cr_exact exact_room(const round_thing *r, const exact_round *x) {
    exact3 s = exact_difference3(r->center, r->end), m = exact_of(r->move), sm = exact_cross(&s, &m);
    cr_exact across2 = exact_dot(&sm, &sm);
    if (r->cylinder) {
        exact3 e = exact_difference3(r->b, r->a);
        cr_exact det = exact_dot(&sm, &e);
        across2 = cr_exact_multiply(&det, &det);
    }
    cr_exact radius = cr_exact_of(r->radius), wide = cr_exact_multiply(&radius, &radius);
    cr_exact m2 = exact_dot(&x->M, &x->M), near = cr_exact_multiply(&wide, &m2);
    return cr_exact_subtract(&near, &across2);
}

/// The root of e^2 Q' for a cylinder, of Q for a ball; 0 if Q is certainly negative, and then without an error.
static double root_of_room(const round_thing *r, double *error) {
    double size, q = room(r, &size), q_error = BOUND * size;
    double root = q > 0 ? sqrt(q) : 0;
    *error = r->length * (q < -q_error ? 0 : q > q_error ? q_error / root : sqrt(fabs(q) + q_error));
    return r->length * root; // apart from q, whose degree is the highest that double can represent
}

/// Compares the distance of the line of motion with R.
static cr_relation passes(const round_thing *r) {
    double size, value = room(r, &size);
    if (fabs(value) > BOUND * size) return relation_of(cr_sign(value));
    CR_TAKE_EXACT_PATH();
    exact_round x = exact_at(r, 0);
    return relation_of(exact_room(r, &x).sign);
}

/// True if the centre at time t is beside the segment, between its ends.
static bool beside_at(const round_thing *r, double t) {
    exact3 s = exact_difference3(r->center, r->a), m = exact_of(r->move), e = exact_difference3(r->b, r->a);
    exact3 at = exact_along(&s, &m, t);
    cr_exact foot = exact_dot(&at, &e), length2 = exact_dot(&e, &e);
    return foot.sign >= 0 && cr_exact_compare(&foot, &length2) <= 0;
}

/// At the impact with the cylinder: is the centre beside the segment, on the inner side of end a (of b)? The foot from
/// that end, times -S.M + sqrt(e^2 Q'), is X + Y sqrt(e^2 Q') with Y = e.s and X = (S^2 - R^2 e^2) e.m - (S.M) Y.
static bool meets_beside(const round_thing *r, bool from_b) {
    vector3 s = from_b ? difference3(r->center, r->b) : r->s;
    double y = dot3(r->e, s), y_size = r->length * length3(s);
    double em = dot3(r->e, r->m), em_size = r->length * r->speed;
    double gap = dot3(r->S, r->S) - r->reach2, s_size = r->from * r->scale, gap_size = s_size * s_size + r->reach2;
    double sm = dot3(r->S, r->M), sm_size = s_size * r->speed * r->scale;
    double root_error, root = root_of_room(r, &root_error);
    double value = gap * em - sm * y + y * root;
    double size = gap_size * em_size + sm_size * y_size + y_size * root;
    if (fabs(value) > BOUND * size + y_size * root_error) return from_b ? value < 0 : value > 0;

    CR_TAKE_EXACT_PATH();
    exact_round x = exact_at(r, 0);
    exact3 exact_s = exact_difference3(r->center, from_b ? r->b : r->a), m = exact_of(r->move);
    exact3 e = exact_difference3(r->b, r->a);
    cr_exact Y = exact_dot(&e, &exact_s), exact_em = exact_dot(&e, &m), l = exact_dot(&e, &e);
    cr_exact s2 = exact_dot(&x.S, &x.S), exact_gap = cr_exact_subtract(&s2, &x.reach2);
    cr_exact SM = exact_dot(&x.S, &x.M), first = cr_exact_multiply(&exact_gap, &exact_em);
    cr_exact second = cr_exact_multiply(&SM, &Y), X = cr_exact_subtract(&first, &second);
    cr_exact Q = exact_room(r, &x), lQ = cr_exact_multiply(&l, &Q);
    cr_exact YY = cr_exact_multiply(&Y, &Y), XX = cr_exact_multiply(&X, &X), YYlQ = cr_exact_multiply(&YY, &lQ);
    int order = cr_exact_compare(&XX, &YYlQ);
    int sign = lQ.sign <= 0 || Y.sign == 0 ? X.sign
               : X.sign == Y.sign          ? X.sign
               : order > 0                 ? X.sign
               : order < 0                 ? Y.sign
                                           : 0;
    return from_b ? sign <= 0 : sign >= 0;
}

// ---- Times -------------------------------------------------------------------------------------------------------

static cr_toi_estimate time_of(const round_thing *r) {
    double gap = dot3(r->S, r->S) - r->reach2, s_size = r->from * r->scale, gap_size = s_size * s_size + r->reach2;
    double approach = -dot3(r->S, r->M), approach_size = s_size * r->speed * r->scale;
    double root_error, speed = approach + root_of_room(r, &root_error);
    return cr_toi_quotient(gap, BOUND * gap_size, speed, BOUND * (approach_size + fabs(speed)) + root_error);
}

static bool is_passed(const void *context, double t) {
    const round_thing *r = context;
    int leaving = leaving_at(r, t);
    return r->radius > 0 ? near_at(r, t) == CR_INSIDE || leaving >= 0 : leaving > 0;
}

/// True if the centre, from outside, reaches distance R within the motion.
static bool is_met(const round_thing *r) {
    if (near_at(r, 0) == CR_INSIDE || leaving_at(r, 0) >= 0) return false;
    cr_relation line = passes(r);
    if (line == CR_APART || (line == CR_TOUCHING && r->radius > 0)) return false;
    if (leaving_at(r, 1) < 0 && near_at(r, 1) == CR_APART) return false;
    return !r->cylinder || (meets_beside(r, false) && meets_beside(r, true));
}

/// The only end that the centre can reach first if it does not reach the cylinder: the end that it is beyond when it
/// reaches distance R from the line; if it starts nearer, the end that it is beyond at the start.
static int first_end(const round_thing *cylinder) {
    if (near_at(cylinder, 0) == CR_APART) return meets_beside(cylinder, false) ? 1 : 0;
    double foot = dot3(cylinder->s, cylinder->e);
    if (fabs(foot) > BOUND * (cylinder->from * cylinder->length)) return foot < 0 ? 0 : 1;
    CR_TAKE_EXACT_PATH();
    exact3 s = exact_difference3(cylinder->center, cylinder->a), e = exact_difference3(cylinder->b, cylinder->a);
    return exact_dot(&s, &e).sign < 0 ? 0 : 1;
}

/// The index of the first of three quadrics that the centre reaches, by exact signs; -1 if it reaches none. The capsule
/// is convex: the centre enters it where it reaches the cylinder beside the segment.
static int first_met(const round_thing *things) {
    if (is_met(&things[2])) return 2;
    int end = first_end(&things[2]);
    return is_met(&things[end]) ? end : -1;
}

// ---- Queries -----------------------------------------------------------------------------------------------------

static bool finite3(carom_vec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static carom_vec3 rounded(vector3 v) {
    return (carom_vec3){cr_rounded_float(v.x), cr_rounded_float(v.y), cr_rounded_float(v.z)};
}

static bool is_clear3(void *context, carom_vec3 at) {
    const round_thing *things = context; // two spheres and a cylinder, or one sphere
    for (int i = 0; i < 3 && (i == 0 || things[2].cylinder); ++i) {
        round_thing moved = things[i].cylinder
                                ? cylinder_along(at, things[i].move, things[i].a, things[i].b, (float)things[i].radius)
                                : ball_about(at, things[i].move, things[i].end, (float)things[i].radius);
        if (near_at(&moved, 0) == CR_INSIDE && (!moved.cylinder || beside_at(&moved, 0))) return false;
    }
    return true;
}

/// The part of a vector at right angles to the axis of a cylinder; of a ball, the vector.
static vector3 across_axis(const round_thing *r, vector3 v) {
    return r->cylinder ? along(v, r->e, -(dot3(v, r->e) / dot3(r->e, r->e))) : v;
}

/// From the axis or centre of the quadric to the moving centre, of unit length. Without a radius, where rounding alone
/// would decide it, and at the axis: against the motion.
static vector3 normal_from(const round_thing *r, vector3 axis_to_center) {
    double length = r->radius > 0 ? length3(axis_to_center) : 0;
    if (length == 0) {
        vector3 move = across_axis(r, r->m);
        axis_to_center = (vector3){-move.x, -move.y, -move.z};
        length = length3(move);
    }
    if (length == 0) return (vector3){1, 0, 0};
    return (vector3){axis_to_center.x / length, axis_to_center.y / length, axis_to_center.z / length};
}

static carom_hit3 hit_through(round_thing *things, int first_hit, bool inside, float t, double time) {
    const round_thing *r = &things[first_hit];
    vector3 center = along((vector3){(double)r->center.x, (double)r->center.y, (double)r->center.z}, r->m, time);
    vector3 out = across_axis(r, along(r->s, r->m, time)); // from the axis or centre of the quadric
    carom_hit3 hit = {.hit = true, .inside = inside, .t = t, .exit = 1};
    hit.normal = rounded(normal_from(r, out));
    hit.point = rounded(along(center, out, -1));
    hit.at = time > 0 ? cr_clear_position3(r->center, r->move, time, hit.normal, is_clear3, things) : r->center;
    hit.feature = first_hit == 2 ? CAROM_FEATURE_EDGE : first_hit == 1 ? CAROM_FEATURE_END_B : CAROM_FEATURE_END_A;
    return hit;
}

/// The moving centre against the spheres about both ends (0 and 1) and the cylinder between them (2). A segment of zero
/// length has only the first.
static carom_hit3 sweep(round_thing *things, int count) {
    const round_thing *r = &things[0];
    carom_hit3 none = {
        .t = 1,
        .exit = 1,
        .at = rounded(along((vector3){(double)r->center.x, (double)r->center.y, (double)r->center.z}, r->m, 1))};
    for (int i = count - 1; i >= 0; --i) { // the cylinder first: its feature is the edge
        bool inside = near_at(&things[i], 0) == CR_INSIDE && (!things[i].cylinder || beside_at(&things[i], 0));
        if (inside) return hit_through(things, i, true, 0, 0);
    }
    for (int i = count - 1; i >= 0; --i) { // in contact
        bool touching = near_at(&things[i], 0) == CR_TOUCHING && (!things[i].cylinder || beside_at(&things[i], 0));
        if (!touching) continue;
        // The distance is convex along the path: the centre enters at once or never.
        if (things[i].radius == 0 || leaving_at(&things[i], 0) >= 0) return none;
        return hit_through(things, i, false, 0, 0);
    }
    int first = count == 3 ? first_met(things) : is_met(r) ? 0 : -1;
    if (first < 0) return none;
    cr_toi_estimate e = time_of(&things[first]);
    float t = cr_toi_down(e, is_passed, &things[first]);
    return hit_through(things, first, false, t, cr_toi_near(e, t, is_passed, &things[first]));
}

/// R^2 - s^2, with an error of about u^2 of its terms: near the sphere, they cancel.
static double depth_of_start(const round_thing *ball) {
    const double from[3] = {(double)ball->center.x, (double)ball->center.y, (double)ball->center.z};
    const double to[3] = {(double)ball->end.x, (double)ball->end.y, (double)ball->end.z};
    double depth = ball->reach2, rest = 0;
    for (int i = 0; i < 3; ++i) {
        double low, lost, rounded_off, s = cr_difference_of(from[i], to[i], &low);
        depth = cr_difference_of(depth, cr_product_of(s, s, &rounded_off), &lost);
        rest += lost - (rounded_off + 2 * s * low);
    }
    return depth + rest;
}

/// The greater root of t^2 m^2 + 2 t s.m = R^2 - s^2.
static double exit_of(const round_thing *ball) {
    double length2 = dot3(ball->m, ball->m), along = dot3(ball->s, ball->m), depth = depth_of_start(ball);
    if (length2 == 0) return HUGE_VAL;
    double q = along * along + length2 * depth, root = q > 0 ? sqrt(q) : 0;
    return along > 0 ? depth / (along + root) : (root - along) / length2;
}

carom_hit3 carom_ray_sphere(carom_vec3 from, carom_vec3 move, carom_vec3 center, float radius) {
    if (!finite3(from) || !finite3(move) || !finite3(center) || !(radius >= 0) || !isfinite(radius))
        return (carom_hit3){.t = 1, .exit = 1, .at = from};
    round_thing things[3] = {ball_about(from, move, center, radius)};
    carom_hit3 hit = sweep(things, 1);
    hit.feature = CAROM_FEATURE_NONE;
    if (!hit.hit) return hit;
    double exit = exit_of(&things[0]);
    hit.exit = exit > (double)hit.t ? cr_rounded_float(exit) : hit.t;
    hit.point = hit.at;
    return hit;
}

carom_hit3 carom_sweep_sphere_segment(carom_vec3 center, float radius, carom_vec3 move, carom_vec3 a, carom_vec3 b) {
    if (!finite3(center) || !finite3(move) || !finite3(a) || !finite3(b) || !(radius >= 0) || !isfinite(radius))
        return (carom_hit3){.t = 1, .exit = 1, .at = center};
    round_thing things[3] = {ball_about(center, move, a, radius)};
    if (a.x == b.x && a.y == b.y && a.z == b.z) return sweep(things, 1);
    things[1] = ball_about(center, move, b, radius);
    things[2] = cylinder_along(center, move, a, b, radius);
    return sweep(things, 3);
}
