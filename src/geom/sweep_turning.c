// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sweeps of shapes that turn: the earliest impact among the pairs of parts, and the pose at which a comes to rest.
#include "base/rotation.h"
#include "geom/closest_feature.h"
#include "geom/core.h"
#include "geom/parts.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "geom/turning_search.h"

/// Of the coordinates: how far the rounding of a pose and of the vertices can move a shape.
#define ROUNDING_OF_POSE 0x1p-20
/// Of the time: above the rounding of two times in double.
#define EQUAL_TIMES_OF_TURNS 1e-12

/// Of the largest coordinate: its rounding to float.
#define ULP_OF_EXTENT 0x1p-24
/// Of the motion: how far a that is not clear goes back at first.
#define FIRST_RETURN 0x1p-16

enum { MOST_POSE_NUDGES = 12, MOST_RETREATS = 8 };

typedef struct turning_sweep {
    const carom_shape *a, *b;
    const carom_turning *a_motion, *b_motion;
    cr_spin a_spin, b_spin;
    cr_turning_impact first;
    carom_feature feature;
    int part_a, part_b;
    double gap;    ///< at the end, if nothing is hit
    bool is_thin;  ///< a part of either has no interior beyond rounding
    double extent; ///< of the largest coordinate, up to a small factor
} turning_sweep;

// ---- The earliest impact --------------------------------------------------------------------------------------------

static bool is_earlier_turn(const cr_turning_impact *x, const cr_turning_impact *y) {
    return x->t < y->t || (x->inside && !y->inside) ||
           (x->t == y->t && x->contact.time < y->contact.time * (1 - EQUAL_TIMES_OF_TURNS));
}

static void grow_extent(turning_sweep *s, const cr_core *core, const carom_turning *motion) {
    for (int i = 0; i < core->count; ++i) {
        cr_vec2d v = cr_widen(core->v[i]);
        double size = fabs(v.x) + fabs(v.y) + (double)core->radius;
        s->extent = size > s->extent ? size : s->extent;
    }
    double moved = fabs((double)motion->pose.position.x) + fabs((double)motion->pose.position.y) +
                   fabs((double)motion->move.x) + fabs((double)motion->move.y);
    s->extent = moved > s->extent ? moved : s->extent;
}

static bool find_thin(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    turning_sweep *s = context;
    (void)part_a;
    (void)part_b;
    grow_extent(s, a, s->a_motion);
    grow_extent(s, b, s->b_motion);
    s->is_thin = s->is_thin || cr_core_is_thin(a) || cr_core_is_thin(b);
    return true;
}

static bool keep_earliest_turn(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    turning_sweep *s = context;
    cr_turning_core x = {*a, s->a_motion->pose.position, s->a_motion->move, &s->a_spin};
    cr_turning_core y = {*b, s->b_motion->pose.position, s->b_motion->move, &s->b_spin};
    find_thin(s, a, b, part_a, part_b);
    cr_turning_impact impact = cr_turning_impact_of(&x, &y);
    if (!impact.hit) s->gap = impact.gap < s->gap ? impact.gap : s->gap;
    if (!impact.hit || (s->first.hit && !is_earlier_turn(&impact, &s->first))) return true;
    s->first = impact;
    const cr_turning_contact *c = &impact.contact;
    bool is_edge = c->edge_of_b >= 0;
    s->feature = cr_feature_of_core(b, is_edge, is_edge ? c->edge_of_b : c->vertex_b);
    s->part_a = part_a;
    s->part_b = part_b;
    return true;
}

// ---- Poses ----------------------------------------------------------------------------------------------------------

static bool is_finite_turning(const carom_turning *m) {
    return cr_pose_is_finite(m->pose) && cr_finite2(m->move) && fabsf(m->angle) <= CAROM_MAX_TURN;
}

