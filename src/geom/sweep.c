// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rays and sweeps. A ray is the sweep of a point; a sweep is a path against the difference of each pair of parts.
#include "geom/closed.h"
#include "geom/impact.h"
#include "geom/nearest.h"
#include "geom/parts.h"
#include "geom/place.h"
#include "geom/predicate.h"

#include <math.h>

/// The earliest impact so far among the pairs of parts, and the contact it makes.
typedef struct earliest {
    cr_displacement move; // of a relative to b
    cr_impact impact;
    cr_nearest contact;
    cr_witness witness;
    carom_feature feature;
    double exit;
    int part_a, part_b;
} earliest;

/// The motion of a relative to b, in double and what double takes from it.
static cr_displacement relative_motion(carom_vec2 a_move, carom_vec2 b_move) {
    return cr_displacement_of(cr_vector_between(b_move, a_move), 1);
}

/// The same without the rest; false when there is one.
static bool motion_between(carom_vec2 a_move, carom_vec2 b_move, cr_motion *move) {
    cr_vector v = cr_vector_between(b_move, a_move);
    *move = (cr_motion){v.x, v.y};
    return v.low_x == 0 && v.low_y == 0;
}

/// The contact through the feature that was met, with the difference at displacement (x, y).
static cr_nearest contact_of(const cr_difference *c, const cr_impact *impact, double x, double y) {
    if (impact->inside) return cr_nearest_of(c, x, y);
    cr_nearest contact = {.distance = c->radius, .nx = 1, .edge = impact->edge, .vertex = impact->vertex};
    if (impact->edge >= 0) {
        cr_edge_normal(c, impact->edge, &contact.nx, &contact.ny);
        return contact;
    }
    // Without a radius the displacement stands on the vertex: the way it came tells the normal.
    bool sharp = c->radius == 0;
    double dx = sharp ? -x : x - c->v[impact->vertex].x, dy = sharp ? -y : y - c->v[impact->vertex].y;
    double length = sqrt(dx * dx + dy * dy);
    if (length > 0) {
        contact.nx = dx / length;
        contact.ny = dy / length;
    }
    return contact;
}

/// To be inside comes before merely touching on the way in. Times that round to one t are told apart in double, and
/// are the same where its error bounds could be to blame: then the first part stays.
static bool is_earlier(const cr_impact *a, const cr_impact *b) {
    return a->t < b->t || (a->inside && !b->inside) || (a->t == b->t && a->time < b->time * (1 - 1e-12));
}

static bool keep_earliest(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    earliest *e = context;
    if (!cr_facing_along(a, b, &e->move)) return true;
    cr_difference c;
    cr_difference_make(&c, a, b);
    cr_impact impact = cr_impact_of(&c, &e->move);
    if (!impact.hit || (e->impact.hit && !is_earlier(&impact, &e->impact))) return true;

    double x = impact.time * e->move.x, y = impact.time * e->move.y;
    e->impact = impact;
    e->contact = contact_of(&c, &impact, x, y);
    e->witness = cr_witness_of(&c, &e->contact, x, y);
    e->feature = cr_feature_of(&c, e->contact.edge, e->contact.vertex);
    e->exit = c.radius > 0 || c.count > 2 ? cr_exit_of(&c, &e->move) : impact.time;
    e->part_a = part_a;
    e->part_b = part_b;
    return true;
}

static earliest find_earliest(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move) {
    earliest e = {.move = relative_motion(a_move, b_move)};
    if (cr_finite2(a_move) && cr_finite2(b_move)) cr_each_pair(a, b, keep_earliest, &e);
    return e;
}

carom_ray_hit carom_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b) {
    cr_closed_impact closed;
    if (cr_closed_ray(from, move, b, &closed)) return cr_ray_hit_of(from, move, &closed);
    carom_shape point = {.kind = CAROM_POINT, .point = from};
    earliest e = find_earliest(&point, move, b, (carom_vec2){0, 0});
    carom_ray_hit hit = {.t = 1, .exit = 1};
    if (!e.impact.hit) {
        hit.point = cr_rounded((double)from.x + (double)move.x, (double)from.y + (double)move.y);
        return hit;
    }
    hit.hit = true;
    hit.inside = e.impact.inside;
    hit.t = e.impact.t;
    hit.exit = e.exit > (double)hit.t ? (float)e.exit : hit.t;
    hit.point =
        cr_rounded((double)from.x + e.impact.time * (double)move.x, (double)from.y + e.impact.time * (double)move.y);
    hit.normal = cr_rounded(e.contact.nx, e.contact.ny);
    hit.feature = e.feature;
    hit.part = e.part_b;
    return hit;
}

