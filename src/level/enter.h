// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What a point meets, ray or sweep: a point has no extent that could meet the other edge of a vertex, so that it is
// asked at the ends of an edge of both.
#pragma once

#include "level/index.h"

/// The face of an edge with its ends, as a point meets it.
static inline carom_shape cr_face_of(cr_line line) {
    return (carom_shape){.kind = CAROM_SEGMENT, .segment = {.a = line.a, .b = line.b, .one_sided = true}};
}

/// Would a point at p, going along `move` and meeting the edge, enter the solid? Exact. It enters through a convex
/// corner only going into both of its edges, through a concave one only coming from between them.
bool cr_point_enters(const cr_index *index, int edge, carom_vec2 p, carom_vec2 move);
