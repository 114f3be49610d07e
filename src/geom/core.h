// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The internal form of all convex shapes: up to eight vertices and a radius. A point is one vertex, a circle one vertex
// with a radius, a capsule two with a radius, a box four without.
#pragma once

#include "base/float.h"
#include "base/vec.h"
#include "carom/geom.h"

typedef struct cr_core {
    int count; // 1 a point; 2 a segment; 3..8 a strictly convex polygon of positive area
    carom_vec2 v[CAROM_MAX_POLYGON_VERTICES];
    float radius;
    carom_shape_kind kind;
    bool one_sided, skip_a, skip_b; // of a segment of two vertices
} cr_core;

/// Writes the core of a convex shape. Returns false for an invalid shape and for a compound. A flat box becomes a
/// segment or a point, a segment of zero length a point.
bool cr_core_of(const carom_shape *shape, cr_core *core);

/// True for kinds with at most two vertices and a radius: points, circles, segments and capsules.
static inline bool cr_is_small_kind(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_POINT || kind == CAROM_SHAPE_SEGMENT || kind == CAROM_SHAPE_CIRCLE ||
           kind == CAROM_SHAPE_CAPSULE;
}

/// As cr_core_of, inline, for a small kind. Also returns false for a segment with a solid side or a skipped end. Leaves
/// vertices past the count as they are; a segment or capsule of zero length has two that are equal.
static inline bool cr_small_core_of(const carom_shape *shape, cr_core *core) {
    const carom_segment *s = &shape->segment;
    bool is_axis = shape->kind == CAROM_SHAPE_SEGMENT || shape->kind == CAROM_SHAPE_CAPSULE;
    core->kind = shape->kind;
    core->one_sided = core->skip_a = core->skip_b = false;
    core->count = 1 + is_axis;
    core->radius = 0;
    core->v[0] = shape->point; // where the centre of a circle and the first end are
    if (shape->kind == CAROM_SHAPE_SEGMENT && s->one_sided | s->skip_a | s->skip_b) return false;
    if (shape->kind == CAROM_SHAPE_CIRCLE) core->radius = shape->circle.radius;
    if (shape->kind == CAROM_SHAPE_CAPSULE) core->radius = shape->capsule.radius;
    float x = core->v[0].x, y = core->v[0].y;
    bool is_valid = (x - x + (y - y) == 0) & (core->radius >= 0) & (core->radius <= FLT_MAX);
    if (!is_axis) return is_valid;
    carom_vec2 end = shape->capsule.b; // where that of a segment is
    core->v[1] = end;
    return is_valid & (end.x - end.x + (end.y - end.y) == 0);
}

/// True for a core without interior: a point or a segment.
static inline bool cr_core_is_flat(const cr_core *core) {
    return core->count <= 2 && core->radius == 0;
}

/// True for a segment that is solid on its left.
static inline bool cr_is_one_sided(const carom_shape *shape) {
    return shape->kind == CAROM_SHAPE_SEGMENT && shape->segment.one_sided;
}

/// The side of the line a->b on which the centre of the core (the mean of its vertices) lies: +1 left, -1 right, 0 on
/// it. Exact.
int cr_core_side(const cr_core *core, carom_vec2 a, carom_vec2 b);

/// The mean of the vertices, rounded to double.
cr_vec2d cr_core_centre(const cr_core *core);

/// True if the rounding of a position can move the shape, at these coordinates, by its whole width. Without overlapping
/// it at either position, the shape can then pass through an obstacle. True for every core without interior.
bool cr_core_is_thin(const cr_core *core);

/// Checks that a polygon is finite, strictly convex and of positive area. O(count) exact signs.
carom_status cr_polygon_check(const carom_vec2 *v, int count);

/// The reference point of a shape: the point that `at` of a sweep refers to.
carom_vec2 cr_reference(const carom_shape *shape);

/// carom_shape_at, written to *out without a copy. Sets only the members that its kind has.
void cr_set_shape_at(carom_shape *out, const carom_shape *shape, carom_vec2 offset);
