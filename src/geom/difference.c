// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The Minkowski difference, and the exact signs that decide every query. Each sign is written twice, side by side: in
// double with an error bound (the filter), and in exact numbers for inconclusive cases.
//
// Error bounds: a coordinate of C carries one rounding, of a displacement two, of a merged edge two. A bound uses the
// sums of magnitudes (`sx`, `sy` of struct offset) where differences may cancel. src/geom/proofs has the proofs.
#include "geom/difference.h"

#include "geom/exact.h"
#include "geom/predicate.h"

#include <math.h>

// ---- Making ------------------------------------------------------------------------------------------------------

static void put_vertex(cr_difference *c, int i, int j) {
    int k = c->count++;
    carom_vec2 a = c->a->v[i], b = c->b->v[j];
    c->of_a[k] = (unsigned char)i;
    c->of_b[k] = (unsigned char)j;
    c->v[k] = cr_vector_between(a, b);
}

/// The lowest vertex, of several the leftmost; for the negated core the highest, rightmost.
static int first_vertex(const cr_core *core, bool negated) {
    int best = 0;
    for (int i = 1; i < core->count; ++i) {
        carom_vec2 v = core->v[i], w = core->v[best];
        bool lower = v.y < w.y || (v.y == w.y && v.x < w.x);
        bool higher = v.y > w.y || (v.y == w.y && v.x > w.x);
        if (negated ? higher : lower) best = i;
    }
    return best;
}

int cr_angle_order(carom_vec2 b0, carom_vec2 b1, carom_vec2 a0, carom_vec2 a1) {
    double bx = (double)b1.x - (double)b0.x, by = (double)b1.y - (double)b0.y;
    double ax = (double)a0.x - (double)a1.x, ay = (double)a0.y - (double)a1.y;
    double left = bx * ay, right = by * ax;
    double bound = CR_DEGREE_2 * (fabs(left) + fabs(right));
    if (left - right > bound) return 1;
    if (left - right < -bound) return -1;
    double low[4];
    cr_difference_of((double)b1.x, (double)b0.x, &low[0]);
    cr_difference_of((double)b1.y, (double)b0.y, &low[1]);
    cr_difference_of((double)a0.x, (double)a1.x, &low[2]);
    cr_difference_of((double)a0.y, (double)a1.y, &low[3]);
    bool unrounded = low[0] == 0 && low[1] == 0 && low[2] == 0 && low[3] == 0;
    if (unrounded && !isinf(CR_U)) return cr_compare_products(bx, ay, by, ax);
    CR_TAKE_EXACT_PATH();
    cr_exact2 p0 = {cr_exact_of((double)b0.x), cr_exact_of((double)b0.y)};
    cr_exact2 p1 = {cr_exact_of((double)b1.x), cr_exact_of((double)b1.y)};
    cr_exact2 q0 = {cr_exact_of((double)a0.x), cr_exact_of((double)a0.y)};
    cr_exact2 q1 = {cr_exact_of((double)a1.x), cr_exact_of((double)a1.y)};
    cr_exact2 b = cr_exact2_subtract(&p1, &p0), a = cr_exact2_subtract(&q0, &q1);
    return cr_exact2_cross(&b, &a).sign;
}

void cr_difference_make(cr_difference *c, const cr_core *a, const cr_core *b) {
    c->a = a;
    c->b = b;
    c->count = 0;
    c->radius = (double)a->radius + (double)b->radius;
    c->low_radius = 0;
    if (a->radius != 0 && b->radius != 0)
        c->radius = cr_difference_of((double)a->radius, -(double)b->radius, &c->low_radius);

    // A single vertex has no edges to merge.
    int edges_a = a->count > 1 ? a->count : 0, edges_b = b->count > 1 ? b->count : 0;
    int i = first_vertex(a, true), j = first_vertex(b, false);
    if (edges_a + edges_b == 0) put_vertex(c, 0, 0);
    for (int done_a = 0, done_b = 0; done_a < edges_a || done_b < edges_b;) {
        int next_i = i + 1 < a->count ? i + 1 : 0, next_j = j + 1 < b->count ? j + 1 : 0;
        int order = done_a == edges_a   ? 1
                    : done_b == edges_b ? -1
                                        : cr_angle_order(b->v[j], b->v[next_j], a->v[i], a->v[next_i]);
        put_vertex(c, i, j);
        int k = c->count - 1;
        c->ex[k] = c->ey[k] = 0;
        if (order >= 0) {
            c->ex[k] += (double)b->v[next_j].x - (double)b->v[j].x;
            c->ey[k] += (double)b->v[next_j].y - (double)b->v[j].y;
            j = next_j;
            ++done_b;
        }
        if (order <= 0) {
            c->ex[k] += (double)a->v[i].x - (double)a->v[next_i].x;
            c->ey[k] += (double)a->v[i].y - (double)a->v[next_i].y;
            i = next_i;
            ++done_a;
        }
    }
}

