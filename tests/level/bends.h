// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// When a shape is stopped at a convex vertex of two one-way edges, by the sweep against the solid triangle of both.
#pragma once

#include "carom/level.h"

/// Positive if the vertex b of a-b-c is convex; exact for coordinates of one binade.
static inline double convexity(carom_vec2 a, carom_vec2 b, carom_vec2 c) {
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)b.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)b.x);
}

/// The time at which the shape, from outside, first touches the triangle of two edges at their convex vertex; 2 if it
/// does not. A flat shape that touches the vertex at the start does not hit it, but may hit the triangle.
static inline float corner_stop(const carom_level *level, int edge, const carom_shape *shape, carom_vec2 move) {
    carom_level_edge e = carom_level_edge_at(level, edge);
    if (e.next < 0 || shape->kind == CAROM_SHAPE_POINT) return 2;
    carom_vec2 c = carom_level_edge_at(level, e.next).b, rest = {0, 0};
    if (!(convexity(e.a, e.b, c) > 0)) return 2;
    carom_shape vertex = {.kind = CAROM_SHAPE_POINT, .point = e.b};
    carom_shape triangle = {.kind = CAROM_SHAPE_POLYGON, .polygon = {.count = 3, .v = {e.a, e.b, c}}};
    carom_sweep_hit hit = carom_sweep(shape, move, &triangle, rest), at = carom_sweep(shape, move, &vertex, rest);
    bool touches = hit.t == 0 ? carom_overlap(shape, &vertex) : at.hit && hit.t == at.t;
    return hit.hit && !hit.inside && touches ? hit.t : 2;
}
