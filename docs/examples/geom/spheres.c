// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The same kernels in three dimensions: a ray against a sphere, and a moving sphere against a segment.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_hit3 hit = carom_ray_sphere((carom_vec3){0, 0, 0}, (carom_vec3){10, 0, 0}, (carom_vec3){5, 0, 0}, 2);
    printf("enters at t = %g, leaves at t = %g\n", hit.t, hit.exit);

    hit = carom_sweep_sphere_segment((carom_vec3){0, 0, 0}, 1, (carom_vec3){0, 0, 8}, (carom_vec3){-2, 0, 5},
                                     (carom_vec3){2, 0, 5});
    printf("touches the segment at t = %g, between its ends: %s\n", hit.t,
           hit.feature == CAROM_FEATURE_EDGE ? "yes" : "no");
}

// Prints:
// enters at t = 0.3, leaves at t = 0.7
// touches the segment at t = 0.5, between its ends: yes