cr_displacement cr_displacement_of(cr_vector h, double scale) {
    return (cr_displacement){.x = scale * h.x, .y = scale * h.y, .scale = scale, .h = h};
}

// ---- Operands of the signs ---------------------------------------------------------------------------------------

/// p - vertex k in double, and the magnitudes that went into it.
typedef struct offset {
    double x, y;
    double sx, sy;
    bool whole; // x and y carry no rounding but that of this difference
} offset;

/// True if the double of the displacement is exact.
static bool is_whole(const cr_displacement *p) {
    return p->h.low_x == 0 && p->h.low_y == 0 && (p->scale == 0 || p->scale == 1);
}

static offset offset_of(const cr_difference *c, int k, const cr_displacement *p) {
    const cr_vector *v = &c->v[k];
    offset s = {.x = p->x - v->x, .y = p->y - v->y};
    s.whole = v->low_x == 0 && v->low_y == 0 && is_whole(p);
    s.sx = s.whole ? fabs(s.x) : fabs(p->x) + fabs(v->x);
    s.sy = s.whole ? fabs(s.y) : fabs(p->y) + fabs(v->y);
    return s;
}

static cr_exact exact_sum(double high, double low) {
    cr_exact h = cr_exact_of(high);
    if (low == 0) return h;
    cr_exact l = cr_exact_of(low);
    return cr_exact_add(&h, &l);
}

static cr_exact2 exact_vector(const cr_vector *v) {
    return (cr_exact2){exact_sum(v->x, v->low_x), exact_sum(v->y, v->low_y)};
}

static cr_exact2 exact_displacement(const cr_displacement *p) {
    cr_exact2 h = exact_vector(&p->h);
    if (p->scale == 1) return h;
    cr_exact scale = cr_exact_of(p->scale);
    return (cr_exact2){cr_exact_multiply(&scale, &h.x), cr_exact_multiply(&scale, &h.y)};
}

static cr_exact2 exact_offset(const cr_difference *c, int k, const cr_displacement *p) {
    CR_TAKE_EXACT_PATH();
    cr_exact2 d = exact_displacement(p), v = exact_vector(&c->v[k]);
    return cr_exact2_subtract(&d, &v);
}

static cr_exact2 exact_edge(const cr_difference *c, int k) {
    cr_exact2 from = exact_vector(&c->v[k]), to = exact_vector(&c->v[cr_next(c, k)]);
    return cr_exact2_subtract(&to, &from);
}

static cr_exact exact_square(const cr_exact *x) {
    return cr_exact_multiply(x, x);
}

static cr_exact exact_radius_squared(const cr_difference *c) {
    cr_exact r = exact_sum(c->radius, c->low_radius);
    return exact_square(&r);
}

static cr_relation relation_of_sign(int sign) {
    return sign > 0 ? CR_INSIDE : sign == 0 ? CR_TOUCHING : CR_APART;
}

/// True if all values are multiples of one power of two, and at most 2^24 times it. Then every polynomial of degree 2
/// in their differences is exact in double. Game data nearly always satisfies this.
static bool on_short_grid(const double *values, int count) {
    double greatest = 0;
    for (int i = 0; i < count; ++i) {
        double size = fabs(values[i]);
        if (size > greatest) greatest = size;
    }
    double anchor = greatest * 1.5 * 536870912.0; // 2^29: its ulp is between 2^-23 and 2^-22 of `greatest`
    for (int i = 0; i < count; ++i) {
        if ((values[i] + anchor) - anchor != values[i]) return false;
    }
    return true;
}

/// True if the displacement, two vertices and the radius are exact in double and on a short grid.
static bool are_short(const cr_difference *c, const cr_vector *v, const cr_vector *w, const cr_displacement *p) {
    if (v->low_x != 0 || v->low_y != 0 || w->low_x != 0 || w->low_y != 0 || c->low_radius != 0) return false;
    if (!is_whole(p)) return false;
    double values[7] = {p->x, p->y, v->x, v->y, w->x, w->y, c->radius};
    return on_short_grid(values, 7);
}

