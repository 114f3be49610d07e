// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Compounds, for all queries at once: every query about two shapes is asked for each pair of their parts.
#pragma once

#include "geom/core.h"

/// Called for each pair of parts; returns false to stop.
typedef bool cr_visit_pair(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b);

/// Returns true if all parts of a shape can be visited: no compound is nested too deep (a compound that contains itself
/// is), and there are at most CAROM_MAX_COMPOUND_PARTS parts in all. Visits no more parts than that.
bool cr_can_walk(const carom_shape *shape);
/// The same; if false, sets whether the nesting is too deep.
bool cr_can_walk_into(const carom_shape *shape, bool *too_deep);

/// Called for each convex part; returns false to stop.
typedef bool cr_visit_part(void *context, const carom_shape *part, int number);

/// Visits the convex parts of a shape depth first, numbered from 0; invalid parts too. A shape that is not a compound
/// is its own part 0. Visits none of a compound that fails cr_can_walk.
void cr_for_each_part(const carom_shape *shape, cr_visit_part *visit, void *context);

/// A shape at a pose; null: as it is. Its parts are placed one by one, as by carom_shape_posed.
typedef struct cr_posed {
    const carom_shape *shape;
    const carom_pose *pose;
} cr_posed;

/// Visits all pairs of valid parts in order, the parts of a outermost, numbered as by cr_for_each_part.
void cr_for_each_pair(cr_posed a, cr_posed b, cr_visit_pair *visit, void *context);

/// Places two convex shapes. Returns false if either is a compound.
bool cr_pose_both(cr_posed a, cr_posed b, carom_shape *placed_a, carom_shape *placed_b);

/// carom_sweep of shapes at poses, without `at` and by the general path.
carom_sweep_hit cr_sweep_posed_parts(cr_posed a, carom_vec2 a_move, cr_posed b, carom_vec2 b_move);
