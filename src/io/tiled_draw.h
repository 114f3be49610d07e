// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The transforms with which Tiled draws the tile of a cell and a tile object: scale, flips, alignment, offset,
// rotation.
#pragma once

#include "io/flatten.h"

/// A drawn tile.
typedef struct cr_drawn_tile {
    const cr_tile *tile; ///< null if it has no definition
    cr_point size;       ///< size of its image, the coordinates of its shapes
    cr_point box;        ///< size of the drawn image before rotation, with x and y swapped if the flags swap them
    cr_affine transform; ///< from the image to the map
    bool flip;           ///< the flags as the flip and quarter turns of a tile code
    int turns;
} cr_drawn_tile;

cr_drawn_tile cr_draw_cell(const cr_tiled *tiled, const cr_layer *layer, const cr_tile_use *use, int column, int row);
cr_drawn_tile cr_draw_tile_object(const cr_tiled *tiled, const cr_layer *layer, const cr_object *object);

/// The min corner of a tile that is not rotated.
cr_point cr_min_corner(const cr_drawn_tile *drawn);
