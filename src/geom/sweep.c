// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rays and sweeps. A ray is the sweep of a point. A sweep is a path against the Minkowski difference of each pair of
// parts.
#include "geom/bounds_apart.h"
#include "geom/clear_position.h"
#include "geom/closed_form.h"
#include "geom/closest_feature.h"
#include "geom/impact.h"
#include "geom/pair_search.h"
#include "geom/parts.h"
#include "geom/predicate.h"

#include <math.h>

/// The earliest impact so far among the pairs of parts, and its contact.
typedef struct first_impact {
    cr_displacement move; // of a relative to b
    cr_impact impact;
    cr_closest_feature contact;
    cr_witness witness;
    carom_feature feature;
    cr_limit limit; // of a's displacement
    bool is_ray;
    double exit; // of a ray
    int part_a, part_b;
} first_impact;

/// The motion of a relative to b, in double, with its rounding remainder.
static inline cr_displacement relative_motion(carom_vec2 a_move, carom_vec2 b_move) {
    return cr_displacement_between(b_move, a_move);
}

/// The same without the remainder; returns false if there is one.
static bool motion_between(carom_vec2 a_move, carom_vec2 b_move, cr_motion *move) {
    cr_vector v = cr_vector_between(b_move, a_move);
    *move = (cr_motion){v.x, v.y};
    return v.low_x == 0 && v.low_y == 0;
}

/// Of the radius: a displacement that is longer has lost the direction from a vertex by rounding.
#define LONG_PATH 0x1p20

/// The normal of a contact with the circle about a vertex, from its parts across and along the path: they have the
/// length of the radius together, however small it is beside the path.
static cr_vec2d normal_across_path(const cr_difference *c, int vertex, const cr_displacement *move) {
    double length = sqrt(move->x * move->x + move->y * move->y), mx = move->x / length, my = move->y / length;
    double across = -cr_offset_from_path(c, vertex, move) / length / c->radius;
    across = across < -1 ? -1 : across > 1 ? 1 : across; // by rounding
    double along = -sqrt(1 - across * across);
    return (cr_vec2d){along * mx - across * my, along * my + across * mx};
}

/// Sets the contact through the feature that was hit, with the difference at displacement (x, y) of a motion. Not of a
/// start in penetration.
static void set_contact(cr_closest_feature *contact, const cr_difference *c, const cr_impact *impact,
                        const cr_displacement *move, double x, double y) {
    double nx, ny;
    bool sharp = c->radius == 0;
    if (impact->edge >= 0) {
        cr_edge_normal(c, impact->edge, &nx, &ny);
    } else if (!sharp && fabs(x) + fabs(y) > LONG_PATH * c->radius) {
        cr_vec2d normal = normal_across_path(c, impact->vertex, move);
        nx = normal.x;
        ny = normal.y;
    } else {
        // Without a radius, the displacement is at the vertex: the direction of motion gives the normal.
        double dx = sharp ? -x : x - c->v[impact->vertex].x, dy = sharp ? -y : y - c->v[impact->vertex].y;
        double length = sqrt(dx * dx + dy * dy);
        nx = dx / length;
        ny = dy / length;
    }
    cr_set_closest_edge(contact, c->radius, nx, ny);
    contact->edge = impact->edge;
    contact->vertex = impact->vertex;
}

/// How far a edge along an axis lets a be displaced. A corner has no such limit, though the normal may look like it.
static cr_limit limit_of(const cr_difference *c, const cr_closest_feature *contact) {
    cr_limit limit = {.normal = cr_rounded(contact->nx, contact->ny)};
    int k = contact->edge;
    if (k < 0 || (c->ex[k] != 0 && c->ey[k] != 0)) return limit;
    limit.faces_axis = true;
    // The sum is near zero if a starts next to b: then the remainders are part of it.
    limit.contact = c->ey[k] == 0 ? c->v[k].y + contact->ny * c->radius + (c->v[k].low_y + contact->ny * c->low_radius)
                                  : c->v[k].x + contact->nx * c->radius + (c->v[k].low_x + contact->nx * c->low_radius);
    return limit;
}

/// Of the time: far above the rounding of a time of impact in double, except where it is ill-conditioned.
#define EQUAL_TIMES 1e-12

/// Penetration at the start precedes touching. Times that round to one t are compared in double; if they are equal up
/// to EQUAL_TIMES, the first part stays.
static bool is_earlier(const cr_impact *a, const cr_impact *b) {
    return a->t < b->t || (a->inside && !b->inside) || (a->t == b->t && a->time < b->time * (1 - EQUAL_TIMES));
}

