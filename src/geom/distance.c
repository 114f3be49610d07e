// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Distance, penetration depth and contact points, from the feature of the difference closest to the origin. The sign of
// a distance is exact; its size is computed in double.
#include "base/inline.h"
#include "base/vec.h"
#include "geom/bounds_apart.h"
#include "geom/box_contact.h"
#include "geom/circle_segment.h"
#include "geom/closest_feature.h"
#include "geom/pair_search.h"
#include "geom/parts.h"
#include "geom/predicate.h"
#include "geom/rounded_contact.h"
#include "geom/small_pair.h"

#include <float.h>
#include <math.h>

/// True if the closest feature belongs to a skipped end.
static bool skipped(const cr_difference *c, const cr_closest_feature *nearest) {
    return nearest->edge >= 0 ? cr_edge_skipped(c, nearest->edge) : cr_vertex_skipped(c, nearest->vertex);
}

/// The difference of a pair of parts and its closest feature. Returns false if one-sidedness or a skipped end excludes
/// a contact: of a penetration, the end is skipped if the way out leads along the segment.
static bool measure(const cr_core *a, const cr_core *b, cr_difference *c, cr_closest_feature *nearest,
                    cr_relation *relation) {
    if (!cr_facing(a, b)) return false;
    cr_difference_make(c, a, b);
    cr_displacement none = cr_displacement_of((cr_vector){0}, 0);
    cr_location at = cr_locate(c, &none);
    if (cr_is_skipped(c, &at)) return false;
    *relation = at.relation;
    *nearest = cr_closest_feature_of(c, 0, 0);
    return *relation != CR_APART || !skipped(c, nearest);
}

/// Its fields are written once, as a copy of the struct would have to wait for them.
CR_INLINE carom_separation rounded_separation(const cr_pair_separation *s) {
    double normal[2] = {s->nx, s->ny};
    cr_lanes4 on = cr_rounded_lanes(s->on[0], s->on[1]), n = cr_rounded_lanes(normal, normal);
    return (carom_separation){.distance = cr_signed_distance(s->distance, s->relation),
                              .on_a = {on[0], on[1]},
                              .on_b = {on[2], on[3]},
                              .normal = {n[0], n[1]}};
}

static bool keep_nearest(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    carom_separation *best = context;
    cr_difference c;
    cr_closest_feature nearest;
    cr_relation relation;
    if (!measure(a, b, &c, &nearest, &relation)) return true;
    if (cr_signed_distance(nearest.distance - c.radius, relation) >= best->distance) return true;
    cr_pair_separation s;
    cr_separation_of_feature(&c, &nearest, relation, &s);
    *best = rounded_separation(&s);
    best->part_a = part_a;
    best->part_b = part_b;
    return true;
}

static carom_separation distance_of_placed_parts(cr_posed a, cr_posed b) {
    carom_separation gap = {.distance = INFINITY};
    cr_for_each_pair(a, b, keep_nearest, &gap);
    return gap;
}

carom_separation cr_distance_of_parts(const carom_shape *a, const carom_shape *b) {
    return distance_of_placed_parts((cr_posed){a, NULL}, (cr_posed){b, NULL});
}

/// A circle or point, and a shape of three or more vertices. Returns false if they are not, or if a decision is
/// inconclusive.
static bool find_point_pair(const carom_shape *a, const carom_shape *b, cr_pair_separation *s) {
    cr_round_point point;
    cr_hull shape;
    bool is_b = !cr_point_of(a, false, &point);
    if (is_b && !cr_point_of(b, true, &point)) return false;
    return cr_hull_of(is_b ? a : b, &shape) && cr_find_point_contact(&point, &shape, s);
}

/// The same for hulls.
static bool find_point_hulls(const cr_hull *a, const cr_hull *b, cr_pair_separation *s) {
    bool is_b = a->core.count > 1;
    const cr_hull *own = is_b ? b : a, *other = is_b ? a : b;
    if (own->core.count > 1) return false;
    cr_round_point point = {own->core.v[0], own->core.radius, is_b};
    return cr_find_point_contact(&point, other, s);
}

