// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Overlap in three values: what rests on a thing may touch it, and must not be deeper.
#pragma once

#include "carom/geom.h"

typedef enum cr_relation {
    CR_APART,
    CR_TOUCHING,
    CR_INSIDE, ///< deeper than touch
} cr_relation;

/// Exact. Of compounds the deepest pair of parts; invalid shapes, and the back of a one-sided segment, are apart.
cr_relation cr_relate(const carom_shape *a, const carom_shape *b);

/// The same at a time of their motions: exact, since no place on the way is rounded, but that the back of a one-sided
/// segment is told in double. The motions and t are finite, t in 0..1.
cr_relation cr_relate_on_way(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move,
                             double t);
