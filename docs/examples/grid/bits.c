// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A map as bits: sight tests whole runs of cells at once. Single cells change in constant time.
#include <carom.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    enum { COLUMNS = 64, ROWS = 4 };
    static uint8_t walls[COLUMNS * ROWS];
    uint64_t *bits = malloc((size_t)carom_bits_words(COLUMNS, ROWS) * sizeof *bits);
    if (!bits) return 1;
    carom_bits_pack(walls, COLUMNS, ROWS, bits);
    carom_sight_map map = {.columns = COLUMNS, .rows = ROWS, .bits = bits};

    carom_cell guard = {2, 1}, thief = {60, 2};
    printf("open: %d\n", carom_sight(&map, guard, thief, CAROM_CORNERS_OPEN).clear);
    for (int y = 0; y < ROWS; y++) carom_bits_set(bits, COLUMNS, ROWS, (carom_cell){30, y}, true); // a door closes
    printf("closed: %d\n", carom_sight(&map, guard, thief, CAROM_CORNERS_OPEN).clear);
    free(bits);
}

// Prints:
// open: 1
// closed: 0
