// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The filter of rays, single and in batches: finds the edge that in double is certainly crossed before all others. It
// decides almost every ray.
#pragma once

#include "geom/crossing.h"
#include "level/index/level.h"
#include "level/index/walk.h"
#include "level/query/point_entry.h"

/// No edge was hit; or the filter is inconclusive, and carom_level_ray falls back to the exact stage.
enum { CR_NO_FIRST_EDGE = -1, CR_UNDECIDED = -2 };

/// The first hit among the edges tested so far.
typedef struct cr_first_edge {
    int edge;
    double early, late; ///< the time of impact lies between these
    double limit;       ///< later hits are ignored
    double ex, ey;      ///< direction of the edge
    cr_crossing_time crossing_time;
} cr_first_edge;

static inline cr_first_edge cr_first_edge_until(double limit) {
    return (cr_first_edge){
        .edge = CR_NO_FIRST_EDGE, .early = (double)INFINITY, .late = (double)INFINITY, .limit = limit};
}

/// Tests an edge. A ray that starts in front hits it only with a on the left of the ray and b on the right.
static inline void cr_update_first(const cr_index *index, carom_vec2 from, carom_vec2 move, int edge,
                                   cr_first_edge *first) {
    if (edge == first->edge) return;
    cr_edge_line line = index->lines[edge];
    cr_crossing c = cr_crossing_of(from, move, line.a, line.b);
    if ((c.side > c.side_bound) | (c.turn < -c.turn_bound) | (c.a > c.a_bound) | (c.b < -c.b_bound)) return;
    cr_crossing_time crossing_time = cr_crossing_time_of(&c);
    double early = crossing_time.time - crossing_time.error, late = crossing_time.time + crossing_time.error;
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
        first->crossing_time = crossing_time;
    } else { // if certain, early <= limit, which is one float after `late`
        first->edge = CR_UNDECIDED;
        first->early = first->late = first->limit = -1;
    }
}

/// Writes the result of carom_level_ray. Returns false if the filter is inconclusive.
static inline bool cr_first_hit(const cr_index *index, carom_vec2 from, carom_vec2 move, const cr_first_edge *first,
                                bool leaves_grid, carom_ray_hit *hit) {
    cr_closed_impact impact = {.hit = false};
    bool missed = first->edge == CR_NO_FIRST_EDGE && !(leaves_grid && index->spills);
    if (!missed && (first->edge < 0 || !cr_impact_at(first->crossing_time, first->ex, first->ey, &impact)))
        return false;
    *hit = cr_ray_hit_of(from, move, &impact);
    if (!missed) hit->part = first->edge;
    return true;
}
