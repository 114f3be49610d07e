// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A shape that moves through a world: the first hit, all hits, or just whether there is one.
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
    carom_shape ball;
    carom_make_circle((carom_vec2){20, 55}, 4, &ball);
    carom_vec2 move = {80, -20};
    carom_world_sweep_hit first = carom_world_sweep(&view, &ball, move);
    printf("first: body %u at t = %.3f, the ball stops at (%.2f, %.2f)\n", first.body.index, first.sweep.t,
           first.sweep.at.x, first.sweep.at.y);

    carom_world_sweep_hit hits[8];
    printf("%d hits\n", carom_world_sweep_all(&view, &ball, move, hits, 8));
    printf("to the left: %s\n", carom_world_sweep_any(&view, &ball, (carom_vec2){-5, 0}) ? "a hit" : "nothing");
    carom_world_free(world);
    carom_level_free(level);
}

// Prints:
// first: body 1 at t = 0.409, the ball stops at (52.69, 46.83)
// 2 hits
// to the left: nothing
