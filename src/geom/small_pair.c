// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Pairs whose difference needs no merging by angle: a point or circle against any shape, and two segments or capsules,
// whose difference is a parallelogram. All edges of the difference are measured in double, two in a vector, with the
// operations of the general path, so that its decisions can be repeated; those within a margin of a change are left to
// it. Nothing branches on which edge or vertex is closest, because that is unpredictable.
#include "geom/small_pair.h"

#include "base/bits.h"
#include "base/inline.h"
#include "base/vec.h"

#include <math.h>

#define SMALL_MARGIN (0x1p13 * CR_U) // 2^-40, relative to the terms that are compared
#define DEPTH_RATIO  (0x1p37 * CR_U) // 2^-16: between the squares of the least depths

enum { PAIRS = CAROM_MAX_POLYGON_VERTICES / 2 };

/// Measurements of each vertex of the difference, and of the edge that starts there.
enum {
    FROM_X, // the origin relative to the vertex
    FROM_Y,
    EDGE_X,
    EDGE_Y,
    FAR2, // squared distance of the vertex
    SIDE, // of the origin: the edge's cross product
    LENGTH2,
    ROWS
};

/// The difference of a point a and a shape, or of two segments.
typedef struct small_difference {
    int count;
    cr_lanes2 row[ROWS][PAIRS];
} small_difference;

static inline double lane_of(const small_difference *s, int row, int k) {
    double value;
    memcpy(&value, (const char *)s->row[row] + sizeof value * (size_t)k, sizeof value);
    return value;
}

// ---- Differences ----------------------------------------------------------------------------------------------------

/// Of a point and a segment.
CR_INLINE void set_of_axis(small_difference *s, carom_vec2 point, const carom_vec2 *v) {
    cr_lanes2 x = {(double)v[0].x, (double)v[1].x}, y = {(double)v[0].y, (double)v[1].y};
    s->count = 2;
    s->row[FROM_X][0] = cr_both_lanes((double)point.x) - x;
    s->row[FROM_Y][0] = cr_both_lanes((double)point.y) - y;
    s->row[EDGE_X][0] = cr_middle_lanes(x, x) - x;
    s->row[EDGE_Y][0] = cr_middle_lanes(y, y) - y;
}

/// Of a point and any shape. Pairs of vertices are read from its lanes, but for one pair.
CR_INLINE void set_of_point(small_difference *s, carom_vec2 point, const cr_core *core, const cr_hull *shape,
                            int pairs) {
    cr_lanes2 x[PAIRS + 1], y[PAIRS + 1], px = cr_both_lanes((double)point.x), py = cr_both_lanes((double)point.y);
    if (pairs == 1) {
        set_of_axis(s, point, core->v);
        return;
    }
    s->count = core->count;
    for (int i = 0; i < pairs; ++i) {
        cr_lanes4 fx = shape->x[i >> 1], fy = shape->y[i >> 1];
        x[i] = i & 1 ? cr_last_lanes(fx) : cr_first_lanes(fx);
        y[i] = i & 1 ? cr_last_lanes(fy) : cr_first_lanes(fy);
    }
    x[pairs] = x[0]; // vertices past the count repeat the first
    y[pairs] = y[0];
    for (int i = 0; i < pairs; ++i) {
        s->row[FROM_X][i] = px - x[i];
        s->row[FROM_Y][i] = py - y[i];
        s->row[EDGE_X][i] = cr_middle_lanes(x[i], x[i + 1]) - x[i];
        s->row[EDGE_Y][i] = cr_middle_lanes(y[i], y[i + 1]) - y[i];
    }
}

/// Vertices of a and of b around a parallelogram: a at the second and third, b at the third and fourth, or the reverse.
static const unsigned char late_corners[4] = {0, 0, 1, 1}, early_corners[4] = {0, 1, 1, 0};

