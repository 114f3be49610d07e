// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Sight: a walk that looks at every cell between its ends. Bit maps that lie along the line are read in runs instead.
#include "grid/map.h"
#include "grid/sight_bits.h"
#include "grid/walk.h"

/// At a corner from walk.at: does it block, and which shoulder is the first to?
static bool corner_blocks(const carom_sight_map *map, carom_walk walk, carom_corners corners, carom_cell *blocker) {
    carom_cell beside_x = {walk.at.x + walk.step_x, walk.at.y};
    carom_cell beside_y = {walk.at.x, walk.at.y + walk.step_y};
    bool first = cr_map_blocks(map, beside_x), second = cr_map_blocks(map, beside_y);
    *blocker = first ? beside_x : beside_y;
    return corners == CAROM_CORNERS_ANY ? first || second : first && second;
}

static carom_sight_line sight_by_cells(const carom_sight_map *map, carom_cell from, carom_cell to,
                                       carom_corners corners) {
    carom_sight_line answer = {.clear = false};
    carom_walk walk = carom_walk_begin(from, to, CAROM_CORNERS_OPEN, true);
    for (int64_t left = walk.left - 1; left > 0; --left) {
        bool look = walk.lead == 0 && corners != CAROM_CORNERS_OPEN;
        if (look && corner_blocks(map, walk, corners, &answer.blocker)) return answer;
        cr_walk_step(&walk);
        if (left > 1 && cr_map_blocks(map, walk.at)) {
            answer.blocker = walk.at;
            return answer;
        }
    }
    return (carom_sight_line){.clear = true, .blocker = to};
}

carom_sight_line carom_sight(const carom_sight_map *map, carom_cell from, carom_cell to, carom_corners corners) {
    if (cr_sight_bits_can(map, from, to)) return cr_sight_bits(map, from, to, corners);
    return sight_by_cells(map, from, to, corners);
}

int carom_sight_batch(const carom_sight_map *map, carom_cell from, const carom_cell *targets, int count,
                      carom_corners corners, carom_sight_line *lines) {
    int clear = 0;
    for (int i = 0; i < count; ++i) {
        carom_sight_line line = carom_sight(map, from, targets[i], corners);
        clear += line.clear;
        if (lines != NULL) lines[i] = line;
    }
    return clear;
}
