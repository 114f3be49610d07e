// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A shape in motion through a level: its core, its swept path, and the edges that block it at a position.
#pragma once

#include "geom/core.h"
#include "level/index/level.h"

/// The swept path of a motion, relative to the centre of the shape's bounds. Its extents include a margin that exceeds
/// all rounding of positions and the steps to a clear one.
typedef struct cr_swept_path {
    double x, y, move_x, move_y;
    double length2;        ///< squared length of the motion
    double half_x, half_y; ///< half extents of a box about the start
    double margin;
    double blur; ///< bound on the rounding of the centre relative to the corners; 0 for a circle
    /// The extent of the shape from its centre, across the path and along it, times the length of the motion.
    double left, right, ahead, behind;
    int count; ///< number of corners; 1: the corner is the centre
    double radius, size;
    double corner_x[CAROM_MAX_POLYGON_VERTICES], corner_y[CAROM_MAX_POLYGON_VERTICES];
} cr_swept_path;

typedef struct cr_cast {
    const carom_level *level;
    const cr_index *index;
    const carom_shape *a;
    carom_vec2 from, move; ///< of the reference point
    double until;          ///< the time at which the path ends: of the hit, 1 without one
    int corner;            ///< the one-way edge whose corner, at its end b, ends the path; -1: none
    bool is_point;
    cr_core core;
    cr_swept_path way;
} cr_cast;

static inline float cr_clamp(double value) {
    return value > (double)FLT_MAX ? FLT_MAX : value < -(double)FLT_MAX ? -FLT_MAX : (float)value;
}

/// The bounds, clamped to the range of float; reversed for an invalid shape.
static inline carom_box cr_finite_bounds(const carom_shape *a) {
    carom_box box = carom_shape_bounds(a);
    return (carom_box){{cr_clamp((double)box.min.x), cr_clamp((double)box.min.y)},
                       {cr_clamp((double)box.max.x), cr_clamp((double)box.max.y)}};
}

/// True if the shape at a position is certainly in front of the edge, or touches it from there. In double, with an
/// error bound; exact for a round shape that touches an axis-aligned edge.
bool cr_is_in_front(const cr_cast *q, const cr_edge *e, carom_vec2 at);

/// True if the shape penetrates the edge at a position, and did not penetrate it at the start.
bool cr_blocks_position(const cr_cast *q, int edge, carom_vec2 at);

/// False if a point that starts outside of solid is inside of solid at a position, even if rounding took it past an
/// end.
bool cr_stays_out(const cr_cast *q, carom_vec2 at);

/// True if any edge blocks the position. Tests all edges nearby.
bool cr_has_blocker(const cr_cast *q, carom_vec2 at);

/// Returns a clear position for a motion that is blocked at `at`, reached at time t: one next to `at`, otherwise one
/// earlier on the path.
carom_vec2 cr_level_clear_position(cr_cast *q, carom_vec2 at, double t, carom_vec2 normal);
