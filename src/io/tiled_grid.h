// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Positions of cells, and the coordinates of objects, by the orientation of a Tiled map.
#pragma once

#include "io/tiled.h"

/// The transform from object coordinates to map pixels.
cr_affine cr_projection(const cr_tiled *tiled);

/// The bottom-left corner of the image of a cell's tile.
cr_point cr_cell_bottom_left(const cr_tiled *tiled, int column, int row);

enum { CR_CELL_CORNERS = 8 };
/// Writes the outline of a cell, clockwise, and returns its number of vertices. Vertices may coincide.
int cr_cell_outline(const cr_tiled *tiled, int column, int row, cr_point corners[CR_CELL_CORNERS]);

/// The box around the cells of a finite map, or around the chunks of an infinite one; zero if there are none.
carom_box cr_map_bounds(const cr_tiled *tiled);
