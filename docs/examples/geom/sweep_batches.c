// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The first hit of a moving shape against arrays of circles, boxes and segments.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_shape ball;
    carom_make_circle((carom_vec2){0, 3}, 1, &ball);
    carom_vec2 move = {12, 0};

    float x[] = {9, 6, 11}, y[] = {3, 4, 2}, r[] = {1, 1, 1};
    carom_sweep_hit hit = carom_sweep_circles(&ball, move, &(carom_circles){x, y, r, 3});
    printf("circle %d at t = %.3f\n", hit.part_b, hit.t);

    float max_x[] = {10, 7, 12}, max_y[] = {4, 5, 3};
    hit = carom_sweep_boxes(&ball, move, &(carom_boxes){x, y, max_x, max_y, 3});
    printf("box %d at t = %.3f\n", hit.part_b, hit.t);

    hit = carom_sweep_segments(&ball, move, &(carom_segments){x, y, max_x, max_y, 3});
    printf("segment %d at t = %.3f\n", hit.part_b, hit.t);
}

// Prints:
// circle 1 at t = 0.356
// box 0 at t = 0.667
// segment 0 at t = 0.667
