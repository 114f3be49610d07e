// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Lines, sight and fields of view without structs by value.
#include <carom_flat.h>
#include <stdio.h>

int main(void) {
    const carom_cell from = {0, 0}, to = {3, 2};
    carom_cell_line line;
    carom_flat_cell_line_begin(&from, &to, CAROM_CORNERS_OPEN, false, &line);
    for (carom_cell cell; carom_cell_line_next(&line, &cell);) printf("(%d,%d) ", cell.x, cell.y);
    carom_cell cells[8];
    printf("%d cells\n", (int)carom_flat_cell_line_cells(&from, &to, CAROM_CORNERS_OPEN, true, cells, 8));

    const carom_grid grid = {.cell = {16, 16}};
    const carom_vec2 a = {8, 8}, b = {40, 24};
    carom_trace trace;
    if (carom_flat_trace_begin(&grid, &a, &b, CAROM_CORNERS_OPEN, &trace)) return 1;
    for (carom_cell cell; carom_trace_next(&trace, &cell);) printf("(%d,%d) ", cell.x, cell.y);
    carom_shape ball;
    carom_flat_make_circle(&a, 4, &ball);
    carom_cover cover;
    if (carom_flat_cover_begin(&grid, &ball, &b, &cover)) return 1;
    int rows = 0;
    for (carom_span span; carom_cover_next(&cover, &span);) rows++;
    printf("and a cover of %d rows\n", rows);

    uint8_t walls[32] = {0};
    uint64_t bits[64];
    if (carom_bits_words(8, 4) > 64) return 1;
    carom_bits_pack(walls, 8, 4, bits);
    const carom_cell door = {2, 1}, guard = {0, 1}, thief = {6, 1};
    carom_flat_bits_set(bits, 8, 4, &door, true);
    carom_sight_map map = {.columns = 8, .rows = 4, .bits = bits};
    carom_sight_line sight;
    carom_flat_sight(&map, &guard, &thief, CAROM_CORNERS_OPEN, &sight);
    printf("blocked by (%d,%d)", sight.blocker.x, sight.blocker.y);
    printf(", %d visible of 1", carom_flat_sight_many(&map, &guard, &thief, 1, CAROM_CORNERS_OPEN, NULL));
    uint8_t seen[49];
    printf(", %d cells in view\n", carom_flat_fov(&map, &guard, 3, seen));
}

// Prints:
// (1,0) (1,1) (2,1) (2,2) 6 cells
// (0,0) (1,0) (1,1) (2,1) and a cover of 3 rows
// blocked by (2,1), 0 visible of 1, 12 cells in view
