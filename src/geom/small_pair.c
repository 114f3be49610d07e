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
#include "geom/bounds_apart.h"
#include "geom/rounded_contact.h"

#include <math.h>

// Proved by small_beside.g and small_depths.g in src/geom/proofs/.
#define SMALL_ERROR  (17.1 * CR_U) // of a computed value, relative to the terms that are compared
#define SMALL_MARGIN (CR_ERRORS_IN_MARGIN * SMALL_ERROR)
#define SURE_SIDE    0x1p11          // of its margin: the errors of greater sides are below DEPTH_RATIO
#define DEPTH_RATIO  (5.1e10 * CR_U) // between the squares of the least depths

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
    return m;
}

/// Bits of the least lane, and of those equal to it within a ratio.
CR_INLINE uint32_t least_lanes(const cr_lanes2 *lanes, int pairs, double ratio) {
    cr_lanes2 least = lanes[0];
    for (int i = 1; i < pairs; ++i) least = cr_lower_lanes2(least, lanes[i]);
    cr_lanes2 enough = cr_lower_lanes2(least, cr_middle_lanes(least, least)) * cr_both_lanes(1 + ratio);
    uint32_t bits = 0;
    for (int i = 0; i < pairs; ++i) bits |= cr_gather_bits2(lanes[i] <= enough) << 2 * i;
    return bits;
}

// ---- Features -------------------------------------------------------------------------------------------------------

/// An edge of the difference, or the vertex at its start.
typedef struct small_feature {
    int k, is_edge;
    double distance, nx, ny; // of the origin, outward
    cr_vec2d from;           // the origin relative to the vertex
} small_feature;

/// Sets `from`.
CR_INLINE void place_corner(const small_difference *s, small_feature *f) {
    f->from = (cr_vec2d){lane_of(s, FROM_X, f->k), lane_of(s, FROM_Y, f->k)};
}

/// The edge of least depth. Returns false if another is as deep within a ratio, or if a side is too small for a ratio.
CR_INLINE bool find_least_depth(const small_difference *s, int pairs, small_feature *f) {
    cr_lanes2 depth2[PAIRS];
    uint32_t unsure = 0;
    for (int i = 0; i < pairs; ++i) {
        cr_lanes2 side = s->row[SIDE][i], length2 = s->row[LENGTH2][i];
        unsure |= cr_gather_bits2(~(cr_size_lanes2(side) > cr_both_lanes(SURE_SIDE) * s->row[ROOM][i]));
        depth2[i] = cr_choose_lanes2(length2 > cr_both_lanes(0), side * side / length2, cr_both_lanes(HUGE_VAL));
    }
    uint32_t bits = least_lanes(depth2, pairs, DEPTH_RATIO);
    f->k = cr_lowest_bit(bits);
    f->is_edge = 1;
    double ex = lane_of(s, EDGE_X, f->k), ey = lane_of(s, EDGE_Y, f->k), length = sqrt(ex * ex + ey * ey);
    f->nx = ey / length;
    f->ny = -ex / length;
    f->distance = f->nx * lane_of(s, FROM_X, f->k) + f->ny * lane_of(s, FROM_Y, f->k);
    return (unsure | (bits & (bits - 1))) == 0;
}

