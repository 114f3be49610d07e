// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Closed forms for the pairs games ask about most. Each computes in double with error bounds and answers only what
// they decide; all else (touching, grazing, ties, flat and invalid shapes) is left to the general path, which decides
// the same questions exactly for every pair. So a closed form can be slow or missing, but not wrong.
#pragma once

#include "carom/geom.h"

/// What a sweep against a resting shape comes to.
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
bool cr_closed_sweep(const carom_shape *a, carom_vec2 move, const carom_shape *b, cr_closed_impact *impact);

/// The same for a ray.
bool cr_closed_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b, cr_closed_impact *impact);
