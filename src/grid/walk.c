// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Cells between two cells. (After J. Amanatides and A. Woo, "A fast voxel traversal algorithm", 1987, in integers.)
#include "grid/walk.h"

static int64_t greatest_common_divisor(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// A line meets corners, (2k - 1) dy = (2j - 1) dx, only when dx and dy hold the same power of two: then, reduced, both
// are odd, and there is one corner in each reduced part.
static int64_t corner_count(int64_t dx, int64_t dy) {
    if ((dx & -dx) != (dy & -dy)) return 0;
    return greatest_common_divisor(dx, dy);
}

carom_walk carom_walk_begin(carom_cell from, carom_cell to, carom_corners corners, bool ends) {
    carom_walk walk = cr_walk_start(from, to, corners != CAROM_CORNERS_OPEN);
    int64_t dx = walk.run_x / 2, dy = walk.run_y / 2, met = corner_count(dx, dy);
    walk.left = 1 + dx + dy + (walk.shoulders ? met : -met);
    if (!ends) {
        walk.left = walk.left > 2 ? walk.left - 2 : 0;
        if (walk.left > 0) cr_walk_step(&walk);
    }
    return walk;
}

bool carom_walk_next(carom_walk *walk, carom_cell *cell) {
    if (walk->left <= 0) return false;
    // One by one: both at once would wait for the two stores before (a fifth to a third of the speed).
    cell->x = walk->at.x;
    cell->y = walk->at.y;
    // No step past the last cell: it may be the last there is in int32.
    if (--walk->left > 0) cr_walk_step(walk);
    return true;
}

// Cells up to the next corner, `count` at most: the loop all the speed comes from. Its state stays in registers, apart
// from the struct.
static int64_t fill_sides(carom_walk *walk, carom_cell *cells, int64_t count) {
    int64_t lead = walk->lead, run_x = walk->run_x, both = walk->run_x + walk->run_y, i = 0;
    int32_t x = walk->at.x, y = walk->at.y, step_x = walk->step_x, step_y = walk->step_y;
    for (; i < count && lead != 0; ++i) {
        cells[i].x = x;
        cells[i].y = y;
        int64_t vertical = -(int64_t)(lead < 0);
        lead = lead - run_x + (both & vertical);
        x += step_x & (int32_t)vertical;
        y += step_y & (int32_t)~vertical;
    }
    walk->at = (carom_cell){x, y};
    walk->lead = lead;
    return i;
}

static void fill(carom_walk *walk, carom_cell *cells, int64_t count) {
    for (int64_t i = 0; i < count;) {
        if (walk->lead == 0) {
            cells[i++] = walk->at;
            cr_walk_corner(walk);
        } else {
            i += fill_sides(walk, cells + i, count - i);
        }
    }
}

// A walk looks the same from both ends, so that its second half is the first, turned about the middle.
int64_t carom_walk_cells(carom_cell from, carom_cell to, carom_corners corners, bool ends, carom_cell *cells,
                         int64_t capacity) {
    carom_walk walk = carom_walk_begin(from, to, corners, ends);
    int64_t total = walk.left, count = total < capacity ? total : capacity;
    int64_t half = count < total - total / 2 ? count : total - total / 2;
    fill(&walk, cells, half);
    uint32_t sum_x = (uint32_t)from.x + (uint32_t)to.x, sum_y = (uint32_t)from.y + (uint32_t)to.y;
    for (int64_t i = half; i < count; ++i) {
        carom_cell mirrored = cells[total - 1 - i];
        cells[i].x = (int32_t)(sum_x - (uint32_t)mirrored.x);
        cells[i].y = (int32_t)(sum_y - (uint32_t)mirrored.y);
    }
    return total;
}
