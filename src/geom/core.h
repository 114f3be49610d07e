// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The one form all convex shapes take inside: up to eight vertices and a radius. A point is one vertex, a circle one
// with a radius, a capsule two with a radius, a box four without.
#pragma once

#include "base/float.h"
#include "carom/geom.h"

typedef struct cr_core {
    int count; // 1 a point; 2 a segment; 3..8 a strictly convex polygon of positive area
    carom_vec2 v[CAROM_POLYGON_VERTICES];
    float radius;
    carom_kind kind;
    bool one_sided, skip_a, skip_b; // of a segment of two vertices
} cr_core;

/// False for an invalid shape and for a compound. Flat boxes and zero-length segments shrink to what they are.
bool cr_core_of(const carom_shape *shape, cr_core *core);

/// Where the core's centre (the mean of its vertices) lies: +1 left of the line a->b, -1 right, 0 on it.
int cr_core_side(const cr_core *core, carom_vec2 a, carom_vec2 b);

/// Strictly convex and of positive area, all finite? O(count) exact signs.
carom_status cr_polygon_check(const carom_vec2 *v, int count);

/// The point a sweep's `at` tells of.
carom_vec2 cr_reference(const carom_shape *shape);
