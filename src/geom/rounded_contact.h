// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rounds distances and contacts to the floats of a result. Results are written once, where they are returned: a copy
// would have to wait for their fields.
#pragma once

#include "base/inline.h"
#include "base/lanes.h"
#include "geom/predicate.h"
#include "geom/relation.h"

#include "carom/geom.h"

/// Rounds to float, with the sign that exact arithmetic gives. Branchless, because the sign is unpredictable.
static inline float cr_signed_distance(double value, cr_relation relation) {
    static const float least[] = {[CR_APART] = FLT_TRUE_MIN, [CR_TOUCHING] = 0, [CR_INSIDE] = -FLT_MAX};
    static const float most[] = {[CR_APART] = FLT_MAX, [CR_TOUCHING] = 0, [CR_INSIDE] = -FLT_TRUE_MIN};
    float f = (float)value;
    f = f > least[relation] ? f : least[relation];
    return f < most[relation] ? f : most[relation];
}

/// cr_rounded of two points.
CR_INLINE cr_lanes4 cr_rounded_lanes(const double p[2], const double q[2]) {
    cr_lanes4 both = cr_narrow_lanes((cr_lanes2){p[0], p[1]}, (cr_lanes2){q[0], q[1]}) + cr_all_lanes(0);
    both = cr_lower_lanes(cr_all_lanes(FLT_MAX), both); // NaN, the second, stays
    return cr_higher_lanes(cr_all_lanes(-FLT_MAX), both);
}

/// The contact of shapes in penetration that touch b in one point.
CR_INLINE carom_contact_points cr_contact_at_point(double distance, double nx, double ny, double x, double y) {
    return (carom_contact_points){.hit = true,
                                  .depth = -cr_signed_distance(distance, CR_INSIDE) + 0.0f,
                                  .normal = cr_rounded(nx, ny),
                                  .count = 1,
                                  .points = {cr_rounded(x, y)}};
}
