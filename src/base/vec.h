// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Vectors in double: the working precision of everything that computes with positions.
#pragma once

#include "base/float.h"
#include "carom/base.h"

#include <math.h>

typedef struct cr_vec2d {
    double x, y;
} cr_vec2d;

static inline cr_vec2d cr_widen(carom_vec2 v) {
    return (cr_vec2d){(double)v.x, (double)v.y};
}

/// Rounds to float; + 0 turns a negative zero into a positive one.
static inline carom_vec2 cr_narrow(cr_vec2d v) {
    return (carom_vec2){(float)v.x + 0.0f, (float)v.y + 0.0f};
}

static inline cr_vec2d cr_add(cr_vec2d a, cr_vec2d b) {
    return (cr_vec2d){a.x + b.x, a.y + b.y};
}

static inline cr_vec2d cr_subtract(cr_vec2d a, cr_vec2d b) {
    return (cr_vec2d){a.x - b.x, a.y - b.y};
}

static inline cr_vec2d cr_scale(cr_vec2d v, double factor) {
    return (cr_vec2d){v.x * factor, v.y * factor};
}

static inline double cr_dot(cr_vec2d a, cr_vec2d b) {
    return a.x * b.x + a.y * b.y;
}

/// > 0 if b is to the left of a.
static inline double cr_cross(cr_vec2d a, cr_vec2d b) {
    return a.x * b.y - a.y * b.x;
}

static inline double cr_length(cr_vec2d v) {
    return sqrt(v.x * v.x + v.y * v.y);
}

static inline bool cr_same_point(carom_vec2 a, carom_vec2 b) {
    return a.x == b.x && a.y == b.y;
}
