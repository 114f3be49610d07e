// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Clear positions in a scene.
#include "motion/clear_position.h"

#include "base/vec.h"
#include "geom/core.h"
#include "geom/predicate.h"
#include "geom/relation.h"
#include "motion/compound.h"
#include "motion/obstacles.h"

#include <math.h>

#define TIME_ROUNDING 0x1p-22 // of t: rounding of a time of impact to float, and of its contact coordinate
#define LAST_FRACTION 0x1p-20 // of the motion: more than an ulp of t
#define ENTRY_DEPTH   0x1p-18 // of the coordinates: beyond the depth that counts as resting (obstacles.c)

// ---- Tests of positions ---------------------------------------------------------------------------------------------

static carom_sweep_hit sweep_placed(const carom_scene *scene, const carom_shape *shape, carom_vec2 at,
                                    carom_vec2 move) {
    cr_placed there;
    return scene->sweep(scene->self, cr_place_shape(&there, shape, at), move).sweep;
}

bool cr_free(const carom_scene *scene, const carom_shape *shape, carom_vec2 at) {
    return !sweep_placed(scene, shape, at, (carom_vec2){0, 0}).hit;
}

bool cr_shape_is_thin(const carom_shape *shape, carom_vec2 at) {
    cr_placed placed;
    const carom_shape *there = cr_place_shape(&placed, shape, at);
    for (int i = 0; i < cr_parts_of(there); ++i) {
        cr_core core;
        if (cr_core_of(cr_part_of(there, i), &core) && cr_core_is_thin(&core)) return true;
    }
    return false;
}

cr_limit cr_limit_of_contact(const carom_shape *shape, int part, carom_vec2 normal, carom_vec2 point) {
    cr_placed placed;
    cr_core core;
    if (normal.x != 0 && normal.y != 0) return cr_limit_of(normal);
    const carom_shape *touching = cr_part_of(cr_place_shape(&placed, shape, (carom_vec2){0, 0}), part);
    if (!cr_core_of(touching, &core)) return cr_limit_of(normal);
    return cr_limit_at(normal, (double)point.x, (double)point.y, &core);
}

static cr_limit limit_of_hit(const carom_shape *shape, const carom_sweep_hit *hit) {
    return cr_limit_of_contact(shape, hit->part_a, hit->normal, hit->point);
}

/// True if the centre of the part that a hit has stopped is behind the surface when the shape is at a position.
static bool centre_is_behind(const cr_resting *r, carom_vec2 at, const carom_sweep_hit *hit) {
    cr_placed placed;
    cr_core core;
    if (!cr_core_of(cr_part_of(cr_place_shape(&placed, r->shape, at), hit->part_a), &core)) return false;
    cr_vec2d off = cr_subtract(cr_core_centre(&core), cr_widen(hit->point));
    return cr_dot(off, cr_widen(hit->normal)) < 0;
}

/// True if a thin shape passes through a boundary on its path to a position. Where rounding has moved it through a
/// boundary, it need not penetrate it. Touching one is not passing.
static bool passes_border(const cr_resting *r, carom_vec2 at, cr_limit *blocker) {
    carom_vec2 move = {at.x - r->from.x, at.y - r->from.y};
    if (move.x == 0 && move.y == 0) return false;
    carom_sweep_hit hit = sweep_placed(r->scene, r->shape, r->from, move);
    if (!hit.hit || hit.inside || hit.t == 1) return false;
    *blocker = limit_of_hit(r->shape, &hit);
    if (!blocker->faces_axis) return centre_is_behind(r, at, &hit);
    bool x = hit.normal.y == 0;
    double beyond = blocker->contact - (double)(x ? at.x : at.y); // unlike the motion, exact
    return beyond * (double)(x ? hit.normal.x : hit.normal.y) > 0;
}

/// True if a vertex of the shape is in the interior of solid. A one-sided segment passes through edges that it does not
/// face: its vertices count within rounding of a boundary only.
static bool has_vertex_in_solid(const cr_resting *r, carom_vec2 at) {
    cr_placed placed;
    const carom_shape *there = cr_place_shape(&placed, r->shape, at);
    for (int i = 0; r->scene->solid && i < cr_parts_of(there); ++i) {
        cr_core core = {0};
        if (!cr_core_of(cr_part_of(there, i), &core)) continue;
        for (int k = 0; k < core.count; ++k) {
            if (!r->scene->solid(r->scene->self, core.v[k])) continue;
            if (!core.one_sided || !cr_is_deep_in_solid(r->scene, core.v[k])) return true;
        }
    }
    return false;
}

