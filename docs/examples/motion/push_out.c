// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Depenetration: the clear position with the least translation.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 hill[] = {{0, 60}, {30, 60}, {60, 30}, {80, 30}, {80, 10}, {100, 10}, {100, 80}, {0, 80}};
    carom_outline outline = {.points = hill, .count = 8};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;

    carom_shape crate;
    carom_make_box((carom_vec2){-6, -6}, (carom_vec2){6, 6}, &crate);
    carom_scene scene = carom_scene_of_level(level);
    carom_push push = carom_push_out(&scene, &crate, (carom_vec2){70, 28}, 0);
    printf("moved: %d, to (%.2f, %.2f)\n", push.moved, push.at.x, push.at.y);

    push = carom_push_out(&scene, &crate, (carom_vec2){70, 50}, 5);
    printf("from deep inside, at most 5 units: %s\n", push.crushed ? "crushed" : "clear");
    carom_level_free(level);
}

// Prints:
// moved: 1, to (70.00, 24.00)
// from deep inside, at most 5 units: crushed
