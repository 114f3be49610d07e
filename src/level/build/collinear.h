// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Merges pieces of edges that continue each other in a straight line.
#pragma once

#include "level/index/edge.h"

/// True if piece f, the only one that starts where `run` ends, continues it in a straight line.
typedef bool cr_continues_run(const void *context, const cr_edge *run, const cr_edge *f);

/// Adds the runs of the pieces to a list. A run is its first piece, with the end of its last. Returns false without
/// memory.
bool cr_merge_collinear(const carom_allocator *allocator, const cr_edges *pieces, cr_continues_run *continues,
                        const void *context, cr_edges *runs);
