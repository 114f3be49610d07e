// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Whether two cells see each other, and the cell that blocks.
#include <carom.h>
#include <stdio.h>

int main(void) {
    static const char rows[5][9] = {"........", "...#....", "...##...", "........", "........"};
    uint8_t walls[40];
    for (int i = 0; i < 40; i++) walls[i] = rows[i / 8][i % 8] == '#';
    carom_sight_map map = {.columns = 8, .rows = 5, .bytes = walls};

    carom_cell archer = {1, 3}, target = {6, 1};
    bool visible = carom_sight(&map, archer, target, CAROM_CORNERS_OPEN).clear;
    carom_cell blocker = carom_sight(&map, archer, target, CAROM_CORNERS_OPEN).blocker;
    printf("visible: %s, blocked by (%d,%d)\n", visible ? "yes" : "no", blocker.x, blocker.y);

    carom_cell targets[] = {{6, 4}, {7, 1}, {2, 0}};
    carom_sight_line lines[3];
    int clear = carom_sight_many(&map, archer, targets, 3, CAROM_CORNERS_OPEN, lines);
    printf("%d of 3 targets are visible:", clear);
    for (int i = 0; i < 3; i++) printf(" %s", lines[i].clear ? "yes" : "no");
    printf("\n");
}

// Prints:
// visible: no, blocked by (3,2)
// 2 of 3 targets are visible: yes no yes
