// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The parts of reading a Tiled map: objects and their templates, tilesets, layers. Tilesets hold objects, and templates
// name tilesets; this is where they find each other.
#pragma once

#include "io/tiled.h"

enum { CR_GID_LIMIT = 0x0fffffff }; ///< what the flags leave of a gid

/// One reading, and what it has read of other files so far.
typedef struct cr_tiled_reader {
    cr_reader *reader;
    cr_tiled *map; ///< whose tilesets gids count from
    struct cr_template_file *templates;
    struct cr_tileset_file *tilesets;
} cr_tiled_reader;

/// No failure yet?
static inline bool cr_is_well(const cr_tiled_reader *tiled) {
    return tiled->reader->error.status == CAROM_OK;
}

/// All objects of a layer or tile, in the order of the file.
bool cr_read_objects(cr_tiled_reader *tiled, const cr_node *node, const cr_object **out);

/// The tilesets of a map, in its own file or in others.
bool cr_read_tilesets(cr_tiled_reader *tiled, const cr_node *root);
bool cr_read_tileset_use(cr_tiled_reader *tiled, const cr_node *node, cr_tileset_use *use);

/// The class of a tile or object: `type` became `class` in Tiled 1.9, and `type` again in 1.10.
const char *cr_read_type(cr_reader *reader, const cr_node *node);

/// Says that the file at `path`, named at `at`, is still being read.
bool cr_fail_circle(cr_reader *reader, const cr_node *at, const char *path);
