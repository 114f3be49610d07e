// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Path operations on text. '/' separates; '\' is read as '/'. ".." removes the part before it. Links are not resolved.
#pragma once

#include "io/reader.h"

/// The length of the folder part of a path, with its '/'; 0 for a bare file name.
size_t cr_folder_length(const char *path);

/// Resolves `name` relative to a folder (the first `length` characters of `folder`). The result has no "." and has ".."
/// only at the start. It has space for one more character. Returns null if memory runs out.
char *cr_join_path(cr_reader *reader, const char *folder, size_t length, const char *name);

/// Shortens a path in place to its parent folder. Returns false for "/", and for a relative path that is empty or ends
/// in "..".
bool cr_parent_folder(char *path);

/// True if `path` is in `folder` or equal to it. Both must be in the form of cr_join_path, and both absolute or both
/// relative to the same folder.
bool cr_is_in_folder(const char *path, const char *folder);
