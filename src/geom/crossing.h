// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A point on its way past a segment, in double: what a ray is decided by nearly always. It is in a header since a level
// asks it of many segments.
#pragma once

#include "geom/closed.h"

/// Each with a bound of its rounding.
typedef struct cr_crossing {
    double ex, ey;           ///< the segment
    double side, side_bound; ///< how far left of its line the point starts, times its length
    double turn, turn_bound; ///< how fast the point goes to the left of it, the same
    double a, a_bound;       ///< how far right of the way its ends lie, times the length of the motion
    double b, b_bound;
} cr_crossing;

/// A time that is off by less than `error`.
typedef struct cr_moment {
    double time, error;
} cr_moment;

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

/// When the point is on the line of the segment, which it comes to.
static inline cr_moment cr_moment_of(const cr_crossing *c) {
    double speed = c->side < 0 ? c->turn : -c->turn, time = fabs(c->side) / speed;
    return (cr_moment){time, (c->side_bound + time * c->turn_bound) / speed + 4 * CR_U * time};
}

/// Of a point that crosses a segment along (ex, ey) at a moment, from the right; false when t is left open.
static inline bool cr_impact_at(cr_moment moment, double ex, double ey, cr_closed_impact *impact) {
    if (!cr_settle_time(moment.time, moment.error, impact)) return false;
    double out = 1 / sqrt(ex * ex + ey * ey);
    impact->nx = ey * out;
    impact->ny = -ex * out;
    impact->exit = moment.time;
    impact->feature = CAROM_EDGE;
    return true;
}
