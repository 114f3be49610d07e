// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The first hit of a ray. It may have any length; t is the fraction of its motion.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_shape circle;
    carom_make_circle((carom_vec2){6, 3}, 2, &circle);

    carom_ray_hit hit = carom_ray((carom_vec2){1, 3}, (carom_vec2){8, 0}, &circle);
    printf("enters at t = %g, (%g, %g), and would leave at t = %g\n", hit.t, hit.point.x, hit.point.y, hit.exit);

    hit = carom_ray((carom_vec2){6, 3}, (carom_vec2){1, 0}, &circle);
    printf("from inside: t = %g, inside = %s\n", hit.t, hit.inside ? "true" : "false");

    hit = carom_ray((carom_vec2){1, 5}, (carom_vec2){8, 0}, &circle);
    printf("tangent: %s\n", hit.hit ? "hit" : "miss");
}

// Prints:
// enters at t = 0.375, (4, 3), and would leave at t = 0.875
// from inside: t = 0, inside = true
// tangent: miss
