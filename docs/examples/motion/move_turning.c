// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A car that is steered into a wall: the contact stops the turn, and the car slides on.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 wall[] = {{0, 0}, {200, 0}, {200, 10}, {0, 10}};
    carom_outline outline = {.points = wall, .count = 4};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;

    carom_shape car; // about its own centre, with the front towards +x
    carom_make_box((carom_vec2){-12, -7}, (carom_vec2){12, 7}, &car);
    carom_scene scene = carom_scene_of_level(level);
    carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    carom_pose pose = {.position = {40, 20}};
    for (int step = 0; step < 4; step++) {
        carom_turning_motion now = {.pose = pose, .spin = -0.1f}; // radians a step
        now.velocity = carom_rotate(pose.rotation, (carom_vec2){6, 0});
        now = carom_move_turning(&scene, &car, &now, &slide, NULL, 0);
        pose = now.pose;
        printf("at (%.2f, %.2f), sine %.3f%s\n", pose.position.x, pose.position.y, pose.rotation.sine,
               now.blocked ? ": the turn is blocked" : "");
    }
    carom_level_free(level);
}

// Prints:
// at (46.00, 20.00), sine -0.100
// at (51.97, 19.40), sine -0.199
// at (57.85, 19.32), sine -0.206: the turn is blocked
// at (63.72, 19.32), sine -0.206: the turn is blocked
