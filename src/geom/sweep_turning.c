// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sweeps of shapes that turn: the earliest impact among the pairs of parts, and the pose at which a comes to rest.
#include "base/box.h"
#include "geom/clear_pose.h"
#include "geom/closest_feature.h"
#include "geom/core.h"
#include "geom/parts.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "geom/turning_obstacle.h"

/// Of the time: above the rounding of two times in double.
#define EQUAL_TIMES_OF_TURNS 1e-12
/// Of the motion: times apart that are shorter may be overlooked after a contact that does not count.
#define LEAST_STEP 0x1p-24

typedef struct turning_sweep {
    const carom_shape *a, *b;
    const carom_turning *a_motion, *b_motion;
    cr_spin a_spin, b_spin;
    cr_turning_impact first;
    carom_feature feature;
    int part_a, part_b;
    double gap;      ///< at the end, if nothing is hit
    bool is_thin;    ///< a part that hits has no interior beyond rounding: it can pass through the other by rounding
    double extent;   ///< of the largest coordinate, up to a small factor
    carom_pose b_at; ///< of b, for the search of a pose of a
    const carom_shape *hit_a, *hit_b; ///< these parts
    carom_vec2 normal;                ///< of the hit
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

static bool find_extent(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    turning_sweep *s = context;
    (void)part_a;
    (void)part_b;
    grow_extent(s, a, s->a_motion);
    grow_extent(s, b, s->b_motion);
    return true;
}

static cr_turning_core turning_core(const cr_core *core, const carom_turning *motion, const cr_spin *spin) {
    carom_vec2 pivot = motion->pose.position;
    return (cr_turning_core){*core, pivot, cr_widen(pivot), cr_widen(motion->move), spin};
}

static bool keep_earliest_turn(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    turning_sweep *s = context;
    cr_turning_core x = turning_core(a, s->a_motion, &s->a_spin), y = turning_core(b, s->b_motion, &s->b_spin);
    find_extent(s, a, b, part_a, part_b);
    static const cr_turning_terms all = {.until = 1, .least_step = LEAST_STEP, .needs_gap = true};
    cr_turning_impact impact = cr_turning_impact_of(&x, &y, &all);
    if (!impact.hit) s->gap = impact.gap < s->gap ? impact.gap : s->gap;
    if (!impact.hit || (s->first.hit && !is_earlier_turn(&impact, &s->first))) return true;
    s->first = impact;
    const cr_turning_contact *c = &impact.contact;
    s->feature = cr_feature_of_core(b, c->edge_of_b >= 0, c->vertex_b);
    s->part_a = part_a;
    s->part_b = part_b;
    s->is_thin = cr_core_is_thin(a) || cr_core_is_thin(b);
    return true;
}

// ---- Poses ----------------------------------------------------------------------------------------------------------

typedef struct part_search {
    int number;
    const carom_shape *part;
} part_search;

static bool find_numbered_part(void *context, const carom_shape *part, int number) {
    part_search *search = context;
    if (number == search->number) search->part = part;
    return !search->part;
}

static const carom_shape *numbered_part(const carom_shape *shape, int number) {
    part_search search = {.number = number};
    cr_for_each_part(shape, find_numbered_part, &search);
    return search.part;
}

static bool is_thin_at(const carom_shape *part, carom_pose pose) {
    carom_shape placed = carom_shape_posed(part, pose);
    cr_core core;
    return cr_core_of(&placed, &core) && cr_core_is_thin(&core);
}

/// Keeps what hits: the parts, and the normal.
static void keep_turning_hit(turning_sweep *s, const carom_turning_hit *hit) {
    s->normal = hit->normal;
    s->hit_a = numbered_part(s->a, hit->part_a);
    s->hit_b = numbered_part(s->b, hit->part_b);
}

/// How far rounding has put a segment behind a one-sided one, which it does not penetrate if an end is on the line of
/// it; 0 if the centre is not behind.
static double depth_behind(const turning_sweep *s, const cr_core *segment, const cr_core *wall) {
    if (!wall->one_sided || segment->count != 2 || segment->radius > 0) return 0;
    if (cr_core_side(segment, wall->v[0], wall->v[1]) <= 0) return 0;
    cr_vec2d from = cr_widen(wall->v[0]), along = cr_subtract(cr_widen(wall->v[1]), from);
    double deepest = 0;
    for (int i = 0; i < 2; ++i) {
        double depth = cr_cross(along, cr_subtract(cr_widen(segment->v[i]), from)) / cr_length(along);
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest <= cr_pose_rounding(s->extent) ? deepest : 0;
}

/// The same of the parts that hit, with a at a pose.
static double depth_behind_at(const turning_sweep *s, carom_pose at) {
    carom_shape placed_a = carom_shape_posed(s->hit_a, at), placed_b = carom_shape_posed(s->hit_b, s->b_at);
    cr_core a, b;
    if (!cr_core_of(&placed_a, &a) || !cr_core_of(&placed_b, &b)) return 0;
    double depth = depth_behind(s, &a, &b);
    return depth > 0 ? depth : depth_behind(s, &b, &a);
}

/// True if a at a pose does not penetrate b, and the part that hits has not passed through the other part: without an
/// interior it can. The closest part may be another one.
static bool is_clear_pose(const void *context, carom_pose at, double time, carom_vec2 normal, carom_separation *found) {
    const turning_sweep *s = context;
    (void)time;
    (void)normal;
    if (cr_relate_posed(s->a, at, s->b, s->b_at) == CR_INSIDE) {
        *found = carom_posed_distance(s->a, at, s->b, s->b_at);
        return false;
    }
    if (!s->is_thin) return true;
    *found = carom_posed_distance(s->hit_a, at, s->hit_b, s->b_at);
    double depth = depth_behind_at(s, at);
    bool same_side = found->normal.x * s->normal.x + found->normal.y * s->normal.y >= 0;
    if (same_side && !(depth > 0)) return true;
    found->distance = depth > 0 ? -(float)depth : -fabsf(found->distance);
    found->normal = s->normal;
    return false;
}

/// The search for a pose of a that is clear of b at time t.
static cr_pose_search search_pose_at(turning_sweep *s, float t) {
    const carom_turning *b = s->b_motion;
    bool moves = b->move.x != 0 || b->move.y != 0 || cr_spin_turns(&s->b_spin);
    s->b_at = cr_pose_in_turn(b, &s->b_spin, (double)t);
    return (cr_pose_search){.motion = s->a_motion,
                            .spin = &s->a_spin,
                            .carrier_motion = moves ? b : NULL,
                            .carrier_spin = &s->b_spin,
                            .extent = s->extent,
                            .deep_stays = true,
                            .is_clear = is_clear_pose,
                            .context = s};
}

// ---- The query ------------------------------------------------------------------------------------------------------

static carom_turning_hit turning_miss(turning_sweep *s) {
    carom_turning_hit hit = {.t = 1, .at = cr_pose_in_turn(s->a_motion, &s->a_spin, 1)};
    if (s->gap > cr_pose_rounding(s->extent)) return hit;
    cr_pose_search search = search_pose_at(s, 1);
    hit.at = cr_clear_pose(&search, 1, (carom_vec2){0, 0});
    return hit;
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
        end = cr_position_in_turn(s->a_motion, (double)swept.t);
    }
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
    if (swept.hit) {
        keep_turning_hit(s, &hit);
        s->is_thin = is_thin_at(s->hit_a, s->a_motion->pose) || is_thin_at(s->hit_b, s->b_motion->pose);
    }
    cr_pose_search search = search_pose_at(s, swept.t);
    double t = (double)swept.t;
    if (!cr_nudge_pose(&search, end, t, swept.normal, true, &hit.at)) hit.at = cr_clear_pose(&search, t, swept.normal);
    return hit;
}

carom_turning_hit carom_sweep_turning(const carom_shape *a, const carom_turning *a_motion, const carom_shape *b,
                                      const carom_turning *b_motion) {
    turning_sweep s = {.a = a, .b = b, .a_motion = a_motion, .b_motion = b_motion, .gap = HUGE_VAL};
    if (!cr_turning_is_finite(a_motion) || !cr_turning_is_finite(b_motion))
        return (carom_turning_hit){.t = 1, .at = carom_turning_pose(a_motion, 1)};
    cr_spin_of(a_motion->angle, &s.a_spin);
    cr_spin_of(b_motion->angle, &s.b_spin);
    cr_posed x = {a, &a_motion->pose}, y = {b, &b_motion->pose};
    if (!cr_spin_turns(&s.a_spin) && !cr_spin_turns(&s.b_spin)) {
        cr_for_each_pair(x, y, find_extent, &s);
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
    keep_turning_hit(&s, &hit);
    cr_pose_search search = search_pose_at(&s, hit.t);
    if (c->time > 0) hit.at = cr_clear_pose(&search, c->time, hit.normal);
    return hit;
}

// ---- From a later time on -------------------------------------------------------------------------------------------

/// Positions of the exact stage are multiples of the least float. Beyond the range of floats nothing is exact.
static double on_float_grid(double x) {
    if (fabs(x) > (double)FLT_MAX) return x > 0 ? (double)FLT_MAX : -(double)FLT_MAX;
    return cr_nearest_multiple(x, (double)FLT_TRUE_MIN);
}

typedef struct late_sweep {
    const cr_late_motion *a, *b;
    cr_turning_terms terms;
    cr_late_impact first;
} late_sweep;

/// The middle of the bounds of the vertices. It does not depend on their order, which a mirror changes.
static carom_vec2 middle_of_vertices(const cr_core *core) {
    carom_box box = cr_box_empty();
    for (int i = 0; i < core->count; ++i) box = cr_box_union(box, cr_box_of(core->v[i], core->v[i]));
    return cr_narrow(cr_scale(cr_add(cr_widen(box.min), cr_widen(box.max)), 0.5));
}

/// The motion of a part, as if it had begun at time 0.
static cr_turning_core late_core(const cr_core *core, const cr_late_motion *m) {
    double left = 1 - m->time;
    cr_vec2d move = left > 0 ? cr_scale(cr_widen(m->move), 1 / left) : (cr_vec2d){0, 0};
    carom_vec2 pivot = m->spin ? m->pivot : middle_of_vertices(core);
    cr_vec2d at = cr_widen(m->spin ? m->from : pivot), start = cr_subtract(at, cr_scale(move, m->time));
    return (cr_turning_core){.core = *core,
                             .pivot = pivot,
                             .start = {on_float_grid(start.x), on_float_grid(start.y)},
                             .move = {on_float_grid(move.x), on_float_grid(move.y)},
                             .spin = m->spin ? m->spin : &cr_no_spin};
}

static bool keep_earliest_late(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b) {
    late_sweep *s = context;
    cr_turning_core x = late_core(a, s->a), y = late_core(b, s->b);
    cr_turning_impact impact = cr_turning_impact_of(&x, &y, &s->terms);
    if (!impact.hit || (s->first.impact.hit && !is_earlier_turn(&impact, &s->first.impact))) return true;
    s->first = (cr_late_impact){impact, part_a, part_b};
    return true;
}

cr_late_impact cr_sweep_late(const cr_late_motion *a, const cr_late_motion *b, double time, bool blocks) {
    late_sweep s = {.a = a, .b = b, .first.impact.t = 1};
    s.terms = (cr_turning_terms){.from = time, .until = 1, .least_step = LEAST_STEP, .deepens = blocks};
    cr_for_each_pair((cr_posed){.shape = a->shape}, (cr_posed){.shape = b->shape}, keep_earliest_late, &s);
    return s.first;
}

void cr_spin_reverse(const cr_spin *spin, cr_spin *out) {
    out->angle = spin->angle;
    out->pieces = spin->pieces;
    for (int k = 0; k <= spin->pieces; ++k) out->half[k] = spin->half[spin->pieces - k];
}
