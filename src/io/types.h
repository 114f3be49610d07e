// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The custom types of a Tiled project: classes with members, and enums.
#pragma once

#include "io/reader.h"

/// A custom type. A class may have several definitions with one name, for different uses.
typedef struct cr_type {
    const char *name;
    const cr_node *node; ///< its definition in the project
    bool is_class;
    size_t order; ///< in the project
} cr_type;

/// Reads the project of the map at `path`: options.project, else the nearest one that find_project of root.c finds; and
/// the file with object types (objecttypes.xml or .json) that projects before Tiled 1.9 name.
/// Returns false after a failure. If a project that the caller does not name cannot be read, adds a note instead.
bool cr_read_types(cr_reader *reader, const char *path);

/// Returns the class with a name that is for a use: "property", "map", "layer", "object", "tile" or "tileset". Null
/// if there is none, if `name` is "" or null, or after a failure.
const cr_node *cr_class_of(cr_reader *reader, const char *name, const char *use);

/// Iterates over the members of a class. Those of object types, which projects before Tiled 1.9 name, are properties.
cr_children cr_members_of(const cr_node *type);
/// Returns the default of a member; null if it has none.
const cr_node *cr_member_default(const cr_node *member);

/// Returns the definition of a member of a class; null if there is none. `type` may be null.
const cr_node *cr_member_of(cr_reader *reader, const cr_node *type, const char *name);

/// Returns the name of the type of a member: that of its class or enum, else "string", "int" and so on.
const char *cr_member_type(cr_reader *reader, const cr_node *member);