/// Whether a, displaced so that its reference point is at a place, is inside of b: with the parts that were met, or
/// with parts that meet at the same t. Others that it just passes, flush perhaps, would ask for room along a normal of
/// their own.
typedef struct placing {
    const carom_shape *a, *b;
    carom_vec2 reference;
    cr_displacement move, displacement;
    int part_a, part_b;
    float t;
    bool inside;
} placing;

static bool meets_as_soon(const placing *p, const cr_difference *c) {
    cr_impact impact = cr_impact_of(c, &p->move);
    return impact.hit && impact.t <= p->t;
}

static bool find_inside(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    placing *p = context;
    if (!cr_facing_along(a, b, &p->move)) return true;
    cr_difference c;
    cr_difference_make(&c, a, b);
    bool met = part_a == p->part_a && part_b == p->part_b;
    p->inside = cr_relation_at(&c, &p->displacement) == CR_INSIDE && (met || meets_as_soon(p, &c));
    return !p->inside;
}

static bool is_free(void *context, carom_vec2 at) {
    placing *p = context;
    if (p->a->kind == CAROM_CIRCLE && p->b->kind != CAROM_COMPOUND) {
        carom_shape moved = {.kind = CAROM_CIRCLE, .circle = {at, p->a->circle.radius}}, b = *p->b;
        if (b.kind == CAROM_SEGMENT) b.segment.one_sided = false; // its centre may have gone past the end
        return cr_relate(&moved, &b) != CR_INSIDE;
    }
    p->displacement = relative_motion(at, p->reference);
    p->inside = false;
    cr_each_pair(p->a, p->b, find_inside, p);
    return !p->inside;
}

static bool is_free_of_moving(void *context, carom_vec2 at) {
    (void)context;
    (void)at;
    return true;
}

/// What a closed form says, but where a comes to rest.
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

/// Where a comes to rest after what a closed form says: only circles and boxes move here, and their cores tell whether
/// a place is free.
static carom_vec2 closed_place(const carom_shape *a, carom_vec2 move, const carom_shape *b, bool b_rests,
                               const cr_closed_impact *impact, carom_vec2 normal) {
    carom_vec2 start = cr_reference(a), at = start;
    if (!impact->hit) return cr_rounded((double)start.x + (double)move.x, (double)start.y + (double)move.y);
    if (impact->inside || cr_place_clear(start, move, impact->time, impact->error, normal, &at)) return at;
    placing p = {.a = a, .b = b, .reference = start, .move = relative_motion(move, (carom_vec2){0, 0})};
    return cr_place(start, move, impact->time, normal, b_rests ? is_free : is_free_of_moving, &p);
}

carom_sweep_hit carom_sweep(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move) {
    bool b_rests = b_move.x == 0 && b_move.y == 0;
    cr_motion move;
    cr_closed_impact closed;
    if (motion_between(a_move, b_move, &move) && cr_closed_sweep(a, move, b, &closed)) {
        carom_sweep_hit hit = hit_of(&closed, b_move);
        hit.at = closed_place(a, a_move, b, b_rests, &closed, hit.normal);
        return hit;
    }
    earliest e = find_earliest(a, a_move, b, b_move);
    carom_vec2 start = cr_reference(a);
    carom_sweep_hit hit = {.t = 1};
    if (!e.impact.hit) {
        hit.at = cr_rounded((double)start.x + (double)a_move.x, (double)start.y + (double)a_move.y);
        return hit;
    }
    double t = e.impact.time;
    hit.hit = true;
    hit.inside = e.impact.inside;
    hit.t = e.impact.t;
    hit.normal = cr_rounded(e.contact.nx, e.contact.ny);
    hit.point = cr_rounded(e.witness.bx + t * (double)b_move.x, e.witness.by + t * (double)b_move.y);
    hit.feature = e.feature;
    hit.part_a = e.part_a;
    hit.part_b = e.part_b;
    if (t == 0) {
        hit.at = start;
        return hit;
    }
    placing p = {
        .a = a, .b = b, .reference = start, .move = e.move, .part_a = e.part_a, .part_b = e.part_b, .t = hit.t};
    hit.at = cr_place(start, a_move, t, hit.normal, b_rests ? is_free : is_free_of_moving, &p);
    return hit;
}
