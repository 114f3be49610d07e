// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The files of a map: where a name in one file leads, and what is there.
#pragma once

#include "io/reader.h"

/// Sets the folder that is not left: that of the map at `path`, unless the options name another.
bool cr_set_root(cr_reader *reader, const char *path);

/// Reads the map itself into a document.
const cr_node *cr_open_map(cr_reader *reader, const char *path);

/// The path of what the file `from` calls `name`, without "." and ".." but at its start; null after a failure, and
/// leading out of the root folder is one. `at` is where it was named.
const char *cr_resolve(cr_reader *reader, const cr_node *at, const char *from, const char *name);

/// Reads a file that a map names into a document. The caller keeps what was read, and asks once for each path.
const cr_node *cr_open_external(cr_reader *reader, const cr_node *at, const char *path);
