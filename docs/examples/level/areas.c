// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Solids as outlines with holes, and from a bitmap.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 room[] = {{0, 0}, {80, 0}, {80, 60}, {0, 60}};
    carom_vec2 pillar[] = {{15, 15}, {40, 10}, {65, 15}, {65, 45}, {40, 50}, {15, 45}};
    carom_outline walls[] = {{.points = room, .count = 4}, {.points = pillar, .count = 6}};
    walls[0].even_odd = true; // the solid between the room and the pillar
    walls[1].same_area = true;

    static uint8_t alpha[32 * 24];
    for (int i = 0; i < 32 * 24; i++) { // a disc
        int x = i % 32 - 16, y = i / 32 - 12;
        alpha[i] = x * x + y * y < 81 ? 255 : 0;
    }
    carom_field ground = {.columns = 32, .rows = 24, .cell = {1, 1}, .samples = alpha, .tolerance = 0.5f};
    ground.origin = (carom_vec2){24, 18};

    carom_level_desc desc = {.outlines = walls, .outlines_count = 2, .fields = &ground, .fields_count = 1};
    carom_level *level;
    if (carom_level_make(&desc, &level, NULL) != CAROM_STATUS_OK) return 1;
    printf("%d edges\n", carom_level_edge_count(level));
    printf("in the wall: %d, in the room: %d, in the disc: %d\n", carom_level_solid(level, (carom_vec2){5, 5}),
           carom_level_solid(level, (carom_vec2){25, 30}), carom_level_solid(level, (carom_vec2){40, 30}));
    carom_level_free(level);
}

// Prints:
// 18 edges
// in the wall: 1, in the room: 0, in the disc: 1
