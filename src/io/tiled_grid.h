// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Where the cells of a Tiled map lie, and what the coordinates of its objects mean, by its orientation.
#pragma once

#include "io/tiled.h"

/// From the pixels that objects are placed in to those of the picture.
cr_affine cr_projection(const cr_tiled *tiled);

/// The lower left corner of where the image of a cell's tile is drawn.
cr_point cr_cell_foot(const cr_tiled *tiled, int column, int row);

enum { CR_CELL_CORNERS = 8 };
/// The outline of a cell, clockwise; tells how many corners it has. Some may be the same.
int cr_cell_outline(const cr_tiled *tiled, int column, int row, cr_point corners[CR_CELL_CORNERS]);

/// The box around the cells of a finite map, or around the chunks of an infinite one; zero if there are none.
carom_box cr_map_bounds(const cr_tiled *tiled);
