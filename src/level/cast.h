// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A shape on its way through a level: what its parts ask, and which room it takes at a place.
#pragma once

#include "geom/core.h"
#include "level/level.h"

/// The way of a motion, seen from the middle of the shape's bounds. What it reaches has a margin that is more than all
/// rounding of places, steps to a free one included.
typedef struct cr_way {
    double x, y, move_x, move_y;
    double length2;        ///< of the motion, squared
    double half_x, half_y; ///< of a box about the start
    double margin;
    double blur; ///< more than the middle is off that of the corners; 0 of a circle
    /// How far the shape reaches from its middle to the sides of its path and along it, times the length of the motion.
    double left, right, ahead, behind;
    int count; ///< of corners; 1: it is its middle
    double radius, size;
    double corner_x[CAROM_POLYGON_VERTICES], corner_y[CAROM_POLYGON_VERTICES];
} cr_way;

typedef struct cr_cast {
    const carom_level *level;
    const cr_index *index;
    const carom_shape *a;
    carom_vec2 from, move; ///< of the reference point
    bool is_point;
    cr_core core;
    cr_way way;
} cr_cast;

static inline float cr_clamp(double value) {
    return value > (double)FLT_MAX ? FLT_MAX : value < -(double)FLT_MAX ? -FLT_MAX : (float)value;
}

/// Within the range of float; of an invalid shape a reversed box.
static inline carom_box cr_finite_bounds(const carom_shape *a) {
    carom_box box = carom_shape_bounds(a);
    return (carom_box){{cr_clamp((double)box.min.x), cr_clamp((double)box.min.y)},
                       {cr_clamp((double)box.max.x), cr_clamp((double)box.max.y)}};
}

/// Is the edge in the way of the shape at a place: deeper in it than touch, though it was not at the start?
bool cr_is_in_the_way(const cr_cast *q, int edge, carom_vec2 at);

/// A point does not come into solid from outside, not even where rounding takes it past an end.
bool cr_stays_out(const cr_cast *q, carom_vec2 at);

/// Is there an edge in the way at a place? Asks all edges near by.
bool cr_has_blocker(const cr_cast *q, carom_vec2 at);

/// Where something is in the way at `at`, reached at time t: a free place next to it; failing that, one on the way
/// there.
carom_vec2 cr_free_place(cr_cast *q, carom_vec2 at, double t, carom_vec2 normal);
