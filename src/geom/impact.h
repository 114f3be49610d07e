// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The time of impact: when a displacement enters the rounded difference of two cores, and through which feature.
#pragma once

#include "geom/difference.h"

typedef struct cr_impact {
    bool hit, inside;
    float t;          // the largest float not beyond the exact time
    double time;      // the same unrounded, for positions
    int edge, vertex; // of the difference; the one that was not hit is -1
} cr_impact;

/// The first time in 0..1 at which the displacement t * m enters C rounded by its radius, by the rules of carom_sweep.
/// For a one-sided segment, the caller must check cr_facing_along first.
cr_impact cr_impact_of(const cr_difference *c, const cr_displacement *m);

/// The impact on edge or vertex k, which the path must hit from outside.
cr_impact cr_impact_at_edge(const cr_difference *c, int k, const cr_displacement *m);
cr_impact cr_impact_at_vertex(const cr_difference *c, int k, const cr_displacement *m);

/// The time at which the displacement leaves C, as a fraction of m; the path must enter C at t or start inside, then t
/// is 0. Infinite without motion. Rounds to the float nearest to the exact time.
double cr_exit_of(const cr_difference *c, const cr_displacement *m, float t);