/// True if the shape crosses the boundary of solid. A zero motion does not hit an edge that the centre of the shape is
/// behind; in solid narrower than the shape there may be neither a vertex nor the centre.
static bool crosses_boundary(const cr_resting *r, carom_vec2 at) {
    cr_placed placed;
    const carom_shape *there = cr_place_shape(&placed, r->shape, at);
    for (int i = 0; r->scene->solid && i < cr_parts_of(there); ++i) {
        const carom_shape *part = cr_part_of(there, i);
        bool has_extent = part->kind != CAROM_SHAPE_POINT && !cr_is_one_sided(part);
        if (has_extent && cr_penetrates_boundary(r->scene, part)) return true;
    }
    return false;
}

static bool is_partly_in_solid(const cr_resting *r, carom_vec2 at) {
    return has_vertex_in_solid(r, at) || crosses_boundary(r, at);
}

/// True if a thin shape has passed through a boundary on its path, or ends on a flat obstacle; or if it is in solid,
/// because the rounding of its vertices at the position differs from that at the start.
static bool thin_shape_has_passed(const cr_resting *r, carom_vec2 at, cr_limit *blocker) {
    return passes_border(r, at, blocker) || cr_loses_side(r, at, blocker) ||
           (is_partly_in_solid(r, at) && !is_partly_in_solid(r, r->from));
}

/// True if a part penetrates a one-way obstacle by no more than the rounding at its coordinates before the motion, and
/// did not penetrate it there.
static bool enters_obstacle(const carom_scene_obstacle *obstacle, const carom_shape *before, const carom_shape *part,
                            carom_contact_points *contact) {
    carom_shape whole = obstacle->shape;
    if (!obstacle->one_way || !cr_is_one_sided(&whole)) return false;
    whole.segment.skip_a = whole.segment.skip_b = false;
    *contact = carom_contact(part, &whole);
    if (!contact->hit || contact->depth <= 0 || !cr_is_shallow(before, contact)) return false;
    return cr_relate(before, &whole) != CR_INSIDE;
}

static bool part_enters_one_way(const cr_resting *r, const carom_shape *before, const carom_shape *part, int number,
                                cr_limit *blocker) {
    cr_obstacle_walk walk;
    carom_contact_points contact;
    cr_obstacles_begin(&walk, r->scene, carom_shape_bounds(part));
    while (cr_obstacles_next(&walk)) {
        for (int i = 0; i < walk.count; ++i) {
            if (!enters_obstacle(&walk.near[i], before, part, &contact)) continue;
            *blocker = cr_limit_of_contact(r->shape, number, contact.normal, contact.points[0]);
            return true;
        }
    }
    return false;
}

/// True if the shape came from larger coordinates, and their rounding has put it into a one-way obstacle. A scene
/// reports such a penetration only up to the rounding at the present coordinates, which is less.
static bool enters_one_way(const cr_resting *r, carom_vec2 at, cr_limit *blocker) {
    cr_placed placed_before, placed;
    const carom_shape *before = cr_place_shape(&placed_before, r->shape, r->from);
    const carom_shape *there = cr_place_shape(&placed, r->shape, at);
    for (int i = 0; i < cr_parts_of(there); ++i) {
        const carom_shape *was = cr_part_of(before, i), *is = cr_part_of(there, i);
        bool from_larger = cr_size_of_coordinates(was) > 2 * cr_size_of_coordinates(is);
        if (from_larger && part_enters_one_way(r, was, is, i, blocker)) return true;
    }
    return false;
}

bool cr_is_clear_at(const cr_resting *r, carom_vec2 at, cr_limit *blocker) {
    *blocker = (cr_limit){0}; // a position in solid need not have one
    carom_sweep_hit in = sweep_placed(r->scene, r->shape, at, (carom_vec2){0, 0});
    if (in.hit) {
        *blocker = limit_of_hit(r->shape, &in);
        return false;
    }
    if (enters_one_way(r, at, blocker)) return false;
    return !cr_shape_is_thin(r->shape, at) || !thin_shape_has_passed(r, at, blocker);
}

