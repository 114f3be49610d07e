// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The nearest edge: searches a box about the shape, which grows until it must contain the nearest edge.
#include "base/float.h"
#include "geom/predicate.h"
#include "level/index/level.h"
#include "level/query/point_entry.h"
#include "level/query/touching.h"

#include <math.h>

static float lower_float(float value, float by) {
    return value - by < -FLT_MAX ? -FLT_MAX : cr_float_below(value - by);
}

static float higher(float value, float by) {
    return value + by > FLT_MAX ? FLT_MAX : cr_float_above(value + by);
}

static carom_box grown(carom_box box, float by) {
    return (carom_box){{lower_float(box.min.x, by), lower_float(box.min.y, by)},
                       {higher(box.max.x, by), higher(box.max.y, by)}};
}

static bool is_nearer(const cr_index *index, const carom_separation *gap, const carom_separation *best) {
    if (gap->distance != best->distance) return gap->distance < best->distance;
    if (isinf(gap->distance)) return false;
    cr_edge e = cr_index_edge(index, gap->part_b), f = cr_index_edge(index, best->part_b);
    return cr_edge_before(&e, &f);
}

static carom_separation nearest_in(const cr_index *index, const carom_shape *a, carom_box box, float lets_pass) {
    carom_separation best = {.distance = INFINITY};
    cr_search search;
    cr_search_begin(&search, index, box);
    for (int i; (i = cr_search_next(&search)) >= 0;) {
        carom_shape face = cr_face_of(index->lines[i]);
        carom_separation gap = carom_distance(a, &face);
        gap.part_b = i;
        if (gap.distance < -lets_pass && (cr_index_edge(index, i).flags & CR_ONE_WAY)) continue;
        if (is_nearer(index, &gap, &best)) best = gap;
    }
    return best;
}

carom_separation cr_level_nearest_blocking(const carom_level *level, const carom_shape *a, float within,
                                           float lets_pass) {
    const cr_index *index = &level->index;
    carom_separation none = {.distance = INFINITY};
    carom_box start = carom_shape_bounds(a), all = cr_index_bounds(index);
    if (!(start.min.x <= start.max.x) || !(within >= 0) || index->count == 0) return none;
    float cell = cr_index_cell(index) > 0 ? cr_index_cell(index) : FLT_TRUE_MIN, reach = cell < within ? cell : within;
    for (;;) {
        carom_box box = grown(start, reach);
        carom_separation best = nearest_in(index, a, box, lets_pass);
        if (best.distance <= reach) return best;
        if (reach >= within || cr_box_contains(box, all)) return best.distance <= within ? best : none;
        float next = best.distance < 2 * reach ? best.distance : 2 * reach;
        reach = next < within ? next : within;
    }
}

carom_separation carom_level_nearest(const carom_level *level, const carom_shape *a, float within) {
    return cr_level_nearest_blocking(level, a, within, INFINITY);
}