/// Sets the members that follow from the contact.
static void describe_contact(first_impact *e, const cr_difference *c) {
    e->limit = limit_of(c, &e->contact);
    e->witness = cr_witness_of(c, &e->contact, e->impact.time * e->move.x, e->impact.time * e->move.y);
    e->feature = cr_feature_of(c, e->contact.edge, e->contact.vertex);
}

static bool keep_earliest(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    first_impact *e = context;
    if (!cr_facing_along(a, b, &e->move)) return true;
    cr_difference c;
    cr_difference_make(&c, a, b);
    cr_impact impact = cr_impact_of(&c, &e->move);
    if (!impact.hit || (e->impact.hit && !is_earlier(&impact, &e->impact))) return true;

    e->impact = impact;
    double x = impact.time * e->move.x, y = impact.time * e->move.y;
    if (impact.inside) {
        e->contact = cr_closest_feature_of(&c, x, y);
    } else {
        set_contact(&e->contact, &c, &impact, &e->move, x, y);
    }
    describe_contact(e, &c);
    if (e->is_ray) e->exit = c.radius > 0 || c.count > 2 ? cr_exit_of(&c, &e->move, impact.t) : impact.time;
    e->part_a = part_a;
    e->part_b = part_b;
    return true;
}

static first_impact find_earliest(cr_posed a, carom_vec2 a_move, cr_posed b, carom_vec2 b_move, bool is_ray) {
    first_impact e = {.move = relative_motion(a_move, b_move), .is_ray = is_ray};
    if (cr_finite2(a_move) && cr_finite2(b_move)) cr_for_each_pair(a, b, keep_earliest, &e);
    return e;
}

static carom_ray_hit ray_of_placed_parts(carom_vec2 from, carom_vec2 move, cr_posed b) {
    carom_shape point = {.kind = CAROM_SHAPE_POINT, .point = from};
    first_impact e = find_earliest((cr_posed){&point, NULL}, move, b, (carom_vec2){0, 0}, true);
    if (!e.impact.hit) return cr_ray_miss(from, move);
    carom_ray_hit hit = {.hit = true, .inside = e.impact.inside, .t = e.impact.t};
    hit.exit = cr_exit_after(e.exit, hit.t);
    hit.point =
        cr_rounded((double)from.x + e.impact.time * (double)move.x, (double)from.y + e.impact.time * (double)move.y);
    hit.normal = cr_rounded(e.contact.nx, e.contact.ny);
    hit.feature = e.feature;
    hit.part = e.part_b;
    return hit;
}

carom_ray_hit carom_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b) {
    cr_closed_impact closed;
    if (cr_closed_ray(from, move, b, &closed)) return cr_ray_hit_of(from, move, &closed);
    return ray_of_placed_parts(from, move, (cr_posed){b, NULL});
}

carom_ray_hit carom_posed_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b, carom_pose b_pose) {
    if (b->kind == CAROM_SHAPE_COMPOUND) return ray_of_placed_parts(from, move, (cr_posed){b, &b_pose});
    carom_shape placed = carom_shape_posed(b, b_pose);
    return carom_ray(from, move, &placed);
}

/// Tests whether a, with its reference point at a position, penetrates a part of b.
typedef struct clearance {
    const carom_shape *a, *b;
    carom_vec2 reference;
    cr_displacement move, displacement;
    bool inside;
    cr_limit blocker;               ///< if inside
    const cr_pair_feature *feature; ///< that was hit; may be null
} clearance;

/// True if the other shape may have passed into this one through a skipped end.
static bool has_skipped_end(const cr_core *core) {
    return core->skip_a || core->skip_b;
}

/// The limit of a position, from that of the displacement from a start.
static cr_limit limit_from(carom_vec2 start, cr_limit limit) {
    limit.contact += (double)(limit.normal.y == 0 ? start.x : start.y);
    return limit;
}

static bool find_inside(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    (void)part_a, (void)part_b;
    clearance *p = context;
    if (!cr_facing_along(a, b, &p->move)) return true;
    cr_difference c;
    cr_difference_make(&c, a, b);
    if (cr_relation_at(&c, &p->displacement) != CR_INSIDE) return true;
    if ((has_skipped_end(a) || has_skipped_end(b)) && !cr_impact_of(&c, &p->move).hit) return true;
    cr_closest_feature nearest = cr_closest_feature_of(&c, p->displacement.x, p->displacement.y);
    p->blocker = limit_from(p->reference, limit_of(&c, &nearest));
    p->inside = true;
    return false;
}

