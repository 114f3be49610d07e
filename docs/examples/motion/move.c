// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A ball that slides along the ground, and one that bounces.
#include <carom.h>
#include <stdio.h>

int main(void) {
    carom_vec2 hill[] = {{0, 60}, {30, 60}, {60, 30}, {80, 30}, {80, 10}, {100, 10}, {100, 80}, {0, 80}};
    carom_outline outline = {.points = hill, .count = 8};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;

    carom_shape ball;
    carom_make_circle((carom_vec2){0, 0}, 4, &ball);
    carom_vec2 position = {15, 30}, velocity = {30, 40};
    carom_scene scene = carom_scene_of_level(level);
    carom_response slide = {.kind = CAROM_RESPONSE_SLIDE};
    carom_motion now = {.at = position, .velocity = velocity};
    now = carom_move(&scene, &ball, &now, &slide, NULL, 0); // now.at, now.velocity
    printf("slides to (%.2f, %.2f) with %d contact\n", now.at.x, now.at.y, now.contacts);

    carom_response bounce = {.kind = CAROM_RESPONSE_BOUNCE, .restitution = 1};
    carom_scene_hit contacts[4];
    now = (carom_motion){.at = position, .velocity = velocity};
    now = carom_move(&scene, &ball, &now, &bounce, contacts, 4);
    printf("bounces to (%.2f, %.2f); contact at t = %.3f\n", now.at.x, now.at.y, contacts[0].sweep.t);
    carom_level_free(level);
}

// Prints:
// slides to (29.67, 54.67) with 1 contact
// bounces to (14.34, 39.34); contact at t = 0.562
