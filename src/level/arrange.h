// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Edges that meet in shared ends only.
#pragma once

#include "level/edge.h"

/// Cuts edges wherever two of them touch, lie on each other or cross; the parts keep the tag, and lose the flags.
/// CAROM_BAD_ARGUMENT: crossings so dense that they cannot be told apart in floats. On failure the edges are still a
/// valid list, of no meaning. Near linear where few edges meet.
carom_status cr_arrange(const carom_allocator *allocator, cr_edges *edges);

/// Where two edges that cross do so: the same for either direction and order of the two, and within both boxes.
carom_vec2 cr_crossing_point(const cr_edge *e, const cr_edge *f);