static carom_rotation rotation_at(const carom_turning *m, const cr_spin *spin, double t) {
    if (t <= 0 || spin->angle == 0) return m->pose.rotation;
    int k = (int)(t * spin->pieces);
    k = k < spin->pieces ? k : spin->pieces - 1;
    cr_vec2d from = cr_widen(spin->half[k]), to = cr_widen(spin->half[k + 1]);
    cr_vec2d h = cr_add(from, cr_scale(cr_subtract(to, from), t * spin->pieces - k));
    double n = cr_dot(h, h), c = (h.x * h.x - h.y * h.y) / n, s = 2 * h.x * h.y / n;
    carom_rotation r = cr_turn_of(m->pose.rotation);
    double rc = (double)r.cosine, rs = (double)r.sine;
    return cr_rotation_of_products(c * rc - s * rs, s * rc + c * rs);
}

static cr_vec2d position_in_turn(const carom_turning *m, double t) {
    return cr_add(cr_widen(m->pose.position), cr_scale(cr_widen(m->move), t));
}

static carom_pose pose_at(const carom_turning *m, const cr_spin *spin, double t) {
    if (t <= 0) return m->pose;
    cr_vec2d p = position_in_turn(m, t);
    return (carom_pose){cr_rounded(p.x, p.y), rotation_at(m, spin, t)};
}

carom_pose carom_turning_pose(const carom_turning *motion, float t) {
    cr_spin spin;
    if (!is_finite_turning(motion) || !isfinite(t) || !cr_spin_of(motion->angle, &spin)) return motion->pose;
    return pose_at(motion, &spin, t < 1 ? (double)t : 1);
}

static carom_vec2 rounded_outward(cr_vec2d p, carom_vec2 normal) {
    float x = cr_float_toward(cr_in_range(p.x), normal.x), y = cr_float_toward(cr_in_range(p.y), normal.y);
    return (carom_vec2){isfinite(x) ? x + 0.0f : (float)p.x, isfinite(y) ? y + 0.0f : (float)p.y};
}

/// True if a at a pose does not penetrate b, and has not passed through it: a shape without interior can.
static bool is_clear_pose(const turning_sweep *s, carom_pose at, carom_pose b_at, carom_vec2 normal,
                          carom_separation *found) {
    if (cr_relate_posed(s->a, at, s->b, b_at) == CR_INSIDE) {
        *found = carom_posed_distance(s->a, at, s->b, b_at);
        return false;
    }
    if (!s->first.hit || !s->is_thin) return true;
    *found = carom_posed_distance(s->a, at, s->b, b_at);
    bool same_side = found->normal.x * normal.x + found->normal.y * normal.y >= 0;
    if (same_side || !isfinite(found->distance)) return true;
    found->normal = normal;
    found->distance = -fabsf(found->distance);
    return false;
}

/// Moves a outward from a position until it is clear. Returns false if a few ulp are not enough. A penetration that is
/// deeper than rounding at the time of the hit belongs to a contact that does not count, as with the back of a
/// one-sided segment: it stays.
static bool nudge_clear(const turning_sweep *s, cr_vec2d p, carom_pose b_at, carom_vec2 normal, carom_pose *at,
                        bool on_time) {
    double least = (double)FLT_TRUE_MIN, ulp = s->extent * ULP_OF_EXTENT + least;
    double most = s->extent * ROUNDING_OF_POSE + MOST_POSE_NUDGES * least;
    for (int i = 0; i < MOST_POSE_NUDGES; ++i) {
        at->position = rounded_outward(p, normal);
        carom_separation found;
        if (is_clear_pose(s, *at, b_at, normal, &found)) return true;
        double depth = -(double)found.distance + i * i * ulp / 32;
        if (!(depth >= 0 && depth <= most)) return i == 0 && on_time;
        normal = found.normal;
        p = cr_add(cr_widen(at->position), cr_scale(cr_widen(normal), depth));
    }
    return false;
}

/// The pose of a at a time, cleared of b at time t.
static carom_pose clear_pose(const turning_sweep *s, double time, float t, carom_vec2 normal) {
    carom_pose b_at = pose_at(s->b_motion, &s->b_spin, (double)t), at;
    double back = 0;
    for (int i = 0; i < MOST_RETREATS && back < time; ++i) {
        at.rotation = rotation_at(s->a_motion, &s->a_spin, time - back);
        if (nudge_clear(s, position_in_turn(s->a_motion, time - back), b_at, normal, &at, back == 0)) return at;
        back = back == 0 ? FIRST_RETURN : 8 * back;
    }
    return s->a_motion->pose;
}

