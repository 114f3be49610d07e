// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The code of a tile: a base shape, a flip and quarter turns.
#include <carom.h>
#include <stdio.h>

int main(void) {
    int base = carom_tile_by_name("slope_45");
    uint8_t falling = carom_tile_code(base, true, 0);
    uint8_t ceiling = carom_tile_code(base, true, 2);
    printf("%s flipped is code %d, on the ceiling %d\n", carom_tile_name(base), falling, ceiling);

    // A solid cell looks the same however it is turned.
    uint8_t turned = carom_tile_code(CAROM_TILE_SOLID, true, 3);
    printf("codes %d and %d have the same shape\n", turned, carom_tile_canonical(turned));
}

// Prints:
// slope_45 flipped is code 41, on the ceiling 169
// codes 225 and 1 have the same shape
