// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The first contact of a shape that moves through a level.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 hill[] = {{0, 60}, {30, 60}, {60, 30}, {80, 30}, {80, 10}, {100, 10}, {100, 80}, {0, 80}};
    carom_outline outline = {.points = hill, .count = 8};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;

    carom_shape ball;
    carom_make_circle((carom_vec2){10, 30}, 6, &ball);
    carom_sweep_hit hit = carom_level_sweep(level, &ball, (carom_vec2){50, 15});
    printf("t = %.4f, at (%.3f, %.3f), normal (%.3f, %.3f)\n", hit.t, hit.at.x, hit.at.y, hit.normal.x, hit.normal.y);

    // There it touches and does not overlap: the next sweep starts there, along the slope.
    carom_make_circle(hit.at, 6, &ball);
    hit = carom_level_sweep(level, &ball, (carom_vec2){-30, 30});
    printf("down the slope, to the ground at (%.3f, %.3f)\n", hit.at.x, hit.at.y);
    carom_level_free(level);
}

// Prints:
// t = 0.6387, at (41.934, 39.580), normal (-0.707, -0.707)
// down the slope, to the ground at (27.515, 54.000)