/// The same for vertex k alone: a search sets no other one.
static bool is_vertex_short(const cr_difference *c, int k, const cr_displacement *p) {
    return are_short(c, &c->v[k], &c->v[k], p);
}

static bool is_edge_short(const cr_difference *c, int k, const cr_displacement *p) {
    return are_short(c, &c->v[k], &c->v[cr_next(c, k)], p);
}

// ---- Exact signs -------------------------------------------------------------------------------------------------

int cr_side_of_edge(const cr_difference *c, int k, const cr_displacement *p) {
    offset s = offset_of(c, k, p);
    double value = c->ex[k] * s.y - c->ey[k] * s.x;
    double bound = CR_DEGREE_2 * (fabs(c->ex[k]) * s.sy + fabs(c->ey[k]) * s.sx);
    // Along an axis, the sign is that of one difference, which double does not lose.
    bool is_along_axis = s.whole && (c->ex[k] == 0 || c->ey[k] == 0) && !isinf(CR_U);
    if (fabs(value) > bound || is_along_axis || is_edge_short(c, k, p)) return cr_sign(value);
    CR_TAKE_EXACT_PATH();
    cr_exact2 e = exact_edge(c, k), o = exact_offset(c, k, p);
    return cr_exact2_cross(&e, &o).sign;
}

int cr_inward(const cr_difference *c, int k, const cr_displacement *m) {
    double left = c->ex[k] * m->y, right = c->ey[k] * m->x, value = left - right;
    if (fabs(value) > CR_DEGREE_2 * (fabs(left) + fabs(right)) || is_edge_short(c, k, m)) return cr_sign(value);
    CR_TAKE_EXACT_PATH();
    cr_exact2 e = exact_edge(c, k), d = exact_displacement(m);
    return cr_exact2_cross(&e, &d).sign;
}

int cr_leaving(const cr_difference *c, int k, const cr_displacement *p, const cr_displacement *m) {
    offset s = offset_of(c, k, p);
    double value = s.x * m->x + s.y * m->y;
    double bound = CR_DEGREE_2 * (s.sx * fabs(m->x) + s.sy * fabs(m->y));
    if (fabs(value) > bound || (is_vertex_short(c, k, p) && is_vertex_short(c, k, m))) return cr_sign(value);
    CR_TAKE_EXACT_PATH();
    cr_exact2 o = exact_offset(c, k, p), d = exact_displacement(m);
    return cr_exact2_dot(&o, &d).sign;
}

static cr_exact exact_offset_from_path(const cr_difference *c, int k, const cr_displacement *m) {
    cr_exact2 d = exact_displacement(m), v = exact_vector(&c->v[k]);
    return cr_exact2_cross(&d, &v);
}

int cr_side_of_path(const cr_difference *c, int k, const cr_displacement *m) {
    const cr_vector *v = &c->v[k];
    double left = m->x * v->y, right = m->y * v->x, value = left - right;
    if (fabs(value) > CR_DEGREE_2 * (fabs(left) + fabs(right)) || is_vertex_short(c, k, m)) return cr_sign(value);
    CR_TAKE_EXACT_PATH();
    return exact_offset_from_path(c, k, m).sign;
}

double cr_offset_from_path(const cr_difference *c, int k, const cr_displacement *m) {
    cr_exact cross = exact_offset_from_path(c, k, m);
    return cr_exact_in_double(&cross);
}

/// dot(edge k, p - vertex j): the position of the foot of p along the edge, measured from vertex j, one of its ends.
static int along_edge(const cr_difference *c, int k, int j, const cr_displacement *p) {
    offset s = offset_of(c, j, p);
    double value = c->ex[k] * s.x + c->ey[k] * s.y;
    double bound = CR_DEGREE_2 * (fabs(c->ex[k]) * s.sx + fabs(c->ey[k]) * s.sy);
    if (fabs(value) > bound || is_edge_short(c, k, p)) return cr_sign(value);
    CR_TAKE_EXACT_PATH();
    cr_exact2 e = exact_edge(c, k), o = exact_offset(c, j, p);
    return cr_exact2_dot(&e, &o).sign;
}

int cr_past_edge(const cr_difference *c, int k, const cr_displacement *p) {
    if (along_edge(c, k, k, p) < 0) return -1;
    return along_edge(c, k, cr_next(c, k), p) > 0;
}

