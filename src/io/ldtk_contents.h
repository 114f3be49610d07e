// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The contents of an LDtk world. ldtk.c calls these functions while it reads, if they are wanted.
#pragma once

#include "io/contents.h"

/// Adds the tilesets of the world, and its properties: none.
bool cr_ldtk_add_tilesets(cr_reader *reader, const cr_node *root);
/// Adds the enums of the world.
bool cr_ldtk_add_types(cr_reader *reader, const cr_node *root);
/// Adds the details of the object that was added last.
bool cr_ldtk_add_details(cr_reader *reader, const cr_node *entity);
/// Adds a layer, after its objects. `at` is its position in the world.
bool cr_ldtk_add_layer(cr_reader *reader, const cr_node *layer, cr_point at);
/// Adds a level, after its layers, which lie top first in the file.
bool cr_ldtk_add_level(cr_reader *reader, const cr_node *level, cr_point at, cr_point size);
