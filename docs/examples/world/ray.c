// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A ray through a world: the first hit, all hits, or just whether there is one.
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
    carom_vec2 from = {15, 20}, move = {100, 45};
    carom_world_ray_hit first = carom_world_ray(&view, from, move);
    printf("first: body %u at t = %.3f\n", first.body.index, first.ray.t);

    carom_world_ray_hit hits[8];
    int count = carom_world_ray_all(&view, from, move, hits, 8);
    printf("%d hits\n", count);

    view.no_statics = true;
    printf("levels only: t = %.3f\n", carom_world_ray(&view, from, move).ray.t);
    printf("anything within a tenth: %s\n", carom_world_ray_any(&view, from, (carom_vec2){10, 4.5f}) ? "yes" : "no");
    carom_world_free(world);
    carom_level_free(level);
}

// Prints:
// first: body 0 at t = 0.192
// 4 hits
// levels only: t = 0.950
// anything within a tenth: no
