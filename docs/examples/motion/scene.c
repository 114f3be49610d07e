// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Scenes: a level, a world, or obstacles of your own. A scene also has the velocities of its owners.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_world *world;
    if (carom_world_make(&(carom_world_desc){0}, &world)) return 1;
    carom_body_desc lift = {.type = CAROM_BODY_KINEMATIC, .position = {40, 50}, .velocity = {0, -5}};
    carom_make_box((carom_vec2){-20, 0}, (carom_vec2){20, 5}, &lift.shape);
    carom_body_id id;
    if (carom_world_add(world, &lift, &id, NULL)) return 1;

    carom_world_view view = {.world = world};
    carom_scene scene = carom_scene_of_world(&view);
    carom_shape coin;
    carom_make_circle((carom_vec2){0, 0}, 4, &coin);
    carom_scene_hit hit;
    carom_motion now = {.at = {30, 20}, .velocity = {0, 40}};
    now = carom_move(&scene, &coin, &now, &(carom_response){.kind = CAROM_RESPONSE_STOP}, &hit, 1);
    carom_vec2 velocity = carom_scene_velocity(&scene, hit.owner);
    printf("the coin lands at y = %g on a body that moves by (%g, %g)\n", now.at.y, velocity.x, velocity.y);
    carom_world_free(world);
}

// Prints:
// the coin lands at y = 46 on a body that moves by (0, -5)
