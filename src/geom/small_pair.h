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

/// The separation of a point or circle and a shape.
bool cr_find_point_contact(const cr_round_point *point, const cr_hull *shape, cr_pair_separation *out);

/// The same without lanes: of a point or circle and a shape of at most two vertices.
bool cr_find_axis_contact(const cr_round_point *point, const cr_core *shape, cr_pair_separation *out);

/// The separation of two segments or capsules. Inconclusive if they may be parallel.
bool cr_find_segment_contact(const cr_core *a, const cr_core *b, cr_pair_separation *out);

/// As cr_find_measured_feature. One of the shapes must have one vertex and the other several, or each must have two.
/// The pair needs no hulls if neither has more than two. Of edge 0, sets only what a contact needs.
bool cr_find_small_feature(cr_pair_feature *found, cr_small_wanted wanted);

// carom_contact of a point or circle and another shape, which is a if is_b.

carom_contact_points cr_contact_of_rounds(const carom_shape *a, const carom_shape *b);
/// The other is a segment or capsule.
carom_contact_points cr_contact_with_axis(const carom_shape *a, const carom_shape *b, bool is_b);
/// The other is a box or polygon.
carom_contact_points cr_contact_with_sides(const carom_shape *a, const carom_shape *b, bool is_b);
/// The other has a hull of three or more vertices.
carom_contact_points cr_contact_with_hull(const carom_shape *a, const carom_shape *b, bool is_b, const cr_hull *h);

/// carom_contact of two capsules. If the sine of their angle may be below the least, takes the general path: parallel
/// sides have two contact points.
carom_contact_points cr_contact_of_capsules(const carom_shape *one, const carom_shape *other, double least_sine);
