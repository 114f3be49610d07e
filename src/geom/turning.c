// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The half vectors of a spin, by repeated products in double, each rounded once; and the poses of a motion.
#include "geom/turning.h"

#include "base/rotation.h"
#include "geom/predicate.h"

/// The most that a piece turns: 30 degrees.
#define PIECE_ANGLE 0.52359877559829882
/// Half vectors are multiples of it, so that exact numbers stay short.
#define HALF_GRID 0x1p-80

const cr_spin cr_no_spin = {.pieces = 1, .half = {{1, 0}, {1, 0}}};

void cr_spin_of(float angle, cr_spin *spin) {
    spin->angle = angle;
    spin->pieces = 1;
    while (fabs((double)angle) > spin->pieces * PIECE_ANGLE) spin->pieces *= 2;
    cr_vec2d h = {1, 0}, step;
    cr_cosine_and_sine((double)angle / (2 * spin->pieces), &step.x, &step.y);
    for (int k = 0; k <= spin->pieces; ++k) {
        spin->half[k] = cr_narrow((cr_vec2d){cr_nearest_multiple(h.x, HALF_GRID), cr_nearest_multiple(h.y, HALF_GRID)});
        h = (cr_vec2d){h.x * step.x - h.y * step.y, h.x * step.y + h.y * step.x};
    }
}

float cr_reach_in_turn(const carom_shape *shape) {
    carom_box box = carom_shape_bounds(shape);
    double x = fabs((double)box.min.x) > fabs((double)box.max.x) ? (double)box.min.x : (double)box.max.x;
    double y = fabs((double)box.min.y) > fabs((double)box.max.y) ? (double)box.min.y : (double)box.max.y;
    return cr_float_above((float)sqrt(x * x + y * y));
}

bool cr_turning_is_finite(const carom_turning *m) {
    return cr_pose_is_finite(m->pose) && cr_finite2(m->move) && fabsf(m->angle) <= CAROM_MAX_TURN;
}

carom_rotation cr_rotation_in_turn(const carom_turning *m, const cr_spin *spin, double t) {
    if (t <= 0 || spin->angle == 0) return m->pose.rotation;
    int k = cr_piece_of(spin, t);
    cr_vec2d from = cr_widen(spin->half[k]), to = cr_widen(spin->half[k + 1]);
    cr_vec2d h = cr_add(from, cr_scale(cr_subtract(to, from), t * spin->pieces - k));
    double n = cr_dot(h, h), c = (h.x * h.x - h.y * h.y) / n, s = 2 * h.x * h.y / n;
    carom_rotation r = cr_turn_of(m->pose.rotation);
    double rc = (double)r.cosine, rs = (double)r.sine;
    return cr_rotation_of_products(c * rc - s * rs, s * rc + c * rs);
}

cr_vec2d cr_position_in_turn(const carom_turning *m, double t) {
    return cr_add(cr_widen(m->pose.position), cr_scale(cr_widen(m->move), t));
}

carom_pose cr_pose_in_turn(const carom_turning *m, const cr_spin *spin, double t) {
    if (t <= 0) return m->pose;
    cr_vec2d p = cr_position_in_turn(m, t);
    return (carom_pose){cr_rounded(p.x, p.y), cr_rotation_in_turn(m, spin, t)};
}

carom_pose carom_turning_pose(const carom_turning *motion, float t) {
    cr_spin spin;
    if (!cr_turning_is_finite(motion) || !isfinite(t)) return motion->pose;
    cr_spin_of(motion->angle, &spin);
    return cr_pose_in_turn(motion, &spin, t < 1 ? (double)t : 1);
}