/// Compares the distance of two exact coordinates with the radius, for a contact along an axis.
static cr_relation compare_gap(const cr_difference *c, double p, double v) {
    double low, gap = cr_difference_of(p, v, &low);
    if (fabs(gap) != c->radius) return relation_of_sign(cr_sign(c->radius - fabs(gap)));
    return relation_of_sign(gap > 0 ? -cr_sign(low) : cr_sign(low));
}

cr_relation cr_near_vertex(const cr_difference *c, int k, const cr_displacement *p) {
    offset s = offset_of(c, k, p);
    if (s.whole && c->low_radius == 0 && (s.x == 0 || s.y == 0) && !isinf(CR_U))
        return s.y == 0 ? compare_gap(c, p->x, c->v[k].x) : compare_gap(c, p->y, c->v[k].y);
    double rr = c->radius * c->radius;
    double value = rr - (s.x * s.x + s.y * s.y);
    double bound = CR_DEGREE_2 * (rr + s.sx * s.sx + s.sy * s.sy);
    if (fabs(value) > bound || is_vertex_short(c, k, p)) return relation_of_sign(cr_sign(value));
    CR_TAKE_EXACT_PATH();
    cr_exact2 o = exact_offset(c, k, p);
    cr_exact near = exact_radius_squared(c), far = cr_exact2_dot(&o, &o);
    return relation_of_sign(cr_exact_compare(&near, &far));
}

cr_relation cr_near_line(const cr_difference *c, int k, const cr_displacement *p) {
    if (c->radius == 0) return cr_side_of_edge(c, k, p) == 0 ? CR_TOUCHING : CR_APART;
    offset s = offset_of(c, k, p);
    if (s.whole && c->low_radius == 0 && (c->ex[k] == 0 || c->ey[k] == 0) && !isinf(CR_U))
        return c->ey[k] == 0 ? compare_gap(c, p->y, c->v[k].y) : compare_gap(c, p->x, c->v[k].x);
    double side = c->ex[k] * s.y - c->ey[k] * s.x;
    double size = fabs(c->ex[k]) * s.sy + fabs(c->ey[k]) * s.sx;
    double length2 = c->ex[k] * c->ex[k] + c->ey[k] * c->ey[k];
    double rr = c->radius * c->radius;
    double value = rr * length2 - side * side;
    if (fabs(value) > CR_DEGREE_4 * (rr * length2 + size * size)) return relation_of_sign(cr_sign(value));
    if (is_edge_short(c, k, p)) return relation_of_sign(cr_compare_products(rr, length2, side, side));
    CR_TAKE_EXACT_PATH();
    cr_exact2 e = exact_edge(c, k), o = exact_offset(c, k, p);
    cr_exact cross = cr_exact2_cross(&e, &o), l = cr_exact2_dot(&e, &e), r = exact_radius_squared(c);
    cr_exact near = cr_exact_multiply(&r, &l), far = exact_square(&cross);
    return relation_of_sign(cr_exact_compare(&near, &far));
}

cr_relation cr_passes_vertex(const cr_difference *c, int k, const cr_displacement *m) {
    const cr_vector *v = &c->v[k];
    double left = m->x * v->y, right = m->y * v->x;
    double side = left - right, size = fabs(left) + fabs(right);
    double length2 = m->x * m->x + m->y * m->y;
    double rr = c->radius * c->radius;
    double value = rr * length2 - side * side;
    if (fabs(value) > CR_DEGREE_4 * (rr * length2 + size * size)) return relation_of_sign(cr_sign(value));
    if (is_vertex_short(c, k, m)) return relation_of_sign(cr_compare_products(rr, length2, side, side));
    CR_TAKE_EXACT_PATH();
    cr_exact2 d = exact_displacement(m), w = exact_vector(v);
    cr_exact cross = cr_exact2_cross(&d, &w), l = cr_exact2_dot(&d, &d), r = exact_radius_squared(c);
    cr_exact near = cr_exact_multiply(&r, &l), far = exact_square(&cross);
    return relation_of_sign(cr_exact_compare(&near, &far));
}

