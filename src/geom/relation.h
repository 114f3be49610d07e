// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Overlap with three results: a resting shape may touch an obstacle, but must not penetrate it.
#pragma once

#include "carom/geom.h"

typedef enum cr_relation {
    CR_APART,
    CR_TOUCHING,
    CR_INSIDE, ///< in penetration
} cr_relation;

/// Returns the exact relation; of compounds, that of the deepest pair of parts. Invalid shapes, and shapes behind a
/// one-sided segment, are apart.
cr_relation cr_relate(const carom_shape *a, const carom_shape *b);

/// The same of shapes at poses.
cr_relation cr_relate_posed(const carom_shape *a, carom_pose a_pose, const carom_shape *b, carom_pose b_pose);

/// The relation at time t of two motions. Exact, because no position on the path is rounded; only the back of a
/// one-sided segment is decided in double. The motions must be finite, t in 0..1.
cr_relation cr_relate_at_time(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move,
                              double t);

/// carom_sweep without a clear position: `at` is unspecified.
carom_sweep_hit cr_sweep_hit(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move);

// The general path of each query: the Minkowski difference of each pair of parts. It decides where filters are
// inconclusive, and tests compare the filters with it.
cr_relation cr_relate_parts(const carom_shape *a, const carom_shape *b);
carom_separation cr_distance_of_parts(const carom_shape *a, const carom_shape *b);
carom_contact_points cr_contact_of_parts(const carom_shape *a, const carom_shape *b);
carom_sweep_hit cr_sweep_parts(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move);
