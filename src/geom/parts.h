// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Compounds, once for all questions: every question about two shapes is asked of each pair of their parts.
#pragma once

#include "geom/core.h"

/// Asks about one pair of parts; false ends the walk.
typedef bool cr_visit(void *context, const cr_core *a, const cr_core *b, int part_a, int part_b);

/// Visits all pairs of valid parts in order, a's parts outermost. Parts are numbered in the order of a walk through the
/// compound, invalid ones and those nested too deep included; a shape that is no compound is its own part 0.
void cr_each_pair(const carom_shape *a, const carom_shape *b, cr_visit *visit, void *context);
