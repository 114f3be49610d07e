// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A turret on a car: the pose of the turret is given relative to that of the car.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_pose car = {.position = {100, 50}, .rotation = carom_rotation_of(0.643501109f)}; // cosine 0.8, sine 0.6
    carom_pose turret = {.position = {-10, 0}, .rotation = carom_rotation_of(1.57079637f)};

    carom_pose aim = carom_pose_compose(car, turret);
    carom_vec2 muzzle = carom_pose_point(aim, (carom_vec2){20, 0});
    printf("the turret is at (%.2f, %.2f), its muzzle at (%.2f, %.2f)\n", aim.position.x, aim.position.y, muzzle.x,
           muzzle.y);

    carom_vec2 local = carom_pose_local(car, muzzle);
    printf("seen from the car, the muzzle is at (%.2f, %.2f)\n", local.x, local.y);
}

// Prints:
// the turret is at (92.00, 44.00), its muzzle at (80.00, 60.00)
// seen from the car, the muzzle is at (-10.00, 20.00)
