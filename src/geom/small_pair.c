// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Pairs whose difference needs no merging by angle: a point or circle against any shape, and two segments or capsules,
// whose difference is a parallelogram. Up to four edges of a difference are measured in double, two in a vector, with
// the operations of the general path, so that its decisions can be repeated; those within a margin of a change are left
// to it. Of a polygon, float lanes propose the edge, and double certifies it as in pair_search.c. Nothing branches on
// which edge or vertex is closest, because that is unpredictable.
#include "geom/small_pair.h"

#include "base/bits.h"
#include "base/inline.h"
#include "base/vec.h"

#include <math.h>

#define SMALL_MARGIN (0x1p13 * CR_U) // 2^-40, relative to the terms that are compared
#define DEPTH_RATIO  (0x1p37 * CR_U) // 2^-16: between the squares of the least depths

enum { PAIRS = 2 }; // of vertices of a difference that is measured in double

/// Measurements of each vertex of the difference, and of the edge that starts there.
enum {
    FROM_X, // the origin relative to the vertex
    FROM_Y,
    EDGE_X,
    EDGE_Y,
    FAR2, // squared distance of the vertex
    SIDE, // of the origin: the edge's cross product
    ROOM, // its margin
    LENGTH2,
    ROWS
};

/// The difference of a point a and a segment, or of two segments.
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
        s->row[ROOM][i] = margin;
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
    cr_vec2d from, edge;     // the origin relative to the vertex, and the edge
} small_feature;

/// Sets `from` and `edge`.
CR_INLINE void place_corner(const small_difference *s, small_feature *f) {
    f->from = (cr_vec2d){lane_of(s, FROM_X, f->k), lane_of(s, FROM_Y, f->k)};
    f->edge = (cr_vec2d){lane_of(s, EDGE_X, f->k), lane_of(s, EDGE_Y, f->k)};
}

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

