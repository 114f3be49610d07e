// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Whether a point is in solid, apart from all code that moves things: what `carom run` counts escapes with.
#include "level/level.h"
#include "level/winding.h"

#include <math.h>

bool carom_level_solid(const carom_level *level, carom_vec2 point) {
    if (!isfinite(point.x) || !isfinite(point.y)) return false;
    cr_standing standing = cr_standing_at(&level->index, point);
    return standing.on_edge || standing.in_solid;
}
