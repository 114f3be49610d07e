// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Files in memory, for maps that name other files.
#pragma once

#include "carom/io.h"

#include <string.h>

typedef struct given_file {
    const char *path, *text;
} given_file;

/// Implements carom_map_files.open. `context` is an array of given_file that ends with a null path.
static inline carom_status open_given(void *context, const char *path, const void **bytes, size_t *size) {
    for (const given_file *file = context; file->path; file++) {
        if (strcmp(file->path, path) != 0) continue;
        *bytes = file->text;
        *size = strlen(file->text);
        return CAROM_STATUS_OK;
    }
    return CAROM_STATUS_NOT_FOUND;
}
