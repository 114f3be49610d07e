// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The quadratic of two moving discs, as geom/closed.c solves it for one, with the motion relative to b in double.
#include "world/discs.h"

static bool never(carom_sweep_hit *hit) {
    *hit = (carom_sweep_hit){.t = 1};
    return true;
}

bool cr_discs_sweep(cr_discs d, carom_vec2 move_a, carom_vec2 b, float radius_b, carom_vec2 move_b,
                    carom_sweep_hit *hit) {
    double low_x, low_y;
    double mx = cr_difference_of((double)move_a.x, (double)move_b.x, &low_x);
    double my = cr_difference_of((double)move_a.y, (double)move_b.y, &low_y);
    if (low_x != 0 || low_y != 0 || !(d.reach > 0)) return false;
    double far = d.x * d.x + d.y * d.y, near = d.reach * d.reach, gap = far - near, time = 0;
    if (gap < -CR_DEGREE_2 * (far + near) && far > 0x1p-40 * near) {
        *hit = (carom_sweep_hit){.hit = true, .inside = true};
        cr_discs_contact(d, b, radius_b, &hit->point, &hit->normal);
        return true;
    }
    if (!(gap > CR_DEGREE_2 * (far + near))) return false;
    double ax = d.x * mx, ay = d.y * my, approach = -(ax + ay), approach_size = fabs(ax) + fabs(ay);
    if (approach < -CR_DEGREE_2 * approach_size) return never(hit);
    if (!(approach > CR_DEGREE_2 * approach_size)) return false;
    double cx = mx * d.y, cy = my * d.x, cross = cx - cy, cross_size = fabs(cx) + fabs(cy);
    double room = (mx * mx + my * my) * near, q = room - cross * cross;
    double q_error = CR_DEGREE_4 * (room + cross_size * cross_size);
    if (q < -q_error) return never(hit);
    if (!(q > q_error)) return false;
    double root = sqrt(q), per_speed = 1 / (approach + root);
    time = gap * per_speed;
    double error =
        (8 * CR_U * (far + near + time * approach_size) + time * q_error / root) * per_speed + 8 * CR_U * time;
    double early = time - error, late = time + error;
    if (early > 1) return never(hit);
    if (!(late <= 1 && early > 0)) return false;
    float t = cr_float_toward(late, -1);
    if (early < (double)t) return false;
    cr_discs met = {d.x + time * mx, d.y + time * my, d.reach};
    double length = sqrt(met.x * met.x + met.y * met.y), nx = met.x / length, ny = met.y / length;
    *hit = (carom_sweep_hit){.hit = true, .t = t, .normal = cr_rounded(nx, ny)};
    hit->point = cr_rounded((double)b.x + time * (double)move_b.x + nx * (double)radius_b,
                            (double)b.y + time * (double)move_b.y + ny * (double)radius_b);
    return true;
}
