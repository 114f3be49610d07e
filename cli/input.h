// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Opens the files that a command names.
#pragma once

#include <stdbool.h>
#include <stdio.h>

/// Opens a file for reading. A pipe is read as a stream; one that no program writes to is refused, because reading it
/// would wait for ever. Returns null with a reason in *why.
FILE *open_input(const char *path, const char **why);
/// True if the path names a pipe.
bool is_pipe(const char *path);
