// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The edge that is closest to a shape, and the closest points.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 hill[] = {{0, 60}, {30, 60}, {60, 30}, {80, 30}, {80, 10}, {100, 10}, {100, 80}, {0, 80}};
    carom_outline outline = {.points = hill, .count = 8};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;

    carom_shape bat;
    carom_make_circle((carom_vec2){30, 25}, 5, &bat);
    carom_separation gap = carom_level_nearest(level, &bat, 50);
    printf("%.3f to edge %d at (%.2f, %.2f)\n", gap.distance, gap.part_b, gap.on_b.x, gap.on_b.y);
    gap = carom_level_nearest(level, &bat, 10);
    printf("within 10: %s\n", gap.distance <= 10 ? "yes" : "nothing");
    carom_level_free(level);
}

// Prints:
// 19.749 to edge 0 at (47.50, 42.50)
// within 10: nothing
