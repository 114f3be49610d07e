// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tiled worlds (.world): maps at positions.
#pragma once

#include "io/reader.h"

/// Reads a Tiled map from its document. With contents, its properties are written to *properties.
bool cr_read_tiled_map(cr_reader *reader, const cr_node *root, carom_map_properties *properties);

/// True if the root of a JSON document is that of a Tiled world.
bool cr_is_tiled_world(const cr_node *root);
/// Reads a Tiled world, and the maps that it names.
bool cr_read_tiled_world(cr_reader *reader, const cr_node *root);
