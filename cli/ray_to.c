// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Where the way is no float, a point that moves by `to` is swept against b moving by `from`, which is exact.
#include "cli/ray_to.h"

#include <float.h>

bool too_long_a_way(float from, float to) {
    double way = (double)to - (double)from;
    return way > (double)FLT_MAX || way < -(double)FLT_MAX;
}

static bool is_float(float from, float to) {
    double way = (double)to - (double)from;
    return (double)(float)way == way && (double)from + way == (double)to;
}

static float between(float from, float to, double t) {
    return (float)((double)from + t * ((double)to - (double)from));
}

carom_ray_hit ray_to(carom_vec2 from, carom_vec2 to, const carom_shape *b) {
    carom_vec2 nearly = {(float)((double)to.x - (double)from.x), (float)((double)to.y - (double)from.y)};
    carom_ray_hit through = carom_ray(from, nearly, b);
    if (is_float(from.x, to.x) && is_float(from.y, to.y)) return through;
    carom_shape point = {.kind = CAROM_POINT, .point = from};
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