static bool is_clear_in_scene(void *context, carom_vec2 at, cr_limit *blocker) {
    return cr_is_clear_at(context, at, blocker);
}

// ---- Stopping -------------------------------------------------------------------------------------------------------

double cr_exact_time(carom_vec2 from, carom_vec2 move, double t, const cr_limit *limits, int count) {
    for (int i = 0; i < count; ++i) {
        if (!limits[i].faces_axis) continue;
        bool x = limits[i].normal.y == 0;
        double path = limits[i].contact - (double)(x ? from.x : from.y), time = path / (double)(x ? move.x : move.y);
        if (fabs(time - t) <= TIME_ROUNDING * t) return time;
    }
    return t;
}

static double larger_magnitude(double x, double y) {
    return fabs(x) > fabs(y) ? fabs(x) : fabs(y);
}

carom_vec2 cr_contact_position(const carom_shape *shape, carom_vec2 from, carom_vec2 move, const carom_sweep_hit *hit) {
    cr_limit limit = limit_of_hit(shape, hit);
    double t = cr_exact_time(from, move, (double)hit->t, &limit, 1);
    return cr_rounded((double)from.x + t * (double)move.x, (double)from.y + t * (double)move.y);
}

carom_vec2 cr_clear_position_in_scene(const cr_resting *r, const cr_stopping *s) {
    return cr_clear_position(s, is_clear_in_scene, (void *)r);
}

static carom_vec2 stop_at_limits(const cr_resting *r, carom_vec2 move, double t, const cr_limit *limits, int count) {
    cr_stopping s = cr_stopping_at(r->from, move, t, limits, count);
    return cr_clear_position_in_scene(r, &s);
}

carom_vec2 cr_stop_among(const cr_resting *r, carom_vec2 move, const carom_sweep_hit *hit, const cr_limit *limits,
                         int count) {
    if (count == 0) return cr_stop(r->scene, r->shape, r->from, move, hit);
    double t = cr_exact_time(r->from, move, (double)hit->t, limits, count);
    carom_vec2 at = stop_at_limits(r, move, t, limits, count);
    bool exact = t != (double)hit->t ||
                 t * larger_magnitude((double)move.x, (double)move.y) <= larger_magnitude((double)at.x, (double)at.y);
    if (exact) return at;
    // On a long path, an ulp of t is more than an ulp of the position: continue from there to the contact.
    carom_vec2 rest = cr_rounded(LAST_FRACTION * (double)move.x, LAST_FRACTION * (double)move.y);
    carom_sweep_hit last = sweep_placed(r->scene, r->shape, at, rest);
    if (!last.hit || last.inside) return at;
    return stop_at_limits(&(cr_resting){r->scene, r->shape, at}, rest, (double)last.t, limits, count);
}

carom_vec2 cr_stop(const carom_scene *scene, const carom_shape *shape, carom_vec2 from, carom_vec2 move,
                   const carom_sweep_hit *hit) {
    cr_limit limit = limit_of_hit(shape, hit);
    return cr_stop_among(&(cr_resting){scene, shape, from}, move, hit, &limit, 1);
}

carom_vec2 cr_arrive(const cr_resting *r, cr_vec2d end) {
    cr_limit blocker;
    carom_vec2 at = {(float)cr_in_range(end.x), (float)cr_in_range(end.y)};
    if (cr_is_clear_at(r, at, &blocker)) return at;
    return cr_clear_position_in_scene(r, &(cr_stopping){r->from, end.x, end.y, &blocker, 1});
}

bool cr_enter_one_way(const cr_resting *r, carom_vec2 normal, carom_vec2 *at) {
    cr_placed placed;
    carom_box box = carom_shape_bounds(cr_place_shape(&placed, r->shape, r->from));
    double x = larger_magnitude((double)box.min.x, (double)box.max.x);
    double y = larger_magnitude((double)box.min.y, (double)box.max.y);
    double depth = (fabs(x) + fabs(y)) * ENTRY_DEPTH;
    carom_vec2 within =
        cr_rounded((double)r->from.x - depth * (double)normal.x, (double)r->from.y - depth * (double)normal.y);
    if (!cr_free(r->scene, r->shape, within)) return false;
    *at = within;
    return true;
}
