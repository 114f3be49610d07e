// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A walker that is a body of a world: it touches a coin, which is a sensor.
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

    carom_walker_desc legs = {.up = {0, -1}};
    carom_make_capsule((carom_vec2){0, -12}, (carom_vec2){0, -5}, 5, &legs.shape);
    carom_walker hero = {.position = {25, 70}};
    carom_body_id body, coin;
    carom_body_desc desc = {.type = CAROM_BODY_KINEMATIC, .shape = legs.shape, .position = hero.position};
    if (carom_world_add(world, &desc, &body, NULL)) return 1;
    desc = (carom_body_desc){.sensor = true, .position = {80, 60}};
    carom_make_circle((carom_vec2){0, 0}, 4, &desc.shape);
    if (carom_world_add(world, &desc, &coin, NULL)) return 1;

    float dt = 1 / 60.0f;
    for (int frame = 0; frame < 60; frame++) {
        hero.velocity.x = 90;
        hero.velocity.y += 600 * dt;
        carom_walker_result done = carom_walker_step_in_world(&hero, &legs, world, body, dt);
        if (done.blocked) printf("frame %d: blocked by a wall\n", frame);
        if (done.blocked) break;
        if (carom_world_step(world, dt)) return 1;
        int count;
        const carom_event *events = carom_world_events(world, &count);
        for (int i = 0; i < count; i++)
            if (events[i].kind == CAROM_EVENT_BEGIN) printf("frame %d: touches the coin\n", frame);
    }
    carom_world_free(world);
    carom_level_free(level);
}

// Prints:
// frame 30: touches the coin
// frame 53: blocked by a wall
