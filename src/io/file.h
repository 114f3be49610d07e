// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Files named by a map: path resolution and reading.
#pragma once

#include "io/reader.h"

/// Reads the map itself into a document.
const cr_node *cr_open_map(cr_reader *reader, const char *path);

/// Reads a file into a document that no file names. It must lie in the root folder, as files that a map names.
const cr_node *cr_open_in_root(cr_reader *reader, const char *path);

/// Returns the path of the file called `name` in the file `from`, without "." and with ".." only at the start. Returns
/// null after a failure, for example if the path lies outside of the root folder (root.h). `at` is the node that names
/// the file.
const char *cr_resolve(cr_reader *reader, const cr_node *at, const char *from, const char *name);

/// If the current failure is that the file at `path` cannot be found or opened, replaces it by a note and returns true.
/// The note names the tileset or template (`kind`) and its replacement (`instead`).
bool cr_note_missing_file(cr_reader *reader, const char *kind, const char *path, const char *instead);

/// Reads a file that a map names into a document. Not cached: callers must keep the result for each path.
const cr_node *cr_open_external(cr_reader *reader, const cr_node *at, const char *path);
