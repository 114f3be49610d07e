// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A file that a map names is checked after it is opened, so that exchanging a link between check and use has no effect:
// the opened file must be regular, and identical to the file at its resolved path, which must lie in the root folder.
// O_NONBLOCK keeps pipes and devices from blocking.
#define _XOPEN_SOURCE 700 // realpath, fdopen, O_NONBLOCK, getcwd
#include "io/disk.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- Opening -------------------------------------------------------------------------------------------------------

// A missing file may be left out with a note; a file that exists must not be.
static carom_status status_of_open(int error) {
    bool missing = error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG;
    return missing ? CAROM_STATUS_NOT_FOUND : CAROM_STATUS_BAD_FILE;
}

static FILE *open_stream(const char *path, cr_disk_file *out, carom_status *status) {
    FILE *stream = fopen(path, "rb");
    if (stream) return stream;
    *status = status_of_open(errno);
    out->reason = strerror(errno);
    return NULL;
}

#ifdef _WIN32

// Links are not resolved on Windows.
static FILE *open_in_root(const char *path, const char *root, cr_disk_file *out, carom_status *status) {
    (void)root;
    return open_stream(path, out, status);
}

static size_t stream_size(FILE *stream) {
    (void)stream;
    return 0;
}

#else

#include <fcntl.h>

static bool is_path_within(const char *path, const char *folder) {
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) != 0) return false;
    return path[length] == '/' || folder[length - 1] == '/'; // realpath() returns at least "/"
}

static bool is_same_file(const char *path, const struct stat *opened) {
    struct stat found;
    return stat(path, &found) == 0 && found.st_dev == opened->st_dev && found.st_ino == opened->st_ino;
}

// Returns why `path` does not resolve to the opened file, inside `root`; null if it does.
static const char *find_detour(const char *path, const char *root, const struct stat *opened) {
    char *folder = realpath(root[0] ? root : ".", NULL);
    if (!folder) return strerror(errno);
    char *real = realpath(path, NULL);
    const char *reason = NULL;
    if (!real)
        reason = strerror(errno);
    else if (!is_path_within(real, folder))
        reason = "a symbolic link leads out of the root folder; choose a root folder that contains both";
    else if (!is_same_file(real, opened))
        reason = "it was exchanged while it was opened";
    free(real);
    free(folder);
    return reason;
}

// Returns why an opened file is refused; null if it is accepted.
static const char *find_refusal(int file, const char *path, const char *root) {
    struct stat opened;
    if (fstat(file, &opened) != 0) return strerror(errno);
    if (S_ISDIR(opened.st_mode)) return strerror(EISDIR);
    if (!S_ISREG(opened.st_mode)) return "it is a pipe or a device, not a regular file";
    return find_detour(path, root, &opened);
}

static FILE *open_in_root(const char *path, const char *root, cr_disk_file *out, carom_status *status) {
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    *status = file < 0 ? status_of_open(errno) : CAROM_STATUS_BAD_FILE;
    out->reason = file < 0 ? strerror(errno) : find_refusal(file, path, root);
    FILE *stream = out->reason ? NULL : fdopen(file, "rb");
    if (!stream && file >= 0) close(file);
    if (!stream && !out->reason) *status = CAROM_STATUS_NO_MEMORY;
    return stream;
}

// The size of a regular file, the first guess for the allocation; 0 for other files.
static size_t stream_size(FILE *stream) {
    struct stat opened;
    bool known = fstat(fileno(stream), &opened) == 0 && S_ISREG(opened.st_mode) && opened.st_size > 0;
    return known ? (size_t)opened.st_size : 0;
}

#endif

// ---- Reading -------------------------------------------------------------------------------------------------------

// Reads until the end: a pipe has no size, and a file may grow.
static carom_status read_stream(FILE *stream, size_t limit, const carom_allocator *allocator, cr_disk_file *out) {
    size_t first = stream_size(stream);
    if (first > limit) return CAROM_STATUS_TOO_LARGE;
    for (;;) {
        if (out->size == out->capacity) {
            size_t grown = out->capacity ? 2 * out->capacity : first > 0 ? first + 1 : 64 * 1024;
            char *more = allocator->resize(allocator->context, out->bytes, out->capacity, grown);
            if (!more) return CAROM_STATUS_NO_MEMORY;
            out->bytes = more;
            out->capacity = grown;
        }
        size_t got = fread(out->bytes + out->size, 1, out->capacity - out->size, stream);
        if (got == 0 && !ferror(stream)) return CAROM_STATUS_OK;
        if (got == 0) {
            carom_status status = errno == EISDIR ? CAROM_STATUS_NOT_FOUND : status_of_open(errno);
            out->reason = strerror(errno);
            return status;
        }
        out->size += got;
        if (out->size > limit) return CAROM_STATUS_TOO_LARGE;
    }
}

carom_status cr_disk_read(const char *path, const char *root, size_t limit, const carom_allocator *allocator,
                          cr_disk_file *out) {
    *out = (cr_disk_file){.reason = NULL};
    carom_status status = CAROM_STATUS_NOT_FOUND;
    FILE *stream = root ? open_in_root(path, root, out, &status) : open_stream(path, out, &status);
    if (stream) status = read_stream(stream, limit, allocator, out);
    if (stream) fclose(stream);
    return status;
}

void cr_disk_release(const carom_allocator *allocator, cr_disk_file *file) {
    if (file->bytes) allocator->resize(allocator->context, file->bytes, file->capacity, 0);
}

// ---- Folders -------------------------------------------------------------------------------------------------------

bool cr_disk_current_folder(char path[CR_DISK_PATH]) {
    return getcwd(path, CR_DISK_PATH) != NULL && path[0] == '/';
}

const char *cr_disk_folder_fault(const char *path) {
    struct stat found;
    if (stat(path[0] ? path : ".", &found) != 0) return strerror(errno);
    return S_ISDIR(found.st_mode) ? NULL : strerror(ENOTDIR);
}

static bool has_suffix(const char *name, const char *suffix) {
    size_t length = strlen(name), suffix_length = strlen(suffix);
    return length >= suffix_length && strcmp(name + length - suffix_length, suffix) == 0;
}

bool cr_disk_list(const char *folder, bool (*visit)(void *context, const char *name), void *context) {
    DIR *list = opendir(folder);
    bool all = list != NULL;
    for (struct dirent *entry; all && (entry = readdir(list));) all = visit(context, entry->d_name);
    if (list) closedir(list);
    return all;
}

// The first name so far with an ending.
typedef struct named_search {
    const char *suffix;
    char *name;
    bool found;
} named_search;

static bool visit_name(void *context, const char *name) {
    named_search *search = context;
    const size_t length = strlen(name);
    if (!has_suffix(name, search->suffix) || length >= CR_DISK_PATH) return true;
    if (search->found && strcmp(name, search->name) >= 0) return true;
    memcpy(search->name, name, length + 1);
    search->found = true;
    return true;
}

bool cr_disk_find(const char *folder, const char *suffix, char name[CR_DISK_PATH]) {
    named_search search = {suffix, name, false};
    cr_disk_list(folder, visit_name, &search);
    return search.found;
}
