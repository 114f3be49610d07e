// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The first edge that a ray hits, and all edges that it would hit behind it.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 hill[] = {{0, 60}, {30, 60}, {60, 30}, {80, 30}, {80, 10}, {100, 10}, {100, 80}, {0, 80}};
    carom_outline outline = {.points = hill, .count = 8};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;

    carom_vec2 from = {10, 20}, move = {100, 5};
    carom_ray_hit hit = carom_level_ray(level, from, move);
    printf("first: (%g, %g), edge %d\n", hit.point.x, hit.point.y, hit.part);

    carom_ray_hit hits[8];
    int count = carom_level_ray_all(level, (carom_vec2){110, 15}, (carom_vec2){-110, 40}, hits, 8);
    printf("%d hits of a ray through the ground\n", count);
    for (int i = 0; i < count; i++) printf("t = %.3f, (%.1f, %.1f)\n", hits[i].t, hits[i].point.x, hits[i].point.y);
    carom_level_free(level);
}

// Prints:
// first: (80, 23.5), edge 3
// 2 hits of a ray through the ground
// t = 0.091, (100.0, 18.6)
// t = 0.375, (68.8, 30.0)
