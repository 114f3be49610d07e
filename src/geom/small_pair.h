// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Shapes at rest of which one has one vertex, or two segments or capsules: their features, found without SIMD searches
// in float. Answers are those of the general path, bit for bit; a function returns false if a decision is inconclusive.
#pragma once

#include "geom/pair_search.h"

/// Features that a query needs; the relation is always found.
typedef struct cr_small_wanted {
    bool inside, outside; // of shapes in penetration; of shapes apart
} cr_small_wanted;

/// The separation of a point or circle and a shape. Of shapes apart, sets only the relation unless the rest is wanted.
bool cr_find_point_contact(const cr_round_point *point, const cr_hull *shape, cr_small_wanted wanted,
                           cr_pair_separation *out);

/// The same without lanes: of a point or circle and a shape of at most two vertices.
bool cr_find_axis_contact(const cr_round_point *point, const cr_core *shape, cr_small_wanted wanted,
                          cr_pair_separation *out);

/// The same for two segments or capsules. Inconclusive if the sine of their angle may be below the least: parallel
/// sides have two contact points.
bool cr_find_segment_contact(const cr_core *a, const cr_core *b, cr_small_wanted wanted, double least_sine,
                             cr_pair_separation *out);

/// As cr_find_pair_feature. One of the shapes must have one vertex and the other several, or each must have two. The
/// pair needs no hulls if neither has more than two.
bool cr_find_small_feature(cr_pair_feature *found, cr_small_wanted wanted);
