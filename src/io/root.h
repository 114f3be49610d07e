// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The root folder: a map must not name files outside of it.
#pragma once

#include "io/reader.h"

/// Sets the root folder for the map at `path`: options.root, or the default of carom/io.h. Fails if options.root is not
/// a folder, or if memory runs out.
bool cr_set_root(cr_reader *reader, const char *path);

/// Returns the absolute form of `path` if files come from the file system; otherwise `path`. Returns null if memory
/// runs out.
const char *cr_full_path(cr_reader *reader, const char *path);

/// Returns the nearest .tiled-project, from the folder of the map at `path` upwards: of several in one folder the first
/// by name. Returns null if there is none, if it is not in the root folder, if files do not come from the file system,
/// or if memory runs out.
const char *cr_find_project(cr_reader *reader, const char *path);

/// Fails unless `path` is in the root folder. `name` is how the file of `at` names it.
bool cr_check_in_root(cr_reader *reader, const cr_node *at, const char *name, const char *path);
