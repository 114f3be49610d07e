// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The outline of a cave for engines without tiles: marching squares through the midpoints between samples, solid on the
// left, straight runs merged.
#pragma once

#include "carom/base.h"

/// Zeroed: out of memory.
typedef struct cave_segments {
    carom_vec2 *a, *b;
    int count;
    int unmerged; ///< number of segments before straight runs were merged
} cave_segments;

cave_segments cave_outline(const uint8_t *cave, int n);
void cave_outline_free(cave_segments *segments);
