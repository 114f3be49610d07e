// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A world with two levels: a room, and a pillar that several worlds could share.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 room[] = {{0, 0}, {120, 0}, {120, 80}, {0, 80}}, hole[] = {{10, 10}, {110, 10}, {110, 70}, {10, 70}};
    carom_outline rings[] = {{.points = room, .count = 4, .even_odd = true},
                             {.points = hole, .count = 4, .same_area = true}};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = rings, .outlines_count = 2}, &level, NULL)) return 1;
    carom_vec2 box[] = {{70, 20}, {90, 20}, {90, 60}, {70, 60}};
    carom_outline outline = {.points = box, .count = 4};
    carom_level *pillar;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &pillar, NULL)) return 1;

    carom_world *world;
    carom_world_desc desc = {.size = sizeof desc, .level = level};
    desc.down = (carom_vec2){0, 1};
    if (carom_world_make(&desc, &world)) return 1;
    if (carom_world_attach(world, pillar)) return 1;

    carom_world_ray_hit hit =
        carom_world_ray(&(carom_world_view){.world = world}, (carom_vec2){20, 40}, (carom_vec2){100, 0});
    printf("the ray hits level %d at x = %g\n", hit.level, hit.ray.point.x);
    carom_vec2 down = carom_world_down(world);
    printf("it is the pillar: %d; down is (%g, %g), and a mover has at most %d contacts in a step\n",
           carom_world_level(world, hit.level) == pillar, down.x, down.y, carom_world_bounces(world));
    carom_world_free(world);
    carom_level_free(pillar);
    carom_level_free(level);
}

// Prints:
// the ray hits level 1 at x = 70
// it is the pillar: 1; down is (0, 1), and a mover has at most 32 contacts in a step
