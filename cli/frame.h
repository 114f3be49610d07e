// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What a level becomes the stage of a run by: bounds, walls around them, and places to start from.
#pragma once

#include "carom/io.h"

/// The bounds of the map, and of what sticks out of it.
carom_box bounds_of(const carom_map *map, const carom_level *level);

/// The level of a map once more, with walls around `bounds`. Null: out of memory.
carom_level *framed_level(const carom_map *map, carom_box bounds);

/// Is this object a place where something starts: does its name or class say "spawn" or "start"?
bool is_spawn_point(const carom_map_object *object);
