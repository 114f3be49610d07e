// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Paths are text here: '/' separates, ".." is taken off against the part before, and links are not followed. A map may
// name what lies in its root folder, whoever drew it; everything else is refused before it is touched.
#include "io/file.h"

#include "io/disk.h"

#include <string.h>

// ---- Paths ---------------------------------------------------------------------------------------------------------

static bool is_dots(const char *part, size_t length) {
    return length == 2 && part[0] == '.' && part[1] == '.';
}

// Takes off the last part of a path of `used` characters, if there is one that is not "..".
static bool drop_last_part(const char *path, size_t *used) {
    size_t start = *used;
    while (start > 0 && path[start - 1] != '/') start--;
    if (*used == 0 || start == *used || is_dots(path + start, *used - start)) return false;
    *used = start > 1 ? start - 1 : start; // the '/' that begins an absolute path stays
    return true;
}

// Appends `more`, part by part, to the path of `used` characters in `path`, which has room for it.
static size_t append_parts(char *path, size_t used, const char *more) {
    while (*more) {
        size_t length = strcspn(more, "/\\");
        bool skip = length == 0 || (length == 1 && more[0] == '.');
        if (!skip && !(is_dots(more, length) && drop_last_part(path, &used))) {
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

// `name` as seen from a folder ("" or ending in '/').
static char *join(cr_reader *reader, const char *folder, size_t folder_length, const char *name) {
    char *path = cr_scratch(reader, folder_length + strlen(name) + 3, 1);
    char *start = path ? cr_scratch(reader, folder_length + 1, 1) : NULL;
    if (!start) return NULL;
    bool absolute = name[0] == '/' || name[0] == '\\';
    if (!absolute) memcpy(start, folder, folder_length);
    size_t used = 0;
    if (absolute || start[0] == '/') path[used++] = '/';
    used = append_parts(path, used, start);
    append_parts(path, used, name);
    return path;
}

static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

bool cr_set_root(cr_reader *reader, const char *path) {
    const char *named = reader->options.root;
    char *root = named ? join(reader, "", 0, named) : join(reader, path, folder_length(path), "");
    if (!root) return false;
    size_t length = strlen(root);
    if (length > 0 && root[length - 1] != '/') memcpy(root + length, "/", 2); // join left room for it
    reader->root = root;
    return true;
}

// A path below "" may not begin with ".." or '/'; below "../" it may with one "..", but not with two.
static bool is_below(const char *path, const char *root) {
    size_t length = strlen(root);
    if (strncmp(path, root, length) != 0) return false;
    const char *rest = path + length;
    return rest[0] != '/' && !is_dots(rest, strcspn(rest, "/"));
}

const char *cr_resolve(cr_reader *reader, const cr_node *at, const char *from, const char *name) {
    if (name[0] == 0) {
        cr_fail(reader, CAROM_BAD_FILE, at, "the name of a file is empty");
        return NULL;
    }
    char *path = join(reader, from, folder_length(from), name);
    if (!path || is_below(path, reader->root)) return path;
    cr_fail(reader, CAROM_BAD_FILE, at, "'%.80s' is outside of the folder '%.60s'; name a root folder that holds both",
            name, reader->root[0] ? reader->root : ".");
    return NULL;
}

// ---- Contents ------------------------------------------------------------------------------------------------------

// `at` is where the file was named; null for the map itself.
static const cr_node *report(cr_reader *reader, carom_status status, const cr_node *at, const char *path,
                             const char *reason) {
    size_t limit = reader->options.limits.file_bytes;
    if (status == CAROM_NO_MEMORY)
        cr_no_memory(reader);
    else if (status == CAROM_TOO_LARGE)
        cr_fail_in_file(reader, status, path, 0, 0, "the file is larger than the limit, %zu bytes", limit);
    else if (at)
        cr_fail(reader, status, at, "'%.160s' cannot be read: %s", path, reason);
    else
        cr_fail_in_file(reader, status, path, 0, 0, "cannot be read: %s", reason);
    return NULL;
}

static const cr_node *open_from_disk(cr_reader *reader, const cr_node *at, const char *path) {
    const carom_allocator *allocator = reader->scratch.allocator;
    cr_disk_file file;
    carom_status status = cr_disk_read(path, reader->options.limits.file_bytes, allocator, &file);
    const cr_node *root = status == CAROM_OK ? cr_doc_read(reader, path, file.bytes, file.size)
                                             : report(reader, status, at, path, file.reason);
    cr_disk_release(allocator, &file);
    return root;
}

static const cr_node *open_from_caller(cr_reader *reader, const carom_map_files *files, const cr_node *at,
                                       const char *path) {
    const void *bytes = NULL;
    size_t size = 0;
    carom_status status = files->open(files->context, path, &bytes, &size);
    if (status != CAROM_OK) return report(reader, status, at, path, carom_status_text(status));
    const cr_node *root = size <= reader->options.limits.file_bytes ? cr_doc_read(reader, path, bytes, size)
                                                                    : report(reader, CAROM_TOO_LARGE, at, path, "");
    if (files->release) files->release(files->context, bytes, size);
    return root;
}

static const cr_node *open_file(cr_reader *reader, const cr_node *at, const char *path) {
    const carom_map_files *files = reader->options.files;
    return files ? open_from_caller(reader, files, at, path) : open_from_disk(reader, at, path);
}

const cr_node *cr_open_map(cr_reader *reader, const char *path) {
    return open_file(reader, NULL, path);
}

const cr_node *cr_open_external(cr_reader *reader, const cr_node *at, const char *path) {
    if (reader->files_opened >= reader->options.limits.files) {
        cr_fail(reader, CAROM_TOO_LARGE, at, "more than %d other files are named", reader->options.limits.files);
        return NULL;
    }
    reader->files_opened++;
    return open_file(reader, at, path);
}
