// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A jump that would hit a corner with the edge of the head is moved past it.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 ceiling[] = {{0, 10}, {40, 10}, {40, 30}, {0, 30}};
    carom_outline outline = {.points = ceiling, .count = 4};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;
    carom_scene scene = carom_scene_of_level(level);

    carom_shape hero;
    carom_make_box((carom_vec2){-5, -14}, (carom_vec2){5, 0}, &hero);
    carom_vec2 position = {43, 50}, up = {0, -20};
    carom_vec2 aside = carom_corner_correction(&scene, &hero, position, up, 4);
    printf("move by (%g, %g) first\n", aside.x, aside.y);

    aside = carom_corner_correction(&scene, &hero, (carom_vec2){20, 50}, up, 4);
    printf("under the middle of the ceiling: (%g, %g)\n", aside.x, aside.y);
    carom_level_free(level);
}

// Prints:
// move by (2, 0) first
// under the middle of the ceiling: (0, 0)
