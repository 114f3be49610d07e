// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Ids, and lists of bodies. An id of a removed body is stale, also when its index is used again.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_world *world;
    if (carom_world_make(&(carom_world_desc){0}, &world)) return 1;
    carom_body_desc desc = {0};
    carom_make_circle((carom_vec2){0, 0}, 2, &desc.shape);
    carom_body_id ids[4];
    for (int i = 0; i < 4; i++) {
        desc.position.x = 10 * (float)i;
        desc.velocity.x = (float)i;
        if (carom_world_add(world, &desc, &ids[i], NULL)) return 1;
    }

    carom_world_remove(world, ids[1]);
    printf("%d bodies; the removed id is %s\n", carom_world_count(world),
           carom_world_has(world, ids[1]) ? "valid" : "stale");

    carom_body_id all[4];
    int count = carom_world_bodies(world, all, 4), highest;
    const carom_vec2 *positions = carom_world_positions(world, &highest);
    const carom_vec2 *velocities = carom_world_velocities(world, &highest);
    for (int i = 0; i < count; i++) {
        uint32_t row = all[i].index;
        printf("body %u is at x = %g, and moves at %g\n", row, positions[row].x, velocities[row].x);
    }

    // As one number, for a table or a file.
    uint64_t bits = carom_body_bits(ids[2]);
    printf("through its bits: x = %g\n", carom_world_position(world, carom_body_of_bits(bits)).x);

    carom_status status = carom_world_shrink(world); // gives back memory that the removed body used
    printf("shrunk: %s\n", carom_status_text(status));
    carom_world_free(world);
}

// Prints:
// 3 bodies; the removed id is stale
// body 0 is at x = 0, and moves at 0
// body 2 is at x = 20, and moves at 2
// body 3 is at x = 30, and moves at 3
// through its bits: x = 20
// shrunk: ok
