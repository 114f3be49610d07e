// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// If to - from is not a float, sweeps a point that moves by `to` against b that moves by `from`: their relative motion
// is exact.
#include "cli/ray_to.h"

#include <float.h>

bool exceeds_float_range(float from, float to) {
    double difference = (double)to - (double)from;
    return difference > (double)FLT_MAX || difference < -(double)FLT_MAX;
}

static bool is_float(float from, float to) {
    double difference = (double)to - (double)from;
    return (double)(float)difference == difference && (double)from + difference == (double)to;
}

static float between(float from, float to, double t) {
    return (float)((double)from + t * ((double)to - (double)from));
}

carom_ray_hit ray_to(carom_vec2 from, carom_vec2 to, const carom_shape *b) {
    carom_vec2 rounded = {(float)((double)to.x - (double)from.x), (float)((double)to.y - (double)from.y)};
    carom_ray_hit through = carom_ray(from, rounded, b);
    if (is_float(from.x, to.x) && is_float(from.y, to.y)) return through;
    carom_shape point = {.kind = CAROM_SHAPE_POINT, .point = from};
    carom_sweep_hit sweep = carom_sweep(&point, to, b, from);
    carom_ray_hit ray = {.hit = sweep.hit,
                         .inside = sweep.inside,
                         .t = sweep.t,
                         .exit = 1,
                         .normal = sweep.normal,
                         .feature = sweep.feature,
                         .part = sweep.part_b};
    if (!ray.hit) return ray;
    ray.point = (carom_vec2){between(from.x, to.x, (double)ray.t), between(from.y, to.y, (double)ray.t)};
    ray.exit = through.hit && through.exit > ray.t ? through.exit : ray.t;
    return ray;
}