/// With K = -cross(e, 0 - v) > 0 and D = cross(e, m) > 0, the contact is at t = (K - R sqrt L) / D. Its foot, measured
/// from vertex v along the edge and times D, is X - Y sqrt L, where X = D dot(e, -v) + K dot(e, m) and Y = R dot(e, m).
bool cr_meets_beside(const cr_difference *c, int k, const cr_displacement *m, bool end) {
    const cr_vector *v = &c->v[k], *from = end ? &c->v[cr_next(c, k)] : v;
    double ex = c->ex[k], ey = c->ey[k];
    double depth = ex * v->y - ey * v->x, inward = ex * m->y - ey * m->x;
    double start = -(ex * from->x + ey * from->y), along = ex * m->x + ey * m->y;
    double length2 = ex * ex + ey * ey, length = sqrt(length2);
    double value = inward * start + (depth - c->radius * length) * along;
    double path = fabs(m->x) + fabs(m->y), far = fabs(v->x) + fabs(v->y) + fabs(from->x) + fabs(from->y) + c->radius;
    double bound = CR_DEGREE_4 * (length2 * path * far);
    if (value > bound) return !end;
    if (value < -bound) return end;
    if ((ex == 0 || ey == 0) && is_edge_short(c, k, m)) { // the length of an axis-aligned edge is exact
        int order = cr_compare_products(inward, start, c->radius * length - depth, along);
        return end ? order <= 0 : order >= 0;
    }

    CR_TAKE_EXACT_PATH();
    cr_exact2 e = exact_edge(c, k), d = exact_displacement(m), w = exact_vector(v), u = exact_vector(from);
    cr_exact exact_inward = cr_exact2_cross(&e, &d), exact_depth = cr_exact2_cross(&e, &w);
    cr_exact exact_start = cr_exact2_dot(&e, &u), exact_along = cr_exact2_dot(&e, &d);
    cr_exact first = cr_exact_multiply(&exact_depth, &exact_along);
    cr_exact second = cr_exact_multiply(&exact_inward, &exact_start);
    cr_exact x = cr_exact_subtract(&first, &second), r = exact_sum(c->radius, c->low_radius);
    cr_exact y = cr_exact_multiply(&r, &exact_along), l = cr_exact2_dot(&e, &e);
    cr_exact xx = exact_square(&x), yy = exact_square(&y), yyl = cr_exact_multiply(&yy, &l);
    int order = cr_exact_compare(&xx, &yyl); // |X| against |Y| sqrt L
    int sign = x.sign == y.sign ? x.sign * order : x.sign - y.sign;
    return end ? sign <= 0 : sign >= 0;
}

/// cross(b - a, m)
static int turn(carom_vec2 a, carom_vec2 b, const cr_displacement *m) {
    double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y;
    double left = ex * m->y, right = ey * m->x, value = left - right;
    if (fabs(value) > CR_DEGREE_2 * (fabs(left) + fabs(right))) return cr_sign(value);
    CR_TAKE_EXACT_PATH();
    cr_exact2 from = {cr_exact_of((double)a.x), cr_exact_of((double)a.y)};
    cr_exact2 to = {cr_exact_of((double)b.x), cr_exact_of((double)b.y)};
    cr_exact2 e = cr_exact2_subtract(&to, &from), d = exact_displacement(m);
    return cr_exact2_cross(&e, &d).sign;
}

bool cr_facing(const cr_core *a, const cr_core *b) {
    return (!b->one_sided || cr_core_side(a, b->v[0], b->v[1]) <= 0) &&
           (!a->one_sided || cr_core_side(b, a->v[0], a->v[1]) <= 0);
}

bool cr_facing_along(const cr_core *a, const cr_core *b, const cr_displacement *m) {
    return (!b->one_sided || turn(b->v[0], b->v[1], m) > 0) && (!a->one_sided || turn(a->v[0], a->v[1], m) < 0) &&
           cr_facing(a, b);
}

/// True if the centre of a core, displaced by (x, y), is on the right of the line a->b, or on it.
static bool is_right_of(const cr_core *core, double x, double y, carom_vec2 a, carom_vec2 b) {
    double sx = 0, sy = 0;
    for (int i = 0; i < core->count; ++i) {
        sx += (double)core->v[i].x - (double)a.x + x;
        sy += (double)core->v[i].y - (double)a.y + y;
    }
    return ((double)b.x - (double)a.x) * sy - ((double)b.y - (double)a.y) * sx <= 0;
}

bool cr_facing_at(const cr_core *a, const cr_core *b, const cr_displacement *p) {
    if (p->scale == 0) return cr_facing(a, b);
    return (!b->one_sided || is_right_of(a, p->x, p->y, b->v[0], b->v[1])) &&
           (!a->one_sided || is_right_of(b, -p->x, -p->y, a->v[0], a->v[1]));
}

