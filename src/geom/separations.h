// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The separating axis test in SIMD lanes (S. Gottschalk, 1996): signed distances between each edge of two hulls and the
// other hull, in float with an error bound.
#pragma once

#include "geom/hull.h"
#include "geom/predicate.h"

/// Signed distances between the edges of each shape and the other shape, in lanes; separated if positive.
typedef struct cr_separations {
    cr_lanes4 gap[4]; // not divided by the lengths of the edges; 0 and 1: edges of a, 2 and 3: of b
    uint32_t edges;   // bits of the lanes that are edges, from the lowest: gap[0], ..., gap[3]
    uint32_t apart;   // of the edges that certainly separate the shapes
    uint32_t open;    // of the edges that possibly do
    bool overflows;   // float does; then the rest is meaningless
    float wide, high; // extents of both shapes, about a's first vertex
} cr_separations;

/// The length of an edge relative to the extent of the pair; shorter edges are not measured in float.
#define CR_SHORTEST_EDGE 0x1p-20F

/// Extents of pairs whose products float measures: without underflow, as CR_DISTANCE_SLACK covers FLT_MIN /
/// (CR_SHORTEST_EDGE * extent), and without overflow.
#define CR_LEAST_EXTENT 0x1p-40F
#define CR_MOST_EXTENT  0x1p60F

/// Between distances that float compares, relative to the extent of the pair: 47 * 2^-24. src/geom/proofs/slack_32.g
/// proves it.
#define CR_DISTANCE_SLACK (47.0F * CR_U_32)

/// The edges from which a pair is searched; bits as in cr_separations.
typedef struct cr_extreme_edges {
    cr_lanes4 gap[4]; // as in cr_separations, of vectors with edges, and only if some edges are open
    uint32_t edges, apart, open;
    uint32_t farthest;   // if some are open: edges of the greatest gap, times their length; 0 if float overflows
    uint32_t candidates; // if none is, and a depth is wanted: edges that may have the least; 0 if float is inconclusive
    bool overflows;
    float wide, high;
    int32_t vertex[16]; // of each edge: the vertex of the other that is nearest to its line, or nearly so; only if the
                        // other has at most four
} cr_extreme_edges;

/// Finds the extreme edges of two hulls of two or more vertices each.
void cr_find_extreme_edges(const cr_hull *a, const cr_hull *b, bool wants_depth, cr_extreme_edges *found);

/// Lanes of `gap` that are not edges are below all others. At least one of the shapes must have edges.
void cr_measure_separations(const cr_hull *a, const cr_hull *b, cr_separations *s);

/// The error bounds of the cross products of four edges with vertices, and of the gaps made of them.
static inline cr_lanes4 cr_gap_bound(float wide, float high, cr_lanes4 ex, cr_lanes4 ey) {
    cr_lanes4 size = cr_size_lanes(ex) * cr_all_lanes(high) + cr_size_lanes(ey) * cr_all_lanes(wide);
    return cr_all_lanes(CR_GAP_32) * size + cr_all_lanes(FLT_MIN);
}

/// The greatest lane, in all lanes.
static inline cr_lanes4 cr_greatest_lane(cr_lanes4 v) {
    v = cr_higher_lanes(v, CR_SHUFFLED(v, 2, 3, 0, 1));
    return cr_higher_lanes(v, CR_SHUFFLED(v, 1, 0, 3, 2));
}