/// Compares the squares of the distance and the radius. Returns false if they are equal within a margin: of an edge,
/// that of its side, which may be far less than its terms.
CR_INLINE bool relate_closest(const small_difference *s, const small_feature *f, double radius, cr_relation *relation) {
    double side = lane_of(s, SIDE, f->k), far2[2] = {lane_of(s, FAR2, f->k), side * side};
    double unit[2] = {1, lane_of(s, LENGTH2, f->k)}, far = far2[f->is_edge], near = radius * radius * unit[f->is_edge];
    double margin[2] = {SMALL_MARGIN * far, fabs(side) * lane_of(s, ROOM, f->k)};
    *relation = far > near ? CR_APART : CR_INSIDE;
    return fabs(far - near) > margin[f->is_edge];
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

// ---- A point and a polygon ------------------------------------------------------------------------------------------

// Extents at which no product of float overflows, and none underflows that matters.
#define LEAST_POINT_EXTENT 0x1p-40F
#define MOST_POINT_EXTENT  0x1p60F

/// The distances of a point from the lines of the edges, positive outside, within CR_DISTANCE_SLACK of the extent.
typedef struct edge_distances {
    cr_lanes4 distance[2]; // of lanes past the edges: below all others
    cr_lanes4 most;        // the greatest, in all lanes
    uint32_t edges;        // bits of the lanes
    uint32_t apart, open;  // of the edges that the point is certainly, and possibly, outside of
    float extent;
} edge_distances;

/// Returns false if float overflows or underflows, or if an edge is very short.
CR_INLINE bool measure_point(const cr_hull *h, carom_vec2 p, int vectors, edge_distances *d) {
    const cr_lanes4 least = cr_all_lanes(-FLT_MAX), px = cr_all_lanes(p.x), py = cr_all_lanes(p.y);
    cr_lanes4 length[2], reach = cr_all_lanes(0);
    uint32_t within = 0, plain = 0;
    d->apart = 0;
    for (int i = 0; i < vectors; ++i) {
        cr_lanes4 ex = h->ex[i], ey = h->ey[i], x = h->x[i] - px, y = h->y[i] - py, left = ex * y, right = ey * x;
        cr_lanes4 gap = left - right, size = cr_size_lanes(left) + cr_size_lanes(right);
        cr_lanes4 bound = cr_all_lanes(CR_TURN_32) * size + cr_all_lanes(FLT_MIN);
        length[i] = cr_root_lanes(ex * ex + ey * ey);
        reach = cr_higher_lanes(reach, cr_size_lanes(x) + cr_size_lanes(y));
        d->distance[i] = gap / length[i];
        d->apart |= cr_gather_bits(gap > bound) << 4 * i;
        within |= cr_gather_bits(gap < -bound) << 4 * i;
    }
    d->extent = cr_greatest_lane(reach)[0];
    if (!((d->extent > LEAST_POINT_EXTENT) & (d->extent < MOST_POINT_EXTENT))) return false;
    cr_lanes4 shortest = cr_all_lanes(CR_SHORTEST_EDGE * d->extent);
    d->most = least;
    for (int i = 0; i < vectors; ++i) {
        cr_lane_bits is_plain = length[i] > shortest;
        plain |= cr_gather_bits(is_plain) << 4 * i;
        d->distance[i] = cr_choose_lanes(is_plain, d->distance[i], least);
        d->most = cr_higher_lanes(d->most, d->distance[i]);
    }
    d->most = cr_greatest_lane(d->most);
    d->edges = (1u << h->core.count) - 1;
    d->apart &= d->edges;
    d->open = d->edges & ~within;
    return (plain & d->edges) == d->edges;
}

/// The edges that may be the farthest out.
CR_INLINE uint32_t farthest_edges(const edge_distances *d, int vectors) {
    cr_lanes4 enough = d->most - cr_all_lanes(CR_DISTANCE_SLACK * d->extent);
    uint32_t bits = 0;
    for (int i = 0; i < vectors; ++i) bits |= cr_gather_bits(d->distance[i] >= enough) << 4 * i;
    return bits & d->edges;
}

static inline cr_vec2d offset_between(carom_vec2 from, carom_vec2 to) {
    return (cr_vec2d){(double)to.x - (double)from.x, (double)to.y - (double)from.y};
}

/// The depth below edge k.
CR_INLINE bool take_depth(const cr_core *shape, carom_vec2 point, double extent, small_feature *f) {
    int next = f->k + 1 < shape->count ? f->k + 1 : 0;
    f->is_edge = 1;
    f->from = offset_between(shape->v[f->k], point);
    f->edge = offset_between(shape->v[f->k], shape->v[next]);
    double length = sqrt(f->edge.x * f->edge.x + f->edge.y * f->edge.y);
    f->nx = f->edge.y / length;
    f->ny = -f->edge.x / length;
    f->distance = f->nx * f->from.x + f->ny * f->from.y;
    return f->distance < -SMALL_MARGIN * extent;
}

/// Certifies edge k, or the vertex at the end that the point is beyond, as the closest feature.
CR_INLINE bool take_closest(const cr_core *shape, carom_vec2 point, double extent, small_feature *f) {
    static const double signs[2] = {1, -1};
    int k = f->k, last = shape->count - 1, next = k < last ? k + 1 : 0;
    cr_vec2d e = offset_between(shape->v[k], shape->v[next]), d = offset_between(shape->v[k], point);
    double side = e.x * d.y - e.y * d.x, foot = e.x * d.x + e.y * d.y, length2 = e.x * e.x + e.y * e.y;
    double margin = SMALL_MARGIN * extent * (fabs(e.x) + fabs(e.y));
    int is_past = foot > margin, is_edge = (foot > margin) & (foot < length2 - margin);
    CR_OPAQUE(is_past);
    int before = k > 0 ? k - 1 : last, after = next < last ? next + 1 : 0;
    int vertex = k ^ ((k ^ next) & -is_past), other = before ^ ((before ^ after) & -is_past);
    cr_vec2d from = offset_between(shape->v[vertex], point);
    cr_vec2d beyond = offset_between(shape->v[vertex], shape->v[other]);
    double along = signs[is_past] * (e.x * from.x + e.y * from.y), apart = from.x * beyond.x + from.y * beyond.y;
    double room = SMALL_MARGIN * extent * extent;
    int is_vertex = (along < -room) & (apart < -room);
    if (!((side < -margin) & (is_edge | is_vertex))) return false;
    CR_OPAQUE(is_edge);
    double xs[2] = {from.x, e.y}, ys[2] = {from.y, -e.x}, x = xs[is_edge], y = ys[is_edge];
    double length = sqrt(x * x + y * y), distance[2] = {length, -side / length};
    f->nx = x / length;
    f->ny = y / length;
    f->distance = distance[is_edge];
    f->is_edge = is_edge;
    f->k = vertex ^ ((vertex ^ k) & -is_edge);
    f->from = from;
    if (is_edge & is_past) f->from = d;
    f->edge = e;
    return true;
}

/// A point against a polygon, and the sum of their radii.
typedef struct point_query {
    const cr_hull *polygon;
    carom_vec2 point;
    double radius;
    cr_small_wanted wanted;
} point_query;

/// find_feature for a point and a polygon.
CR_INLINE bool find_feature_in_lanes(point_query q, int vectors, cr_relation *relation, small_feature *f) {
    const cr_core *core = &q.polygon->core;
    edge_distances d;
    if (!measure_point(q.polygon, q.point, vectors, &d)) return false;
    double extent = 2 * (double)d.extent;
    *relation = CR_INSIDE;
    if (d.open == 0) {
        if (!q.wanted.inside) return true;
        uint32_t bits = farthest_edges(&d, vectors);
        f->k = cr_lowest_bit(bits);
        return (bits & (bits - 1)) == 0 && take_depth(core, q.point, extent, f);
    }
    *relation = CR_APART;
    double slack = (double)CR_DISTANCE_SLACK * (extent + q.radius);
    if (!q.wanted.outside && ((q.radius == 0 && d.apart) || (double)d.most[0] > q.radius + slack)) return true;
    f->k = cr_lowest_bit(farthest_edges(&d, vectors));
    if (!take_closest(core, q.point, extent, f)) return false;
    double gap = f->distance - q.radius;
    *relation = gap > 0 ? CR_APART : CR_INSIDE;
    return fabs(gap) > SMALL_MARGIN * (fabs(f->from.x) + fabs(f->from.y) + q.radius);
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

/// The contact through the feature. The relation is known.
CR_INLINE void set_contact_of_point(const cr_round_point *point, const cr_core *shape, const small_feature *f,
                                    cr_pair_separation *out) {
    static const double sign[2] = {1, -1};
    double own = (double)point->radius, other = (double)shape->radius;
    cr_vec2d foot = foot_on(shape, point->at, f), vertex = cr_widen(shape->v[f->k]);
    double x[2] = {vertex.x, foot.x}, y[2] = {vertex.y, foot.y};
    out->distance = f->distance - (own + other);
    out->nx = sign[point->is_b] * f->nx;
    out->ny = sign[point->is_b] * f->ny;
    double *on_point = out->on[point->is_b], *on_shape = out->on[!point->is_b];
    on_point[0] = (double)point->at.x - f->nx * own;
    on_point[1] = (double)point->at.y - f->ny * own;
    on_shape[0] = x[f->is_edge] + f->nx * other;
    on_shape[1] = y[f->is_edge] + f->ny * other;
}

CR_INLINE bool find_contact_in_lanes(const cr_round_point *point, const cr_hull *h, int vectors, cr_small_wanted wanted,
                                     cr_pair_separation *out) {
    small_feature f = {0};
    double radius = (double)point->radius + (double)h->core.radius;
    point_query q = {h, point->at, radius, wanted};
    if (!find_feature_in_lanes(q, vectors, &out->relation, &f)) return false;
    if (out->relation != CR_APART || wanted.outside) set_contact_of_point(point, &h->core, &f, out);
    return true;
}

static bool find_contact_with_axis(const cr_round_point *point, const cr_core *axis, cr_small_wanted wanted,
                                   cr_pair_separation *out) {
    small_difference s;
    small_feature f = {0};
    double radius = (double)point->radius + (double)axis->radius;
    set_of_axis(&s, point->at, axis->v);
    if (!find_feature(&s, 1, radius, wanted, &out->relation, &f)) return false;
    if (out->relation != CR_APART || wanted.outside) set_contact_of_point(point, axis, &f, out);
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
    if (shape->core.count <= 2) return cr_find_axis_contact(point, &shape->core, wanted, out);
    if (shape->core.count <= 4) return find_contact_in_lanes(point, shape, 1, wanted, out);
    return find_contact_in_lanes(point, shape, 2, wanted, out);
}

bool cr_find_axis_contact(const cr_round_point *point, const cr_core *shape, cr_small_wanted wanted,
                          cr_pair_separation *out) {
    if (shape->count == 1) return find_contact_of_points(point, shape, wanted, out);
    return find_contact_with_axis(point, shape, wanted, out);
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

/// Sets the difference, of `count` vertices, to the edge or vertex. `first`: of two segments, as returned by
/// set_of_segments.
static void take_feature(cr_pair_feature *found, int count, const small_feature *f, int first) {
    cr_difference *c = &found->c;
    int k = f->k, next = (k + f->is_edge) & -(k + f->is_edge < count);
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
    cr_set_vector(&c->v[0], (cr_vector){-(sign * f->from.x), -(sign * f->from.y), 0, 0});
    c->ex[0] = sign * f->edge.x + 0;
    c->ey[0] = sign * f->edge.y + 0;
    cr_set_closest_edge(&found->nearest, f->distance, sign * f->nx, sign * f->ny);
    found->nearest.edge = f->is_edge - 1;
    found->nearest.vertex = -f->is_edge;
}

static inline bool is_feature_wanted(const cr_pair_feature *found, cr_small_wanted wanted) {
    return wanted.outside || (wanted.inside && found->relation == CR_INSIDE);
}

static bool find_feature_on_axis(cr_pair_feature *found, carom_vec2 point, const cr_core *axis,
                                 cr_small_wanted wanted) {
    small_difference s;
    small_feature f = {0};
    set_of_axis(&s, point, axis->v);
    if (!find_feature(&s, 1, found->c.radius, wanted, &found->relation, &f)) return false;
    if (!is_feature_wanted(found, wanted)) return true;
    place_corner(&s, &f);
    take_feature(found, 2, &f, 0);
    return true;
}

CR_INLINE bool find_feature_on_polygon(cr_pair_feature *found, carom_vec2 point, const cr_hull *h, int vectors,
                                       cr_small_wanted wanted) {
    small_feature f = {0};
    point_query q = {h, point, found->c.radius, wanted};
    if (!find_feature_in_lanes(q, vectors, &found->relation, &f)) return false;
    if (is_feature_wanted(found, wanted)) take_feature(found, h->core.count, &f, 0);
    return true;
}

static bool find_feature_of_segments(cr_pair_feature *found, cr_small_wanted wanted) {
    small_difference s;
    small_feature f = {0};
    int first = set_of_segments(&s, found->c.a->v, found->c.b->v);
    if (first < 0 || !find_feature(&s, 2, found->c.radius, wanted, &found->relation, &f)) return false;
    if (!is_feature_wanted(found, wanted)) return true;
    place_corner(&s, &f);
    take_feature(found, 4, &f, first);
    return true;
}

bool cr_find_small_feature(cr_pair_feature *found, cr_small_wanted wanted) {
    bool is_a = found->c.a->count == 1;
    if (!is_a && found->c.b->count > 1) return find_feature_of_segments(found, wanted);
    carom_vec2 point = is_a ? found->c.a->v[0] : found->c.b->v[0];
    const cr_core *core = is_a ? found->c.b : found->c.a;
    const cr_hull *h = is_a ? found->b : found->a;
    if (core->count == 2) return find_feature_on_axis(found, point, core, wanted);
    if (core->count <= 4) return find_feature_on_polygon(found, point, h, 1, wanted);
    return find_feature_on_polygon(found, point, h, 2, wanted);
}
