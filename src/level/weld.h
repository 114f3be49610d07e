// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Which ends of directed edges are the same point, and which edges simply go on into one another there.
#pragma once

#include "base/float.h"
#include "carom/base.h"

/// Numbers the distinct keys 0, 1, .. in order of first appearance: ids[i] is that of keys[i]. Returns how many there
/// are, or -1 without memory. Linear on average (open addressing).
int cr_weld(const carom_allocator *allocator, const uint64_t *keys, int count, int *ids);

/// The key of a point: equal exactly for equal points (-0 is 0).
uint64_t cr_point_key(carom_vec2 p);

/// For `count` edges, edge i from vertex ids[2 * i] to ids[2 * i + 1]: next[i] is the edge that starts where i ends, if
/// no other edge starts or ends there, else -1; prev the other way round. False without memory.
bool cr_follow(const carom_allocator *allocator, const int *ids, int count, int vertices, int *next, int *prev);