/// The same for a point or circle, and a shape of at most two vertices.
CR_INLINE bool find_point_cores(const cr_core *a, const cr_core *b, cr_pair_separation *s) {
    bool is_b = a->count > 1;
    const cr_core *own = is_b ? b : a, *other = is_b ? a : b;
    if (own->count > 1) return false;
    cr_round_point point = {own->v[0], own->radius, is_b};
    return cr_find_axis_contact(&point, other, s);
}

static bool are_small(const carom_shape *a, const carom_shape *b) {
    return cr_is_small_kind(a->kind) && cr_is_small_kind(b->kind);
}

static bool find_small_separation(const carom_shape *a, const carom_shape *b, cr_pair_separation *s) {
    cr_core core_a, core_b;
    if (!cr_small_core_of(a, &core_a) || !cr_small_core_of(b, &core_b)) return false;
    if (core_a.count == 2 && core_b.count == 2) return cr_find_segment_contact(&core_a, &core_b, s);
    return find_point_cores(&core_a, &core_b, s);
}

static bool find_separation(const carom_shape *a, const carom_shape *b, cr_pair_separation *s) {
    if (are_small(a, b) ? find_small_separation(a, b, s) : find_point_pair(a, b, s)) return true;
    cr_hull hull_a, hull_b;
    return cr_hull_of(a, &hull_a) && cr_hull_of(b, &hull_b) && cr_find_pair_separation(&hull_a, &hull_b, s);
}

carom_separation carom_distance(const carom_shape *a, const carom_shape *b) {
    cr_pair_separation s;
    if (!find_separation(a, b, &s)) return cr_distance_of_parts(a, b);
    return rounded_separation(&s);
}

carom_separation carom_posed_distance(const carom_shape *a, carom_pose a_pose, const carom_shape *b,
                                      carom_pose b_pose) {
    carom_shape at, bt;
    cr_posed x = {a, &a_pose}, y = {b, &b_pose};
    return cr_pose_both(x, y, &at, &bt) ? carom_distance(&at, &bt) : distance_of_placed_parts(x, y);
}

carom_separation carom_prepared_distance(const carom_prepared *a, const carom_prepared *b) {
    const cr_hull *hull_a = cr_hull_of_prepared(a), *hull_b = cr_hull_of_prepared(b);
    cr_pair_separation s;
    if (!hull_a || !hull_b || !(find_point_hulls(hull_a, hull_b, &s) || cr_find_pair_separation(hull_a, hull_b, &s)))
        return cr_distance_of_parts(&a->shape, &b->shape);
    return rounded_separation(&s);
}

// ---- Contact points ----------------------------------------------------------------------------------------------

static int wrap(int i, int count) {
    return i < 0 ? i + count : i >= count ? i - count : i;
}

/// Sine of the angle up to which two edges are parallel: far above rounding in double, far below that of float.
#define FLAT_SINE 1e-9
/// Of the coordinates: heights that differ by less are in one plane; far above rounding in double.
#define ONE_PLANE 1e-12

/// An edge or a vertex of a shape.
typedef struct core_feature {
    const cr_core *core;
    int k;
} core_feature;

/// Two points or vectors, by their coordinates.
typedef struct point_pair {
    cr_lanes2 x, y;
} point_pair;

CR_INLINE point_pair pair_of(cr_lanes2 p, cr_lanes2 q) {
    return (point_pair){{p[0], q[0]}, {p[1], q[1]}};
}

/// The edge of the core at the vertex that opposes the normal most, by its ends.
CR_INLINE point_pair facing_edge(core_feature vertex, cr_lanes2 nx, cr_lanes2 ny) {
    const cr_core *core = vertex.core;
    cr_lanes2 v = cr_wide_lanes(&core->v[vertex.k]), before = cr_wide_lanes(&core->v[wrap(vertex.k - 1, core->count)]);
    cr_lanes2 after = cr_wide_lanes(&core->v[wrap(vertex.k + 1, core->count)]);
    point_pair e = pair_of(v - before, after - v);
    cr_lanes2 facing = (e.y * nx - e.x * ny) / cr_root_lanes2(e.x * e.x + e.y * e.y); // normals against the given one
    cr_lane_bits2 is_less = facing < cr_middle_lanes(facing, facing), is_after = {is_less[1], is_less[1]};
    return pair_of(cr_choose_lanes2(is_after, v, before), cr_choose_lanes2(is_after, after, v));
}

