// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The pairs in contact after a step, and its counters.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 room[] = {{0, 0}, {120, 0}, {120, 80}, {0, 80}}, hole[] = {{10, 10}, {110, 10}, {110, 70}, {10, 70}};
    carom_outline rings[] = {{.points = room, .count = 4, .even_odd = true},
                             {.points = hole, .count = 4, .same_area = true}};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = rings, .outlines_count = 2}, &level, NULL)) return 1;
    carom_world *world;
    if (carom_world_make(&(carom_world_desc){.level = level, .down = {0, 1}}, &world)) return 1;
    carom_body_desc desc = {.velocity = {0, 30}, .response = {.kind = CAROM_RESPONSE_SLIDE}};
    carom_make_box((carom_vec2){-8, -8}, (carom_vec2){8, 8}, &desc.shape);
    for (int i = 0; i < 2; i++) {
        desc.position = (carom_vec2){60 + 4 * (float)i, 50 - 20 * (float)i};
        if (carom_world_add(world, &desc, NULL, NULL)) return 1;
    }

    if (carom_world_step(world, 1)) return 1;
    int count;
    const carom_pair *pairs = carom_world_pairs(world, &count);
    for (int i = 0; i < count; i++) {
        printf("body %u touches ", pairs[i].a.index);
        if (pairs[i].level >= 0) {
            printf("level %d", pairs[i].level);
        } else {
            printf("body %u", pairs[i].b.index);
        }
        printf(", normal (%g, %g)\n", pairs[i].normal.x, pairs[i].normal.y);
    }
    carom_step_stats stats = carom_world_stats(world);
    printf("%d contacts, %d rested, %d crushed\n", stats.hits, stats.rested, stats.crushed);
    carom_world_free(world);
    carom_level_free(level);
}

// Prints:
// body 0 touches body 1, normal (0, 1)
// body 0 touches level 0, normal (0, -1)
// 2 contacts, 0 rested, 0 crushed
