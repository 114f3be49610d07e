// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A character that walks up a step and a slope. Gravity does not move it while it stands.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 ground[] = {{0, 60}, {40, 60}, {40, 54}, {70, 54}, {90, 43}, {140, 43}, {140, 90}, {0, 90}};
    carom_outline outline = {.points = ground, .count = 8};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;
    carom_scene scene = carom_scene_of_level(level);

    carom_shape capsule;
    carom_make_capsule((carom_vec2){0, -10}, (carom_vec2){0, -4}, 4, &capsule);
    carom_vec2 spawn = {15, 59};
    carom_walker_desc legs = {.shape = capsule, .up = {0, -1}, .step = 8};
    carom_walker hero = {.position = spawn};
    float dt = 1 / 60.0f;
    for (int frame = 0; frame < 90; frame++) {
        hero.velocity.x = 60;
        hero.velocity.y += 600 * dt;
        carom_walker_result done = carom_walker_step(&hero, &legs, &scene, dt);
        if (done.landed) printf("frame %d: lands\n", frame);
        if (done.climbed) printf("frame %d: climbs a step at x = %.0f\n", frame, hero.position.x);
    }
    printf("at (%.1f, %.1f), %s\n", hero.position.x, hero.position.y, hero.grounded ? "on the ground" : "in the air");
    carom_level_free(level);
}

// Prints:
// frame 2: lands
// frame 20: climbs a step at x = 37
// at (102.8, 43.0), on the ground
