// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Compares the edges of a region before and after an edit. All costs are O(n log n), because very many edges may meet
// in a cell.
#pragma once

#include "level/edit/editor.h"

/// A point, and the square that contains it: squares are twice as wide as the tolerance of a search.
typedef struct cr_end_point {
    double column, row;
    carom_vec2 at;
    int order; ///< in which it was added
} cr_end_point;

/// A list of points, to find one near another. A zeroed one is empty.
typedef struct cr_end_points {
    cr_end_point *items;
    int count, capacity;
    double tolerance; ///< the greatest distance of a point that is found, |x| + |y|; greater than 0
} cr_end_points;

/// Adds both ends of a line. Returns false without memory.
bool cr_end_points_add(cr_end_points *points, const carom_allocator *allocator, cr_edge_line line);
void cr_end_points_free(cr_end_points *points, const carom_allocator *allocator);
/// Must be called after the last point is added, and before the first search.
void cr_end_points_sort(cr_end_points *points);
/// Moves q to the nearest point; of equally near ones, to the first one that was added. Returns false if no point is
/// near.
bool cr_end_points_find(const cr_end_points *points, carom_vec2 *q);

/// Compares the edges `near` of the scratch with the edges in `added`. Drops each pair of equal ones from `added`, and
/// lists in `removed` the edges of `near` without an equal one. Returns false without memory.
bool cr_edit_find_differences(cr_editor *editor, const carom_allocator *allocator, const cr_index *index);
