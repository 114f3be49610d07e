// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The first contact of shapes that turn: a flipper hits a ball.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_shape flipper, ball;
    carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){6, 0}, 0.5f, &flipper);
    carom_make_circle((carom_vec2){0, 0}, 1, &ball);

    carom_turning swing = {.pose = {.position = {1, 6}}, .angle = -1.5f}; // radians, about its own origin
    carom_turning fall = {.pose = {.position = {5, 0}}, .move = {0, 4}};
    carom_turning_hit hit = carom_sweep_turning(&ball, &fall, &flipper, &swing);
    printf("t = %.4f, the ball is at (%.3f, %.3f)\n", hit.t, hit.at.position.x, hit.at.position.y);
    printf("the contact separates them along (%.3f, %.3f)\n", hit.normal.x, hit.normal.y);

    carom_pose at = carom_turning_pose(&swing, hit.t);
    carom_vec2 tip = carom_pose_point(at, (carom_vec2){6, 0});
    printf("the tip of the flipper is at (%.3f, %.3f)\n", tip.x, tip.y);
}

// Prints:
// t = 0.3894, the ball is at (5.000, 1.558)
// the contact separates them along (-0.551, -0.834)
// the tip of the flipper is at (6.005, 2.691)
