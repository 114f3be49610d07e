// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The edges that a shape touches.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 hill[] = {{0, 60}, {30, 60}, {60, 30}, {80, 30}, {80, 10}, {100, 10}, {100, 80}, {0, 80}};
    carom_outline outline = {.points = hill, .count = 8};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;

    carom_shape sensor;
    carom_make_circle((carom_vec2){30, 55}, 8, &sensor);
    int edges[4];
    int count = carom_level_overlap(level, &sensor, edges, 4);
    printf("%d edges:", count);
    for (int i = 0; i < count; i++) printf(" %d", edges[i]);
    printf("\n");
    carom_level_free(level);
}

// Prints:
// 2 edges: 0 5
