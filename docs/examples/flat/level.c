// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Queries against a level without structs by value.
#include <carom_flat.h>
#include <stdio.h>

int main(void) {
    carom_vec2 hill[] = {{0, 60}, {30, 60}, {60, 30}, {80, 30}, {80, 10}, {100, 10}, {100, 80}, {0, 80}};
    carom_outline outline = {.points = hill, .count = 8};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;

    carom_level_edge edge;
    carom_box bounds;
    carom_flat_level_edge_at(level, 0, &edge);
    carom_flat_level_bounds(level, &bounds);
    printf("edge 0 begins at (%g, %g); the bounds end at (%g, %g)\n", edge.a.x, edge.a.y, bounds.max.x, bounds.max.y);

    const carom_vec2 from = {10, 20}, move = {100, 0}, down = {0, 50}, at = {50, 60};
    carom_ray_hit hit, hits[4];
    carom_flat_level_ray(level, &from, &move, &hit);
    printf("a ray hits at x = %g, %d in all\n", hit.point.x, carom_flat_level_ray_all(level, &from, &move, hits, 4));

    carom_shape ball;
    carom_flat_make_circle(&from, 4, &ball);
    carom_sweep_hit sweep;
    carom_separation gap;
    carom_flat_level_sweep(level, &ball, &down, &sweep);
    carom_flat_level_nearest(level, &ball, 100, &gap);
    printf("a ball lands at y = %g, %.3f away from the ground\n", sweep.at.y, gap.distance);
    const carom_turning tumble = {.pose = {.position = {10, 20}}, .move = down, .angle = 1};
    carom_shape plank;
    carom_turning_hit turning;
    carom_flat_make_box(&(carom_vec2){-4, -1}, &(carom_vec2){4, 1}, &plank);
    carom_flat_level_sweep_turning(level, &plank, &tumble, &turning);
    printf("a plank that turns hits it at t = %.3f\n", turning.t);
    printf("solid: %d\n", carom_flat_level_solid(level, &at));
    carom_level_free(level);
}

// Prints:
// edge 0 begins at (30, 60); the bounds end at (100, 80)
// a ray hits at x = 80, 1 in all
// a ball lands at y = 56, 36.000 away from the ground
// a plank that turns hits it at t = 0.732
// solid: 1
