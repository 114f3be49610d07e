// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Compounds that move. The caller owns their parts, so placing a compound copies them; the copies live as long as one
// query.
#pragma once

#include "base/float.h"
#include "carom/motion.h"

/// A shape placed at a position.
typedef struct cr_placed {
    carom_shape shape;
    carom_shape parts[CAROM_MAX_MOVING_PARTS]; ///< of a compound, without nesting; unspecified for other shapes
} cr_placed;

/// Returns the shape with `offset` added to all coordinates, rounded to floats, as carom_shape_at does. The result
/// points into *out. A compound with too many parts gives a CAROM_SHAPE_NONE shape.
const carom_shape *cr_place_shape(cr_placed *out, const carom_shape *shape, carom_vec2 offset);

/// Returns a part of a placed shape; the shape itself if it is not a compound.
static inline const carom_shape *cr_part_of(const carom_shape *put, int number) {
    return put->kind == CAROM_SHAPE_COMPOUND ? &put->compound.parts[number] : put;
}

/// Returns the number of convex parts; 1 for a shape that is not a compound.
int cr_parts_of(const carom_shape *shape);

/// carom_level_sweep for compounds too. Reports the earliest hit of a part; at equal times a part that starts in
/// penetration, then the lowest part. The position is clear of the level for all parts.
carom_sweep_hit cr_level_sweep(const carom_level *level, const carom_shape *shape, carom_vec2 move);
/// The same, and whether the shape may touch an edge at the end of its motion; see level/query/touching.h.
carom_sweep_hit cr_level_sweep_to(const carom_level *level, const carom_shape *shape, carom_vec2 move, bool *beside);
/// cr_level_sweep without a position: `at` is unspecified. See cr_level_first_hit.
carom_sweep_hit cr_level_hit(const carom_level *level, const carom_shape *shape, carom_vec2 move);