/// Clips the incident edge, at a vertex of one shape, to the side planes of the reference edge of the other. Returns
/// true if it leaves two points not beyond `reach` of the reference edge. (S. Gottschalk's clipping, described in E.
/// Catto, Contact Manifolds, 2007.)
CR_INLINE bool clip(core_feature edge, core_feature vertex, double normal_x, double normal_y, double reach,
                    point_pair *points) {
    const cr_lanes2 zero = {0, 0};
    cr_lanes2 nx = cr_both_lanes(normal_x), ny = cr_both_lanes(normal_y);
    cr_lanes2 p = cr_wide_lanes(&edge.core->v[edge.k]);
    cr_lanes2 e = cr_wide_lanes(&edge.core->v[wrap(edge.k + 1, edge.core->count)]) - p;
    cr_lanes2 length = cr_both_lanes(sqrt(cr_dot_lanes(e, e))), t = e / length;
    cr_lanes2 tx = {t[0], t[0]}, ty = {t[1], t[1]}, px = {p[0], p[0]}, py = {p[1], p[1]};
    point_pair ends = facing_edge(vertex, nx, ny);
    cr_lanes2 dx = ends.x - px, dy = ends.y - py, along = dx * tx + dy * ty, away = dx * nx + dy * ny;
    // A rounded side has two contact points only where it lies flat; at an angle, one corner touches.
    if (vertex.core->radius > 0 && fabs(away[1] - away[0]) > FLAT_SINE * length[0]) return false;
    cr_lanes2 s = cr_choose_lanes2(along > length, length, along);
    s = cr_choose_lanes2(along < zero, zero, s);
    double run = along[1] - along[0];
    cr_lanes2 start = {along[0], along[0]}, low = {away[0], away[0]}, u = (s - start) / cr_both_lanes(run);
    if (run == 0) u = zero;
    cr_lanes2 height = low + u * cr_both_lanes(away[1] - away[0]);
    cr_lane_bits2 is_end = (s == along) & (cr_lane_bits2){0, -1};
    height = cr_choose_lanes2(is_end, away, height);
    points->x = px + s * tx + height * nx;
    points->y = py + s * ty + height * ny;
    bool is_one = (points->x[0] == points->x[1]) & (points->y[0] == points->y[1]);
    return cr_gather_bits2(height > cr_both_lanes(reach)) == 0 && !is_one;
}

/// Finds the two points on the surface of b where an edge of one shape rests on the other. Returns false if there is
/// only one.
CR_INLINE bool find_two_points(const cr_difference *c, const cr_closest_feature *nearest, point_pair *points) {
    if (nearest->edge < 0 || c->a->count < 2 || c->b->count < 2) return false;
    static const double signs[2] = {-1, 1};
    int k = nearest->edge, next = cr_next(c, k), b_touched = c->of_b[k] != c->of_b[next];
    double sign = signs[b_touched], nx = nearest->nx, ny = nearest->ny;
    double reach = c->radius + ONE_PLANE * (fabs(c->v[k].x) + fabs(c->v[k].y));
    core_feature of[2] = {{c->a, c->of_a[k]}, {c->b, c->of_b[k]}};
    if (!clip(of[b_touched], of[!b_touched], sign * nx, sign * ny, reach, points)) return false;
    cr_lanes2 line = cr_wide_lanes(&c->b->v[c->of_b[k]]), xs = cr_both_lanes(nx), ys = cr_both_lanes(ny);
    cr_lanes2 height = (points->x - cr_both_lanes(line[0])) * xs + (points->y - cr_both_lanes(line[1])) * ys;
    cr_lane_bits2 on_b = {-(int64_t)b_touched, -(int64_t)b_touched};
    cr_lanes2 out = cr_both_lanes((double)c->b->radius) - cr_choose_lanes2(on_b, height, cr_both_lanes(0));
    points->x += out * xs;
    points->y += out * ys;
    return true;
}

