// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The distance between two shapes and the closest points; in penetration, the depth and the way out.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_shape ball, box;
    carom_make_circle((carom_vec2){10, 2}, 1, &ball);
    carom_make_box((carom_vec2){1, 4}, (carom_vec2){6, 7}, &box);

    carom_separation gap = carom_distance(&ball, &box);
    printf("%.4f apart, from (%.3f, %.3f) to (%g, %g)\n", gap.distance, gap.on_a.x, gap.on_a.y, gap.on_b.x, gap.on_b.y);

    carom_make_circle((carom_vec2){3, 4}, 1, &ball);
    gap = carom_distance(&ball, &box);
    printf("penetration depth %g, normal (%g, %g)\n", -gap.distance, gap.normal.x, gap.normal.y);
}

// Prints:
// 3.4721 apart, from (9.106, 2.447) to (6, 4)
// penetration depth 1, normal (0, -1)
