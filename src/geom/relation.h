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
