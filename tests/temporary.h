// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A folder for the files of a test, in TMPDIR. Needs _XOPEN_SOURCE 700.
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEMPORARY_PATH = 256 };

/// Makes an empty folder that only its owner can read, and sets `path` to its absolute path without symbolic links.
static inline bool make_temporary_folder(char path[TEMPORARY_PATH], const char *name) {
    const char *parent = getenv("TMPDIR");
    char *absolute = realpath(parent && *parent ? parent : "/tmp", NULL);
    int length = absolute ? snprintf(path, TEMPORARY_PATH, "%s/carom-%s-XXXXXX", absolute, name) : TEMPORARY_PATH;
    free(absolute);
    return length < TEMPORARY_PATH && mkdtemp(path);
}