/// Returns 1 if the edge of b comes before that of -a, counter-clockwise, 0 if after it, -1 if they are nearly
/// parallel.
static inline int set_of_segments(small_difference *s, const carom_vec2 *a, const carom_vec2 *b) {
    cr_vec2d a0 = cr_widen(a[0]), a1 = cr_widen(a[1]), b0 = cr_widen(b[0]), b1 = cr_widen(b[1]);
    double ex[2] = {a0.x - a1.x, b1.x - b0.x}, ey[2] = {a0.y - a1.y, b1.y - b0.y}; // of -a and of b
    double mixed_x[2] = {a1.x - b0.x, a0.x - b1.x}, mixed_y[2] = {a1.y - b0.y, a0.y - b1.y};
    double left = ex[1] * ey[0], right = ey[1] * ex[0], turn = left - right;
    int first = turn > 0;
    s->count = 4;
    s->row[FROM_X][0] = (cr_lanes2){a0.x - b0.x, mixed_x[first]};
    s->row[FROM_Y][0] = (cr_lanes2){a0.y - b0.y, mixed_y[first]};
    s->row[FROM_X][1] = (cr_lanes2){a1.x - b1.x, mixed_x[!first]};
    s->row[FROM_Y][1] = (cr_lanes2){a1.y - b1.y, mixed_y[!first]};
    s->row[EDGE_X][0] = (cr_lanes2){ex[first], ex[!first]};
    s->row[EDGE_Y][0] = (cr_lanes2){ey[first], ey[!first]};
    s->row[EDGE_X][1] = -s->row[EDGE_X][0];
    s->row[EDGE_Y][1] = -s->row[EDGE_Y][0];
    return fabs(turn) > CR_DEGREE_2 * (fabs(left) + fabs(right)) ? first : -1;
}

// ---- Comparisons of the general path, for all edges at once ---------------------------------------------------------

/// Edges, as bits.
typedef struct survey {
    uint32_t outside; // the origin is outside of the edge
    uint32_t beside;  // and the foot of the origin lies on it
    uint32_t open;    // a comparison is within its margin
} survey;

CR_INLINE survey measure_small(small_difference *s, int pairs) {
    survey m = {0, 0, 0};
    const cr_lanes2 zero = {0, 0}, ratio = cr_both_lanes(SMALL_MARGIN);
    for (int i = 0; i < pairs; ++i) {
        cr_lanes2 ex = s->row[EDGE_X][i], ey = s->row[EDGE_Y][i], dx = s->row[FROM_X][i], dy = s->row[FROM_Y][i];
        cr_lanes2 side = ex * dy - ey * dx, foot = ex * dx + ey * dy, length2 = ex * ex + ey * ey;
        cr_lanes2 size = cr_size_lanes2(ex) + cr_size_lanes2(ey);
        cr_lanes2 margin = ratio * size * (size + cr_size_lanes2(dx) + cr_size_lanes2(dy));
        cr_lane_bits2 outside = side < zero, within = (foot > margin) & (foot < length2 - margin);
        cr_lane_bits2 beyond = (foot < -margin) | (foot > length2 + margin);
        m.outside |= cr_gather_bits2(outside) << 2 * i;
        m.beside |= cr_gather_bits2(outside & within) << 2 * i;
        m.open |= cr_gather_bits2(~(cr_size_lanes2(side) > margin) | (outside & ~within & ~beyond)) << 2 * i;
        s->row[SIDE][i] = side;
        s->row[LENGTH2][i] = length2;
        s->row[FAR2][i] = dx * dx + dy * dy;
    }
    uint32_t all = (1u << s->count) - 1;
    return (survey){m.outside & all, m.beside & all, m.open & all};
}

/// Bits of the least lane, and of those equal to it within a ratio.
CR_INLINE uint32_t least_lanes(const cr_lanes2 *lanes, int pairs, int count, double ratio) {
    cr_lanes2 least = lanes[0];
    for (int i = 1; i < pairs; ++i) least = cr_lower_lanes2(least, lanes[i]);
    cr_lanes2 enough = cr_lower_lanes2(least, cr_middle_lanes(least, least)) * cr_both_lanes(1 + ratio);
    uint32_t bits = 0;
    for (int i = 0; i < pairs; ++i) bits |= cr_gather_bits2(lanes[i] <= enough) << 2 * i;
    return bits & ((1u << count) - 1);
}

