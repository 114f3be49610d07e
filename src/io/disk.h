// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The file system, for callers that supply no files of their own.
#pragma once

#include "carom/base.h"

/// The contents of a file: `size` bytes used of `capacity` bytes allocated. `bytes` is null if nothing was allocated.
typedef struct cr_disk_file {
    char *bytes;
    size_t size, capacity;
    const char *reason; ///< why reading failed; not set for CAROM_STATUS_NO_MEMORY and CAROM_STATUS_TOO_LARGE
} cr_disk_file;

/// Reads a whole file. With a `root` ("" is the current folder), the file must be regular and lie in that folder after
/// symbolic links are resolved; otherwise returns CAROM_STATUS_BAD_FILE. Without a root (null) any file is read, also a
/// pipe. Returns CAROM_STATUS_TOO_LARGE beyond `limit` bytes. The caller must release *out in every case.
carom_status cr_disk_read(const char *path, const char *root, size_t limit, const carom_allocator *allocator,
                          cr_disk_file *out);
void cr_disk_release(const carom_allocator *allocator, cr_disk_file *file);

enum { CR_DISK_PATH = 4096 };

/// Writes the absolute path of the current folder. Returns false if it is unknown or longer than the buffer.
bool cr_disk_current_folder(char path[CR_DISK_PATH]);
/// Returns why `path` ("" is the current folder) is not a folder; null if it is one.
const char *cr_disk_folder_fault(const char *path);
/// Calls `visit` for the name of each entry of a folder, in no order, until it returns false. Returns false if it did,
/// or if the folder cannot be read.
bool cr_disk_list(const char *folder, bool (*visit)(void *context, const char *name), void *context);
/// Finds the files of a folder with a name that ends in `suffix`, and writes the name that sorts first. Returns false
/// if there is none, or if that name is longer than the buffer.
bool cr_disk_find(const char *folder, const char *suffix, char name[CR_DISK_PATH]);
