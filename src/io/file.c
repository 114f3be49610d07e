// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Paths outside of the root folder are refused before a file is opened. disk.c checks symbolic links.
#include "io/file.h"

#include "io/disk.h"
#include "io/path.h"
#include "io/root.h"

#include <string.h>

const char *cr_resolve(cr_reader *reader, const cr_node *at, const char *from, const char *name) {
    if (name[0] == 0) {
        cr_fail(reader, CAROM_STATUS_BAD_FILE, at, "the name of a file is empty");
        return NULL;
    }
    char *path = cr_join_path(reader, from, cr_folder_length(from), name);
    return path && cr_check_in_root(reader, at, name, path) ? path : NULL;
}

// ---- Contents ------------------------------------------------------------------------------------------------------

// `at` is the node that names the file; null for the map itself.
static const cr_node *report_status(cr_reader *reader, carom_status status, const cr_node *at, const char *path,
                                    const char *reason) {
    size_t limit = reader->options.limits.file_bytes;
    if (status == CAROM_STATUS_NO_MEMORY)
        cr_no_memory(reader);
    else if (status == CAROM_STATUS_TOO_LARGE)
        cr_fail_in_file(reader, status, (cr_file_position){.path = path},
                        "the file is larger than the limit, %zu bytes", limit);
    else if (at)
        cr_fail(reader, status, at, "'%.800s' cannot be read: %s", path, reason);
    else
        cr_fail_in_file(reader, status, (cr_file_position){.path = path}, "cannot be read: %s", reason);
    return NULL;
}

static const cr_node *open_from_disk(cr_reader *reader, const cr_node *at, const char *path, const char *root_folder) {
    const carom_allocator *allocator = reader->scratch.allocator;
    cr_disk_file file;
    carom_status status = cr_disk_read(path, root_folder, reader->options.limits.file_bytes, allocator, &file);
    const cr_node *root = status == CAROM_STATUS_OK ? cr_doc_read(reader, path, file.bytes, file.size)
                                                    : report_status(reader, status, at, path, file.reason);
    cr_disk_release(allocator, &file);
    return root;
}

static const cr_node *open_from_caller(cr_reader *reader, const carom_map_files *files, const cr_node *at,
                                       const char *path) {
    const void *bytes = NULL;
    size_t size = 0;
    carom_status status = files->open(files->context, path, &bytes, &size);
    if (status != CAROM_STATUS_OK) return report_status(reader, status, at, path, carom_status_text(status));
    const cr_node *root = cr_doc_read(reader, path, bytes, size);
    if (files->release) files->release(files->context, bytes, size);
    return root;
}

// Without a root folder (null) the file may be anywhere, and may be a pipe.
static const cr_node *open_file(cr_reader *reader, const cr_node *at, const char *path, const char *root_folder) {
    const carom_map_files *files = reader->options.files;
    return files ? open_from_caller(reader, files, at, path) : open_from_disk(reader, at, path, root_folder);
}

const cr_node *cr_open_map(cr_reader *reader, const char *path) {
    return open_file(reader, NULL, path, NULL);
}

const cr_node *cr_open_in_root(cr_reader *reader, const char *path) {
    return open_file(reader, NULL, path, reader->root);
}

const cr_node *cr_open_external(cr_reader *reader, const cr_node *at, const char *path) {
    if (reader->files_opened >= reader->options.limits.files) {
        cr_fail(reader, CAROM_STATUS_TOO_LARGE, at, "the map names more than %d other files",
                reader->options.limits.files);
        return NULL;
    }
    reader->files_opened++;
    const char *file = reader->file;
    const cr_node *location = reader->at;
    const cr_node *root = open_file(reader, at, path, reader->root);
    reader->file = file;
    reader->at = location;
    return root;
}

bool cr_note_missing_file(cr_reader *reader, const char *kind, const char *path, const char *instead) {
    if (reader->error.status != CAROM_STATUS_NOT_FOUND) return false;
    carom_error error = reader->error;
    reader->error = (carom_error){.status = CAROM_STATUS_OK};
    const char *full = cr_full_path(reader, path);
    const char *where = full ? cr_text(reader, &reader->map->arena, "%s '%s'", kind, full) : NULL;
    // report_status() has written the message.
    return where && cr_note(reader, where, "%s; %s", strstr(error.message, "cannot be read"), instead);
}
