// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Queries of a level for the layers above: contacts of a shape with edges that did not stop it.
#pragma once

#include "carom/level.h"

/// Returns the result of carom_level_sweep. Sets *beside to false only if the shape touches no edge at its final
/// position, nor at any position within a few ulp of it.
carom_sweep_hit cr_level_sweep_touching(const carom_level *level, const carom_shape *a, carom_vec2 move, bool *beside);

/// Returns the result of carom_level_sweep, but `at` is only rounded, and may be in an edge: for callers that need no
/// position. Between crowded edges, the search for a clear one can cost more than the rest of the sweep.
carom_sweep_hit cr_level_first_hit(const carom_level *level, const carom_shape *a, carom_vec2 move);

/// Writes the indices of up to `capacity` edges whose boxes overlap a box, in ascending order. Returns how many there
/// are.
int cr_level_edges_in(const carom_level *level, carom_box box, int *edges, int capacity);

/// Returns false only if no one-way edge overlaps the shape. Reads the cells of its bounds, and tests no edge.
bool cr_level_has_one_way_near(const carom_level *level, const carom_shape *a);

enum { CR_LEVEL_EDITS = 16 }; ///< number of latest edits whose boxes a level keeps

/// Writes the boxes of the edits after the first *seen edits of a level, and sets *seen to the number of all. Returns
/// the number of boxes; -1 if they are no longer kept, so that any part of the level may have changed.
int cr_level_edits_since(const carom_level *level, uint64_t *seen, carom_box out[CR_LEVEL_EDITS]);

/// Returns true if a point is in the interior of solid; false on the boundary, and for a point that is not finite.
bool cr_level_is_inside(const carom_level *level, carom_vec2 point);

/// Returns the result of carom_level_nearest without the one-way edges that the shape penetrates by more than
/// `lets_pass`, because it passes through them.
carom_separation cr_level_nearest_blocking(const carom_level *level, const carom_shape *a, float within,
                                           float lets_pass);

/// A shape that turns, and where it is at a time of its motion, up to rounding and clearance, part by part. `normal` is
/// that of a contact at that time; (0, 0) if there is none.
typedef struct cr_posed_motion {
    const carom_shape *shape;
    const carom_turning *motion;
    const carom_shape *there;
    carom_vec2 at; ///< the position of the pose there
    double time;
    carom_vec2 normal;
} cr_posed_motion;

/// Returns true if the shape penetrates no edge there, and has come through none by rounding; as at the end of
/// carom_level_sweep_turning. An edge that the motion starts in, and a one-way edge that it passes through, do not
/// count. Otherwise writes the way out, with the depth as a negative distance.
bool cr_level_is_clear_of_turn(const carom_level *level, const cr_posed_motion *m, carom_separation *found);

/// Returns true if a thin part has come from the right of a wall a -> b to its left by rounding or clearance; if the
/// wall is not one-sided, also onto it. If it is, also if any part has come into it. Then writes the way back.
bool cr_has_turned_past(const cr_posed_motion *m, const carom_segment *wall, carom_separation *found);
