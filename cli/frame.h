// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bounds of a level, walls around them, and spawn points: needed by a run besides the level.
#pragma once

#include "carom/io.h"

/// Returns the bounds of the map and of all its edges.
carom_box bounds_of(const carom_map *map, const carom_level *level);

/// Builds the level of a map, or of an image (null: of the map), with walls around `bounds`. Null: out of memory.
carom_level *framed_level(const carom_map *map, const carom_level *image, carom_box bounds);

/// True if the name or class of the object contains "spawn" or "start".
bool is_spawn_point(const carom_map_object *object);
