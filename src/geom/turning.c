// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The half vectors of a spin, by repeated products in double, each rounded once.
#include "geom/turning.h"

#include "base/rotation.h"
#include "base/vec.h"

/// The most that a piece turns: 30 degrees.
#define PIECE_ANGLE 0.52359877559829882
/// Half vectors are multiples of it, so that exact numbers stay short. A float above 2^24 of it is one.
#define HALF_GRID 0x1p-80

static double on_half_grid(double x) {
    return fabs(x) < 0x1000000p0 * HALF_GRID ? floor(x / HALF_GRID + 0.5) * HALF_GRID : x;
}

bool cr_spin_of(float angle, cr_spin *spin) {
    spin->angle = angle;
    spin->pieces = 1;
    if (!(fabs((double)angle) <= CR_MOST_PIECES * PIECE_ANGLE)) return false;
    while (fabs((double)angle) > spin->pieces * PIECE_ANGLE) spin->pieces *= 2;
    cr_vec2d h = {1, 0}, step;
    cr_cosine_and_sine((double)angle / (2 * spin->pieces), &step.x, &step.y);
    for (int k = 0; k <= spin->pieces; ++k) {
        spin->half[k] = cr_narrow((cr_vec2d){on_half_grid(h.x), on_half_grid(h.y)});
        h = (cr_vec2d){h.x * step.x - h.y * step.y, h.x * step.y + h.y * step.x};
    }
    return true;
}
