// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The feature of a difference that is closest to a displacement, in double: the source of distances, contact points and
// normals. Decisions do not use it; they are exact (difference.h).
#pragma once

#include "geom/difference.h"

typedef struct cr_closest_feature {
    double distance;  // to C without its radius; negative: minus the penetration depth
    double nx, ny;    // outward, unit length
    int edge, vertex; // one of the two; the other is -1
} cr_closest_feature;

/// Sets the fields one by one, as cr_set_vector does.
static inline void cr_set_closest_edge(cr_closest_feature *f, double distance, double nx, double ny) {
    f->distance = distance;
    f->nx = nx;
    f->ny = ny;
    f->edge = 0;
    f->vertex = -1;
}
static inline void cr_set_closest_vertex(cr_closest_feature *f, double distance, double nx, double ny) {
    cr_set_closest_edge(f, distance, nx, ny);
    f->edge = -1;
    f->vertex = 0;
}

/// Returns the feature of C closest to (x, y). If the point lies in C, returns the feature of the minimum translation;
/// for a one-sided segment, of the minimum translation to its right.
cr_closest_feature cr_closest_feature_of(const cr_difference *c, double x, double y);

/// The outward unit normal of edge k.
void cr_edge_normal(const cr_difference *c, int k, double *nx, double *ny);

/// The witness points of a and b for a contact through a feature of C with the given normal, with the difference at
/// displacement (x, y). In coordinates of a and b before they move.
typedef struct cr_witness {
    double ax, ay, bx, by;
} cr_witness;
cr_witness cr_witness_of(const cr_difference *c, const cr_closest_feature *nearest, double x, double y);

/// An edge of a core, or vertex k, as a feature of its shape. Ignores k for an edge.
carom_feature cr_feature_of_core(const cr_core *core, bool is_edge, int k);

/// The feature of b that a feature of C comes from.
carom_feature cr_feature_of(const cr_difference *c, int edge, int vertex);
