// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What packed layers are packed with. The one part of data.c that needs other libraries, so that it can be another
// where these are not at hand.
#pragma once

#include <stddef.h>

typedef enum cr_unpacking {
    CR_UNPACKED = 0,
    CR_UNPACK_DAMAGED,  ///< or cut off
    CR_UNPACK_TOO_LONG, ///< there is more in it than there is room
    CR_UNPACK_NO_MEMORY,
} cr_unpacking;

/// What zlib writes, or gzip, told apart by the first bytes. Writes no more than `room` bytes; *got tells how many.
cr_unpacking cr_unpack_deflate(const unsigned char *packed, size_t size, unsigned char *out, size_t room, size_t *got);
/// The same for zstd; data that is too long may be called damaged.
cr_unpacking cr_unpack_zstd(const unsigned char *packed, size_t size, unsigned char *out, size_t room, size_t *got);
