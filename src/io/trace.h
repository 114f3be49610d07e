// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Drawn shapes as points: circles cut into pieces, the sides that face one way. All in double, with
// + - * / and sqrt alone, so that a level is the same to the bit on every machine.
#pragma once

#include "io/tiled.h"

/// A run of points. Kept and used again for the next shape, so that drawing a layer takes no memory for each cell.
typedef struct cr_path {
    cr_pile points; ///< cr_point
    bool open;
} cr_path;

cr_point *cr_points_of(const cr_path *path);
void cr_path_free(cr_path *path, const carom_allocator *allocator);

/// The outline of an object; no points for forms that have none. Ellipses and capsules get vertices on the curve, and
/// chords that stay within 1/16 of a unit, divided by `scale`, of it (up to a diameter of 400000 units). `drawn_in`
/// leads from the coordinates of the object to those of its place, where it is turned. False after a failure.
bool cr_trace(cr_reader *reader, const cr_object *object, const cr_affine *drawn_in, double scale, cr_path *path);

/// A closed path of given points.
bool cr_trace_polygon(cr_reader *reader, const cr_point *points, int count, cr_path *path);
/// The box from (0, 0) to (width, height).
bool cr_trace_box(cr_reader *reader, double width, double height, cr_path *path);

void cr_transform(cr_path *path, const cr_affine *affine);
void cr_reverse(cr_path *path);

/// Winds a closed path so that its inside is on the left of each side, as carom_level wants it.
void cr_wind(cr_path *path);

/// Turns an open path round if it faces away from the given way, from its first point to its last.
void cr_face(cr_path *path, cr_facing facing);

/// The next run of sides of a wound path that face the given way. Begin with *side = 0; false when there are no more.
/// The run goes from point *start over *count sides, past the end of the path to its beginning if need be.
bool cr_next_run(const cr_path *path, cr_facing facing, int *side, int *start, int *count);
