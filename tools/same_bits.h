// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Every layer asked at random, and all it answers as one number: the same on every machine, with every compiler. Links
// nothing but the core, so that it runs where there is no more.
#pragma once

#include <stdint.h>

enum { SAME_BITS_PARTS = 6 };

/// The hash of one part (FNV-1a, 64 bit), and its name. 0 to SAME_BITS_PARTS - 1; each takes about a second or less.
uint64_t same_bits(int part);
const char *same_bits_name(int part);
