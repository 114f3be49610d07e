// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A walk through a Tiled map, as keys say: half a second of standing, then two seconds to the right, with a jump.
// Playground: #walk?keys=30aa60ac20ag40ac&step=150
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_map *map;
    carom_level *cave;
    carom_error error;
    if (carom_map_load("levels/cave.tmx", NULL, &map, &error)) return puts(error.message), 1;
    if (carom_level_make(carom_map_level(map), &cave, &error)) return puts(error.message), 1;
    carom_scene scene = carom_scene_of_level(cave);

    carom_walker_desc legs = {.up = {0, -1}};
    carom_make_capsule((carom_vec2){0, -6}, (carom_vec2){0, 6}, 5, &legs.shape);
    carom_walker hero = {.position = {430, 130}};
    carom_jump jump = {0};
    bool held = false;
    for (int frame = 0; frame < 150; frame++) {
        bool right = frame >= 30, up = frame >= 90 && frame < 110;
        float fall = (float)(hero.velocity.y + 700.0 / 60);
        if (carom_jump_now(&jump, &(carom_jump_rules){.coyote = 0.08f, .buffer = 0.1f}, up && !held, hero.grounded,
                           1 / 60.0f))
            fall = -290;
        else if (!up && fall < -145)
            fall = -145; // released early: a lower jump
        held = up;
        hero.velocity = (carom_vec2){right ? 130 : 0, fall};
        carom_walker_result done = carom_walker_step(&hero, &legs, &scene, 1 / 60.0f);
        if (done.landed || done.left) printf("frame %d: %s\n", frame, done.landed ? "lands" : "leaves the ground");
    }
    printf("at (%.9g, %.9g)\n", hero.position.x, hero.position.y);
    carom_level_free(cave);
    carom_map_free(map);
}

// Prints:
// frame 23: lands
// frame 42: leaves the ground
// frame 58: lands
// frame 90: leaves the ground
// frame 147: lands
// at (671.57428, 316.19693)
