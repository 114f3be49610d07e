// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A conveyor: a material for all edges with a tag.
#include <carom.h>
#include <stdio.h>

int main(void) {
    enum { CONVEYOR = 3 };
    carom_vec2 belt[] = {{0, 60}, {120, 60}, {120, 70}, {0, 70}};
    carom_outline outline = {.points = belt, .count = 4, .tag = CONVEYOR};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;

    carom_world *world;
    if (carom_world_make(&(carom_world_desc){.level = level, .down = {0, 1}}, &world)) return 1;
    if (carom_world_set_edge_material(world, CONVEYOR, (carom_material){.friction = 1, .surface_speed = 8})) return 1;
    printf("the belt runs at %g\n", carom_world_edge_material(world, CONVEYOR).surface_speed);

    carom_body_desc desc = {.position = {20, 50}, .response = {.kind = CAROM_RESPONSE_SLIDE}};
    carom_make_box((carom_vec2){-5, 0}, (carom_vec2){5, 10}, &desc.shape);
    carom_body_id crate;
    if (carom_world_add(world, &desc, &crate, NULL)) return 1;
    for (int i = 0; i < 5; i++) {
        carom_vec2 velocity = carom_world_velocity(world, crate);
        carom_world_set_velocity(world, crate, (carom_vec2){velocity.x, velocity.y + 10}); // gravity
        if (carom_world_step(world, 1)) return 1;
    }
    carom_vec2 at = carom_world_position(world, crate);
    printf("after five steps the crate is at (%g, %g)\n", at.x, at.y);
    carom_world_free(world);
    carom_level_free(level);
}

// Prints:
// the belt runs at 8
// after five steps the crate is at (60, 50)
