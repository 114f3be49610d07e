// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// When a displacement enters the rounded difference of two cores, and through which feature of it.
#pragma once

#include "geom/difference.h"

typedef struct cr_impact {
    bool hit, inside;
    float t;          // the largest float not beyond the exact time
    double time;      // the same unrounded, for places
    int edge, vertex; // of the difference; the one that was not met is -1
} cr_impact;

/// The first time in 0..1 at which the displacement t * m enters C rounded by its radius (carom_sweep has the rules).
/// That m goes against the normal of a one-sided segment, and starts outside, is for the caller to see to.
cr_impact cr_impact_of(const cr_difference *c, const cr_displacement *m);

/// When the displacement leaves C again, as a fraction of m; it passes through or starts inside. Infinite without
/// motion.
double cr_exit_of(const cr_difference *c, const cr_displacement *m);
