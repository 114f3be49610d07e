// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The feature of a difference nearest to a displacement, in double: what distances, contact points and normals are
// made of. Decisions are not: those are exact (difference.h).
#pragma once

#include "geom/difference.h"

typedef struct cr_nearest {
    double distance;  // to C without its radius; negative: the least depth
    double nx, ny;    // outward, unit length
    int edge, vertex; // the one that is not nearest is -1
} cr_nearest;

/// Where p lies in C the shortest way out counts. In a one-sided segment that is a way to its right.
cr_nearest cr_nearest_of(const cr_difference *c, double x, double y);

/// The outward unit normal of edge k.
void cr_edge_normal(const cr_difference *c, int k, double *nx, double *ny);

/// Where a and b touch: a point on the surface of a, and one on that of b, for a contact through a feature of C with
/// the normal given, when the difference stands at displacement (x, y). In a's and b's coordinates before they move.
typedef struct cr_witness {
    double ax, ay, bx, by;
} cr_witness;
cr_witness cr_witness_of(const cr_difference *c, const cr_nearest *nearest, double x, double y);

/// The name, in b, of the feature.
carom_feature cr_feature_of(const cr_difference *c, int edge, int vertex);
