// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Several shapes as one: an L of two boxes. Results name the part.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_shape parts[2], corner, ball;
    carom_make_box((carom_vec2){0, 0}, (carom_vec2){2, 6}, &parts[0]);
    carom_make_box((carom_vec2){2, 4}, (carom_vec2){6, 6}, &parts[1]);
    carom_make_compound(parts, 2, &corner); // refers to parts
    carom_make_circle((carom_vec2){4, 2}, 1, &ball);

    carom_separation gap = carom_distance(&ball, &corner);
    printf("distance %g to part %d\n", gap.distance, gap.part_b);
}

// Prints:
// distance 1 to part 0
