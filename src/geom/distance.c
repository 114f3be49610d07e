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

/// The difference of a pair of parts and its closest feature. Returns false if one-sidedness excludes a contact.
static bool measure(const cr_core *a, const cr_core *b, cr_difference *c, cr_closest_feature *nearest,
                    cr_relation *relation) {
    if (!cr_facing(a, b)) return false;
    cr_difference_make(c, a, b);
    cr_displacement none = cr_displacement_of((cr_vector){0}, 0);
    *relation = cr_relation_at(c, &none);
    *nearest = cr_closest_feature_of(c, 0, 0);
    return *relation != CR_APART || !skipped(c, nearest);
}

/// Its fields are written once, as a copy of the struct would have to wait for them.
CR_INLINE carom_separation rounded_separation(const cr_pair_separation *s) {
    return (carom_separation){.distance = cr_signed_distance(s->distance, s->relation),
                              .on_a = cr_rounded(s->on[0][0], s->on[0][1]),
                              .on_b = cr_rounded(s->on[1][0], s->on[1][1]),
                              .normal = cr_rounded(s->nx, s->ny)};
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

/// The edge of `core` at vertex v that opposes the normal most, given by its start vertex.
static int facing_edge(const cr_core *core, int v, double nx, double ny) {
    int best = v;
    double least = HUGE_VAL;
    for (int i = v - 1; i <= v; ++i) {
        carom_vec2 p = core->v[wrap(i, core->count)], q = core->v[wrap(i + 1, core->count)];
        double ex = (double)q.x - (double)p.x, ey = (double)q.y - (double)p.y;
        double facing = (ey * nx - ex * ny) / sqrt(ex * ex + ey * ey); // its normal against the given one
        if (facing < least) {
            least = facing;
            best = wrap(i, core->count);
        }
    }
    return best;
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

/// Clips the incident edge, at a vertex of one shape, to the side planes of the reference edge of the other. Points not
/// beyond `reach` of the reference edge are contacts. (S. Gottschalk's clipping, described in E. Catto, Contact
/// Manifolds, 2007.)
static int clip(core_feature edge, core_feature vertex, double nx, double ny, double reach, double points[2][2]) {
    const cr_core *other = vertex.core;
    carom_vec2 p = edge.core->v[edge.k], q = edge.core->v[wrap(edge.k + 1, edge.core->count)];
    double length = sqrt(((double)q.x - (double)p.x) * ((double)q.x - (double)p.x) +
                         ((double)q.y - (double)p.y) * ((double)q.y - (double)p.y));
    double tx = ((double)q.x - (double)p.x) / length, ty = ((double)q.y - (double)p.y) / length;
    int from = facing_edge(other, vertex.k, nx, ny), to = wrap(from + 1, other->count);
    double along[2], away[2];
    for (int i = 0; i < 2; ++i) {
        carom_vec2 v = other->v[i == 0 ? from : to];
        double dx = (double)v.x - (double)p.x, dy = (double)v.y - (double)p.y;
        along[i] = dx * tx + dy * ty;
        away[i] = dx * nx + dy * ny;
    }
    // A rounded side has two contact points only where it lies flat; at an angle, one corner touches.
    if (other->radius > 0 && fabs(away[1] - away[0]) > FLAT_SINE * length) return 0;
    int count = 0;
    for (int i = 0; i < 2; ++i) {
        double s = along[i] < 0 ? 0 : along[i] > length ? length : along[i];
        double u = along[1] != along[0] ? (s - along[0]) / (along[1] - along[0]) : 0;
        double height = i == 1 && s == along[1] ? away[1] : away[0] + u * (away[1] - away[0]);
        if (height > reach) continue;
        double x = (double)p.x + s * tx + height * nx, y = (double)p.y + s * ty + height * ny;
        if (count == 1 && x == points[0][0] && y == points[0][1]) continue;
        points[count][0] = x;
        points[count][1] = y;
        ++count;
    }
    return count;
}

/// Writes up to two points on the surface of b where an edge of one shape rests on the other.
static int contact_points(const cr_difference *c, const cr_closest_feature *nearest, double points[2][2]) {
    cr_witness w = cr_witness_of(c, nearest, 0, 0);
    points[0][0] = w.bx;
    points[0][1] = w.by;
    if (nearest->edge < 0 || c->a->count < 2 || c->b->count < 2) return 1;
    int k = nearest->edge, next = cr_next(c, k);
    double nx = nearest->nx, ny = nearest->ny, found[2][2];
    bool b_touched = c->of_b[k] != c->of_b[next];
    double reach = c->radius + ONE_PLANE * (fabs(c->v[k].x) + fabs(c->v[k].y));
    core_feature of_a = {c->a, c->of_a[k]}, of_b = {c->b, c->of_b[k]};
    int count = b_touched ? clip(of_b, of_a, nx, ny, reach, found) : clip(of_a, of_b, -nx, -ny, reach, found);
    if (count < 2) return 1;
    carom_vec2 on_line = c->b->v[c->of_b[k]];
    for (int i = 0; i < 2; ++i) {
        double height = b_touched ? (found[i][0] - (double)on_line.x) * nx + (found[i][1] - (double)on_line.y) * ny : 0;
        double out = (double)c->b->radius - height;
        points[i][0] = found[i][0] + out * nx;
        points[i][1] = found[i][1] + out * ny;
    }
    return 2;
}

CR_INLINE carom_contact_points contact_of_feature(const cr_difference *c, const cr_closest_feature *nearest,
                                                  float depth) {
    double points[2][2] = {{0}};
    int count = contact_points(c, nearest, points);
    carom_vec2 p = cr_rounded(points[0][0], points[0][1]), q = cr_rounded(points[1][0], points[1][1]);
    return (carom_contact_points){.hit = true,
                                  .depth = depth,
                                  .normal = cr_rounded(nearest->nx, nearest->ny),
                                  .count = cr_same_point(p, q) ? 1 : count,
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
    *best = contact_of_feature(&c, &nearest, depth);
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
    return contact_of_feature(&f->c, &f->nearest, depth);
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
