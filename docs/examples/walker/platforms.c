// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A lift that carries a walker, without a world. Platforms move within the step of the walker, at any speed.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 ground[] = {{0, 60}, {40, 60}, {40, 57}, {70, 57}, {90, 46}, {140, 46}, {140, 90}, {0, 90}};
    carom_outline outline = {.points = ground, .count = 8};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;
    carom_scene level_scene = carom_scene_of_level(level);

    carom_shape plank;
    carom_make_box((carom_vec2){0, 0}, (carom_vec2){24, 4}, &plank);
    carom_platform lift = {.shape = plank, .position = {10, 58}, .velocity = {30, -20}, .owner = 1};
    carom_platforms moving = {.base = &level_scene, .list = &lift, .count = 1};
    carom_scene scene = carom_scene_of_platforms(&moving);

    carom_walker_desc legs = {.up = {0, -1}};
    carom_make_capsule((carom_vec2){0, -10}, (carom_vec2){0, -4}, 4, &legs.shape);
    carom_walker hero = {.position = {22, 57}};
    float dt = 1 / 60.0f;
    for (int frame = 0; frame < 90; frame++) {
        hero.velocity = (carom_vec2){0, hero.velocity.y + 600 * dt};
        carom_walker_step(&hero, &legs, &scene, dt);
        carom_platforms_move(&lift, 1, dt);
    }
    printf("the lift is at (%.2f, %.2f), the hero at (%.2f, %.2f)\n", lift.position.x, lift.position.y, hero.position.x,
           hero.position.y);
    carom_level_free(level);
}

// Prints:
// the lift is at (55.00, 28.00), the hero at (66.00, 28.00)
