// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A contact rule: an arrow passes the grass, which is an outline with tag 7, and stops at the wall.
#include <carom.h>
#include <stdio.h>

enum { GRASS = 7 };

static void decide(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    ++*(int *)user_data;
    if (contact->surface.edge_tag == GRASS) response->kind = CAROM_RESPONSE_PASS;
}

int main(void) {
    // A one-way chain blocks from its right: here, the side that the arrow comes from.
    carom_vec2 blades[] = {{40, 60}, {40, 10}}, wall[] = {{80, 0}, {90, 0}, {90, 60}, {80, 60}};
    carom_outline outlines[] = {{.points = blades, .count = 2, .open = true, .one_way = true, .tag = GRASS},
                                {.points = wall, .count = 4}};
    carom_level *level;
    if (carom_level_make(&(carom_level_desc){.outlines = outlines, .outlines_count = 2}, &level, NULL)) return 1;

    carom_shape arrow;
    carom_make_box((carom_vec2){-6, -1}, (carom_vec2){6, 1}, &arrow);
    carom_scene scene = carom_scene_of_level(level);
    int calls = 0;
    carom_move_rule rule = {.rule = decide, .user_data = &calls, .dt = 1};
    carom_motion now = {.at = {10, 30}, .velocity = {100, 0}};
    now = carom_move_by_rule(&scene, &arrow, &now, &rule, NULL, 0);
    printf("%d contacts decided; the arrow stops at x = %g\n", calls, now.at.x);
    carom_level_free(level);
}

// Prints:
// 2 contacts decided; the arrow stops at x = 74
