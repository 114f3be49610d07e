// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Files that are either complete or absent: they are written to a temporary file in the same folder, which is renamed
// on completion. On failure or interruption the temporary file is removed.
#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef struct output {
    FILE *file; ///< null: not requested, or closed
    const char *path;
    char *temporary; ///< null: written directly to `path`, which is a device or a pipe
} output;

/// Opens a file for writing; a null path opens nothing, and "-" is standard output. Refuses to replace `level`, the
/// input file (null: none). On failure prints why and returns false.
bool output_open(char **argv, const char *path, const char *level, output *out);
/// Completes the file. On failure removes it, prints why and returns false.
bool output_close(char **argv, output *out);
/// Discards the file if it is open.
void output_drop(output *out);
/// A carom_svg write callback: the context is a FILE.
bool output_write(void *file, const char *text, size_t size);
