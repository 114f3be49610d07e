// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The first contact of a moving shape. `at` is the position at which it touches and does not overlap.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_shape ball, wall;
    carom_make_circle((carom_vec2){0, 5}, 1, &ball);
    carom_make_segment((carom_vec2){0, 0}, (carom_vec2){10, 10}, &wall);
    carom_sweep_hit hit = carom_sweep(&ball, (carom_vec2){10, 0}, &wall, (carom_vec2){0, 0});
    printf("t = %.9g, at (%g, %g), normal (%g, %g)\n", hit.t, hit.at.x, hit.at.y, hit.normal.x, hit.normal.y);

    // Both may move. Here they meet half way.
    carom_shape other;
    carom_make_circle((carom_vec2){12, 5}, 1, &other);
    hit = carom_sweep(&ball, (carom_vec2){10, 0}, &other, (carom_vec2){-10, 0});
    printf("t = %g\n", hit.t);
}

// Prints:
// t = 0.358578622, at (3.58579, 5), normal (-0.707107, 0.707107)
// t = 0.5
