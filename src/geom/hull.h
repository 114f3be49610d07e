// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A core with its vertices and edges in SIMD lanes: the form in which pairs are searched.
#pragma once

#include "base/lanes.h"
#include "geom/core.h"

typedef struct cr_hull {
    cr_core core;           // vertices past the count, up to 4 * vectors, repeat the first
    int vectors;            // 1 or 2: number of vectors of four lanes
    cr_lanes4 x[2], y[2];   // vertices
    cr_lanes4 ex[2], ey[2]; // the edges from them to the next; zero past the count
} cr_hull;

/// The hull of a prepared shape; null if it needs the general path.
static inline const cr_hull *cr_hull_of_prepared(const carom_prepared *p) {
    return p->is_searchable ? (const cr_hull *)(const void *)p->lanes : NULL;
}

/// A point, or the centre of a circle.
typedef struct cr_round_point {
    carom_vec2 at;
    float radius;
    bool is_b; // of a pair: it is b
} cr_round_point;

/// Returns false for other shapes, and for an invalid one.
static inline bool cr_point_of(const carom_shape *shape, bool is_b, cr_round_point *point) {
    if (shape->kind != CAROM_SHAPE_CIRCLE && shape->kind != CAROM_SHAPE_POINT) return false;
    point->is_b = is_b;
    point->at = shape->point; // where the centre of a circle is
    point->radius = shape->kind == CAROM_SHAPE_CIRCLE ? shape->circle.radius : 0;
    float x = point->at.x, y = point->at.y;
    return (x - x + (y - y) == 0) & (point->radius >= 0) & (point->radius <= FLT_MAX);
}

/// Returns false for a compound, for an invalid or degenerate shape, for a segment with a solid side or a skipped end,
/// and if float precision does not prove that a polygon is convex: these need the general path.
bool cr_hull_of(const carom_shape *shape, cr_hull *hull);

/// True if float precision proves that 3 to 8 vertices are strictly convex. Infinite values and NaN return false.
bool cr_is_convex_in_float(const carom_vec2 *v, int count);

/// True for a segment with a solid side or a skipped end.
static inline bool cr_is_flagged(const carom_shape *shape) {
    const carom_segment *s = &shape->segment;
    return shape->kind == CAROM_SHAPE_SEGMENT && (s->one_sided || s->skip_a || s->skip_b);
}

/// cr_hull_of, but takes flagged segments too, without regard to their flags: then only a miss is an answer.
bool cr_unflagged_hull_of(const carom_shape *shape, cr_hull *hull);