/// The edge that the origin is beside, else the closest vertex. Returns false if there are several.
CR_INLINE bool select_closest(const small_difference *s, int pairs, const survey *m, small_feature *f) {
    uint32_t vertices = least_lanes(s->row[FAR2], pairs, SMALL_MARGIN);
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

/// The signed distances of a point from the lines of the edges, positive outside, within CR_DISTANCE_SLACK of the
/// extent.
typedef struct edge_distances {
    float most, extent;
    uint32_t farthest; // bits of the edges that may be the farthest out
} edge_distances;

/// Returns false if float overflows or underflows, or if an edge is very short.
CR_INLINE bool measure_point(const cr_hull *h, carom_vec2 p, int vectors, edge_distances *d) {
    const cr_lanes4 least = cr_all_lanes(-FLT_MAX), px = cr_all_lanes(p.x), py = cr_all_lanes(p.y);
    cr_lanes4 length[2], distance[2], reach = cr_all_lanes(0), most = least;
    uint32_t edges = (1u << h->core.count) - 1, plain = 0;
    for (int i = 0; i < vectors; ++i) {
        cr_lanes4 ex = h->ex[i], ey = h->ey[i], x = h->x[i] - px, y = h->y[i] - py;
        length[i] = cr_root_lanes(ex * ex + ey * ey);
        distance[i] = (ex * y - ey * x) / length[i];
        reach = cr_higher_lanes(reach, cr_size_lanes(x) + cr_size_lanes(y));
    }
    d->extent = cr_greatest_lane(reach)[0];
    cr_lanes4 shortest = cr_all_lanes(CR_SHORTEST_EDGE * d->extent);
    for (int i = 0; i < vectors; ++i) {
        cr_lane_bits is_plain = length[i] > shortest; // no lane past the edges
        plain |= cr_gather_bits(is_plain) << 4 * i;
        distance[i] = cr_choose_lanes(is_plain, distance[i], least);
        most = cr_higher_lanes(most, distance[i]);
    }
    most = cr_greatest_lane(most);
    d->most = most[0];
    cr_lanes4 enough = most - cr_all_lanes(CR_DISTANCE_SLACK * d->extent);
    d->farthest = 0;
    for (int i = 0; i < vectors; ++i) d->farthest |= cr_gather_bits(distance[i] >= enough) << 4 * i;
    d->farthest &= edges;
    return (plain == edges) & (d->extent > LEAST_POINT_EXTENT) & (d->extent < MOST_POINT_EXTENT);
}

/// b - a in double, exactly unless the exponents differ very much.
CR_INLINE cr_vec2d offset_between(cr_lanes2 from, cr_lanes2 to) {
    cr_lanes2 offset = to - from;
    return (cr_vec2d){offset[0], offset[1]};
}

/// Certifies edge k: the point is inside, and the edge the closest one, or it is outside and beside the edge.
/// Otherwise, the vertex at the end that the point is beyond.
CR_INLINE bool take_closest(const cr_core *shape, carom_vec2 at, bool is_inside, double room, small_feature *f) {
    int k = f->k, last = shape->count - 1;
    int next = k < last ? k + 1 : 0;
    cr_lanes2 point = cr_wide_lanes(&at), from = cr_wide_lanes(&shape->v[k]), to = cr_wide_lanes(&shape->v[next]);
    cr_vec2d e = offset_between(from, to), d = offset_between(from, point);
    double side = e.x * d.y - e.y * d.x, foot = e.x * d.x + e.y * d.y, length2 = e.x * e.x + e.y * e.y;
    f->from = d;
    f->is_edge = is_inside | ((foot > room) & (foot < length2 - room));
    if (f->is_edge) {
        double length = sqrt(length2);
        cr_lanes2 normal = (cr_lanes2){e.y, -e.x} / cr_both_lanes(length);
        f->nx = normal[0];
        f->ny = normal[1];
        f->distance = is_inside ? f->nx * d.x + f->ny * d.y : -side / length;
        return is_inside | (side < -room);
    }
    int is_past = foot > room;
    CR_OPAQUE(is_past);
    int before = k > 0 ? k - 1 : last, after = next < last ? next + 1 : 0;
    int vertex = k ^ ((k ^ next) & -is_past), other = before ^ ((before ^ after) & -is_past);
    cr_lanes2 corner = cr_wide_lanes(&shape->v[vertex]);
    cr_vec2d out = offset_between(corner, point), beyond = offset_between(corner, cr_wide_lanes(&shape->v[other]));
    double along = e.x * out.x + e.y * out.y, apart = out.x * beyond.x + out.y * beyond.y;
    double length = sqrt(out.x * out.x + out.y * out.y);
    cr_lanes2 normal = (cr_lanes2){out.x, out.y} / cr_both_lanes(length);
    f->k = vertex;
    f->from = out;
    f->nx = normal[0];
    f->ny = normal[1];
    f->distance = length;
    return (side < -room) & ((is_past ? -along : along) < -room) & (apart < -room);
}

/// A point against a polygon, and the sum of their radii.
typedef struct point_query {
    const cr_hull *polygon;
    carom_vec2 point;
    double radius;
    cr_small_wanted wanted;
} point_query;

/// find_feature for a point and a polygon. Of shapes apart, the polygon need not be convex, nor the radii valid.
CR_INLINE bool find_feature_in_lanes(point_query q, int vectors, cr_relation *relation, small_feature *f) {
    edge_distances d;
    float radius = (float)q.radius;
    if (!measure_point(q.polygon, q.point, vectors, &d)) return false;
    float slack = CR_DISTANCE_SLACK * (2 * d.extent + radius);
    *relation = CR_APART;
    if (!q.wanted.outside && d.most > radius + slack) return true;
    int is_inside = d.most < -slack;
    *relation = CR_INSIDE;
    if (is_inside & !q.wanted.inside) return true;
    if (is_inside & ((d.farthest & (d.farthest - 1)) != 0)) return false;
    f->k = cr_lowest_bit(d.farthest);
    double extent = 2 * (double)d.extent;
    if (!take_closest(&q.polygon->core, q.point, is_inside, SMALL_MARGIN * extent * extent, f)) return false;
    double gap = f->distance - q.radius;
    *relation = gap > 0 ? CR_APART : CR_INSIDE;
    return fabs(gap) > SMALL_MARGIN * (extent + q.radius);
}

// ---- Points and circles ---------------------------------------------------------------------------------------------

/// The foot of a point on the edge. It is within the edge by more than its rounding: beside an edge by the margin, and
/// inside because no other edge is as near.
CR_INLINE cr_vec2d foot_on_edge(cr_vec2d point, const small_feature *f) {
    return (cr_vec2d){point.x - f->nx * f->distance, point.y - f->ny * f->distance};
}

/// The contact through the feature. The relation is known.
CR_INLINE void set_contact_of_point(const cr_round_point *point, const cr_core *shape, const small_feature *f,
                                    cr_pair_separation *out) {
    static const double sign[2] = {1, -1};
    double own = (double)point->radius, other = (double)shape->radius;
    cr_vec2d at = cr_widen(point->at), vertex = cr_widen(shape->v[f->k]), foot = foot_on_edge(at, f);
    double x[2] = {vertex.x, foot.x}, y[2] = {vertex.y, foot.y};
    out->distance = f->distance - (own + other);
    out->nx = sign[point->is_b] * f->nx;
    out->ny = sign[point->is_b] * f->ny;
    double *on_point = out->on[point->is_b], *on_shape = out->on[!point->is_b];
    on_point[0] = at.x - f->nx * own;
    on_point[1] = at.y - f->ny * own;
    on_shape[0] = x[f->is_edge] + f->nx * other;
    on_shape[1] = y[f->is_edge] + f->ny * other;
}

// ---- Contacts of points and circles ---------------------------------------------------------------------------------

// Shapes that are apart have no contact, valid or not. So the radii are checked, and a polygon is proved convex, only
// of shapes that overlap.

/// A point or circle, and the shape that it touches: a if is_b.
typedef struct round_pair {
    const carom_shape *a, *b;
    bool is_b;
    double own, other; // radii
} round_pair;

static inline double radius_of(const carom_shape *round) {
    return round->kind == CAROM_SHAPE_CIRCLE ? (double)round->circle.radius : 0;
}

static inline bool has_valid_radii(const round_pair *p) {
    return (p->own >= 0) & (p->other >= 0) & (p->own <= (double)FLT_MAX) & (p->other <= (double)FLT_MAX);
}

/// The contact through the feature, on b.
CR_INLINE carom_contact_points contact_through(const round_pair *p, carom_vec2 center, cr_vec2d vertex,
                                               const small_feature *f) {
    double sign = p->is_b ? -1 : 1, out = p->is_b ? -p->own : p->other;
    cr_vec2d from = cr_widen(center);
    if (!p->is_b) from = f->is_edge ? foot_on_edge(from, f) : vertex;
    double x = from.x + f->nx * out, y = from.y + f->ny * out;
    return cr_contact_at_point(f->distance - (p->own + p->other), sign * f->nx, sign * f->ny, x, y);
}

CR_INLINE carom_contact_points contact_in_lanes(const round_pair *p, const cr_hull *h, bool is_proved, int vectors) {
    small_feature f;
    cr_relation relation;
    carom_vec2 center = p->is_b ? p->b->point : p->a->point;
    point_query q = {h, center, p->own + p->other, {true, false}};
    if (!find_feature_in_lanes(q, vectors, &relation, &f)) return cr_contact_of_parts(p->a, p->b);
    if (relation == CR_APART) return (carom_contact_points){0};
    if (!has_valid_radii(p) || !(is_proved || cr_prove_convex(h))) return cr_contact_of_parts(p->a, p->b);
    return contact_through(p, center, cr_widen(h->core.v[f.k]), &f);
}

carom_contact_points cr_contact_with_sides(const carom_shape *a, const carom_shape *b, bool is_b) {
    const carom_shape *sides = is_b ? a : b;
    const carom_polygon *polygon = &sides->polygon;
    round_pair p = {a, b, is_b, radius_of(is_b ? b : a), 0};
    cr_hull h;
    if (sides->kind == CAROM_SHAPE_BOX) {
        if (!cr_set_box(&h, &sides->box)) return cr_contact_of_parts(a, b);
        return contact_in_lanes(&p, &h, true, 1);
    }
    if (polygon->count < 3 || polygon->count > CAROM_MAX_POLYGON_VERTICES) return cr_contact_of_parts(a, b);
    cr_set_polygon(&h, polygon->v, polygon->count);
    p.other = (double)polygon->radius;
    return h.vectors == 1 ? contact_in_lanes(&p, &h, false, 1) : contact_in_lanes(&p, &h, false, 2);
}

carom_contact_points cr_contact_with_hull(const carom_shape *a, const carom_shape *b, bool is_b, const cr_hull *h) {
    round_pair p = {a, b, is_b, radius_of(is_b ? b : a), (double)h->core.radius};
    return h->vectors == 1 ? contact_in_lanes(&p, h, true, 1) : contact_in_lanes(&p, h, true, 2);
}

carom_contact_points cr_contact_with_axis(const carom_shape *a, const carom_shape *b, bool is_b) {
    const carom_shape *round = is_b ? b : a, *axis = is_b ? a : b;
    const carom_vec2 *v = &axis->capsule.a; // where the ends of a segment are
    round_pair p = {a, b, is_b, radius_of(round), axis->kind == CAROM_SHAPE_CAPSULE ? (double)axis->capsule.radius : 0};
    cr_outer inner = {cr_both_ways(round->point), (float)p.own},
             outer = {cr_sides_of_axis(&axis->capsule), (float)p.other};
    if (cr_are_apart(&inner, &outer)) return (carom_contact_points){0};
    cr_lanes2 point = cr_wide_lanes(&round->point), ends[2] = {cr_wide_lanes(&v[0]), cr_wide_lanes(&v[1])};
    cr_lanes2 from[2] = {point - ends[0], point - ends[1]}, edge = ends[1] - ends[0];
    cr_vec2d e = {edge[0], edge[1]}, c = {from[0][0], from[0][1]}, d = {from[1][0], from[1][1]};
    double far_c = cr_dot(c, c), far_d = cr_dot(d, d), foot_c = cr_dot(e, c), foot_d = -cr_dot(e, d);
    double length2 = cr_dot(e, e), side = cr_cross(e, c), far = side * side;
    double room = 8 * SMALL_MARGIN * (length2 + far_c), radius = p.own + p.other, near = radius * radius;
    double least = near * (1 + 4 * SMALL_MARGIN), most = near * (1 - 4 * SMALL_MARGIN);
    double slack = room * fabs(side), reach = near * length2; // the side may be far less than its terms
    int before = foot_c < -room, after = foot_d < -room;
    int beside = (foot_c > room) & (foot_d > room) & (fabs(side) > room);
    if ((before & (far_c > least)) | (after & (far_d > least)) | (beside & (far - slack > reach)))
        return (carom_contact_points){0};
    int touched = (before & (far_c < most)) | (after & (far_d < most)) | (beside & (far + slack < reach));
    if (!(touched & has_valid_radii(&p)) || cr_is_flagged(axis)) return cr_contact_of_parts(a, b);

    // The point is outside of the edge of the difference that starts at the first end, or at the second one.
    static const double signs[2] = {1, -1};
    int start = side > 0, end = (after & ~beside) | (start & beside);
    CR_OPAQUE(end);
    CR_OPAQUE(beside);
    d = (cr_vec2d){from[end][0], from[end][1]};
    e = cr_scale(e, signs[end]);
    double xs[2] = {d.x, e.y}, ys[2] = {d.y, -e.x}, x = xs[beside], y = ys[beside], length = sqrt(x * x + y * y);
    double distances[2] = {length, -cr_cross(e, d) / length};
    cr_lanes2 normal = (cr_lanes2){x, y} / cr_both_lanes(length);
    small_feature f = {.is_edge = beside, .distance = distances[beside], .nx = normal[0], .ny = normal[1]};
    return contact_through(&p, round->point, (cr_vec2d){ends[end][0], ends[end][1]}, &f);
}

carom_contact_points cr_contact_of_rounds(const carom_shape *a, const carom_shape *b) {
    round_pair p = {a, b, false, radius_of(a), radius_of(b)};
    cr_vec2d vertex = cr_widen(b->point), d = cr_subtract(cr_widen(a->point), vertex);
    double far = cr_dot(d, d), radius = p.own + p.other, near = radius * radius;
    if (!(far > 0 && fabs(far - near) > SMALL_MARGIN * (far + near))) return cr_contact_of_parts(a, b);
    if (far > near) return (carom_contact_points){0};
    if (!has_valid_radii(&p)) return cr_contact_of_parts(a, b);
    double length = sqrt(far);
    small_feature f = {.distance = length, .nx = d.x / length, .ny = d.y / length};
    return contact_through(&p, a->point, vertex, &f);
}

// ---- Separations of points and circles ------------------------------------------------------------------------------

static const cr_small_wanted all_wanted = {true, true};

CR_INLINE bool find_separation_in_lanes(const cr_round_point *point, const cr_hull *h, int vectors,
                                        cr_pair_separation *out) {
    small_feature f = {0};
    point_query q = {h, point->at, (double)point->radius + (double)h->core.radius, all_wanted};
    if (!find_feature_in_lanes(q, vectors, &out->relation, &f)) return false;
    set_contact_of_point(point, &h->core, &f, out);
    return true;
}

bool cr_find_point_contact(const cr_round_point *point, const cr_hull *shape, cr_pair_separation *out) {
    if (shape->core.count <= 2) return cr_find_axis_contact(point, &shape->core, out);
    if (shape->core.count <= 4) return find_separation_in_lanes(point, shape, 1, out);
    return find_separation_in_lanes(point, shape, 2, out);
}

/// Of two points or circles.
static bool find_separation_of_points(const cr_round_point *point, const cr_core *shape, cr_pair_separation *out) {
    cr_vec2d d = cr_subtract(cr_widen(point->at), cr_widen(shape->v[0]));
    double radius = (double)point->radius + (double)shape->radius, far2 = cr_dot(d, d), near2 = radius * radius;
    out->relation = far2 > near2 ? CR_APART : CR_INSIDE;
    if (!(far2 > 0 && fabs(far2 - near2) > SMALL_MARGIN * (far2 + near2))) return false;
    double distance = sqrt(far2);
    small_feature f = {.distance = distance, .nx = d.x / distance, .ny = d.y / distance};
    set_contact_of_point(point, shape, &f, out);
    return true;
}

bool cr_find_axis_contact(const cr_round_point *point, const cr_core *shape, cr_pair_separation *out) {
    if (shape->count == 1) return find_separation_of_points(point, shape, out);
    small_difference s;
    small_feature f = {0};
    set_of_axis(&s, point->at, shape->v);
    if (!find_feature(&s, 1, (double)point->radius + (double)shape->radius, all_wanted, &out->relation, &f))
        return false;
    set_contact_of_point(point, shape, &f, out);
    return true;
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

/// Two ends with a radius.
typedef struct round_axis {
    const carom_vec2 *v;
    double radius;
} round_axis;

CR_INLINE bool find_contact_of_axes(round_axis a, round_axis b, cr_small_wanted wanted, double least_sine,
                                    cr_pair_separation *out) {
    static const double signs[2] = {-1, 1};
    small_difference s;
    small_feature f = {0};
    segment_feature p;
    int first = set_of_segments(&s, a.v, b.v);
    if (first < 0 || !find_feature(&s, 2, a.radius + b.radius, wanted, &out->relation, &f)) return false;
    if (out->relation == CR_APART && !wanted.outside) return true;
    double turn = s.row[EDGE_X][0][0] * s.row[EDGE_Y][0][1] - s.row[EDGE_Y][0][0] * s.row[EDGE_X][0][1];
    if (!(fabs(turn) >= least_sine * (s.row[LENGTH2][0][0] + s.row[LENGTH2][0][1]))) return false;
    place_feature(a.v, b.v, first, &f, &p);
    double sign = signs[p.on_b], nx = f.nx, ny = f.ny;
    cr_vec2d e = cr_subtract(p.to, p.from);
    cr_vec2d foot = {p.vertex.x - sign * (nx * f.distance), p.vertex.y - sign * (ny * f.distance)};
    double along = cr_dot(e, cr_subtract(foot, p.from));
    int is_past = f.is_edge & !((along >= 0) & (along <= cr_dot(e, e)));
    CR_OPAQUE(is_past);
    if (is_past) foot = along < 0 ? p.from : p.to;
    double xs[2] = {p.from.x, foot.x}, ys[2] = {p.from.y, foot.y};
    double x[2] = {p.vertex.x, xs[f.is_edge]}, y[2] = {p.vertex.y, ys[f.is_edge]};
    out->distance = f.distance - (a.radius + b.radius);
    out->nx = nx;
    out->ny = ny;
    out->on[0][0] = x[!p.on_b] - nx * a.radius;
    out->on[0][1] = y[!p.on_b] - ny * a.radius;
    out->on[1][0] = x[p.on_b] + nx * b.radius;
    out->on[1][1] = y[p.on_b] + ny * b.radius;
    return true;
}

bool cr_find_segment_contact(const cr_core *a, const cr_core *b, cr_pair_separation *out) {
    round_axis x = {a->v, (double)a->radius}, y = {b->v, (double)b->radius};
    return find_contact_of_axes(x, y, all_wanted, 0, out);
}

carom_contact_points cr_contact_of_capsules(const carom_shape *one, const carom_shape *other, double least_sine) {
    const carom_capsule *a = &one->capsule, *b = &other->capsule;
    cr_outer outer_a = {cr_sides_of_axis(a), a->radius}, outer_b = {cr_sides_of_axis(b), b->radius};
    if (cr_are_apart(&outer_a, &outer_b)) return (carom_contact_points){0};
    round_axis x = {&a->a, (double)a->radius}, y = {&b->a, (double)b->radius};
    cr_pair_separation s;
    bool is_valid = (a->radius > 0) & (b->radius > 0) & (a->radius <= FLT_MAX) & (b->radius <= FLT_MAX);
    if (!is_valid || !find_contact_of_axes(x, y, (cr_small_wanted){true, false}, least_sine, &s))
        return cr_contact_of_parts(one, other);
    if (s.relation == CR_APART) return (carom_contact_points){0};
    return cr_contact_at_point(s.distance, s.nx, s.ny, s.on[1][0], s.on[1][1]);
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
