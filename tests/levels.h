// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Level files for the tests that read all of a folder. The including file must define _XOPEN_SOURCE 700 before all
// includes.
#pragma once

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static inline bool is_level_file(const char *path) {
    static const char *const endings[] = {".tmx", ".tmj", ".json", ".world", ".ldtk"};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; ++i)
        if (strcmp(dot, endings[i]) == 0) return true;
    return false;
}

/// Calls `visit` with the path of every level file below a folder, in order of names. False if a folder cannot be read.
static inline bool each_level_file(const char *folder, void (*visit)(const char *path)) {
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    bool read = count >= 0;
    for (int i = 0; i < count; ++i) {
        char path[1024];
        struct stat about;
        bool hidden = entries[i]->d_name[0] == '.';
        bool fits = snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name) < (int)sizeof path;
        free(entries[i]);
        if (hidden || !fits || lstat(path, &about) != 0) continue;
        if (S_ISDIR(about.st_mode))
            read &= each_level_file(path, visit);
        else if (is_level_file(path))
            visit(path);
    }
    if (count >= 0) free(entries);
    return read;
}