/// `on_b`: the witness point, if it is known.
CR_INLINE carom_contact_points contact_of_feature(const cr_difference *c, const cr_closest_feature *nearest,
                                                  float depth, const double *on_b) {
    point_pair points;
    bool are_two = find_two_points(c, nearest, &points);
    if (!are_two && on_b) {
        points = (point_pair){{on_b[0], 0}, {on_b[1], 0}};
    } else if (!are_two) {
        cr_witness w = cr_witness_of(c, nearest, 0, 0);
        points = (point_pair){{w.bx, 0}, {w.by, 0}};
    }
    carom_vec2 p = cr_rounded(points.x[0], points.y[0]), q = cr_rounded(points.x[1], points.y[1]);
    return (carom_contact_points){.hit = true,
                                  .depth = depth,
                                  .normal = cr_rounded(nearest->nx, nearest->ny),
                                  .count = 1 + (are_two & !cr_same_point(p, q)),
                                  .points = {p, q}};
}

static bool keep_deepest(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    carom_contact_points *best = context;
    cr_difference c;
    cr_closest_feature nearest;
    cr_relation relation;
    if (!measure(a, b, &c, &nearest, &relation) || relation == CR_APART) return true;
    float depth = -cr_signed_distance(nearest.distance - c.radius, relation) + 0.0f;
    if (best->hit && depth <= best->depth) return true;
    *best = contact_of_feature(&c, &nearest, depth, NULL);
    best->part_a = part_a;
    best->part_b = part_b;
    return true;
}

static carom_contact_points contact_of_placed_parts(cr_posed a, cr_posed b) {
    carom_contact_points contact = {0};
    cr_for_each_pair(a, b, keep_deepest, &contact);
    return contact;
}

carom_contact_points cr_contact_of_parts(const carom_shape *a, const carom_shape *b) {
    return contact_of_placed_parts((cr_posed){a, NULL}, (cr_posed){b, NULL});
}

CR_INLINE carom_contact_points contact_through_feature(const cr_pair_feature *f) {
    float depth = -cr_signed_distance(f->nearest.distance - f->c.radius, f->relation) + 0.0f;
    return contact_of_feature(&f->c, &f->nearest, depth, f->has_witness ? f->on_b : NULL);
}

static inline bool are_boxes_with_area(const carom_shape *a, const carom_shape *b) {
    return a->kind == CAROM_SHAPE_BOX && b->kind == CAROM_SHAPE_BOX && cr_box_is_plain(a->box) &&
           cr_box_is_plain(b->box);
}

/// Kinds with one closed form of their contact.
typedef enum form { OTHER, ROUND, AXIS, SIDES } form;

static inline int forms_of(carom_shape_kind a, carom_shape_kind b) {
    static const unsigned char of[] = {
        [CAROM_SHAPE_NONE] = OTHER,    [CAROM_SHAPE_POINT] = ROUND,   [CAROM_SHAPE_SEGMENT] = AXIS,
        [CAROM_SHAPE_CIRCLE] = ROUND,  [CAROM_SHAPE_BOX] = SIDES,     [CAROM_SHAPE_CAPSULE] = AXIS,
        [CAROM_SHAPE_POLYGON] = SIDES, [CAROM_SHAPE_COMPOUND] = OTHER};
    return (a | b) < sizeof of ? of[a] * 4 + of[b] : OTHER;
}

/// carom_contact of segments, or a segment and a capsule.
static carom_contact_points contact_of_axes(const carom_shape *a, const carom_shape *b) {
    cr_core core_a, core_b;
    cr_outer outer_a, outer_b;
    cr_pair_feature f;
    if (cr_outer_of(a, &outer_a) && cr_outer_of(b, &outer_b) && cr_are_apart(&outer_a, &outer_b))
        return (carom_contact_points){0};
    if (!cr_small_core_of(a, &core_a) || !cr_small_core_of(b, &core_b)) return cr_contact_of_parts(a, b);
    cr_start_cores(&f, &core_a, &core_b);
    if (!cr_find_small_feature(&f, (cr_small_wanted){true, false})) return cr_contact_of_parts(a, b);
    return f.relation == CR_APART ? (carom_contact_points){0} : contact_through_feature(&f);
}

