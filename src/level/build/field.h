// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Outlines of bitmaps.
#pragma once

#include "carom/level.h"

/// Rings: ring i is points[ends[i - 1]] .. points[ends[i] - 1], solid on the left. A zeroed list is empty.
typedef struct cr_rings {
    carom_vec2 *points;
    int points_count, points_capacity;
    int *ends;
    int count, capacity;
} cr_rings;

void cr_rings_free(cr_rings *rings, const carom_allocator *allocator);

/// Adds the outline of a valid field. Rings do not cross, but simplified rings may. Linear in the samples. Returns
/// CAROM_STATUS_TOO_LARGE if the list would get more than `most` points, counted before simplification, or
/// CAROM_STATUS_NO_MEMORY.
carom_status cr_trace_field(const carom_field *field, const carom_allocator *allocator, int most, cr_rings *rings);
