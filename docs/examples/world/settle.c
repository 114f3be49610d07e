// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A ball that comes to rest: a rule ends its bounces below a speed that is above what gravity adds in a step.
#include <carom.h>
#include <stdio.h>

static void settle(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)user_data;
    if (contact->approach < 20) response->restitution = 0; // gravity adds 10 in a step
}

/// Returns the number of contacts that begin or end in the last 100 of 1000 steps.
static int events_at_the_end(carom_contact_rule *rule) {
    carom_world *world;
    if (carom_world_make(&(carom_world_desc){.rule = rule}, &world)) return -1;
    carom_body_desc ground = {.type = CAROM_BODY_STATIC};
    carom_make_box((carom_vec2){0, 100}, (carom_vec2){80, 110}, &ground.shape);
    carom_body_desc ball = {.position = {40, 20}, .response = {CAROM_RESPONSE_BOUNCE, 0.5f, 0, 0}};
    carom_make_circle((carom_vec2){0, 0}, 4, &ball.shape);
    carom_body_id id = {0, 0};
    if (carom_world_add(world, &ground, NULL, NULL) || carom_world_add(world, &ball, &id, NULL)) return -1;

    int begun_or_ended = 0;
    for (int step = 0; step < 1000; step++) {
        carom_vec2 velocity = carom_world_velocity(world, id);
        carom_world_set_velocity(world, id, (carom_vec2){velocity.x, velocity.y + 10});
        if (carom_world_step(world, 1.0f / 64)) return -1;
        int count;
        const carom_event *events = carom_world_events(world, &count);
        for (int i = 0; i < count && step >= 900; i++) begun_or_ended += events[i].kind != CAROM_EVENT_STAY;
    }
    carom_world_free(world);
    return begun_or_ended;
}

int main(void) {
    printf("%d without the rule, %d with it\n", events_at_the_end(NULL), events_at_the_end(settle));
}

// Prints:
// 200 without the rule, 0 with it