/// carom_contact of all other pairs.
static carom_contact_points contact_of_others(const carom_shape *a, const carom_shape *b) {
    cr_hull hull_a, hull_b;
    cr_pair_feature f;
    cr_outer outer_a, outer_b;
    carom_contact_points contact;
    if (cr_outer_of(a, &outer_a) && cr_outer_of(b, &outer_b) && cr_are_apart(&outer_a, &outer_b))
        return (carom_contact_points){0};
    if (are_boxes_with_area(a, b) && cr_find_box_contact(&a->box, &b->box, &contact)) return contact;
    if (!cr_hull_of(a, &hull_a) || !cr_hull_of(b, &hull_b) || !cr_find_pair_contact(&hull_a, &hull_b, &f))
        return cr_contact_of_parts(a, b);
    return f.relation == CR_APART ? (carom_contact_points){0} : contact_through_feature(&f);
}

carom_contact_points carom_contact(const carom_shape *a, const carom_shape *b) {
    switch (forms_of(a->kind, b->kind)) {
    case ROUND * 4 + ROUND: return cr_contact_of_rounds(a, b);
    case ROUND * 4 + AXIS: return cr_contact_with_axis(a, b, false);
    case AXIS * 4 + ROUND: return cr_contact_with_axis(a, b, true);
    case ROUND * 4 + SIDES: return cr_contact_with_sides(a, b, false);
    case SIDES * 4 + ROUND: return cr_contact_with_sides(a, b, true);
    case AXIS * 4 + AXIS:
        if ((a->kind == CAROM_SHAPE_CAPSULE) & (b->kind == CAROM_SHAPE_CAPSULE))
            return cr_contact_of_capsules(a, b, 4 * FLAT_SINE);
        return contact_of_axes(a, b);
    default: return contact_of_others(a, b);
    }
}

carom_contact_points carom_posed_contact(const carom_shape *a, carom_pose a_pose, const carom_shape *b,
                                         carom_pose b_pose) {
    carom_shape at, bt;
    cr_posed x = {a, &a_pose}, y = {b, &b_pose};
    return cr_pose_both(x, y, &at, &bt) ? carom_contact(&at, &bt) : contact_of_placed_parts(x, y);
}

static carom_contact_points contact_of_other_hulls(const carom_prepared *a, const carom_prepared *b) {
    const cr_hull *hull_a = cr_hull_of_prepared(a), *hull_b = cr_hull_of_prepared(b);
    cr_pair_feature f;
    carom_contact_points contact;
    cr_outer outer_a = cr_outer_of_prepared(a), outer_b = cr_outer_of_prepared(b);
    if (cr_are_apart(&outer_a, &outer_b)) return (carom_contact_points){0};
    if (are_boxes_with_area(&a->shape, &b->shape) && cr_find_box_contact(&a->shape.box, &b->shape.box, &contact))
        return contact;
    if (!hull_a || !hull_b || !cr_find_pair_contact(hull_a, hull_b, &f))
        return cr_contact_of_parts(&a->shape, &b->shape);
    return f.relation == CR_APART ? (carom_contact_points){0} : contact_through_feature(&f);
}

carom_contact_points carom_prepared_contact(const carom_prepared *a, const carom_prepared *b) {
    const cr_hull *hull_a = cr_hull_of_prepared(a), *hull_b = cr_hull_of_prepared(b);
    if (hull_a && hull_b) {
        switch (forms_of(a->shape.kind, b->shape.kind)) {
        case ROUND * 4 + ROUND: return cr_contact_of_rounds(&a->shape, &b->shape);
        case ROUND * 4 + AXIS: return cr_contact_with_axis(&a->shape, &b->shape, false);
        case AXIS * 4 + ROUND: return cr_contact_with_axis(&a->shape, &b->shape, true);
        case ROUND * 4 + SIDES: return cr_contact_with_hull(&a->shape, &b->shape, false, hull_b);
        case SIDES * 4 + ROUND: return cr_contact_with_hull(&a->shape, &b->shape, true, hull_a);
        case AXIS * 4 + AXIS:
            if ((a->shape.kind == CAROM_SHAPE_CAPSULE) & (b->shape.kind == CAROM_SHAPE_CAPSULE))
                return cr_contact_of_capsules(&a->shape, &b->shape, 4 * FLAT_SINE);
            break;
        default: break;
        }
    }
    return contact_of_other_hulls(a, b);
}