// ---- Features -------------------------------------------------------------------------------------------------------

/// An edge of the difference, or the vertex at its start.
typedef struct small_feature {
    int k, is_edge;
    double distance, nx, ny; // of the origin, outward
} small_feature;

/// The edge of least depth. Returns false if another is as deep within a ratio.
CR_INLINE bool find_least_depth(const small_difference *s, int pairs, small_feature *f) {
    cr_lanes2 depth2[PAIRS];
    for (int i = 0; i < pairs; ++i) {
        cr_lanes2 side = s->row[SIDE][i], length2 = s->row[LENGTH2][i];
        depth2[i] = cr_choose_lanes2(length2 > cr_both_lanes(0), side * side / length2, cr_both_lanes(HUGE_VAL));
    }
    uint32_t bits = least_lanes(depth2, pairs, s->count, DEPTH_RATIO);
    f->k = cr_lowest_bit(bits);
    f->is_edge = 1;
    double ex = lane_of(s, EDGE_X, f->k), ey = lane_of(s, EDGE_Y, f->k), length = sqrt(ex * ex + ey * ey);
    f->nx = ey / length;
    f->ny = -ex / length;
    f->distance = f->nx * lane_of(s, FROM_X, f->k) + f->ny * lane_of(s, FROM_Y, f->k);
    return (bits & (bits - 1)) == 0;
}

/// The edge that the origin is beside, else the closest vertex. Returns false if there are several.
CR_INLINE bool select_closest(const small_difference *s, int pairs, const survey *m, small_feature *f) {
    uint32_t vertices = least_lanes(s->row[FAR2], pairs, s->count, SMALL_MARGIN);
    uint32_t bits = m->beside ? m->beside : vertices;
    f->k = cr_lowest_bit(bits);
    f->is_edge = m->beside != 0;
    CR_OPAQUE(f->is_edge); // no branch
    return (bits & (bits - 1)) == 0;
}

CR_INLINE void measure_closest(const small_difference *s, small_feature *f) {
    static const double signs[2] = {1, -1};
    double x = lane_of(s, f->is_edge ? EDGE_Y : FROM_X, f->k);
    double y = lane_of(s, f->is_edge ? EDGE_X : FROM_Y, f->k) * signs[f->is_edge];
    double length = sqrt(x * x + y * y), distance[2] = {length, -lane_of(s, SIDE, f->k) / length};
    f->nx = x / length;
    f->ny = y / length;
    f->distance = distance[f->is_edge];
}

/// Compares the squares of the distance and the radius. Returns false if they are equal within a margin.
CR_INLINE bool relate_closest(const small_difference *s, const small_feature *f, double radius, cr_relation *relation) {
    double side = lane_of(s, SIDE, f->k), far2[2] = {lane_of(s, FAR2, f->k), side * side};
    double unit[2] = {1, lane_of(s, LENGTH2, f->k)}, far = far2[f->is_edge], near = radius * radius * unit[f->is_edge];
    *relation = far > near ? CR_APART : CR_INSIDE;
    return fabs(far - near) > SMALL_MARGIN * (far + near);
}

/// Finds the relation, and if it is wanted the feature, inside (in penetration) or outside.
CR_INLINE bool find_feature(small_difference *s, int pairs, double radius, cr_small_wanted wanted,
                            cr_relation *relation, small_feature *f) {
    survey m = measure_small(s, pairs);
    if (m.open) return false;
    *relation = CR_INSIDE;
    if (!m.outside) return !wanted.inside || find_least_depth(s, pairs, f);
    *relation = CR_APART;
    if (!wanted.outside) {
        if (radius == 0) return true;
        if (!select_closest(s, pairs, &m, f) || !relate_closest(s, f, radius, relation)) return false;
        if (*relation == CR_APART || !wanted.inside) return true;
        measure_closest(s, f);
        return true;
    }
    if (!select_closest(s, pairs, &m, f)) return false;
    measure_closest(s, f);
    double gap = f->distance - radius;
    double size = fabs(lane_of(s, FROM_X, f->k)) + fabs(lane_of(s, FROM_Y, f->k)) + radius;
    *relation = gap > 0 ? CR_APART : CR_INSIDE;
    return fabs(gap) > SMALL_MARGIN * size;
}

