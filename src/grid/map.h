// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Cells of a sight map.
#pragma once

#include "grid/bits.h"

static inline bool cr_map_contains(const carom_sight_map *map, carom_cell cell) {
    if (map->columns == 0 && map->blocks != NULL) return true;
    return cell.x >= 0 && cell.x < map->columns && cell.y >= 0 && cell.y < map->rows;
}

/// True if a cell that the map contains blocks.
static inline bool cr_map_solid(const carom_sight_map *map, carom_cell cell) {
    if (map->bytes != NULL) return map->bytes[(int64_t)cell.y * map->columns + cell.x] != 0;
    if (map->bits != NULL) return cr_bit(map->bits + cell.y * cr_line_words(map->columns), cell.x);
    return map->blocks == NULL || map->blocks(map->context, cell);
}

static inline bool cr_map_blocks(const carom_sight_map *map, carom_cell cell) {
    return !cr_map_contains(map, cell) || cr_map_solid(map, cell);
}
