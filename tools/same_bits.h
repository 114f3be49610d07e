// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Hashes of the results of every layer for random input: equal on every machine and with every compiler. Links the core
// only, so that it runs on platforms without the other libraries.
#pragma once

#include <stdint.h>

enum { SAME_BITS_PARTS = 11 };

/// Returns the hash of one part (FNV-1a, 64 bit), and its name; 0 <= part < SAME_BITS_PARTS. At most about a second
/// each.
uint64_t same_bits(int part);
const char *same_bits_name(int part);
