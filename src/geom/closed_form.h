// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Closed forms for the most frequent pairs. Each computes in double with error bounds, and returns a result only if the
// bounds prove it. All else (touching, grazing, ties, flat and invalid shapes) falls back to the general path, which
// decides the same queries exactly for every pair. So a closed form can be missing or slow, but not wrong.
#pragma once

#include "geom/predicate.h"

#include "carom/geom.h"

/// The motion of a relative to b, exact in double: always exact if b rests, and unless the two motions differ very much
/// in size.
typedef struct cr_motion {
    double x, y;
} cr_motion;

/// The result of a sweep, with b at rest at its start.
typedef struct cr_closed_impact {
    bool hit, inside;
    float t;
    double time, error; // unrounded, and its absolute error bound
    double nx, ny;      // the normal
    double px, py;      // the contact point, on b (not of rays)
    double exit;        // of rays: where the ray leaves
    carom_feature feature;
} cr_closed_impact;

/// True if cr_closed_sweep has a closed form for these kinds.
static inline bool cr_has_closed_sweep(carom_shape_kind a, carom_shape_kind b) {
    return a == CAROM_SHAPE_CIRCLE ? b != CAROM_SHAPE_POLYGON && b != CAROM_SHAPE_COMPOUND
           : a == b                ? a == CAROM_SHAPE_BOX
                                   : a == CAROM_SHAPE_POINT && b == CAROM_SHAPE_CIRCLE;
}

/// Returns true if the sweep is decided. Then a does not start in mere contact.
bool cr_closed_sweep(const carom_shape *a, cr_motion move, const carom_shape *b, cr_closed_impact *impact);

/// The same for two circles, at least one with a radius.
bool cr_closed_circles(carom_circle a, cr_motion move, carom_circle b, cr_closed_impact *impact);

/// carom_sweep of two circles, if the closed form decides it. Does not set `at`.
bool cr_sweep_circles(carom_circle a, carom_vec2 a_move, carom_circle b, carom_vec2 b_move, carom_sweep_hit *hit);

/// cr_closed_sweep for a ray.
bool cr_closed_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b, cr_closed_impact *impact);
/// The same for a polygon that is known to be valid.
bool cr_closed_ray_polygon(carom_vec2 from, carom_vec2 move, const carom_polygon *p, cr_closed_impact *impact);

/// Rounds a time down to float, given its absolute error bound. Returns false if the bound leaves the float open.
static inline bool cr_decide_toi(double time, double error, cr_closed_impact *impact) {
    double early = time - error, late = time + error;
    impact->hit = impact->inside = false;
    if (early > 1) return true;
    if (!(late <= 1 && early > 0)) return false;
    float t = cr_float_toward(late, -1);
    impact->hit = true;
    impact->t = t;
    impact->time = time;
    impact->error = error;
    return early >= (double)t;
}

/// The result of a ray that hits nothing.
static inline carom_ray_hit cr_ray_miss(carom_vec2 from, carom_vec2 move) {
    return (carom_ray_hit){.t = 1, .exit = 1, .point = cr_rounded_end(from, move)};
}

/// The exit of a ray as a float, not before the time of impact t.
static inline float cr_exit_after(double exit, float t) {
    return exit > (double)t ? (float)exit : t;
}

/// The impact as the result of carom_ray.
static inline carom_ray_hit cr_ray_hit_of(carom_vec2 from, carom_vec2 move, const cr_closed_impact *impact) {
    if (!impact->hit) return cr_ray_miss(from, move);
    double t = impact->time;
    carom_ray_hit hit = {.hit = true, .inside = impact->inside, .t = impact->t};
    hit.point = cr_rounded((double)from.x + t * (double)move.x, (double)from.y + t * (double)move.y);
    hit.exit = cr_exit_after(impact->exit, hit.t);
    hit.normal = cr_rounded(impact->nx, impact->ny);
    hit.feature = impact->feature;
    return hit;
}
