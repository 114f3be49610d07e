// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// tools/same_bits as a separate module for Node and browsers. Not part of the package.
#include "tools/same_bits.h"

#include "web.h"

int WEB(same_bits_parts)(void) {
    return SAME_BITS_PARTS;
}

uint64_t WEB(same_bits)(int part) {
    return same_bits(part);
}

const char *WEB(same_bits_name)(int part) {
    return same_bits_name(part);
}
