// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Fills the map: outlines, tile grids and objects, for all formats.
#pragma once

#include "io/flatten.h"

/// Adds a transformed path to the outlines. Of a closed one-way path, adds only the runs of sides that face in the
/// given direction. A hole becomes a ring of the last closed solid outline, and is not added if `area` of the reader is
/// -1. Sets *kept (may be null) to true if an outline was added. Returns false after a failure.
bool cr_add_outline(cr_reader *reader, cr_point_path *path, cr_one_way_facing facing, const cr_affine *transform,
                    int tag, bool *kept);

/// Adds a grid of empty tiles and returns its codes; null after a failure.
uint8_t *cr_add_tiles(cr_reader *reader, int columns, int rows, cr_point origin, cr_point cell);

bool cr_has_solids(const carom_map *map);

/// Returns the map's copy of a string of the document; null after a failure.
const char *cr_copy_text(cr_reader *reader, const char *text);

/// Adds an object with copies of its strings.
bool cr_add_object(cr_reader *reader, const carom_map_object *object);

/// Returns the canonical code of a tile after a flip (mirrored, left for right), followed by clockwise quarter turns.
uint8_t cr_rotate_code(uint8_t code, bool flip, int turns);

/// Returns the tile that is a one-way edge facing in the given direction; up for CR_FACING_NONE.
uint8_t cr_edge_code(cr_one_way_facing facing);

/// Widens the bounds of the map by a box; the first one begins them.
void cr_widen_bounds(cr_reader *reader, carom_box box);

/// Sets the background colour of the map from "#rrggbb" or "#aarrggbb". Ignores any other text.
void cr_set_background(cr_reader *reader, const char *text);