// ---- Points and circles ---------------------------------------------------------------------------------------------

/// The foot of the point on edge k of the shape. Rounding may place it past an end.
CR_INLINE cr_vec2d foot_on(const cr_core *shape, carom_vec2 point, const small_feature *f) {
    int next = f->k + 1 < shape->count ? f->k + 1 : 0;
    cr_vec2d p = cr_widen(shape->v[f->k]), q = cr_widen(shape->v[next]), e = cr_subtract(q, p);
    cr_vec2d foot = {(double)point.x - f->nx * f->distance, (double)point.y - f->ny * f->distance};
    double along = cr_dot(e, cr_subtract(foot, p));
    int is_past = f->is_edge & !((along >= 0) & (along <= cr_dot(e, e)));
    CR_OPAQUE(is_past);
    return is_past ? along < 0 ? p : q : foot;
}

/// A shape: its core, and its lanes if it has more than two vertices.
typedef struct shape_lanes {
    const cr_core *core;
    const cr_hull *hull;
} shape_lanes;

CR_INLINE bool find_contact(const cr_round_point *point, shape_lanes shape, int pairs, cr_small_wanted wanted,
                            cr_pair_separation *out) {
    small_difference s;
    small_feature f = {0};
    double own = (double)point->radius, other = (double)shape.core->radius, radius = own + other;
    set_of_point(&s, point->at, shape.core, shape.hull, pairs);
    if (!find_feature(&s, pairs, radius, wanted, &out->relation, &f)) return false;
    if (out->relation == CR_APART && !wanted.outside) return true;
    cr_vec2d foot = foot_on(shape.core, point->at, &f), vertex = cr_widen(shape.core->v[f.k]);
    double x[2] = {vertex.x, foot.x}, y[2] = {vertex.y, foot.y};
    static const double sign[2] = {1, -1};
    out->distance = f.distance - radius;
    out->nx = sign[point->is_b] * f.nx;
    out->ny = sign[point->is_b] * f.ny;
    double *on_point = out->on[point->is_b], *on_shape = out->on[!point->is_b];
    on_point[0] = (double)point->at.x - f.nx * own;
    on_point[1] = (double)point->at.y - f.ny * own;
    on_shape[0] = x[f.is_edge] + f.nx * other;
    on_shape[1] = y[f.is_edge] + f.ny * other;
    return true;
}

/// Of two points or circles.
static bool find_contact_of_points(const cr_round_point *point, const cr_core *shape, cr_small_wanted wanted,
                                   cr_pair_separation *out) {
    cr_vec2d p = cr_widen(point->at), q = cr_widen(shape->v[0]), d = cr_subtract(p, q);
    double own = (double)point->radius, other = (double)shape->radius, radius = own + other;
    double far2 = cr_dot(d, d), near2 = radius * radius;
    out->relation = far2 > near2 ? CR_APART : CR_INSIDE;
    if (!(far2 > 0 && fabs(far2 - near2) > SMALL_MARGIN * (far2 + near2))) return false;
    if (out->relation == CR_APART && !wanted.outside) return true;
    double distance = sqrt(far2), nx = d.x / distance, ny = d.y / distance, sign = point->is_b ? -1 : 1;
    out->distance = distance - radius;
    out->nx = sign * nx;
    out->ny = sign * ny;
    double *on_point = out->on[point->is_b], *on_shape = out->on[!point->is_b];
    on_point[0] = p.x - nx * own;
    on_point[1] = p.y - ny * own;
    on_shape[0] = q.x + nx * other;
    on_shape[1] = q.y + ny * other;
    return true;
}

