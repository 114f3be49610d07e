// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Decompression of layer data: the only part of tile_data.c that needs other libraries. The web build replaces it.
#pragma once

#include <stddef.h>

typedef enum cr_unpacking {
    CR_UNPACKED = 0,
    CR_UNPACK_DAMAGED,  ///< invalid or truncated
    CR_UNPACK_TOO_LONG, ///< the output does not fit
    CR_UNPACK_NO_MEMORY,
} cr_unpacking;

/// Decompresses zlib or gzip data, detected by the header. Writes at most `capacity` bytes; sets *written to their
/// number.
cr_unpacking cr_unpack_deflate(const unsigned char *packed, size_t size, unsigned char *out, size_t capacity,
                               size_t *written);
/// As cr_unpack_deflate for zstd. Output that does not fit may be reported as CR_UNPACK_DAMAGED.
cr_unpacking cr_unpack_zstd(const unsigned char *packed, size_t size, unsigned char *out, size_t capacity,
                            size_t *written);
