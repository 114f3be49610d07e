// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Bits of a word.
#pragma once

#include <stdint.h>

/// The number of the lowest set bit; the word must not be 0.
static inline int cr_lowest_bit(uint64_t word) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(word);
#else
    int bit = 0;
    for (; !(word & 1); word >>= 1) ++bit;
    return bit;
#endif
}
