// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A level from a file, for the commands that take one.
#pragma once

#include "cli/frame.h"

typedef struct loaded {
    carom_map *map;
    carom_level *level;
    carom_box bounds; ///< of the map, and of what sticks out of it
} loaded;

/// Reads the map at `path` and builds its level. Tells why it cannot, in one line with the place, and answers false.
bool load_level(char **argv, const char *path, loaded *out);
/// The same, and refuses a map in which nothing is solid.
bool load_solid_level(char **argv, const char *path, loaded *out);
void loaded_free(loaded *l);

int count_spawn_points(const carom_map *map);

int count_one_way_edges(const carom_level *level);

/// The path without its folders.
const char *file_name(const char *path);
