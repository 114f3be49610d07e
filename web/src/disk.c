// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Replaces src/io/disk.c: a browser has no file system, and the caller passes all files.
#include "io/disk.h"

carom_status cr_disk_read(const char *path, const char *root, size_t limit, const carom_allocator *allocator,
                          cr_disk_file *out) {
    (void)path;
    (void)root;
    (void)limit;
    (void)allocator;
    *out = (cr_disk_file){.reason = "there is no file system here"};
    return CAROM_STATUS_NOT_FOUND;
}

void cr_disk_release(const carom_allocator *allocator, cr_disk_file *file) {
    (void)allocator;
    (void)file;
}

bool cr_disk_current_folder(char path[CR_DISK_PATH]) {
    path[0] = 0;
    return false;
}

const char *cr_disk_folder_fault(const char *path) {
    (void)path;
    return "there is no file system here";
}

bool cr_disk_list(const char *folder, bool (*visit)(void *context, const char *name), void *context) {
    (void)folder;
    (void)visit;
    (void)context;
    return false;
}

bool cr_disk_find(const char *folder, const char *suffix, char name[CR_DISK_PATH]) {
    (void)name;
    (void)folder;
    (void)suffix;
    return false;
}
