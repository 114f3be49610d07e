// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The file system, for who passes in no files of his own.
#pragma once

#include "carom/base.h"

/// What a file holds: `capacity` bytes of the allocator's, of which `size` are used; null if none were taken.
typedef struct cr_disk_file {
    char *bytes;
    size_t size, capacity;
    const char *reason; ///< of CAROM_NOT_FOUND: why it cannot be read
} cr_disk_file;

/// CAROM_TOO_LARGE beyond `limit` bytes. *out is to be released in any case.
carom_status cr_disk_read(const char *path, size_t limit, const carom_allocator *allocator, cr_disk_file *out);
void cr_disk_release(const carom_allocator *allocator, cr_disk_file *file);
