// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Responses and depenetration without structs by value.
#include <carom_flat.h>
#include <stdio.h>

static void decide(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)contact, (void)user_data;
    response->kind = CAROM_RESPONSE_BOUNCE;
    response->restitution = 1;
}

int main(void) {
    carom_vec2 hill[] = {{0, 60}, {30, 60}, {60, 30}, {80, 30}, {80, 10}, {100, 10}, {100, 80}, {0, 80}};
    carom_outline outline = {.points = hill, .count = 8};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = &outline, .outlines_count = 1}, &level, NULL)) return 1;

    const carom_vec2 velocity = {3, 4}, normal = {0, -1}, origin = {0, 0}, inside = {10, 58};
    carom_vec2 after;
    carom_flat_slide(&velocity, &normal, 1, &after);
    printf("slide (%g, %g)", after.x, after.y);
    carom_flat_bounce(&velocity, &normal, 1, 0, &after);
    printf(", bounce (%g, %g)\n", after.x, after.y);

    carom_scene scene;
    carom_flat_scene_of_level(level, &scene);
    carom_flat_scene_velocity(&scene, 0, &after);
    carom_shape ball;
    carom_flat_make_circle(&origin, 4, &ball);
    carom_motion now = {.at = {10, 50}, .velocity = {6, 20}};
    carom_flat_move(&scene, &ball, &now, &(carom_response){.kind = CAROM_RESPONSE_SLIDE}, NULL, 0);
    printf("slides to (%g, %g) on ground that moves by (%g, %g)\n", now.at.x, now.at.y, after.x, after.y);

    now = (carom_motion){.at = {10, 50}, .velocity = {6, 20}};
    carom_flat_move_by_rule(&scene, &ball, &now, &(carom_move_rule){.rule = decide, .dt = 1}, NULL, 0);
    printf("bounces to (%g, %g)\n", now.at.x, now.at.y);
    carom_push push;
    carom_flat_push_out(&scene, &ball, &inside, 0, &push);
    printf("pushed out to (%g, %g)\n", push.at.x, push.at.y);
    carom_turning_motion turning = {.pose = {.position = {10, 50}}, .velocity = {6, 20}, .spin = 0.5f};
    carom_flat_move_turning(&scene, &ball, &turning, &(carom_response){.kind = CAROM_RESPONSE_SLIDE}, NULL, 0);
    printf("rolls to (%g, %g), %s\n", turning.pose.position.x, turning.pose.position.y,
           turning.blocked ? "blocked" : "turning on");
    carom_level_free(level);
}

// Prints:
// slide (3, 0), bounce (3, -4)
// slides to (16, 56) on ground that moves by (0, 0)
// bounces to (16, 42)
// pushed out to (10, 56)
// rolls to (16, 56), turning on
