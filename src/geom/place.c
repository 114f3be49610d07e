// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rounding p + t * d to the nearest float lands inside the obstacle in a third of all hits, however good t is. Here
// each coordinate is rounded the way the normal points, and the place is checked exactly.
#include "geom/place.h"

#include "geom/predicate.h"

#include <math.h>

static float round_toward(double value, float direction) {
    if (direction > 0) return -cr_float_down(-value);
    if (direction < 0) return cr_float_down(value);
    return (float)value;
}

static float step_toward(float value, float direction) {
    if (direction > 0) return cr_float_above(value);
    if (direction < 0) return cr_float_below(value);
    return value;
}

static double step_size(float value, float direction) {
    return fabs((double)step_toward(value, direction) - (double)value);
}

carom_vec2 cr_place(carom_vec2 from, carom_vec2 move, double t, carom_vec2 normal, cr_is_free *is_free, void *context) {
    enum { STEPS = 4, RETREATS = 24 };
    double x = (double)from.x + t * (double)move.x, y = (double)from.y + t * (double)move.y;
    carom_vec2 at = {round_toward(x, normal.x), round_toward(y, normal.y)};
    for (int i = 0; i < STEPS; ++i) {
        if (is_free(context, at)) return at;
        // On the axis with the larger step; a step on the other would be lost beside it.
        if (step_size(at.x, normal.x) > step_size(at.y, normal.y)) {
            at.x = step_toward(at.x, normal.x);
        } else {
            at.y = step_toward(at.y, normal.y);
        }
    }
    double back = 1e-7;
    for (int i = 0; i < RETREATS; ++i, back *= 2) {
        double s = t * (1 - back);
        if (!(s > 0)) break;
        at.x = round_toward((double)from.x + s * (double)move.x, normal.x);
        at.y = round_toward((double)from.y + s * (double)move.y, normal.y);
        if (is_free(context, at)) return at;
    }
    return from;
}
