// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A ball in a room: bodies, a step, and its events.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 room[] = {{0, 0}, {120, 0}, {120, 80}, {0, 80}}, hole[] = {{10, 10}, {110, 10}, {110, 70}, {10, 70}};
    carom_outline rings[] = {{.points = room, .count = 4, .even_odd = true},
                             {.points = hole, .count = 4, .same_area = true}};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = rings, .outlines_count = 2}, &level, NULL)) return 1;
    carom_shape ball;
    carom_make_circle((carom_vec2){0, 0}, 5, &ball);

    carom_world *world;
    carom_status status = carom_world_make(&(carom_world_desc){.level = level}, &world);
    carom_body_id id;
    if (status == CAROM_STATUS_OK)
        status = carom_world_add(world,
                                 &(carom_body_desc){.shape = ball,
                                                    .position = {40, 40},
                                                    .velocity = {30, 18},
                                                    .response = {CAROM_RESPONSE_BOUNCE, 1, 0, 0}},
                                 &id, NULL);
    for (int i = 0; i < 6 && status == CAROM_STATUS_OK; i++) {
        status = carom_world_step(world, 1);
        int count;
        const carom_event *events = carom_world_events(world, &count);
        for (int j = 0; j < count; j++) {
            const carom_event *event = &events[j];
            const char *kind = event->kind == CAROM_EVENT_BEGIN ? "begin" : "end";
            if (event->kind != CAROM_EVENT_STAY)
                printf("step %d, t = %.3f: %s at (%.1f, %.1f)\n", i, event->t, kind, event->point.x, event->point.y);
        }
    }
    carom_vec2 at = carom_world_position(world, id);
    printf("%s: (%.2f, %.2f)\n", carom_status_text(status), at.x, at.y);
    carom_world_free(world);
    carom_level_free(level);
}

// Prints:
// step 1, t = 0.389: begin at (81.7, 70.0)
// step 1, t = 0.389: end at (81.7, 70.0)
// step 2, t = 0.167: begin at (110.0, 51.0)
// step 2, t = 0.167: end at (110.0, 51.0)
// step 4, t = 0.167: begin at (45.0, 10.0)
// step 4, t = 0.167: end at (45.0, 10.0)
// step 5, t = 0.167: begin at (10.0, 33.0)
// step 5, t = 0.167: end at (10.0, 33.0)
// ok: (40.00, 48.00)
