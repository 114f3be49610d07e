// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A fan of rays against one shape, in one call.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_shape pillar;
    carom_vec2 points[] = {{6, 2}, {8, 3}, {7, 5}, {5, 4}};
    carom_make_polygon(points, 4, &pillar);

    float x[] = {0, 0, 0, 0}, y[] = {4, 4, 4, 4}, move_x[] = {10, 10, 10, 10}, move_y[] = {-5, -2, 0, 2};
    carom_ray_hit hits[4];
    int count = carom_ray_many(&(carom_rays){x, y, move_x, move_y, 4}, &pillar, hits);
    printf("%d of 4 rays hit, at t =", count);
    for (int i = 0; i < 4; i++) printf(" %.3f", hits[i].t);
    printf("\n");
}

// Prints:
// 2 of 4 rays hit, at t = 1.000 0.556 0.500 1.000
