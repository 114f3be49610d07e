// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Ground or wall: what a contact says about standing on it. The normal of a contact at a corner is that of no surface,
// but says where the shape is; the surfaces that meet there are asked for by a point dropped on each side.
#include "walker/stride.h"

#include "geom/core.h"

#include <math.h>

bool cr_stride_is_flat(const cr_stride *w, carom_vec2 normal) {
    double rise = cr_dot2(cr_widen2(normal), w->up), run = fabs(cr_dot2(cr_widen2(normal), w->right));
    return rise > 0 && run <= w->slope * rise * (1 + 0x1p-20); // float normals of slopes at the very limit count
}

static bool is_corner(const carom_sweep_hit *hit) {
    return hit->feature == CAROM_END_A || hit->feature == CAROM_END_B || hit->feature == CAROM_CORNER;
}

/// What a point meets that starts beside a corner.
static bool meet_beside(cr_stride *w, carom_vec2 corner, cr_vector2 aside, cr_vector2 move, carom_vec2 *normal) {
    carom_shape point = {.kind = CAROM_POINT, .point = cr_narrow2(cr_plus2(cr_widen2(corner), aside))};
    carom_space_hit hit = w->space->sweep(w->space->self, &point, cr_narrow2(move));
    ++w->told.casts;
    *normal = hit.sweep.normal;
    return hit.sweep.hit && !hit.sweep.inside;
}

/// The surface on one side of a corner: dropped on from above; if it falls or rises too steeply for that, come at from
/// the side.
static bool surface_beside(cr_stride *w, carom_vec2 corner, double side, carom_vec2 *normal) {
    double off = w->size / 32;
    cr_vector2 up = cr_times2(w->up, off * (1 + w->slope)), aside = cr_times2(w->right, side * off);
    cr_vector2 below = cr_times2(w->up, -off / 2);
    return meet_beside(w, corner, cr_plus2(aside, up), cr_times2(up, -2), normal) ||
           meet_beside(w, corner, cr_plus2(aside, below), cr_times2(aside, -2), normal) ||
           meet_beside(w, corner, cr_times2(cr_plus2(aside, below), -1), cr_times2(aside, 2), normal);
}

/// The flattest surface at a contact; of two alike that on the side where the shape is. The contact's own normal where
/// there is none.
static carom_vec2 surface_at(cr_stride *w, const carom_sweep_hit *hit) {
    if (!is_corner(hit)) return hit->normal;
    double side = cr_dot2(cr_widen2(hit->normal), w->right) < 0 ? -1 : 1;
    carom_vec2 near, far;
    bool has_near = surface_beside(w, hit->point, side, &near), has_far = surface_beside(w, hit->point, -side, &far);
    if (!has_near && !has_far) return hit->normal;
    if (!has_near) return far;
    bool far_is_flatter = has_far && cr_dot2(cr_widen2(far), w->up) > cr_dot2(cr_widen2(near), w->up);
    return far_is_flatter ? far : near;
}

double cr_stride_height(const cr_stride *w, carom_vec2 point) {
    carom_shape here = carom_shape_at(&w->desc->shape, w->at);
    cr_core core;
    if (!cr_core_of(&here, &core)) return 0;
    double lowest = HUGE_VAL;
    for (int i = 0; i < core.count; ++i) {
        double height = cr_dot2(cr_widen2(core.v[i]), w->up);
        if (height < lowest) lowest = height;
    }
    return cr_dot2(cr_widen2(point), w->up) - lowest + (double)core.radius;
}

bool cr_stride_carries(cr_stride *w, const carom_space_hit *hit) {
    if (cr_stride_is_flat(w, hit->sweep.normal)) return true;
    if (!is_corner(&hit->sweep) || cr_dot2(cr_widen2(hit->sweep.normal), w->up) <= 0) return false;
    return cr_stride_height(w, hit->sweep.point) <= w->step && cr_stride_is_flat(w, surface_at(w, &hit->sweep));
}

void cr_stride_stand(cr_stride *w, const carom_space_hit *hit) {
    w->grounded = true;
    w->ground = (carom_ground){.normal = surface_at(w, &hit->sweep),
                               .support = hit->sweep.normal,
                               .point = hit->sweep.point,
                               .owner = hit->owner,
                               .one_way = hit->one_way};
}
