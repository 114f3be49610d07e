// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Where in a map the outlines and tile grids of its level come from, for carom_map_locate: carom_level_make knows only
// their indices.
#pragma once

#include "io/reader.h"

/// Sets the origin of the outlines and grids that are added next. The texts must live as long as the map.
void cr_set_origin(cr_reader *reader, cr_origin origin);

/// Records the current origin for the last outline, or the last tile grid, of the map. Returns false without memory.
bool cr_record_outline_origin(cr_reader *reader);
bool cr_record_grid_origin(cr_reader *reader);

/// Called for each outline in order when some are dropped: outline `index` becomes `kept`.
void cr_move_outline_origin(carom_map *map, size_t *next, int index, int kept);
