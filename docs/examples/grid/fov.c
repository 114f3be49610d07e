// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The field of view of a cell. Walls that are seen are visible, too.
#include <carom.h>
#include <stdio.h>

int main(void) {
    static const char rows[7][12] = {"...........", "...........", "....##.....", "...........",
                                     ".......#...", ".......#...", "..........."};
    uint8_t walls[7 * 11];
    for (int i = 0; i < 7 * 11; i++) walls[i] = rows[i / 11][i % 11] == '#';
    carom_sight_map map = {.columns = 11, .rows = 7, .bytes = walls};

    enum { RADIUS = 5, SIDE = 2 * RADIUS + 1 };
    uint8_t seen[SIDE * SIDE];
    carom_cell hero = {5, 4};
    printf("%d cells are visible\n", carom_fov(&map, hero, RADIUS, seen));
    for (int y = 0; y < 7; y++) {
        for (int x = 0; x < 11; x++) {
            bool visible = seen[(y - hero.y + RADIUS) * SIDE + x - hero.x + RADIUS];
            putchar(x == hero.x && y == hero.y ? '@' : !visible ? ' ' : rows[y][x]);
        }
        putchar('\n');
    }
}

// Prints:
// 47 cells are visible
//        ..
//  ..   ....
//  ...##....
//  ........
// .....@.#
//  ......#
//  .......
