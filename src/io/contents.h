// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Contents of a map that are not solid: properties, cells, paths of images. Shared by all formats.
#pragma once

#include "io/build.h"

/// Growing lists in scratch memory, copied to the map when they are complete.
typedef struct cr_property_list {
    cr_reader *reader;
    cr_array items; ///< carom_map_property
    int depth;      ///< of classes within classes
} cr_property_list;

/// Adds the custom properties of a Tiled node in any format; null is allowed. Returns false after a failure.
bool cr_add_properties(cr_property_list *list, const cr_node *node);
/// Adds the members of a class of the project, with their defaults, if the class is for this use (see cr_class_of).
bool cr_add_class_defaults(cr_property_list *list, const char *name, const char *use);
/// Adds the members of a class with their defaults.
bool cr_add_members(cr_property_list *list, const cr_node *class);
/// Adds one value, and its members or items. `name` and `type` are texts of the document; `value` may be null.
bool cr_add_property(cr_property_list *list, const char *name, const char *type, const cr_node *value);
/// Moves the list to the map, and frees it.
bool cr_take_properties(cr_property_list *list, carom_map_properties *out);

/// Sets the values of an enum from a list of texts, or of objects with the text in `member`; the list may be null.
bool cr_add_enum_values(cr_reader *reader, const cr_node *list, const char *member, carom_map_type *type);

/// Returns the path of an image that a node names, resolved; "" without a name, null after a failure.
const char *cr_image_path(cr_reader *reader, const cr_node *at, const char *name);

/// Gives a layer memory for `count` cells, which the caller counts up. Returns null after a failure.
carom_map_cell *cr_make_cells(cr_reader *reader, carom_map_layer *layer, size_t count);

/// Narrows a path to floats in the memory of the map. Returns null after a failure.
const carom_vec2 *cr_copy_points(cr_reader *reader, const cr_point_path *path);