// ---- The query ------------------------------------------------------------------------------------------------------

static carom_turning_hit turning_miss(const turning_sweep *s) {
    carom_turning_hit hit = {.t = 1, .at = pose_at(s->a_motion, &s->a_spin, 1)};
    if (s->gap <= s->extent * ROUNDING_OF_POSE) hit.at = clear_pose(s, 1, 1, (carom_vec2){0, 0});
    return hit;
}

static bool turns(const cr_spin *spin) {
    return spin->pieces > 1 || spin->half[1].y != 0;
}

/// Two motions without a turn: those of carom_sweep.
static carom_turning_hit sweep_without_turns(turning_sweep *s) {
    cr_posed a = {s->a, &s->a_motion->pose}, b = {s->b, &s->b_motion->pose};
    carom_vec2 a_move = s->a_motion->move, b_move = s->b_motion->move;
    carom_shape placed_a, placed_b;
    carom_sweep_hit swept;
    cr_vec2d end;
    if (cr_pose_both(a, b, &placed_a, &placed_b)) {
        swept = carom_sweep(&placed_a, a_move, &placed_b, b_move);
        cr_vec2d moved = cr_subtract(cr_widen(swept.at), cr_widen(cr_reference(&placed_a)));
        end = cr_add(cr_widen(s->a_motion->pose.position), moved);
    } else {
        swept = cr_sweep_posed_parts(a, a_move, b, b_move);
        end = position_in_turn(s->a_motion, (double)swept.t);
    }
    s->first.hit = swept.hit;
    carom_turning_hit hit = {.hit = swept.hit,
                             .inside = swept.inside,
                             .t = swept.t,
                             .at = s->a_motion->pose,
                             .normal = swept.normal,
                             .feature = swept.feature,
                             .part_a = swept.part_a,
                             .part_b = swept.part_b};
    if (swept.hit) {
        hit.point = swept.point;
        hit.velocity = cr_rounded((double)a_move.x - (double)b_move.x, (double)a_move.y - (double)b_move.y);
    }
    if (swept.hit && swept.t == 0) return hit;
    carom_pose b_at = pose_at(s->b_motion, &s->b_spin, (double)swept.t);
    if (!nudge_clear(s, end, b_at, swept.normal, &hit.at, true))
        hit.at = clear_pose(s, (double)swept.t, swept.t, swept.normal);
    return hit;
}

carom_turning_hit carom_sweep_turning(const carom_shape *a, const carom_turning *a_motion, const carom_shape *b,
                                      const carom_turning *b_motion) {
    turning_sweep s = {.a = a, .b = b, .a_motion = a_motion, .b_motion = b_motion, .gap = HUGE_VAL};
    bool valid = is_finite_turning(a_motion) && is_finite_turning(b_motion);
    if (!valid || !cr_spin_of(a_motion->angle, &s.a_spin) || !cr_spin_of(b_motion->angle, &s.b_spin))
        return (carom_turning_hit){.t = 1, .at = carom_turning_pose(a_motion, 1)};
    cr_posed x = {a, &a_motion->pose}, y = {b, &b_motion->pose};
    if (!turns(&s.a_spin) && !turns(&s.b_spin)) {
        cr_for_each_pair(x, y, find_thin, &s);
        return sweep_without_turns(&s);
    }
    cr_for_each_pair(x, y, keep_earliest_turn, &s);
    if (!s.first.hit) return turning_miss(&s);
    const cr_turning_contact *c = &s.first.contact;
    carom_turning_hit hit = {.hit = true,
                             .inside = s.first.inside,
                             .t = s.first.t,
                             .at = a_motion->pose,
                             .point = cr_rounded(c->on_b.x, c->on_b.y),
                             .normal = cr_rounded(c->normal.x, c->normal.y),
                             .velocity = cr_rounded(c->velocity.x, c->velocity.y),
                             .feature = s.feature,
                             .part_a = s.part_a,
                             .part_b = s.part_b};
    if (c->time > 0) hit.at = clear_pose(&s, c->time, hit.t, hit.normal);
    return hit;
}
