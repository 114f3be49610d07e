// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Clear positions in a scene (geom/clear_position.h): verified against all obstacles, not only the one that was hit.
#pragma once

#include "base/float.h"
#include "base/vec.h"
#include "carom/motion.h"
#include "geom/clear_position.h"

/// Returns true if the shape at this position penetrates nothing.
bool cr_free(const carom_scene *scene, const carom_shape *shape, carom_vec2 at);

/// A shape at a position in a scene: where its path begins.
typedef struct cr_resting {
    const carom_scene *scene;
    const carom_shape *shape;
    carom_vec2 from;
} cr_resting;

/// The test of cr_clear_position for a scene. A thin shape must also pass through no boundary on its path from `from`,
/// and not end on a flat obstacle (cr_loses_side).
bool cr_is_clear_at(const cr_resting *r, carom_vec2 at, cr_limit *blocker);

/// Returns true if a part of the shape without interior was on one side of an obstacle without interior, and is on it
/// or beyond it at a position: along all of its length, so that it is on no side.
bool cr_loses_side(const cr_resting *r, carom_vec2 at, cr_limit *blocker);

/// The same for two shapes that both move, before and after. They may be compounds.
bool cr_loses_side_of(const carom_shape *before, const carom_shape *there, const carom_shape *other_before,
                      const carom_shape *other_there, cr_limit *blocker);

/// cr_clear_position with that test.
carom_vec2 cr_clear_position_in_scene(const cr_resting *r, const cr_stopping *s);

/// Returns true if a part of the shape at a position is thin (cr_core_is_thin).
bool cr_shape_is_thin(const carom_shape *shape, carom_vec2 at);

/// Returns the limit that a hit or contact sets to the position of a shape; `part` is the part of the shape that
/// touches.
cr_limit cr_limit_of_contact(const carom_shape *shape, int part, carom_vec2 normal, carom_vec2 point);

/// Returns the time of impact t without its rounding to float, if the contact coordinate of a limit gives it.
double cr_exact_time(carom_vec2 from, carom_vec2 move, double t, const cr_limit *limits, int count);

/// Returns the position at which a shape that left `from` touches the obstacle of a hit, to a few ulp, for any path
/// length.
carom_vec2 cr_contact_position(const carom_shape *shape, carom_vec2 from, carom_vec2 move, const carom_sweep_hit *hit);

/// Returns the clear position of a shape that was stopped by a hit on its path from `from`, which must be clear. In the
/// worst case, `from`.
carom_vec2 cr_stop(const carom_scene *scene, const carom_shape *shape, carom_vec2 from, carom_vec2 move,
                   const carom_sweep_hit *hit);

/// The same for several limits: the shape touches all of them, if there is such a position.
carom_vec2 cr_stop_among(const cr_resting *r, carom_vec2 move, const carom_sweep_hit *hit, const cr_limit *limits,
                         int count);

/// Returns the clear position at the exact end of a path without a hit. Rounding to floats can put the end into an
/// obstacle beside or ahead of the path.
carom_vec2 cr_arrive(const cr_resting *r, cr_vec2d end);

/// Moves a shape that touches a one-way edge into it, so deep that it does not rest on it. Returns false, and leaves
/// *at, if something else is there.
bool cr_enter_one_way(const cr_resting *r, carom_vec2 normal, carom_vec2 *at);
