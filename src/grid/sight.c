// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Line of sight: tests every cell between the ends. Bit maps are tested in runs of cells instead.
#include "grid/map.h"
#include "grid/sight_bits.h"
#include "grid/walk.h"

/// True if the corner between `at` and `next` blocks; writes the first blocking shoulder cell.
static bool corner_blocks(const carom_sight_map *map, carom_cell at, carom_cell next, carom_corners corners,
                          carom_cell *blocker) {
    carom_cell beside_x = {next.x, at.y}, beside_y = {at.x, next.y};
    bool first = cr_map_blocks(map, beside_x), second = cr_map_blocks(map, beside_y);
    *blocker = first ? beside_x : beside_y;
    return corners == CAROM_CORNERS_ANY ? first || second : first && second;
}

static carom_sight_line sight_by_cells(const carom_sight_map *map, carom_cell from, carom_cell to,
                                       carom_corners corners) {
    cr_cell_line walk = cr_walk_start(from, to, false);
    while (walk.at.x != to.x || walk.at.y != to.y) {
        carom_cell at = walk.at, blocker;
        bool corner = walk.lead == 0;
        cr_walk_step(&walk);
        if (corner && corners != CAROM_CORNERS_OPEN && corner_blocks(map, at, walk.at, corners, &blocker)) {
            return (carom_sight_line){.blocker = blocker};
        }
        bool last = walk.at.x == to.x && walk.at.y == to.y;
        if (!last && cr_map_blocks(map, walk.at)) return (carom_sight_line){.blocker = walk.at};
    }
    return (carom_sight_line){.clear = true, .blocker = to};
}

carom_sight_line carom_sight(const carom_sight_map *map, carom_cell from, carom_cell to, carom_corners corners) {
    if (cr_sight_bits_can(map, from, to)) return cr_sight_bits(map, from, to, corners);
    return sight_by_cells(map, from, to, corners);
}

int carom_sight_many(const carom_sight_map *map, carom_cell from, const carom_cell *targets, int count,
                     carom_corners corners, carom_sight_line *lines) {
    int clear = 0;
    for (int i = 0; i < count; ++i) {
        carom_sight_line line = carom_sight(map, from, targets[i], corners);
        clear += line.clear;
        if (lines != NULL) lines[i] = line;
    }
    return clear;
}
