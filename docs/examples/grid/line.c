// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cells under the line between two cell centres: with an iterator, and all at once.
#include <carom.h>
#include <stdio.h>

static void visit(carom_cell cell) {
    printf("(%d,%d) ", cell.x, cell.y);
}

int main(void) {
    carom_cell_line line = carom_cell_line_begin((carom_cell){0, 0}, (carom_cell){3, 2}, CAROM_CORNERS_OPEN, false);
    for (carom_cell cell; carom_cell_line_next(&line, &cell);) visit(cell); // (1,0) (1,1) (2,1) (2,2)
    printf("\n");

    // Exactly through the corner of four cells: both shoulder cells, or none.
    carom_cell cells[16];
    int64_t any = carom_cell_line_cells((carom_cell){0, 0}, (carom_cell){3, 3}, CAROM_CORNERS_ANY, true, cells, 16);
    int64_t open = carom_cell_line_cells((carom_cell){0, 0}, (carom_cell){3, 3}, CAROM_CORNERS_OPEN, true, cells, 16);
    printf("a diagonal of 4 cells: %d cells with shoulders, %d without\n", (int)any, (int)open);
}

// Prints:
// (1,0) (1,1) (2,1) (2,2)
// a diagonal of 4 cells: 10 cells with shoulders, 4 without
