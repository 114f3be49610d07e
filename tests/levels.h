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

static inline int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/// Returns the sorted names in a folder, which the caller frees, and sets *count; -1: it cannot be read.
static inline char **names_in_folder(const char *folder, int *count) {
    char **names = NULL;
    DIR *open = opendir(folder);
    *count = open ? 0 : -1;
    for (const struct dirent *entry; open && (entry = readdir(open));) {
        char **grown = realloc(names, (size_t)(*count + 1) * sizeof *names);
        char *name = grown ? malloc(strlen(entry->d_name) + 1) : NULL;
        if (grown) names = grown;
        if (name) names[(*count)++] = strcpy(name, entry->d_name);
    }
    if (open) closedir(open);
    if (names) qsort(names, (size_t)*count, sizeof *names, compare_names);
    return names;
}

/// Calls `visit` with the path of every level file below a folder, in order of names. False if a folder cannot be read.
static inline bool each_level_file(const char *folder, void (*visit)(const char *path)) {
    int count;
    char **names = names_in_folder(folder, &count);
    bool read = count >= 0;
    for (int i = 0; i < count; ++i) {
        char path[1024];
        struct stat about;
        bool hidden = names[i][0] == '.';
        bool fits = snprintf(path, sizeof path, "%s/%s", folder, names[i]) < (int)sizeof path;
        free(names[i]);
#ifdef _WIN32
        if (hidden || !fits || stat(path, &about) != 0) continue;
#else
        if (hidden || !fits || lstat(path, &about) != 0) continue;
#endif
        if (S_ISDIR(about.st_mode))
            read &= each_level_file(path, visit);
        else if (is_level_file(path))
            visit(path);
    }
    free(names);
    return read;
}
