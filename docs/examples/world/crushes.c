// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A press closes on a mover. The world reports it in the same step.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 room[] = {{0, 0}, {120, 0}, {120, 80}, {0, 80}}, hole[] = {{10, 10}, {110, 10}, {110, 70}, {10, 70}};
    carom_outline rings[] = {{.points = room, .count = 4, .even_odd = true},
                             {.points = hole, .count = 4, .same_area = true}};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = rings, .outlines_count = 2}, &level, NULL)) return 1;
    carom_world *world;
    if (carom_world_make(&(carom_world_desc){.level = level}, &world)) return 1;
    carom_body_desc desc = {.type = CAROM_BODY_KINEMATIC, .position = {60, 20}, .velocity = {0, 15}};
    carom_make_box((carom_vec2){-15, 0}, (carom_vec2){15, 10}, &desc.shape);
    carom_body_id press, crate;
    if (carom_world_add(world, &desc, &press, NULL)) return 1;
    desc = (carom_body_desc){.position = {60, 50}, .response = {.kind = CAROM_RESPONSE_SLIDE}};
    carom_make_box((carom_vec2){-6, 0}, (carom_vec2){6, 12}, &desc.shape);
    if (carom_world_add(world, &desc, &crate, NULL)) return 1;

    for (int i = 0; i < 4; i++) {
        if (carom_world_step(world, 1)) return 1;
        int count;
        const carom_crush *crushes = carom_world_crushes(world, &count);
        printf("step %d: crate at y = %g", i, carom_world_position(world, crate).y);
        for (int j = 0; j < count; j++)
            printf(", body %u crushed by body %u against level %d", crushes[j].body.index, crushes[j].by.index,
                   crushes[j].level);
        printf("\n");
    }
    carom_world_free(world);
    carom_level_free(level);
}

// Prints:
// step 0: crate at y = 50
// step 1: crate at y = 58, body 1 crushed by body 0 against level 0
// step 2: crate at y = 58, body 1 crushed by body 0 against level 0
// step 3: crate at y = 53
