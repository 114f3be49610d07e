// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The cells of the broad phase, to draw it and to measure its cost.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_world *world;
    if (carom_world_make(&(carom_world_desc){0}, &world)) return 1;
    carom_body_desc desc = {.velocity = {1, 0}};
    carom_make_circle((carom_vec2){0, 0}, 2, &desc.shape);
    for (int i = 0; i < 100; i++) { // two crowds, far from each other
        desc.position = (carom_vec2){(i < 50 ? 0 : 2000) + 5 * (float)(i % 10), 5 * (float)(i / 10)};
        if (carom_world_add(world, &desc, NULL, NULL)) return 1;
    }
    if (carom_world_step(world, 1)) return 1;

    carom_world_cell cells[64];
    int count = carom_world_cells(world, cells, 64), bodies = 0;
    for (int i = 0; i < count && i < 64; i++) bodies += cells[i].bodies;
    printf("%d bodies in %d cells, %d pairs tested\n", bodies, count, carom_world_stats(world).tested);
    carom_world_free(world);
}

// Prints:
// 100 bodies in 52 cells, 90 pairs tested
