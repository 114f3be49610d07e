// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A shape that is queried often is checked and converted once. The results are the same, bit for bit.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_prepared ball, walls[3];
    carom_shape shape;
    carom_make_circle((carom_vec2){0, 5}, 1, &shape);
    carom_prepare(&shape, &ball);
    for (int i = 0; i < 3; i++) {
        float x = 4 + 3 * (float)i;
        carom_make_box((carom_vec2){x, 0}, (carom_vec2){x + 1, 4 + (float)i}, &shape);
        carom_prepare(&shape, &walls[i]);
    }
    carom_vec2 move = {10, 0}, still = {0, 0};

    carom_sweep_hit first = carom_prepared_sweep_many(&ball, move, walls, 3);
    printf("the ball hits wall %d first, at t = %.3f\n", first.part_b, first.t);
    printf("wall 2 alone: t = %.3f\n", carom_prepared_sweep(&ball, move, &walls[2], still).t);
    printf("a ray hits wall 2 at t = %.3f\n", carom_prepared_ray((carom_vec2){0, 5}, move, &walls[2]).t);
    printf("distance to wall 0: %.3f\n", carom_prepared_distance(&ball, &walls[0]).distance);
    printf("overlap: %d, contact: %d\n", carom_prepared_overlap(&ball, &walls[0]),
           carom_prepared_contact(&ball, &walls[0]).hit);

    carom_make_circle((carom_vec2){9, 2}, 2, &shape);
    carom_prepared blast;
    carom_prepare(&shape, &blast);
    int hits[3];
    printf("%d walls overlap the blast\n", carom_prepared_overlap_many(&blast, walls, 3, hits, 3));
}

// Prints:
// the ball hits wall 1 first, at t = 0.600
// wall 2 alone: t = 0.900
// a ray hits wall 2 at t = 1.000
// distance to wall 0: 3.123
// overlap: 0, contact: 0
// 2 walls overlap the blast
