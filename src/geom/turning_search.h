// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The first contact of two convex shapes that turn.
#pragma once

#include "geom/core.h"
#include "geom/turning.h"

/// A core at the start pose, and its motion. `start` and `move` must be multiples of the least float, and below 2^129.
typedef struct cr_turning_core {
    cr_core core;
    carom_vec2 pivot;     ///< the point of the core about which it turns
    cr_vec2d start, move; ///< where the pivot is at time 0, and how it moves
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

struct cr_turning_pair;

/// Decides whether a contact counts. If not, the search goes on when the shapes have come apart. `inside` is true for a
/// start in penetration. Of a point and a segment, called for every crossing.
typedef bool cr_turning_counts(const void *context, const struct cr_turning_pair *pair,
                               const cr_turning_contact *contact, bool inside);

typedef struct cr_turning_terms {
    double until;      ///< the search may end at this time; 1, or a multiple of CR_TIME_GRID
    double least_step; ///< of the motion: times apart that are shorter may be overlooked after a contact that does not
                       ///< count
    cr_turning_counts *counts; ///< of b; null: one-sidedness and skipped ends decide. Those of a always do
    const void *context;       ///< passed to it
    double from;               ///< the search begins at this time
    bool deepens;              ///< a penetration at that time counts only if it goes deeper
    bool needs_gap;            ///< a miss reports `gap`; otherwise that may be 0
} cr_turning_terms;

/// Finds the first time at which a and b touch and are about to penetrate: for a point and a segment, at which the
/// point crosses it. If they penetrate at the start, and the contact counts, that is the start.
cr_turning_impact cr_turning_impact_until(const cr_turning_core *a, const cr_turning_core *b,
                                          const cr_turning_terms *terms);

/// The same for two bodies, until 1, where one-sidedness and skipped ends decide what counts. A segment that turns
/// about its end on a one-sided segment penetrates it at no time. So its ends are points, too: they hit where they
/// cross the one-sided segment from its front.
cr_turning_impact cr_turning_impact_of(const cr_turning_core *a, const cr_turning_core *b,
                                       const cr_turning_terms *terms);

/// The velocity of a point at distance d from the pivot, less that of the pivot, for the motion as one unit of time.
cr_vec2d cr_turning_velocity(const cr_spin *spin, double t, cr_vec2d d);
