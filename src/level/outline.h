// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Tiles to edges: what adjacent tiles have in common is never there.
#pragma once

#include "level/edge.h"

/// Adds the outline of the solid tiles of a grid to `solid`, and its thin sides to `thin` (CR_ONE_WAY). `*alone` is
/// increased by the edges the solids would have one by one. The grid must be valid; linear in its cells.
carom_status cr_outline_tiles(const carom_tiles *tiles, const carom_allocator *allocator, cr_edges *solid,
                              cr_edges *thin, int64_t *alone);
