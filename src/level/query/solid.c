// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Point in solid. Independent of all code that moves shapes: `carom run` counts escapes with it.
#include "level/index/level.h"
#include "level/query/touching.h"
#include "level/query/winding.h"

#include <math.h>

bool cr_level_is_inside(const carom_level *level, carom_vec2 point) {
    if (!isfinite(point.x) || !isfinite(point.y)) return false;
    cr_point_location location = cr_locate_point(&level->index, point);
    return location.in_solid && !location.on_edge;
}

bool carom_level_solid(const carom_level *level, carom_vec2 point) {
    if (!isfinite(point.x) || !isfinite(point.y)) return false;
    cr_point_location location = cr_locate_point(&level->index, point);
    return location.on_edge || location.in_solid;
}

_Static_assert((int)CR_LEVEL_EDITS == (int)CR_EDITS_KEPT, "as many as are kept");

int cr_level_edits_since(const carom_level *level, uint64_t *seen, carom_box out[CR_LEVEL_EDITS]) {
    const cr_edits *edits = &level->edits;
    uint64_t from = *seen;
    *seen = edits->count;
    if (from > edits->count || edits->count - from > CR_LEVEL_EDITS) return -1;
    int count = 0;
    for (; from < edits->count; ++from) out[count++] = edits->boxes[from % CR_LEVEL_EDITS];
    return count;
}
