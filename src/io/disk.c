// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Whole files, read in growing pieces: their size is not asked for, since a pipe has none.
#include "io/disk.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static carom_status read_stream(FILE *stream, size_t limit, const carom_allocator *allocator, cr_disk_file *out) {
    for (;;) {
        if (out->size == out->capacity) {
            size_t grown = out->capacity ? 2 * out->capacity : 64 * 1024;
            char *more = allocator->resize(allocator->context, out->bytes, out->capacity, grown);
            if (!more) return CAROM_NO_MEMORY;
            out->bytes = more;
            out->capacity = grown;
        }
        size_t got = fread(out->bytes + out->size, 1, out->capacity - out->size, stream);
        if (got == 0) return ferror(stream) ? CAROM_NOT_FOUND : CAROM_OK;
        out->size += got;
        if (out->size > limit) return CAROM_TOO_LARGE;
    }
}

carom_status cr_disk_read(const char *path, size_t limit, const carom_allocator *allocator, cr_disk_file *out) {
    *out = (cr_disk_file){.reason = ""};
    FILE *stream = fopen(path, "rb");
    carom_status status = stream ? read_stream(stream, limit, allocator, out) : CAROM_NOT_FOUND;
    if (status == CAROM_NOT_FOUND) out->reason = strerror(errno);
    if (stream) fclose(stream);
    return status;
}

void cr_disk_release(const carom_allocator *allocator, cr_disk_file *file) {
    if (file->bytes) allocator->resize(allocator->context, file->bytes, file->capacity, 0);
}
