// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Queries on shapes at poses. They need no copy of the shape, and place the parts of compounds as well.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_shape blade, ball;
    carom_make_box((carom_vec2){-4, -0.5f}, (carom_vec2){4, 0.5f}, &blade);
    carom_make_circle((carom_vec2){0, 0}, 1, &ball);
    carom_pose turned = {.position = {6, 5}, .rotation = carom_rotation_of(0.785398185f)}; // 45 degrees
    carom_pose at = {.position = {8, 5}};

    printf("overlap: %s\n", carom_posed_overlap(&ball, at, &blade, turned) ? "yes" : "no");
    carom_contact_points contact = carom_posed_contact(&ball, at, &blade, turned);
    printf("depth %.3f, normal (%.3f, %.3f)\n", contact.depth, contact.normal.x, contact.normal.y);
    at.position.x = 10;
    printf("distance %.3f\n", carom_posed_distance(&ball, at, &blade, turned).distance);
    carom_ray_hit hit = carom_posed_ray((carom_vec2){1, 5}, (carom_vec2){10, 0}, &blade, turned);
    printf("a ray hits it at t = %.3f\n", hit.t);
}

// Prints:
// overlap: yes
// depth 0.086, normal (0.707, -0.707)
// distance 1.328
// a ray hits it at t = 0.429