/// True if from - to is exact in double and at least `limit`.
static bool has_gap(float from, float to, double limit) {
    double low, gap = cr_difference_of((double)from, (double)to, &low);
    return low == 0 && gap >= limit;
}

/// True if box a, displaced, certainly lies on one side of box b, or touches it there.
static bool is_beside_box(const cr_displacement *d, carom_box a, carom_box b) {
    if (d->h.low_x != 0 || d->h.low_y != 0) return false;
    return has_gap(b.min.x, a.max.x, d->x) || has_gap(a.min.x, b.max.x, -d->x) || has_gap(b.min.y, a.max.y, d->y) ||
           has_gap(a.min.y, b.max.y, -d->y);
}

static bool is_clear(void *context, carom_vec2 at, cr_limit *blocker) {
    clearance *p = context;
    p->displacement = relative_motion(at, p->reference);
    if (p->feature && cr_is_outside_feature(p->feature, &p->displacement)) return true;
    bool boxes = p->a->kind == CAROM_SHAPE_BOX && p->b->kind == CAROM_SHAPE_BOX;
    if (boxes && is_beside_box(&p->displacement, p->a->box, p->b->box)) return true;
    if (p->a->kind == CAROM_SHAPE_CIRCLE && p->b->kind != CAROM_SHAPE_COMPOUND) {
        carom_shape moved = {.kind = CAROM_SHAPE_CIRCLE, .circle = {at, p->a->circle.radius}}, b = *p->b;
        if (b.kind == CAROM_SHAPE_SEGMENT) b.segment.one_sided = false; // the centre may be past its end
        return cr_relate(&moved, &b) != CR_INSIDE;
    }
    p->inside = false;
    cr_for_each_pair((cr_posed){p->a, NULL}, (cr_posed){p->b, NULL}, find_inside, p);
    // A convex pair separates along the normal of the hit. A compound may penetrate by a part with another normal.
    bool many = p->a->kind == CAROM_SHAPE_COMPOUND || p->b->kind == CAROM_SHAPE_COMPOUND;
    if (p->inside && many) *blocker = p->blocker;
    return !p->inside;
}

static bool is_clear_of_moving(void *context, carom_vec2 at, cr_limit *blocker) {
    (void)context, (void)at, (void)blocker;
    return true;
}

/// The clear position of `a` at the limit, which is relative to its reference point. While b moves, its position then
/// is unknown, and every position counts as clear.
static carom_vec2 clear_position(clearance *p, carom_vec2 move, double t, cr_limit limit, bool b_rests) {
    if (!b_rests) limit.faces_axis = false;
    cr_stopping s = cr_stopping_at(p->reference, move, t, &limit, 1);
    return cr_clear_position(&s, b_rests ? is_clear : is_clear_of_moving, p);
}

/// The result of a closed form, without `at`.
static carom_sweep_hit hit_of(const cr_closed_impact *impact, carom_vec2 b_move) {
    carom_sweep_hit hit = {.t = 1};
    if (!impact->hit) return hit;
    hit.hit = true;
    hit.t = impact->t;
    hit.normal = cr_rounded(impact->nx, impact->ny);
    hit.point = cr_rounded(impact->px + impact->time * (double)b_move.x, impact->py + impact->time * (double)b_move.y);
    hit.feature = impact->feature;
    hit.inside = impact->inside;
    return hit;
}

bool cr_sweep_circles(carom_circle a, carom_vec2 a_move, carom_circle b, carom_vec2 b_move, carom_sweep_hit *hit) {
    cr_motion move;
    cr_closed_impact impact;
    if (!motion_between(a_move, b_move, &move) || !cr_closed_circles(a, move, b, &impact)) return false;
    *hit = hit_of(&impact, b_move);
    return true;
}

/// The contact coordinate of a circle or box after the hit of a closed form. A corner has none along an axis.
static cr_limit limit_at(const carom_shape *a, const cr_closed_impact *impact, carom_vec2 normal) {
    cr_limit limit = {.normal = normal};
    bool x = normal.y == 0, flat = impact->feature == CAROM_FEATURE_SIDE || impact->feature == CAROM_FEATURE_EDGE;
    if (!flat || (!x && normal.x != 0)) return limit;
    double reach = (double)a->circle.radius, sign = x ? impact->nx : impact->ny;
    if (a->kind == CAROM_SHAPE_BOX) {
        double size = x ? (double)a->box.min.x - (double)a->box.max.x : (double)a->box.min.y - (double)a->box.max.y;
        reach = sign < 0 ? size : 0;
        sign = 1;
    }
    limit.contact = (x ? impact->px : impact->py) + sign * reach;
    limit.faces_axis = true;
    return limit;
}

