// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Walkable ground or wall. The contact normal at a corner is not the normal of a surface. The surfaces that meet at the
// corner are found by sweeps of a point on each side of it.
#include "walker/walker_step.h"

#include "geom/core.h"

#include <math.h>

#define SLOPE_SLACK 0x1p-20 // relative: the rounding of a float normal of the steepest walkable slope

double cr_slope_of(const carom_walker_desc *desc) {
    return desc->slope > 0 ? (double)desc->slope : 1.25;
}

bool cr_is_walkable(double slope, cr_vec2d up, carom_vec2 normal) {
    double rise = cr_dot(cr_widen(normal), up), run = fabs(cr_cross(cr_widen(normal), up));
    return rise > 0 && run <= slope * rise * (1 + SLOPE_SLACK);
}

bool cr_walker_is_flat(const cr_walker_step *w, carom_vec2 normal) {
    return cr_is_walkable(w->slope, w->up, normal);
}

static bool is_corner(const carom_sweep_hit *hit) {
    return hit->feature == CAROM_FEATURE_END_A || hit->feature == CAROM_FEATURE_END_B ||
           hit->feature == CAROM_FEATURE_CORNER;
}

/// Sweeps a point that starts beside a corner. Writes the normal of the hit; returns false without one.
static bool probe_beside(cr_walker_step *w, carom_vec2 corner, cr_vec2d aside, cr_vec2d move, carom_vec2 *normal) {
    carom_shape point = {.kind = CAROM_SHAPE_POINT, .point = cr_narrow(cr_add(cr_widen(corner), aside))};
    carom_scene_hit hit = w->scene->sweep(w->scene->self, &point, cr_narrow(move));
    ++w->result.casts;
    *normal = hit.sweep.normal;
    return hit.sweep.hit && !hit.sweep.inside;
}

/// The surface on one side of a corner: swept from above; if it descends or rises too steeply for that, from the side.
static bool surface_beside(cr_walker_step *w, carom_vec2 corner, double side, carom_vec2 *normal) {
    double off = w->size / 32;
    cr_vec2d up = cr_scale(w->up, off * (1 + w->slope)), aside = cr_scale(w->right, side * off);
    cr_vec2d below = cr_scale(w->up, -off / 2);
    return probe_beside(w, corner, cr_add(aside, up), cr_scale(up, -2), normal) ||
           probe_beside(w, corner, cr_add(aside, below), cr_scale(aside, -2), normal) ||
           probe_beside(w, corner, cr_scale(cr_add(aside, below), -1), cr_scale(aside, 2), normal);
}

/// The side of a corner that the shape is on, as the sign along `right`: that of the contact normal; if it is upright,
/// that of the centre; if that is right above the corner, the side that the walker walks to.
static double side_at_corner(const cr_walker_step *w, const carom_sweep_hit *hit) {
    carom_shape here = carom_shape_at(&w->desc.shape, w->at);
    cr_core core;
    double side = cr_dot(cr_widen(hit->normal), w->right);
    if (side == 0 && cr_core_of(&here, &core))
        side = cr_dot(cr_subtract(cr_core_centre(&core), cr_widen(hit->point)), w->right);
    if (side == 0) side = w->direction;
    return side < 0 ? -1 : 1;
}

/// The normal of the flattest surface at a contact; of two equal ones, the one on the side of the shape. The contact
/// normal if there is no surface.
static carom_vec2 surface_at(cr_walker_step *w, const carom_sweep_hit *hit) {
    if (!is_corner(hit)) return hit->normal;
    double side = side_at_corner(w, hit);
    carom_vec2 near, far;
    bool has_near = surface_beside(w, hit->point, side, &near), has_far = surface_beside(w, hit->point, -side, &far);
    if (!has_near && !has_far) return hit->normal;
    if (!has_near) return far;
    bool far_is_flatter = has_far && cr_dot(cr_widen(far), w->up) > cr_dot(cr_widen(near), w->up);
    return far_is_flatter ? far : near;
}

double cr_walker_height(const cr_walker_step *w, carom_vec2 point) {
    carom_shape here = carom_shape_at(&w->desc.shape, w->at);
    cr_core core;
    if (!cr_core_of(&here, &core)) return 0;
    double lowest = HUGE_VAL;
    for (int i = 0; i < core.count; ++i) {
        double height = cr_dot(cr_widen(core.v[i]), w->up);
        if (height < lowest) lowest = height;
    }
    return cr_dot(cr_widen(point), w->up) - lowest + (double)core.radius;
}

bool cr_walker_carries(cr_walker_step *w, const carom_scene_hit *hit) {
    if (cr_walker_is_flat(w, hit->sweep.normal)) return true;
    if (!is_corner(&hit->sweep) || cr_dot(cr_widen(hit->sweep.normal), w->up) <= 0) return false;
    return cr_walker_height(w, hit->sweep.point) <= w->step && cr_walker_is_flat(w, surface_at(w, &hit->sweep));
}

void cr_walker_stand(cr_walker_step *w, const carom_scene_hit *hit) {
    w->grounded = true;
    w->ground = (carom_ground){.normal = surface_at(w, &hit->sweep),
                               .support = hit->sweep.normal,
                               .point = hit->sweep.point,
                               .owner = hit->owner,
                               .one_way = hit->one_way};
}

void cr_walker_stand_between(cr_walker_step *w, const carom_scene_hit *flattest) {
    w->grounded = true;
    w->ground = (carom_ground){.normal = surface_at(w, &flattest->sweep),
                               .support = cr_narrow(w->up),
                               .point = flattest->sweep.point,
                               .owner = flattest->owner};
}

bool cr_walker_is_flatter(const cr_walker_step *w, const carom_scene_hit *a, const carom_scene_hit *b) {
    return cr_dot(cr_widen(a->sweep.normal), w->up) > cr_dot(cr_widen(b->sweep.normal), w->up);
}