bool cr_find_point_contact(const cr_round_point *point, const cr_hull *shape, cr_small_wanted wanted,
                           cr_pair_separation *out) {
    shape_lanes lanes = {&shape->core, shape};
    if (shape->core.count <= 2) return cr_find_axis_contact(point, &shape->core, wanted, out);
    if (shape->core.count <= 4) return find_contact(point, lanes, 2, wanted, out);
    return find_contact(point, lanes, PAIRS, wanted, out);
}

bool cr_find_axis_contact(const cr_round_point *point, const cr_core *shape, cr_small_wanted wanted,
                          cr_pair_separation *out) {
    if (shape->count == 1) return find_contact_of_points(point, shape, wanted, out);
    return find_contact(point, (shape_lanes){shape, NULL}, 1, wanted, out);
}

// ---- Segments and capsules ------------------------------------------------------------------------------------------

/// The vertices of two segments on which a feature lies: one of the shape without the edge, and both ends of the edge.
typedef struct segment_feature {
    int on_b; // the edge belongs to b
    cr_vec2d vertex, from, to;
} segment_feature;

static inline void place_feature(const carom_vec2 *a, const carom_vec2 *b, int first, const small_feature *f,
                                 segment_feature *out) {
    int k = f->k, next = (k + 1) & 3, on_b = (k & 1) != first;
    const unsigned char *of_a = first ? late_corners : early_corners, *of_b = first ? early_corners : late_corners;
    uintptr_t mask = -(uintptr_t)on_b;
    CR_OPAQUE(mask); // which of the two is unpredictable
    const carom_vec2 *own = (const carom_vec2 *)((uintptr_t)a ^ (((uintptr_t)a ^ (uintptr_t)b) & mask));
    const carom_vec2 *other = (const carom_vec2 *)((uintptr_t)b ^ (((uintptr_t)a ^ (uintptr_t)b) & mask));
    int own_k = (of_a[k] & ~(int)mask) | (of_b[k] & (int)mask),
        other_k = (of_b[k] & ~(int)mask) | (of_a[k] & (int)mask);
    int own_next = (of_a[next] & ~(int)mask) | (of_b[next] & (int)mask);
    out->on_b = on_b;
    out->vertex = cr_widen(other[other_k]);
    out->from = cr_widen(own[own_k]);
    out->to = cr_widen(own[own_next]);
}

bool cr_find_segment_contact(const cr_core *a, const cr_core *b, cr_small_wanted wanted, double least_sine,
                             cr_pair_separation *out) {
    static const double signs[2] = {-1, 1};
    small_difference s;
    small_feature f = {0};
    segment_feature p;
    double ra = (double)a->radius, rb = (double)b->radius, radius = ra + rb;
    int first = set_of_segments(&s, a->v, b->v);
    if (first < 0 || !find_feature(&s, 2, radius, wanted, &out->relation, &f)) return false;
    if (out->relation == CR_APART && !wanted.outside) return true;
    double turn = s.row[EDGE_X][0][0] * s.row[EDGE_Y][0][1] - s.row[EDGE_Y][0][0] * s.row[EDGE_X][0][1];
    if (!(fabs(turn) >= least_sine * (s.row[LENGTH2][0][0] + s.row[LENGTH2][0][1]))) return false;
    place_feature(a->v, b->v, first, &f, &p);
    double sign = signs[p.on_b], nx = f.nx, ny = f.ny;
    cr_vec2d e = cr_subtract(p.to, p.from);
    cr_vec2d foot = {p.vertex.x - sign * (nx * f.distance), p.vertex.y - sign * (ny * f.distance)};
    double along = cr_dot(e, cr_subtract(foot, p.from));
    int is_past = f.is_edge & !((along >= 0) & (along <= cr_dot(e, e)));
    CR_OPAQUE(is_past);
    if (is_past) foot = along < 0 ? p.from : p.to;
    double xs[2] = {p.from.x, foot.x}, ys[2] = {p.from.y, foot.y};
    double x[2] = {p.vertex.x, xs[f.is_edge]}, y[2] = {p.vertex.y, ys[f.is_edge]};
    out->distance = f.distance - radius;
    out->nx = nx;
    out->ny = ny;
    out->on[0][0] = x[!p.on_b] - nx * ra;
    out->on[0][1] = y[!p.on_b] - ny * ra;
    out->on[1][0] = x[p.on_b] + nx * rb;
    out->on[1][1] = y[p.on_b] + ny * rb;
    return true;
}