// ---- Exact answers about all of C --------------------------------------------------------------------------------

static bool end_skipped(const cr_core *core, int vertex) {
    return vertex == 0 ? core->skip_a : core->skip_b;
}

bool cr_vertex_skipped(const cr_difference *c, int k) {
    return (c->b->count == 2 && end_skipped(c->b, c->of_b[k])) || (c->a->count == 2 && end_skipped(c->a, c->of_a[k]));
}

bool cr_edge_skipped(const cr_difference *c, int k) {
    int next = cr_next(c, k);
    return (c->b->count == 2 && c->of_b[k] == c->of_b[next] && end_skipped(c->b, c->of_b[k])) ||
           (c->a->count == 2 && c->of_a[k] == c->of_a[next] && end_skipped(c->a, c->of_a[k]));
}

/// The edge of least penetration depth for p in C. Computed in double: a tie may go either way.
static int shallowest_edge(const cr_difference *c, const cr_displacement *p) {
    int best = 0;
    double least = HUGE_VAL;
    for (int k = 0; k < c->count; ++k) {
        double depth = (c->ex[k] * (p->y - c->v[k].y) - c->ey[k] * (p->x - c->v[k].x)) /
                       sqrt(c->ex[k] * c->ex[k] + c->ey[k] * c->ey[k]);
        if (depth < least) {
            least = depth;
            best = k;
        }
    }
    return best;
}

/// Locates p relative to C without its radius; C is a polygon. If p lies on several edges, prefers one that counts.
static cr_location locate_sharp(const cr_difference *c, const cr_displacement *p) {
    cr_location on = {CR_INSIDE, -1, -1};
    for (int k = 0; k < c->count; ++k) {
        int side = cr_side_of_edge(c, k, p);
        if (side < 0) return (cr_location){CR_APART, -1, -1};
        if (side == 0 && (on.edge < 0 || cr_edge_skipped(c, on.edge))) on = (cr_location){CR_TOUCHING, k, -1};
    }
    if (on.relation == CR_INSIDE) on.edge = shallowest_edge(c, p);
    return on;
}

/// True if vertex k is the closest feature of C; p lies outside of C and beside no edge.
static bool in_cone_of_vertex(const cr_difference *c, int k, const cr_displacement *p) {
    int previous = k > 0 ? k - 1 : c->count - 1;
    return along_edge(c, k, k, p) <= 0 && along_edge(c, previous, k, p) >= 0;
}

cr_location cr_locate(const cr_difference *c, const cr_displacement *p) {
    if (c->count == 1) return (cr_location){cr_near_vertex(c, 0, p), -1, 0};
    if (c->count > 2) {
        cr_location sharp = locate_sharp(c, p);
        if (sharp.relation != CR_APART && c->radius > 0) sharp.relation = CR_INSIDE;
        if (sharp.relation != CR_APART || c->radius == 0) return sharp;
    }
    for (int k = 0; k < c->count; ++k) {
        bool outside = cr_side_of_edge(c, k, p) < 0 || (c->count == 2 && k == 1);
        if (outside && cr_past_edge(c, k, p) == 0) return (cr_location){cr_near_line(c, k, p), k, -1};
    }
    int k = 0;
    while (k + 1 < c->count && !in_cone_of_vertex(c, k, p)) ++k;
    return (cr_location){cr_near_vertex(c, k, p), -1, k};
}

bool cr_is_skipped(const cr_difference *c, const cr_location *at) {
    return at->edge >= 0 ? cr_edge_skipped(c, at->edge) : at->vertex >= 0 && cr_vertex_skipped(c, at->vertex);
}

cr_relation cr_relation_at(const cr_difference *c, const cr_displacement *p) {
    cr_location at = cr_locate(c, p);
    return cr_is_skipped(c, &at) ? CR_APART : at.relation;
}

bool cr_enters_at(const cr_difference *c, const cr_location *at, const cr_displacement *p, const cr_displacement *m) {
    if (c->radius > 0) return at->edge >= 0 ? cr_inward(c, at->edge, m) > 0 : cr_leaving(c, at->vertex, p, m) < 0;
    if (c->count < 3) return false; // flat; a point has no edges
    for (int k = 0; k < c->count; ++k) {
        if (cr_side_of_edge(c, k, p) == 0 && cr_inward(c, k, m) <= 0) return false;
    }
    return true;
}
