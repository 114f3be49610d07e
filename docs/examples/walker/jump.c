// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A jump with coyote time and a buffer: the key is pressed shortly after the ground has ended.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 ledge[] = {{0, 60}, {40, 60}, {40, 90}, {0, 90}}, other[] = {{80, 60}, {220, 60}, {220, 90}, {80, 90}};
    carom_outline outlines[] = {{.points = ledge, .count = 4}, {.points = other, .count = 4}};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = outlines, .outlines_count = 2}, &level, NULL)) return 1;
    carom_scene scene = carom_scene_of_level(level);

    carom_shape capsule;
    carom_make_capsule((carom_vec2){0, -10}, (carom_vec2){0, -4}, 4, &capsule);
    carom_vec2 spawn = {20, 60};
    float dt = 1 / 60.0f, wish = 1;

    carom_walker_desc legs = {.shape = capsule, .up = {0, -1}};
    carom_walker hero = {.position = spawn};
    carom_jump jump = {0};
    float carried = 0; // sideways velocity of the last ground
    for (int frame = 0; frame < 80; frame++) {
        bool pressed = frame == 15, was_grounded = hero.grounded;
        if (hero.grounded) carried = carom_scene_velocity(&scene, hero.ground.owner).x;
        hero.velocity.x = wish * 120 + (hero.grounded ? 0 : carried);
        hero.velocity.y += 600 * dt;
        if (carom_jump_now(&jump, &(carom_jump_rules){.coyote = 0.1f, .buffer = 0.1f}, pressed, hero.grounded, dt)) {
            hero.velocity.y = -260;
            printf("frame %d: jumps, %s\n", frame, was_grounded ? "from the ground" : "a few frames late");
        }
        carom_walker_result done = carom_walker_step(&hero, &legs, &scene, dt);
        if (done.left && !pressed) printf("frame %d: the ground ends\n", frame);
        if (done.landed && frame) printf("frame %d: lands at x = %.0f\n", frame, hero.position.x);
    }
    carom_level_free(level);
}

// Prints:
// frame 12: the ground ends
// frame 15: jumps, a few frames late
// frame 67: lands at x = 154
