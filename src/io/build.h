// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The map that a reading fills: outlines, grids of tiles and objects, whatever format they come from.
#pragma once

#include "io/trace.h"

/// Adds a path, put in its place, to the outlines. A closed one-way path leaves only its sides that face the way. False
/// after a failure; *kept (may be null) tells whether anything was left of it.
bool cr_add_outline(cr_reader *reader, cr_path *path, cr_facing facing, const cr_affine *place, int tag, bool *kept);

/// Adds a grid of empty tiles and tells its codes, to be filled; null after a failure.
uint8_t *cr_add_tiles(cr_reader *reader, int columns, int rows, cr_point origin, cr_point cell);

bool cr_anything_solid(const carom_map *map);

/// Adds an object with copies of its strings.
bool cr_add_object(cr_reader *reader, const carom_map_object *object);

/// The canonical code for a code after a flip (mirrored, left for right) and then quarter turns clockwise.
uint8_t cr_turn_code(uint8_t code, bool flip, int turns);

/// The tile that is a one-way edge along the side that faces the given way.
uint8_t cr_edge_code(cr_facing facing);

/// Sets the background colour of the map from "#rrggbb" or "#aarrggbb". Anything else is no colour, which is no reason
/// to refuse a level.
void cr_set_background(cr_reader *reader, const char *text);
