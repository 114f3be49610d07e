// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A browser has no file system: all files are passed in.
#include "io/disk.h"

carom_status cr_disk_read(const char *path, size_t limit, const carom_allocator *allocator, cr_disk_file *out) {
    (void)path;
    (void)limit;
    (void)allocator;
    *out = (cr_disk_file){.reason = "there is no file system here"};
    return CAROM_NOT_FOUND;
}

void cr_disk_release(const carom_allocator *allocator, cr_disk_file *file) {
    (void)allocator;
    (void)file;
}
