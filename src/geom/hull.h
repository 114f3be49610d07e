// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A core with its vertices and edges in SIMD lanes: the form in which pairs are searched.
#pragma once

#include "base/inline.h"
#include "base/lanes.h"
#include "geom/circle_segment.h"
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

// ---- Parts of cr_hull_of, inline ------------------------------------------------------------------------------------

/// The lanes of one to four vertices given as two rows: x, y, x, y.
CR_INLINE void cr_set_vertices(cr_hull *h, cr_lanes4 first, cr_lanes4 second) {
    h->vectors = 1;
    cr_store_lanes(&h->core.v[0], first);
    cr_store_lanes(&h->core.v[2], second);
    h->x[0] = CR_MIXED(first, second, 0, 2, 4, 6);
    h->y[0] = CR_MIXED(first, second, 1, 3, 5, 7);
    h->ex[0] = CR_SHUFFLED(h->x[0], 1, 2, 3, 0) - h->x[0];
    h->ey[0] = CR_SHUFFLED(h->y[0], 1, 2, 3, 0) - h->y[0];
}

/// Sets the lanes of 3 to 8 vertices.
CR_INLINE void cr_set_polygon(cr_hull *h, const carom_vec2 *v, int count) {
    h->core.count = count;
    cr_lanes4 row[4] = {cr_load_lanes(&v[0]), count > 3 ? cr_load_lanes(&v[2]) : cr_load_two(&v[2], &v[0])};
    cr_set_vertices(h, row[0], row[1]);
    if (count <= 4) return;
    cr_lanes4 start = CR_SHUFFLED(row[0], 0, 1, 0, 1);
    row[2] = count > 5 ? cr_load_lanes(&v[4]) : cr_load_two(&v[4], &v[0]);
    row[3] = count > 7 ? cr_load_lanes(&v[6]) : count > 6 ? cr_load_two(&v[6], &v[0]) : start;
    h->vectors = 2;
    cr_store_lanes(&h->core.v[4], row[2]);
    cr_store_lanes(&h->core.v[6], row[3]);
    h->x[1] = CR_MIXED(row[2], row[3], 0, 2, 4, 6);
    h->y[1] = CR_MIXED(row[2], row[3], 1, 3, 5, 7);
    h->ex[0] = CR_MIXED(h->x[0], h->x[1], 1, 2, 3, 4) - h->x[0];
    h->ey[0] = CR_MIXED(h->y[0], h->y[1], 1, 2, 3, 4) - h->y[0];
    h->ex[1] = CR_MIXED(h->x[1], h->x[0], 1, 2, 3, 4) - h->x[1];
    h->ey[1] = CR_MIXED(h->y[1], h->y[0], 1, 2, 3, 4) - h->y[1];
}

/// Sets the hull of a box but its kind. Returns false for an invalid one, and for one without area.
CR_INLINE bool cr_set_box(cr_hull *h, const carom_box *box) {
    if (!cr_box_is_plain(*box)) return false;
    h->core.count = 4;
    h->core.radius = 0;
    cr_lanes4 b = cr_load_lanes(box);
    cr_set_vertices(h, CR_SHUFFLED(b, 0, 1, 2, 1), CR_SHUFFLED(b, 2, 3, 0, 3));
    return true;
}

/// True if float precision proves that the lanes of a polygon are strictly convex.
bool cr_prove_convex(const cr_hull *h);

/// True if float precision proves that 3 to 8 vertices are strictly convex. Infinite values and NaN return false.
bool cr_is_convex_in_float(const carom_vec2 *v, int count);

/// True for a segment with a solid side or a skipped end.
static inline bool cr_is_flagged(const carom_shape *shape) {
    const carom_segment *s = &shape->segment;
    return shape->kind == CAROM_SHAPE_SEGMENT && (s->one_sided || s->skip_a || s->skip_b);
}

/// cr_hull_of, but takes flagged segments too, without regard to their flags: then only a miss is an answer.
bool cr_unflagged_hull_of(const carom_shape *shape, cr_hull *hull);