// ---- Features of the difference -------------------------------------------------------------------------------------

/// Sets the difference to the edge or vertex. `first`: of two segments, as returned by set_of_segments.
static void take_feature(cr_pair_feature *found, const small_difference *s, const small_feature *f, int first) {
    cr_difference *c = &found->c;
    int k = f->k, next = (k + f->is_edge) & -(k + f->is_edge < s->count);
    bool points_a = c->a->count == 1, points_b = c->b->count == 1;
    double sign = points_a || !points_b ? 1 : -1;
    if (points_a | points_b) {
        c->of_a[0] = c->of_a[1] = c->of_b[0] = c->of_b[1] = 0;
        (points_a ? c->of_b : c->of_a)[0] = (unsigned char)k;
        (points_a ? c->of_b : c->of_a)[1] = (unsigned char)next;
    } else {
        const unsigned char *of_a = first ? late_corners : early_corners, *of_b = first ? early_corners : late_corners;
        c->of_a[0] = of_a[k];
        c->of_a[1] = of_a[next];
        c->of_b[0] = of_b[k];
        c->of_b[1] = of_b[next];
    }
    cr_set_vector(&c->v[0], (cr_vector){-(sign * lane_of(s, FROM_X, k)), -(sign * lane_of(s, FROM_Y, k)), 0, 0});
    c->ex[0] = sign * lane_of(s, EDGE_X, k) + 0;
    c->ey[0] = sign * lane_of(s, EDGE_Y, k) + 0;
    cr_set_closest_edge(&found->nearest, f->distance, sign * f->nx, sign * f->ny);
    found->nearest.edge = f->is_edge - 1;
    found->nearest.vertex = -f->is_edge;
}

CR_INLINE bool find_feature_of_point(cr_pair_feature *found, carom_vec2 point, shape_lanes shape, int pairs,
                                     cr_small_wanted wanted) {
    small_difference s;
    small_feature f = {0};
    set_of_point(&s, point, shape.core, shape.hull, pairs);
    if (!find_feature(&s, pairs, found->c.radius, wanted, &found->relation, &f)) return false;
    if (wanted.outside || (wanted.inside && found->relation == CR_INSIDE)) take_feature(found, &s, &f, 0);
    return true;
}

static bool find_feature_of_segments(cr_pair_feature *found, cr_small_wanted wanted) {
    small_difference s;
    small_feature f = {0};
    int first = set_of_segments(&s, found->c.a->v, found->c.b->v);
    if (first < 0 || !find_feature(&s, 2, found->c.radius, wanted, &found->relation, &f)) return false;
    if (wanted.outside || (wanted.inside && found->relation == CR_INSIDE)) take_feature(found, &s, &f, first);
    return true;
}

bool cr_find_small_feature(cr_pair_feature *found, cr_small_wanted wanted) {
    bool is_a = found->c.a->count == 1;
    if (!is_a && found->c.b->count > 1) return find_feature_of_segments(found, wanted);
    carom_vec2 point = is_a ? found->c.a->v[0] : found->c.b->v[0];
    shape_lanes shape = {is_a ? found->c.b : found->c.a, is_a ? found->b : found->a};
    if (shape.core->count == 2) return find_feature_of_point(found, point, shape, 1, wanted);
    if (shape.core->count <= 4) return find_feature_of_point(found, point, shape, 2, wanted);
    return find_feature_of_point(found, point, shape, PAIRS, wanted);
}
