// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Compounds that move. Their parts are the caller's: to be put somewhere they are copied, and the copies live as long
// as the question that is asked of them.
#pragma once

#include "base/float.h"
#include "carom/motion.h"

/// A shape put at a place.
typedef struct cr_placed {
    carom_shape shape;
    carom_shape parts[CAROM_MOVING_PARTS]; ///< of a compound, without nesting; not written to for others
} cr_placed;

/// The shape with `offset` added to all of its coordinates, rounded to floats, as carom_shape_at does. It points into
/// *out. A compound of too many parts gives a CAROM_NONE shape.
const carom_shape *cr_put(cr_placed *out, const carom_shape *shape, carom_vec2 offset);

/// One of the parts of a shape that was put somewhere; of what is no compound, itself.
static inline const carom_shape *cr_part_of(const carom_shape *put, int number) {
    return put->kind == CAROM_COMPOUND ? &put->compound.parts[number] : put;
}

/// How many convex parts; 1 for what is no compound.
int cr_parts_of(const carom_shape *shape);

/// carom_level_sweep for compounds too, part by part: the earliest wins; at the same time what is inside, then the
/// lowest part. The place is clear of the level for all parts.
carom_sweep_hit cr_level_sweep(const carom_level *level, const carom_shape *shape, carom_vec2 move);
/// The same, and whether the shape may touch an edge where its motion ends; see level/beside.h.
carom_sweep_hit cr_level_sweep_to(const carom_level *level, const carom_shape *shape, carom_vec2 move, bool *beside);
