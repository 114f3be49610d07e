// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A folder for the files of a test, in TMPDIR; on Windows, in TEMP. Needs _XOPEN_SOURCE 700.
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#ifdef _WIN32
#include <direct.h>
#include <io.h>
#endif

enum { TEMPORARY_PATH = 256 };

/// Makes a folder that only its owner can read.
static inline bool make_folder_at(const char *path) {
#ifdef _WIN32
    return _mkdir(path) == 0;
#else
    return mkdir(path, 0700) == 0;
#endif
}

/// Makes an empty folder that only its owner can read, and sets `path` to its absolute path without symbolic links.
static inline bool make_temporary_folder(char path[TEMPORARY_PATH], const char *name) {
#ifdef _WIN32
    const char *parent = getenv("TEMP");
    int length = snprintf(path, TEMPORARY_PATH, "%s/carom-%s-XXXXXX", parent ? parent : "C:", name);
    return length < TEMPORARY_PATH && _mktemp(path) && make_folder_at(path);
#else
    const char *parent = getenv("TMPDIR");
    char *absolute = realpath(parent && *parent ? parent : "/tmp", NULL);
    int length = absolute ? snprintf(path, TEMPORARY_PATH, "%s/carom-%s-XXXXXX", absolute, name) : TEMPORARY_PATH;
    free(absolute);
    return length < TEMPORARY_PATH && mkdtemp(path);
#endif
}
