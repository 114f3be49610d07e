// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Whether a point is in the solid of a level, its boundary included.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 hill[] = {{0, 60}, {30, 60}, {60, 30}, {80, 30}, {80, 10}, {100, 10}, {100, 80}, {0, 80}};
    carom_outline outline = {.points = hill, .count = 8};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;

    carom_vec2 points[] = {{50, 20}, {60, 30}, {60, 50}};
    for (int i = 0; i < 3; i++)
        printf("(%g, %g): %s\n", points[i].x, points[i].y, carom_level_solid(level, points[i]) ? "solid" : "free");
    carom_level_free(level);
}

// Prints:
// (50, 20): free
// (60, 30): solid
// (60, 50): solid
