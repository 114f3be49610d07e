// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Shapes as points: flattening of curves, and orientation of paths. Uses only + - * / and sqrt in double, so that a
// level has the same bits on every machine.
#pragma once

#include "io/tiled.h"

/// A sequence of points. The buffer is reused for the next shape, so that a layer does not allocate for each cell.
typedef struct cr_point_path {
    cr_array points; ///< cr_point
    bool open;
    bool hole; ///< a further ring of the area before it; set by the caller
} cr_point_path;

cr_point *cr_points_of(const cr_point_path *path);
void cr_path_free(cr_point_path *path, const carom_allocator *allocator);

/// True if the object has no extent, or too few points for its form.
bool cr_is_degenerate(const cr_object *object);

/// Writes the outline of an object; no points for forms without an outline. Ellipses and capsules get vertices on the
/// curve; the chords deviate from it by at most 1/16 unit divided by `scale` (up to a diameter of 400000 units).
/// `projection` maps the coordinates of objects to those of the map or tile; the rotation applies after it. Returns
/// false after a failure.
bool cr_flatten(cr_reader *reader, const cr_object *object, const cr_affine *projection, double scale,
                cr_point_path *path);

/// Writes a closed path with the given vertices.
bool cr_flatten_polygon(cr_reader *reader, const cr_point *points, int count, cr_point_path *path);
/// Writes the box from (0, 0) to (width, height).
bool cr_flatten_box(cr_reader *reader, double width, double height, cr_point_path *path);

void cr_transform(cr_point_path *path, const cr_affine *affine);
void cr_reverse(cr_point_path *path);

/// Reverses a closed path if necessary, so that its interior is on the left of every side, as carom_level requires.
void cr_orient_closed(cr_point_path *path);

/// Reverses an open path that is not empty if the direction from its first to its last point faces away from `facing`.
void cr_orient_open(cr_point_path *path, cr_one_way_facing facing);

/// Finds the next run of sides that face in the given direction, on a path oriented by cr_orient_closed. Start with
/// *side = 0. The run starts at point *start and has *count sides; it may continue past the last point at the first.
/// Returns false if there are no more.
bool cr_next_facing_run(const cr_point_path *path, cr_one_way_facing facing, int *side, int *start, int *count);
