// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Works on text only: paths outside of the root are refused before any access to the file system.
#include "io/path.h"

#include <string.h>

static bool is_dots(const char *part, size_t length) {
    return length == 2 && part[0] == '.' && part[1] == '.';
}

// Removes the last part of a path with `used` characters. Returns false if there is none, or if it is "..".
static bool drop_last_part(const char *path, size_t *used) {
    size_t start = *used;
    while (start > 0 && path[start - 1] != '/') start--;
    if (*used == 0 || start == *used || is_dots(path + start, *used - start)) return false;
    *used = start > 1 ? start - 1 : start; // keeps the '/' of an absolute path
    return true;
}

// True if a part does not change the path: "", ".", or ".." in "/".
static bool is_idle(const char *part, size_t length, const char *path, size_t used) {
    bool at_top = used == 1 && path[0] == '/';
    return length == 0 || (length == 1 && part[0] == '.') || (at_top && is_dots(part, length));
}

// Appends the parts of `more` to the path with `used` characters. The buffer must be large enough.
static size_t append_parts(char *path, size_t used, const char *more) {
    while (*more) {
        size_t length = strcspn(more, "/\\");
        if (!is_idle(more, length, path, used) && !(is_dots(more, length) && drop_last_part(path, &used))) {
            if (used > 0 && path[used - 1] != '/') path[used++] = '/';
            memcpy(path + used, more, length);
            used += length;
        }
        more += length;
        more += *more != 0;
    }
    path[used] = 0;
    return used;
}

size_t cr_folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

char *cr_join_path(cr_reader *reader, const char *folder, size_t length, const char *name) {
    char *path = cr_scratch_memory(reader, length + strlen(name) + 4, 1);
    char *start = path ? cr_scratch_memory(reader, length + 1, 1) : NULL;
    if (!start) return NULL;
    bool absolute = name[0] == '/' || name[0] == '\\';
    if (!absolute) memcpy(start, folder, length);
    size_t used = 0;
    if (absolute || start[0] == '/') path[used++] = '/';
    used = append_parts(path, used, start);
    append_parts(path, used, name);
    return path;
}

bool cr_parent_folder(char *path) {
    size_t used = strlen(path);
    bool gone = drop_last_part(path, &used);
    path[used] = 0;
    return gone;
}

// Counts the ".." at the start of a path.
static size_t count_dots(const char *path, const char **rest) {
    size_t count = 0;
    for (size_t length; length = strcspn(path, "/"), is_dots(path, length); count++)
        path += length + (path[length] != 0);
    *rest = path;
    return count;
}

bool cr_is_in_folder(const char *path, const char *folder) {
    if ((path[0] == '/') != (folder[0] == '/')) return false;
    const char *rest, *below;
    size_t dots = count_dots(folder, &rest), more = count_dots(path, &below);
    if (rest[0] == 0) return more <= dots; // "", "..", "../..": contains every path that does not lead further up
    size_t length = strlen(folder);
    if (strcmp(folder, "/") == 0) return true;
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}
