// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Where Tiled draws the tile of a cell and a tile object: scaled, flipped, aligned, offset and turned.
#pragma once

#include "io/trace.h"

/// A tile in its place.
typedef struct cr_drawn_tile {
    const cr_tile *tile; ///< null if the file says nothing about it
    cr_point size;       ///< of its image: the pixels its shapes are drawn in
    cr_point box;        ///< what the image covers, with x and y swapped if it is so drawn, before any rotation
    cr_affine place;     ///< from the image to the map
    bool flip;           ///< its flags as the flip and quarter turns of a code
    int turns;
} cr_drawn_tile;

cr_drawn_tile cr_draw_cell(const cr_tiled *tiled, const cr_layer *layer, const cr_tile_use *use, int column, int row);
cr_drawn_tile cr_draw_tile_object(const cr_tiled *tiled, const cr_layer *layer, const cr_object *object);

/// The least corner of an upright tile.
cr_point cr_corner_of(const cr_drawn_tile *drawn);
