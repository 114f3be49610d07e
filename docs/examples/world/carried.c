// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A lift moves to a target and carries a crate, exactly. A teleport carries nothing.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_world *world;
    if (carom_world_make(&(carom_world_desc){.down = {0, 1}}, &world)) return 1;
    carom_body_desc desc = {.type = CAROM_BODY_KINEMATIC, .position = {40, 60}};
    carom_make_box((carom_vec2){-20, 0}, (carom_vec2){20, 5}, &desc.shape);
    carom_body_id lift, crate;
    if (carom_world_add(world, &desc, &lift, NULL)) return 1;
    desc = (carom_body_desc){.position = {40, 50}, .response = {.kind = CAROM_RESPONSE_SLIDE}};
    carom_make_box((carom_vec2){-5, 0}, (carom_vec2){5, 10}, &desc.shape);
    if (carom_world_add(world, &desc, &crate, NULL)) return 1;

    for (int i = 0; i < 4; i++) {
        carom_vec2 at = carom_world_position(world, lift);
        if (i > 0) carom_world_move_to(world, lift, (carom_vec2){at.x + 6, at.y - 10});
        carom_world_set_velocity(world, crate, (carom_vec2){0, 1}); // gravity
        if (carom_world_step(world, 1)) return 1;
        carom_vec2 top = carom_world_position(world, crate), with = carom_world_carried(world, crate);
        printf("crate at (%g, %g), carried by (%g, %g)\n", top.x, top.y, with.x, with.y);
    }
    carom_world_set_position(world, lift, (carom_vec2){58, 70});
    if (carom_world_step(world, 1)) return 1;
    printf("after a teleport of the lift, the crate is at y = %g\n", carom_world_position(world, crate).y);
    carom_world_free(world);
}

// Prints:
// crate at (40, 50), carried by (0, 0)
// crate at (46, 40), carried by (6, -10)
// crate at (52, 30), carried by (6, -10)
// crate at (58, 20), carried by (6, -10)
// after a teleport of the lift, the crate is at y = 10
