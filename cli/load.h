// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Loads a level from a file, for the commands that take one.
#pragma once

#include <stdio.h>

#include "cli/frame.h"
#include "cli/level_options.h"

typedef struct loaded {
    carom_map *map;
    carom_level *level;
    carom_box bounds; ///< of the map and of all its edges
    void *image;      ///< the bytes of an image, which the level refers to; otherwise null
    char format[96];  ///< of an image or a picture, whose map is empty; "" for a map
} loaded;

/// Reads the map, picture or image at `path` and makes its level: an image if the name ends in .carom, a picture if it
/// ends in .png; of other names and of "-", standard input, the first bytes tell. On failure prints one line with the
/// file and the position in it, and returns false.
bool load_level(char **argv, const char *path, const level_options *options, loaded *out);
/// As load_level, and refuses a map without solid parts. Prints the rules of the options that match nothing.
bool load_solid_level(char **argv, const char *path, const level_options *options, loaded *out);
void loaded_free(loaded *l);

/// Reads a stream to its end, or to the maximum size of a map file; free the result. Null with *size 0: out of memory.
char *read_all(FILE *in, size_t *size);

int count_spawn_points(const carom_map *map);

int count_one_way_edges(const carom_level *level);

/// Returns the path, or "standard input".
const char *level_path(const char *path);
/// Returns the path without its folders, or "standard input".
const char *file_name(const char *path);
