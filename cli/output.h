// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Files that are whole or not there: they are written under another name beside their own, and renamed when complete.
// Nothing is left of one that fails, or is interrupted.
#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef struct output {
    FILE *file; ///< null: not asked for, or closed
    const char *path;
    char *temporary; ///< null: written straight to `path`, which is a device or a pipe
} output;

/// Opens a file for writing; a null path opens nothing. Tells why it cannot, and answers false. It will not take the
/// place of `level`, the file that was read (null: none was).
bool output_open(char **argv, const char *path, const char *level, output *out);
/// Completes the file. Tells why it cannot, and answers false; then nothing of it is left.
bool output_close(char **argv, output *out);
/// Gives the file up, if it is open.
void output_drop(output *out);
/// Writes to the FILE that is the context, as carom_svg wants it.
bool output_write(void *file, const char *text, size_t size);
