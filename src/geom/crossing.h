// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A moving point against a segment, in double: decides almost every ray. In a header, because a level calls it for many
// segments.
#pragma once

#include "geom/closed_form.h"

/// Four signs, each with its rounding bound.
typedef struct cr_crossing {
    double ex, ey;           ///< the segment
    double side, side_bound; ///< distance of the start to the left of the line, times the segment's length
    double turn, turn_bound; ///< speed to the left of the line, times the segment's length
    double a, a_bound;       ///< distances of the ends to the right of the path, times the length of the motion
    double b, b_bound;
} cr_crossing;

/// A time with its absolute error bound.
typedef struct cr_crossing_time {
    double time, error;
} cr_crossing_time;

static inline cr_crossing cr_crossing_of(carom_vec2 from, carom_vec2 move, carom_vec2 a, carom_vec2 b) {
    double sx = (double)from.x - (double)a.x, sy = (double)from.y - (double)a.y;
    double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y;
    double mx = (double)move.x, my = (double)move.y;
    double side_left = ex * sy, side_right = ey * sx, turn_left = ex * my, turn_right = ey * mx;
    double a_left = mx * sy, a_right = my * sx, b_left = mx * (sy - ey), b_right = my * (sx - ex);
    double b_size = fabs(mx) * (fabs(sy) + fabs(ey)) + fabs(my) * (fabs(sx) + fabs(ex));
    return (cr_crossing){
        .ex = ex,
        .ey = ey,
        .side = side_left - side_right,
        .side_bound = CR_DEGREE_2 * (fabs(side_left) + fabs(side_right)),
        .turn = turn_left - turn_right,
        .turn_bound = CR_DEGREE_2 * (fabs(turn_left) + fabs(turn_right)),
        .a = a_left - a_right,
        .a_bound = CR_DEGREE_2 * (fabs(a_left) + fabs(a_right)),
        .b = b_left - b_right,
        .b_bound = CR_DEGREE_2 * b_size,
    };
}

/// The roundings of the quotient and of the interval's ends. src/geom/proofs/crossing_rounding.g proves it.
#define CR_CROSSING_ROUNDING (2.02 * CR_U)

/// The time at which the point is on the line of the segment; it must approach the line.
static inline cr_crossing_time cr_crossing_time_of(const cr_crossing *c) {
    double speed = c->side < 0 ? c->turn : -c->turn, time = fabs(c->side) / speed;
    return (cr_crossing_time){time, (c->side_bound + time * c->turn_bound) / speed + CR_CROSSING_ROUNDING * time};
}

/// The impact of a point that crosses a segment with direction (ex, ey) from the right. Returns false if t is left
/// open.
static inline bool cr_impact_at(cr_crossing_time at_crossing, double ex, double ey, cr_closed_impact *impact) {
    if (!cr_decide_toi(at_crossing.time, at_crossing.error, impact)) return false;
    double out = 1 / sqrt(ex * ex + ey * ey);
    impact->nx = ey * out;
    impact->ny = -ex * out;
    impact->exit = at_crossing.time;
    impact->feature = CAROM_FEATURE_EDGE;
    return true;
}
