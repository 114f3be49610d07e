// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Welds equal vertices, and links directed edges at vertices that no other edge shares.
#pragma once

#include "base/float.h"
#include "carom/base.h"

/// Numbers distinct keys 0, 1, .. in order of first appearance, and writes the number of keys[i] to ids[i]. Returns how
/// many there are; -1 without memory. Expected linear time.
int cr_weld(const carom_allocator *allocator, const uint64_t *keys, int count, int *ids);

/// The key of a point: equal exactly for equal points (-0 equals 0).
uint64_t cr_point_key(carom_vec2 p);

/// Edge i goes from vertex ids[2 * i] to ids[2 * i + 1]. Writes to next[i] the edge that starts where i ends, if no
/// other edge starts or ends there, else -1; to prev[i] likewise. Returns false without memory.
bool cr_follow(const carom_allocator *allocator, const int *ids, int count, int vertices, int *next, int *prev);
