// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Down through a one-way platform.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 plank[] = {{10, 40}, {60, 40}}, floor[] = {{0, 80}, {70, 80}, {70, 90}, {0, 90}};
    carom_outline outlines[] = {{.points = plank, .count = 2, .open = true, .one_way = true},
                                {.points = floor, .count = 4}};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = outlines, .outlines_count = 2}, &level, NULL)) return 1;
    carom_scene scene = carom_scene_of_level(level);

    carom_walker_desc legs = {.up = {0, -1}};
    carom_make_box((carom_vec2){-4, -12}, (carom_vec2){4, 0}, &legs.shape);
    carom_walker hero = {.position = {35, 36}};
    float dt = 1 / 60.0f;
    for (int frame = 0; frame < 60; frame++) {
        hero.velocity.y += 600 * dt;
        if (frame == 20) printf("dropped: %s\n", carom_walker_drop(&hero, &legs, &scene) ? "yes" : "no");
        carom_walker_result done = carom_walker_step(&hero, &legs, &scene, dt);
        if (done.landed) printf("frame %d: lands at y = %g\n", frame, hero.position.y);
    }
    carom_level_free(level);
}

// Prints:
// frame 6: lands at y = 40
// dropped: yes
// frame 41: lands at y = 80
