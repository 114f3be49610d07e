// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Line of sight on a bit map, a run of cells at a time.
#pragma once

#include "carom/grid.h"

/// True if the map is a bit map of at most 2^19 cells a side and contains both ends.
bool cr_sight_bits_can(const carom_sight_map *map, carom_cell from, carom_cell to);
/// As carom_sight. Requires cr_sight_bits_can.
carom_sight_line cr_sight_bits(const carom_sight_map *map, carom_cell from, carom_cell to, carom_corners corners);
