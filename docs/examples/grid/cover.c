// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cells that a moving circle touches: the tiles that a sweep has to examine.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_grid grid = {.origin = {0, 0}, .cell = {16, 16}};
    carom_shape ball;
    carom_make_circle((carom_vec2){12, 12}, 6, &ball);
    carom_cover cover;
    carom_cover_begin(&grid, &ball, (carom_vec2){60, 30}, &cover);
    for (carom_span span; carom_cover_next(&cover, &span);) {
        printf("row %d: columns %d to %d\n", span.y, span.x_min, span.x_max);
    }
}

// Prints:
// row 0: columns 0 to 2
// row 1: columns 0 to 4
// row 2: columns 2 to 4
// row 3: columns 4 to 4
