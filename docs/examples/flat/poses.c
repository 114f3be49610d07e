// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Rotations and poses without structs by value.
#include <carom_flat.h>
#include <stdio.h>

int main(void) {
    carom_rotation turn, aim = {.cosine = 3, .sine = 4}, sum, back;
    carom_flat_rotation_of(1.57079637f, &turn);
    carom_flat_rotation_normalized(&aim, &aim); // results may overwrite arguments
    carom_flat_rotation_compose(&turn, &aim, &sum);
    carom_flat_rotation_inverse(&turn, &back);
    carom_vec2 tip = {10, 0};
    carom_flat_rotate(&sum, &tip, &tip);
    carom_flat_rotate(&back, &tip, &tip);
    printf("towards (%g, %g)\n", tip.x, tip.y);

    carom_pose car = {{100, 50}, turn}, turret = {{-10, 0}, {1, 0}}, both;
    carom_flat_pose_compose(&car, &turret, &both);
    carom_vec2 muzzle = {20, 0}, local;
    carom_flat_pose_point(&both, &muzzle, &muzzle);
    carom_flat_pose_local(&car, &muzzle, &local);
    printf("the muzzle is at (%g, %g), on the car at (%g, %g)\n", muzzle.x, muzzle.y, local.x, local.y);
}

// Prints:
// towards (6, 8)
// the muzzle is at (100, 60), on the car at (10, 0)
