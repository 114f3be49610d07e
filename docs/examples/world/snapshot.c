// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Roll back: restore a snapshot and step again. The hash shows that both runs are equal, to the bit.
#include <carom.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    carom_vec2 room[] = {{0, 0}, {120, 0}, {120, 80}, {0, 80}}, hole[] = {{10, 10}, {110, 10}, {110, 70}, {10, 70}};
    carom_outline rings[] = {{.points = room, .count = 4, .even_odd = true},
                             {.points = hole, .count = 4, .same_area = true}};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = rings, .outlines_count = 2}, &level, NULL)) return 1;
    carom_world *world;
    if (carom_world_make(&(carom_world_desc){.level = level}, &world)) return 1;
    carom_body_desc desc = {.response = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1}};
    carom_make_circle((carom_vec2){0, 0}, 4, &desc.shape);
    for (int i = 0; i < 5; i++) {
        desc.position = (carom_vec2){30 + 12 * (float)i, 40};
        desc.velocity = (carom_vec2){3 * (float)i - 5, 7};
        if (carom_world_add(world, &desc, NULL, NULL)) return 1;
    }

    size_t size = carom_world_snapshot_size(world);
    void *snapshot = malloc(size);
    if (!snapshot || carom_world_snapshot(world, snapshot, size)) return 1;
    for (int i = 0; i < 10; i++)
        if (carom_world_step(world, 1)) return 1;
    uint64_t first = carom_world_hash(world);

    if (carom_world_restore(world, snapshot, size)) return 1;
    printf("restored: %s\n", carom_world_hash(world) != first ? "ten steps back" : "no change");
    for (int i = 0; i < 10; i++)
        if (carom_world_step(world, 1)) return 1;
    printf("the same hash again: %s\n", carom_world_hash(world) == first ? "yes" : "no");
    free(snapshot);
    carom_world_free(world);
    carom_level_free(level);
}

// Prints:
// restored: ten steps back
// the same hash again: yes
