// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The first contact of a shape that turns while it moves through a level.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 hill[] = {{0, 60}, {30, 60}, {60, 30}, {80, 30}, {80, 10}, {100, 10}, {100, 80}, {0, 80}};
    carom_outline outline = {.points = hill, .count = 8};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;

    carom_shape car; // about its own centre
    carom_make_box((carom_vec2){-12, -4}, (carom_vec2){12, 4}, &car);
    carom_turning drive = {.pose = {.position = {16, 40}}, .move = {20, 8}, .angle = -0.6f}; // radians
    carom_turning_hit hit = carom_level_sweep_turning(level, &car, &drive);
    printf("t = %.4f, at (%.3f, %.3f), normal (%.3f, %.3f)\n", hit.t, hit.at.position.x, hit.at.position.y,
           hit.normal.x, hit.normal.y);
    printf("edge %d, which the car meets at (%.3f, %.3f)\n", hit.part_b, hit.point.x, hit.point.y);

    // There it overlaps nothing: vertices are rounded to floats. Queries at rest take the shape at its pose.
    carom_shape parked = carom_shape_posed(&car, hit.at);
    int edges[4], touched = carom_level_overlap(level, &parked, edges, 4);
    printf("touches %d edges; distance %.6f\n", touched, carom_level_nearest(level, &parked, 10).distance);
    carom_level_free(level);
}

// Prints:
// t = 0.8575, at (33.150, 46.860), normal (-0.707, -0.707)
// edge 0, which the car meets at (45.564, 44.436)
// touches 0 edges; distance 0.000003