/// The final position of a after the hit of a closed form. Only circles and boxes move here; the exact test of their
/// cores decides whether a position is clear.
static carom_vec2 closed_position(const carom_shape *a, carom_vec2 move, const carom_shape *b, bool b_rests,
                                  const cr_closed_impact *impact, carom_vec2 normal) {
    carom_vec2 start = cr_reference(a), at = start;
    if (!impact->hit) return cr_rounded((double)start.x + (double)move.x, (double)start.y + (double)move.y);
    if (impact->inside) return at;
    cr_limit limit = limit_at(a, impact, normal);
    if (cr_clear_position_certain(start, move, impact->time, impact->error, &limit, &at)) return at;
    clearance p = {.a = a, .b = b, .reference = start, .move = relative_motion(move, (carom_vec2){0, 0})};
    return clear_position(&p, move, impact->time, limit, b_rests);
}

static carom_sweep_hit sweep_miss_of(const carom_shape *a, carom_vec2 a_move) {
    return (carom_sweep_hit){.t = 1, .at = cr_rounded_end(cr_reference(a), a_move)};
}

/// The result without `at`.
static carom_sweep_hit hit_of_parts(const first_impact *e, carom_vec2 b_move) {
    double t = e->impact.time;
    carom_sweep_hit hit = {.hit = true, .inside = e->impact.inside, .t = e->impact.t};
    hit.normal = cr_rounded(e->contact.nx, e->contact.ny);
    hit.point = cr_rounded(e->witness.bx + t * (double)b_move.x, e->witness.by + t * (double)b_move.y);
    hit.feature = e->feature;
    hit.part_a = e->part_a;
    hit.part_b = e->part_b;
    return hit;
}

carom_sweep_hit cr_sweep_posed_parts(cr_posed a, carom_vec2 a_move, cr_posed b, carom_vec2 b_move) {
    first_impact e = find_earliest(a, a_move, b, b_move, false);
    return e.impact.hit ? hit_of_parts(&e, b_move) : (carom_sweep_hit){.t = 1};
}

carom_sweep_hit cr_sweep_parts(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move) {
    first_impact e = find_earliest((cr_posed){a, NULL}, a_move, (cr_posed){b, NULL}, b_move, false);
    if (!e.impact.hit) return sweep_miss_of(a, a_move);
    double t = e.impact.time;
    carom_vec2 start = cr_reference(a);
    carom_sweep_hit hit = hit_of_parts(&e, b_move);
    hit.at = start;
    if (t == 0) return hit;
    clearance p = {.a = a, .b = b, .reference = start, .move = e.move};
    hit.at = clear_position(&p, a_move, t, limit_from(start, e.limit), b_move.x == 0 && b_move.y == 0);
    return hit;
}

// ---- Convex pairs ---------------------------------------------------------------------------------------------------

/// The clear position of a after a search has found the feature and the time of impact.
static carom_vec2 searched_position(clearance *p, carom_vec2 a_move, double t, bool b_rests) {
    cr_limit limit = limit_of(&p->feature->c, &p->feature->nearest);
    return clear_position(p, a_move, t, limit_from(p->reference, limit), b_rests);
}

/// A pair of convex shapes.
typedef struct hull_pair {
    const carom_shape *a, *b;
    const cr_hull *hull_a, *hull_b;
} hull_pair;

/// Returns false if the search is inconclusive. With `hit_only`, `at` is unspecified, here and below.
static bool search_sweep(const hull_pair *pair, carom_vec2 a_move, carom_vec2 b_move, bool hit_only,
                         carom_sweep_hit *hit) {
    cr_pair_feature f;
    cr_impact impact;
    cr_displacement move = relative_motion(a_move, b_move);
    if (!cr_find_impact(pair->hull_a, pair->hull_b, &move, &f, &impact)) return false;
    if (!impact.hit) {
        *hit = sweep_miss_of(pair->a, a_move);
        return true;
    }
    double t = impact.time, x = t * move.x, y = t * move.y;
    if (!impact.inside) set_contact(&f.nearest, &f.c, &impact, &move, x, y);
    cr_vec2d on_b;
    if (impact.inside && f.has_witness) {
        on_b = (cr_vec2d){f.on_b[0], f.on_b[1]};
    } else {
        cr_witness w = cr_witness_of(&f.c, &f.nearest, x, y);
        on_b = (cr_vec2d){w.bx, w.by};
    }
    hit->hit = true;
    hit->inside = impact.inside;
    hit->t = impact.t;
    hit->normal = cr_rounded(f.nearest.nx, f.nearest.ny);
    hit->point = cr_rounded(on_b.x + t * (double)b_move.x, on_b.y + t * (double)b_move.y);
    hit->feature = cr_feature_of(&f.c, f.nearest.edge, f.nearest.vertex);
    hit->part_a = hit->part_b = 0;
    hit->at = cr_reference(pair->a);
    if (t == 0 || hit_only) return true;
    clearance p = {.a = pair->a, .b = pair->b, .reference = hit->at, .move = move, .feature = &f};
    hit->at = searched_position(&p, a_move, t, b_move.x == 0 && b_move.y == 0);
    return true;
}

