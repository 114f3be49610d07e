// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Many rays and many moving shapes in one call. The hits are those of single queries, to the bit.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 hill[] = {{0, 60}, {30, 60}, {60, 30}, {80, 30}, {80, 10}, {100, 10}, {100, 80}, {0, 80}};
    carom_outline outline = {.points = hill, .count = 8};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;

    float x[5], y[5], move_x[5], move_y[5];
    for (int i = 0; i < 5; i++) {
        x[i] = 30;
        y[i] = 20;
        move_x[i] = 25.0f * (float)(i - 2);
        move_y[i] = 60;
    }
    carom_ray_hit seen[5];
    int count = carom_level_ray_many(level, &(carom_rays){x, y, move_x, move_y, 5}, seen);
    printf("%d rays hit, at t =", count);
    for (int i = 0; i < 5; i++) printf(" %.3f", seen[i].t);

    carom_shape drops[3];
    carom_vec2 moves[3];
    for (int i = 0; i < 3; i++) {
        carom_make_circle((carom_vec2){20 + 30 * (float)i, 0}, 3, &drops[i]);
        moves[i] = (carom_vec2){0, 60};
    }
    carom_sweep_hit landed[3];
    count = carom_level_sweep_many(level, drops, moves, 3, landed);
    printf("\n%d drops land, at y =", count);
    for (int i = 0; i < 3; i++) printf(" %.2f", landed[i].at.y);
    printf("\n");
    carom_level_free(level);
}

// Prints:
// 4 rays hit, at t = 1.000 0.667 0.667 0.471 0.364
// 3 drops land, at y = 57.00 35.76 7.00
