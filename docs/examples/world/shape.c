// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A hero that crouches, and the shapes of bodies at their positions.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_world *world;
    if (carom_world_make(&(carom_world_desc){0}, &world)) return 1;
    carom_body_desc desc = {.position = {100, 50}};
    carom_shape crouching, parts[2];
    carom_make_box((carom_vec2){-4, -16}, (carom_vec2){4, 0}, &desc.shape);
    carom_make_box((carom_vec2){-4, -8}, (carom_vec2){4, 0}, &crouching);
    carom_body_id hero, sword;
    if (carom_world_add(world, &desc, &hero, NULL)) return 1;

    carom_world_set_shape(world, hero, &crouching);
    carom_shape shape = carom_world_shape(world, hero);
    printf("the hero reaches from y = %g to %g\n", shape.box.min.y, shape.box.max.y);

    // The parts of a compound are read one by one.
    carom_make_box((carom_vec2){0, -1}, (carom_vec2){12, 1}, &parts[0]);
    carom_make_box((carom_vec2){2, -3}, (carom_vec2){3, 3}, &parts[1]);
    desc = (carom_body_desc){.position = {110, 40}};
    carom_make_compound(parts, 2, &desc.shape);
    if (carom_world_add(world, &desc, &sword, NULL)) return 1;
    printf("the guard begins at x = %g\n", carom_world_part(world, sword, 1).box.min.x);
    // As they were given, about the origin of the shape.
    printf("in the sword's own coordinates, at x = %g\n", carom_world_own_part(world, sword, 1).box.min.x);
    carom_world_free(world);
}

// Prints:
// the hero reaches from y = 42 to 50
// the guard begins at x = 112
// in the sword's own coordinates, at x = 2
