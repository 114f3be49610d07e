// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The way out of an edge that a shape penetrates, and the order of hits at the same time.
#pragma once

#include "geom/core.h"
#include "level/index/index.h"

/// The minimum translation out of an edge that the shape penetrates: across its face, or past a convex end. Past a flat
/// or concave end there is more solid, so the translation past it is excluded. `core` is that of the shape.
carom_separation cr_exit_from_edge(const carom_shape *a, const cr_core *core, const cr_edge *e);

/// The translation out of an edge across its face, however far the face continues in other edges.
carom_separation cr_exit_across(const cr_core *core, const cr_edge *e);

/// An edge that is hit; at a corner, the one that ends there.
typedef struct cr_edge_hit {
    int edge;
    bool is_corner;
    double approach; ///< the speed toward the surface; a mirror does not change it
} cr_edge_hit;

/// True if a hit comes before another at the same time: a face before a corner, which must not stop what slides on it;
/// then the faster approach; then the first by position.
bool cr_edge_hit_before(const cr_index *index, cr_edge_hit p, cr_edge_hit q);
