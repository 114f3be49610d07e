// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cells that any segment touches, on a grid with any origin and cell size.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_grid grid = {.origin = {0, 0}, .cell = {16, 16}};
    carom_trace trace;
    carom_trace_begin(&grid, (carom_vec2){8, 4}, (carom_vec2){52, 40}, CAROM_CORNERS_OPEN, &trace);
    for (carom_cell cell; carom_trace_next(&trace, &cell);) printf("(%d,%d) ", cell.x, cell.y);
    printf("\n");
}

// Prints:
// (0,0) (1,0) (1,1) (2,1) (2,2) (3,2)
