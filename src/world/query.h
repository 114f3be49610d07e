// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Queries over levels and bodies, for views and for scenes.
#pragma once

#include "world/state.h"

/// Returns true if the query includes a body.
typedef bool cr_query_includes(const void *self, uint32_t index);

/// The obstacles of a query.
typedef struct cr_query {
    const carom_world *world;
    const void *self; ///< passed to `includes`
    cr_query_includes *includes;
    const cr_broad_filter *filter; ///< of a body; may be null
    bool no_levels;
    bool fixed_only; ///< `includes` rejects movers: they are not searched
    bool hits_only;  ///< of sweeps, the position `at` is not needed, and unspecified for a hit
} cr_query;

/// Calls `visit` for the bodies whose boxes overlap a box, until it returns false.
void cr_query_bodies(const cr_query *query, carom_box box, cr_broad_visit *visit, void *context);

/// Returns the first hit of a moving shape among all levels and bodies that the query includes.
carom_world_sweep_hit cr_first_sweep(const cr_query *query, const carom_shape *shape, carom_vec2 move);

/// Returns a scene of all obstacles of a query, which must outlive it.
carom_scene cr_scene_of_query(const cr_query *query);

/// Returns the query that includes the obstacles of a view.
cr_query cr_query_of_view(const carom_world_view *view);
