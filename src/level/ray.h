// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What rays, single and in batches, are decided by nearly always: the one edge that in double they certainly cross
// before all others.
#pragma once

#include "geom/crossing.h"
#include "level/enter.h"
#include "level/level.h"
#include "level/walk.h"

/// No edge was met, or more than double can tell, which carom_level_ray then asks exactly.
enum { CR_NO_FIRST = -1, CR_UNDECIDED = -2 };

/// The edge that is met first, of those looked at.
typedef struct cr_first {
    int edge;
    double early, late; ///< it is met between these
    double limit;       ///< what is met later does not matter
    double ex, ey;      ///< the edge
    cr_moment moment;
} cr_first;

static inline cr_first cr_first_until(double limit) {
    return (cr_first){.edge = CR_NO_FIRST, .early = (double)INFINITY, .late = (double)INFINITY, .limit = limit};
}

/// The solid of an edge is met only with a on the left of the ray and b on the right, by what starts in front of it.
static inline void cr_meet(const cr_index *index, carom_vec2 from, carom_vec2 move, int edge, cr_first *first) {
    if (edge == first->edge) return;
    cr_line line = index->lines[edge];
    cr_crossing c = cr_crossing_of(from, move, line.a, line.b);
    if ((c.side > c.side_bound) | (c.turn < -c.turn_bound) | (c.a > c.a_bound) | (c.b < -c.b_bound)) return;
    cr_moment moment = cr_moment_of(&c);
    double early = moment.time - moment.error, late = moment.time + moment.error;
    bool timed = (c.side < -c.side_bound) & (c.turn > c.turn_bound);
    if (timed && early > first->limit) return;
    bool certain = timed & (c.a < -c.a_bound) & (c.b > c.b_bound) & (early > 0) & (late <= 1);
    // Times that could round to the same float are a tie.
    if (certain && cr_later(cr_later(late)) < first->early) {
        first->edge = edge;
        first->early = early;
        first->late = late;
        first->limit = cr_later(late);
        first->ex = c.ex;
        first->ey = c.ey;
        first->moment = moment;
    } else if (!certain || !(early > cr_later(cr_later(first->late)))) {
        first->edge = CR_UNDECIDED;
        first->early = first->late = first->limit = -1;
    }
}

/// The answer; false when it is not decided.
static inline bool cr_tell_first(const cr_index *index, carom_vec2 from, carom_vec2 move, const cr_first *first,
                                 bool leaves_grid, carom_ray_hit *hit) {
    cr_closed_impact impact = {.hit = false};
    bool missed = first->edge == CR_NO_FIRST && !(leaves_grid && index->spills);
    if (!missed && (first->edge < 0 || !cr_impact_at(first->moment, first->ex, first->ey, &impact))) return false;
    *hit = cr_ray_hit_of(from, move, &impact);
    if (!missed) hit->part = first->edge;
    return true;
}
