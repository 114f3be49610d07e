// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Points in double, and the maps that move, scale, mirror and turn them.
#pragma once

#include <stdbool.h>

typedef struct cr_point {
    double x, y;
} cr_point;

/// Where a point goes: (xx x + xy y + x, yx x + yy y + y).
typedef struct cr_affine {
    double xx, xy, yx, yy, x, y;
} cr_affine;

cr_point cr_apply(const cr_affine *affine, cr_point point);
/// `first`, then `second`.
cr_affine cr_then(const cr_affine *first, const cr_affine *second);
/// Clockwise (with y down) about the origin, then moved to (x, y). Exact for quarter turns.
cr_affine cr_turn(double degrees, double x, double y);
/// Does it turn left into right?
bool cr_mirrors(const cr_affine *affine);
/// How much longer a distance can become, at most.
double cr_stretch(const cr_affine *affine);
