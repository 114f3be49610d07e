// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Decompression with zlib and libzstd.
#include "io/unpack.h"

#define ZLIB_CONST // next_in points to const
#include <zlib.h>
#include <zstd.h>

// NOLINTNEXTLINE(readability-non-const-parameter): inflate writes to it.
cr_unpacking cr_unpack_deflate(const unsigned char *packed, size_t size, unsigned char *out, size_t capacity,
                               size_t *written) {
    z_stream stream = {.next_in = packed, .next_out = out};
    if (inflateInit2(&stream, 15 + 32) != Z_OK) return CR_UNPACK_NO_MEMORY;
    int result = Z_OK;
    size_t in_left = size, out_left = capacity;
    while (result == Z_OK) { // in slices, because zlib counts in unsigned int
        stream.avail_in = (uInt)(in_left < 1u << 30 ? in_left : 1u << 30);
        stream.avail_out = (uInt)(out_left < 1u << 30 ? out_left : 1u << 30);
        size_t in_slice = stream.avail_in, out_slice = stream.avail_out;
        result = inflate(&stream, Z_NO_FLUSH);
        in_left -= in_slice - stream.avail_in;
        out_left -= out_slice - stream.avail_out;
    }
    inflateEnd(&stream);
    *written = capacity - out_left;
    if (result == Z_MEM_ERROR) return CR_UNPACK_NO_MEMORY;
    if (result == Z_BUF_ERROR && out_left == 0) return CR_UNPACK_TOO_LONG;
    return result == Z_STREAM_END ? CR_UNPACKED : CR_UNPACK_DAMAGED;
}

cr_unpacking cr_unpack_zstd(const unsigned char *packed, size_t size, unsigned char *out, size_t capacity,
                            size_t *written) {
    ZSTD_DCtx *context = ZSTD_createDCtx();
    if (!context) return CR_UNPACK_NO_MEMORY;
    *written = ZSTD_decompressDCtx(context, out, capacity, packed, size);
    ZSTD_freeDCtx(context);
    return ZSTD_isError(*written) ? CR_UNPACK_DAMAGED : CR_UNPACKED;
}