static bool sweep_closed(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move,
                         bool hit_only, carom_sweep_hit *hit) {
    cr_motion move;
    cr_closed_impact closed;
    if (!motion_between(a_move, b_move, &move) || !cr_closed_sweep(a, move, b, &closed)) return false;
    *hit = hit_of(&closed, b_move);
    if (!hit_only) hit->at = closed_position(a, a_move, b, b_move.x == 0 && b_move.y == 0, &closed, hit->normal);
    return true;
}

/// True if a value is neither infinite nor NaN.
static inline bool are_finite(carom_vec2 a, carom_vec2 b) {
    return a.x - a.x + (a.y - a.y) + (b.x - b.x) + (b.y - b.y) == 0;
}

static bool search_shapes(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move,
                          bool hit_only, carom_sweep_hit *hit) {
    cr_hull hull_a, hull_b;
    hull_pair pair = {a, b, &hull_a, &hull_b};
    return are_finite(a_move, b_move) && cr_hull_of(a, &hull_a) && cr_hull_of(b, &hull_b) &&
           search_sweep(&pair, a_move, b_move, hit_only, hit);
}

CR_INLINE carom_sweep_hit sweep_pair(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move,
                                     bool hit_only) {
    carom_sweep_hit hit;
    cr_outer outer_a, outer_b;
    if (cr_has_closed_sweep(a->kind, b->kind)) {
        if (sweep_closed(a, a_move, b, b_move, hit_only, &hit)) return hit;
    } else if (cr_outer_of(a, &outer_a) && cr_outer_of(b, &outer_b) &&
               cr_stay_apart(&outer_a, a_move, &outer_b, b_move)) {
        return sweep_miss_of(a, a_move);
    }
    if (search_shapes(a, a_move, b, b_move, hit_only, &hit)) return hit;
    return hit_only ? cr_sweep_posed_parts((cr_posed){a, NULL}, a_move, (cr_posed){b, NULL}, b_move)
                    : cr_sweep_parts(a, a_move, b, b_move);
}

carom_sweep_hit carom_sweep(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move) {
    return sweep_pair(a, a_move, b, b_move, false);
}

carom_sweep_hit cr_sweep_hit(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move) {
    return sweep_pair(a, a_move, b, b_move, true);
}

// ---- Prepared shapes ------------------------------------------------------------------------------------------------

carom_sweep_hit carom_prepared_sweep(const carom_prepared *a, carom_vec2 a_move, const carom_prepared *b,
                                     carom_vec2 b_move) {
    carom_sweep_hit hit;
    cr_outer outer_a = cr_outer_of_prepared(a), outer_b = cr_outer_of_prepared(b);
    if (cr_stay_apart(&outer_a, a_move, &outer_b, b_move)) return sweep_miss_of(&a->shape, a_move);
    hull_pair pair = {&a->shape, &b->shape, cr_hull_of_prepared(a), cr_hull_of_prepared(b)};
    bool closed = cr_has_closed_sweep(a->shape.kind, b->shape.kind);
    if (closed && sweep_closed(&a->shape, a_move, &b->shape, b_move, false, &hit)) return hit;
    if (!(are_finite(a_move, b_move) && pair.hull_a && pair.hull_b && search_sweep(&pair, a_move, b_move, false, &hit)))
        hit = cr_sweep_parts(&a->shape, a_move, &b->shape, b_move);
    return hit;
}

carom_ray_hit carom_prepared_ray(carom_vec2 from, carom_vec2 move, const carom_prepared *b) {
    cr_closed_impact closed;
    if (b->is_searchable && b->shape.kind == CAROM_SHAPE_POLYGON && b->shape.polygon.radius == 0 &&
        cr_closed_ray_polygon(from, move, &b->shape.polygon, &closed))
        return cr_ray_hit_of(from, move, &closed);
    return carom_ray(from, move, &b->shape);
}
