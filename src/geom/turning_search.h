// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The first contact of two convex shapes that turn.
#pragma once

#include "geom/core.h"
#include "geom/turning.h"

/// A core at the start pose, and its motion.
typedef struct cr_turning_core {
    cr_core core;
    carom_vec2 pivot, move;
    const cr_spin *spin;
} cr_turning_core;

/// The closest features of the shapes at a time, in double.
typedef struct cr_turning_contact {
    double time;
    cr_vec2d normal;        ///< from b to a, unit length
    cr_vec2d on_b;          ///< the contact point on the surface of b
    cr_vec2d velocity;      ///< of a relative to b at that point, for one unit of time
    int edge_of_b;          ///< -1 if the feature of b is a vertex
    int vertex_a, vertex_b; ///< the closest vertices; -1 on an edge
} cr_turning_contact;

typedef struct cr_turning_impact {
    bool hit, inside;
    float t;
    cr_turning_contact contact;
    double gap; ///< on a miss: a lower bound of the distance at the end, or 0
} cr_turning_impact;

/// Finds the first time in 0..1 at which a and b touch and are about to penetrate: for a point and a segment, at which
/// the point crosses it. If they penetrate at the start, and the contact counts, that is 0.
cr_turning_impact cr_turning_impact_of(const cr_turning_core *a, const cr_turning_core *b);
