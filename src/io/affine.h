// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Points in double, and affine transforms.
#pragma once

#include "carom/base.h"

typedef struct cr_point {
    double x, y;
} cr_point;

/// Rounds to float; + 0 turns a negative zero into a positive one. The result is finite: coordinates and sizes of files
/// are at most 1e9 (cr_is_coordinate), and no transform scales by more than 1e15.
static inline carom_vec2 cr_narrow_point(cr_point p) {
    return (carom_vec2){(float)p.x + 0.0f, (float)p.y + 0.0f};
}

/// Maps (x, y) to (xx x + xy y + x, yx x + yy y + y).
typedef struct cr_affine {
    double xx, xy, yx, yy, x, y;
} cr_affine;

cr_point cr_apply_affine(const cr_affine *affine, cr_point point);
/// The transform that applies `first`, then `second`.
cr_affine cr_compose(const cr_affine *first, const cr_affine *second);
/// Rotates clockwise (y is down) about the origin, then translates by (x, y). Exact for multiples of 90 degrees.
cr_affine cr_rotation(double degrees, double x, double y);
/// True if the transform reverses orientation.
bool cr_is_mirrored(const cr_affine *affine);
/// An upper bound on the factor by which the transform scales distances along x and y: the maximum norm of its matrix.
double cr_max_scale(const cr_affine *affine);
