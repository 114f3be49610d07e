// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Answers about two hulls at rest, found without their Minkowski difference: SIMD lanes measure how far each edge of
// one lies from the other (the separating axis test; S. Gottschalk, 1996), and double precision certifies the feature
// found there. Ties, touching and all else that rounding leaves open fall back to the difference, which gives the same
// answers for every pair.
#pragma once

#include "geom/closest_feature.h"
#include "geom/hull.h"
#include "geom/impact.h"
#include "geom/separations.h"

/// An edge of one hull, and the vertex of the other that is nearest to its line from outside.
typedef struct cr_edge_vertex {
    bool of_b;        // the edge belongs to b, the vertex to a
    bool merged;      // the edge of the other that starts at the vertex is parallel, and as near
    int edge, vertex; // the edge by its start
} cr_edge_vertex;

/// The feature of the difference that is closest to the origin: all of the difference that an answer needs.
typedef struct cr_pair_feature {
    cr_difference c; // edge 0, or vertex 0, is the feature; the others are not set
    cr_closest_feature nearest;
    cr_relation relation;
    const cr_hull *a, *b;
    cr_edge_vertex edge; // what a search found, if `nearest` is an edge; otherwise the vertices
    int vertex_of_a, vertex_of_b;
    float wide, high; // extents of the pair
    double extent;    // above all coordinates of the difference
    bool has_witness; // the witness point on b is known, at displacement 0
    double on_b[2];
} cr_pair_feature;

// ---- Shapes at rest -------------------------------------------------------------------------------------------------

/// A distance before it is rounded, and the witness points on a and b.
typedef struct cr_pair_separation {
    cr_relation relation;
    double distance; // with the radii
    double nx, ny;   // from b to a
    double on[2][2];
} cr_pair_separation;

/// The same as a separation. Inconclusive for two points or circles: see cr_find_point_contact.
bool cr_find_pair_separation(const cr_hull *a, const cr_hull *b, cr_pair_separation *out);

/// The separation through the feature of a difference.
void cr_separation_of_feature(const cr_difference *c, const cr_closest_feature *nearest, cr_relation relation,
                              cr_pair_separation *out);

/// The relation alone. Returns false if it is inconclusive.
bool cr_find_pair_relation(const cr_hull *a, const cr_hull *b, cr_relation *relation);

/// The results of cr_relation_at and cr_closest_feature_of at displacement 0, bit for bit; of shapes that are apart,
/// only the relation. Returns false if a decision is inconclusive.
bool cr_find_pair_contact(const cr_hull *a, const cr_hull *b, cr_pair_feature *found);

/// As cr_find_pair_contact for a pair that has been measured, and with the feature of shapes that are apart.
bool cr_find_measured_feature(cr_pair_feature *found, const cr_separations *s);

// ---- Moving shapes --------------------------------------------------------------------------------------------------

/// The result of cr_impact_of for a motion along m, bit for bit; of a hit, also the feature, and if it starts in
/// penetration, the closest one. Returns false if a decision is inconclusive.
bool cr_find_impact(const cr_hull *a, const cr_hull *b, const cr_displacement *m, cr_pair_feature *found,
                    cr_impact *impact);

/// Returns true if the displacement p is certainly not in the interior of the rounded difference, because of the
/// feature alone.
bool cr_is_outside_feature(const cr_pair_feature *found, const cr_displacement *p);

// ---- Proposals: parts of both searches ------------------------------------------------------------------------------

void cr_start_pair(cr_pair_feature *found, const cr_hull *a, const cr_hull *b);

/// The same without hulls, for searches that need no lanes.
void cr_start_cores(cr_pair_feature *found, const cr_core *a, const cr_core *b);

/// Measures the pair. At least one of the shapes must have edges. Returns false if float overflows.
bool cr_measure_pair(cr_pair_feature *found, cr_separations *s);

/// True if both hulls have two or more vertices.
static inline bool cr_has_extremes(const cr_pair_feature *found) {
    return (found->c.a->count > 1) & (found->c.b->count > 1);
}

/// Finds the extreme edges of such a pair. Returns false if float overflows.
bool cr_find_extremes(cr_pair_feature *found, bool wants_depth, cr_extreme_edges *x);

/// cr_find_measured_feature for a pair with its extreme edges, if they are certain. Of edge 0, sets only what a contact
/// needs.
bool cr_find_extreme_feature(cr_pair_feature *found, const cr_extreme_edges *x);

/// Sets edge 0 of the difference, with its vertices to double, to the edge with this bit in cr_separations. Several
/// bits must be of parallel edges that are one in the difference.
bool cr_propose_edge(cr_pair_feature *found, uint32_t candidates);

/// Sets the vertices of edge 0 with their rounding remainders, which the exact stages use.
void cr_complete_edge(cr_pair_feature *found);

/// Sets vertex 0 of the difference.
void cr_propose_vertex(cr_pair_feature *found, int of_a, int of_b);

/// Positive if vertex 0 is the feature closest to a point at offset (x, y) from it: the least of its projections on the
/// adjacent edges of both shapes, outward, times their lengths.
double cr_room_in_cone(const cr_pair_feature *found, double x, double y);
