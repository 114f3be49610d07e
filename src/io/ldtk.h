// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// LDtk worlds: IntGrid layers as tiles, entities as objects.
#pragma once

#include "io/reader.h"

/// Reads an LDtk world (1.5), and the level files that it names, into the map.
bool cr_read_ldtk(cr_reader *reader, const cr_node *root);
