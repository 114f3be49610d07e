// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Shared declarations of the Tiled reader. tiled_object.c reads objects, tiled_tileset.c tilesets, whose tiles contain
// objects, and tiled_template.c templates, which contain an object and a tileset. An object can be made from a
// template, so the format is recursive: tiled_object.c calls tiled_template.c through a pointer of the reader.
#pragma once

#include "io/tiled.h"

enum { CR_GID_LIMIT = 0x0fffffff }; ///< a gid without its flags

struct cr_tiled_reader;

/// Reads the object of the template file at `path`, which is named at `at`.
typedef bool cr_read_template_of(struct cr_tiled_reader *tiled, const cr_node *at, const char *path, cr_object *object);

/// The state while one map is read.
typedef struct cr_tiled_reader {
    cr_reader *reader;
    cr_read_template_of *read_template;
    cr_tiled *map;            ///< gids refer to its tilesets
    int invalid_ids;          ///< number of objects with an id that is not a number
    int unknown;              ///< number of layers of an unknown type
    const char *unknown_type; ///< that of the first
} cr_tiled_reader;

/// True if nothing has failed so far.
static inline bool cr_no_error(const cr_tiled_reader *tiled) {
    return tiled->reader->error.status == CAROM_STATUS_OK;
}

cr_read_template_of cr_read_template;

/// Reads one object of a layer, tile or template.
bool cr_read_object(cr_tiled_reader *tiled, const cr_node *node, cr_object *object);
/// Reads all objects of a layer or tile, in the order of the file.
bool cr_read_objects(cr_tiled_reader *tiled, const cr_node *node, const cr_object **out);

/// Read the tilesets of a map, or one of them: embedded, or in an external file.
bool cr_read_tilesets(cr_tiled_reader *tiled, const cr_node *root);
bool cr_read_tileset_use(cr_tiled_reader *tiled, const cr_node *node, cr_tileset_use *use);

/// Fails unless the document at `root` is of the given kind: "map", "tileset" or "template".
bool cr_expect_kind(cr_reader *reader, const cr_node *root, const char *kind);

/// Returns the class of a tile or object: `type` became `class` in Tiled 1.9, and `type` again in 1.10.
const char *cr_read_type(cr_reader *reader, const cr_node *node);

/// Fails because the file at `path`, named at `at`, is still being read.
bool cr_fail_cycle(cr_reader *reader, const cr_node *at, const char *path);
