// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Closed forms for the pairs games ask about most. Each computes in double with error bounds and answers only what
// they decide; all else (touching, grazing, ties, flat and invalid shapes) is left to the general path, which decides
// the same questions exactly for every pair. So a closed form can be slow or missing, but not wrong.
#pragma once

#include "geom/predicate.h"

#include "carom/geom.h"

/// The motion of a relative to b, exact in double: that of a alone, or all but differences of very unequal motions.
typedef struct cr_motion {
    double x, y;
} cr_motion;

/// What a sweep comes to, with b seen as resting where it starts.
typedef struct cr_closed_impact {
    bool hit, inside;
    float t;
    double time, error; // unrounded, and how far off it may be
    double nx, ny;      // the normal
    double px, py;      // the contact, on b (not of rays)
    double exit;        // of rays: the far crossing
    carom_feature feature;
} cr_closed_impact;

/// True when the sweep is decided (and then a does not start in mere touch).
bool cr_closed_sweep(const carom_shape *a, cr_motion move, const carom_shape *b, cr_closed_impact *impact);

/// The same for two circles of which at least one is no point.
bool cr_closed_circles(carom_circle a, cr_motion move, carom_circle b, cr_closed_impact *impact);

/// carom_sweep of two circles, if the closed form decides it; of the hit, `at` is left out.
bool cr_sweep_circles(carom_circle a, carom_vec2 a_move, carom_circle b, carom_vec2 b_move, carom_sweep_hit *hit);

/// cr_closed_sweep for a ray.
bool cr_closed_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b, cr_closed_impact *impact);

/// A time in double that is off by less than `error` becomes the float below it, if that is certain.
static inline bool cr_settle_time(double time, double error, cr_closed_impact *impact) {
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

/// What a ray says of it.
static inline carom_ray_hit cr_ray_hit_of(carom_vec2 from, carom_vec2 move, const cr_closed_impact *impact) {
    double t = impact->hit ? impact->time : 1;
    carom_ray_hit hit = {.hit = impact->hit, .inside = impact->inside, .t = 1, .exit = 1};
    hit.point = cr_rounded((double)from.x + t * (double)move.x, (double)from.y + t * (double)move.y);
    if (!hit.hit) return hit;
    hit.t = impact->t;
    hit.exit = impact->exit > (double)hit.t ? (float)impact->exit : hit.t;
    hit.normal = cr_rounded(impact->nx, impact->ny);
    hit.feature = impact->feature;
    return hit;
}
