// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The closest body or level, and all within a distance.
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
    carom_body_desc desc = {.type = CAROM_BODY_STATIC};
    carom_make_circle((carom_vec2){0, 0}, 6, &desc.shape);
    for (int i = 0; i < 3; i++) {
        desc.position = (carom_vec2){40 + 20 * (float)i, 30 + 10 * (float)i};
        if (carom_world_add(world, &desc, NULL, NULL)) return 1;
    }

    carom_world_view view = {.world = world};
    carom_shape bat;
    carom_make_circle((carom_vec2){50, 55}, 3, &bat);
    carom_world_separation first = carom_world_nearest(&view, &bat, 100);
    printf("%.3f to body %u\n", first.separation.distance, first.body.index);

    carom_world_separation found[8];
    int count = carom_world_nearest_all(&view, &bat, 14, found, 8);
    printf("%d within 14:", count);
    for (int i = 0; i < count; i++) printf(found[i].level < 0 ? " body %u" : " level", found[i].body.index);
    printf("\n");
    carom_world_free(world);
    carom_level_free(level);
}

// Prints:
// 9.028 to body 1
// 2 within 14: body 1 level
