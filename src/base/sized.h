// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Reads structs of the caller that begin with their own size, so that they can grow within a major version. The caller
// may be compiled with a header that is older or newer than the library: docs/abi.md. (The same convention as the
// extensible structs of Linux system calls: A. Sarai, openat2(2), 2020.)
#pragma once

#include "carom/base.h"

#include <string.h>

/// Copies the struct at `given` to `out`, `now` bytes long. Members that the caller does not have become zero, and so
/// does the size. `first` is the size of the struct in the first release of the major version, which size 0 means. The
/// struct must have no padding at its end: a new member there would read the padding of an older program.
///
/// CAROM_STATUS_BAD_ARGUMENT: the size is below `first`. CAROM_STATUS_UNSUPPORTED: a member that this version does not
/// know is not zero.
static inline carom_status cr_read_sized(const void *given, size_t first, size_t now, void *out) {
    uint32_t size;
    memcpy(&size, given, sizeof size);
    size_t length = size > 0 ? size : first;
    if (length < first) return CAROM_STATUS_BAD_ARGUMENT;
    for (size_t i = now; i < length; ++i)
        if (((const unsigned char *)given)[i] != 0) return CAROM_STATUS_UNSUPPORTED;
    memset(out, 0, now);
    memcpy(out, given, length < now ? length : now);
    memset(out, 0, sizeof size);
    return CAROM_STATUS_OK;
}

/// cr_read_sized for a type that has not grown in this major version. Once it has, its first new member ends `first`:
/// pass offsetof(type, member).
#define CR_READ_SIZED(given, out) cr_read_sized(given, sizeof *(out), sizeof *(out), out)

/// The message for a struct that cr_read_sized does not read.
#define CR_OTHER_VERSION(name) "the size or the members of " name " are of another version"
