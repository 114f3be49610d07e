// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A character that runs through levels/tricks.tmx, rides a lift, and jumps over obstacles: the game loop of a
// platformer without graphics. docs/walker.md explains the loop.
#include <carom.h>
#include <stdio.h>

typedef struct hero {
    carom_walker walker;
    carom_jump jump;
    float carried; // velocity along x of the platform that it left last
    bool blocked;  // in the previous frame
} hero;

static const carom_jump_rules forgiving = {.coyote = 0.1f, .buffer = 0.1f}; // seconds

/// Steps one frame with the input of the player.
static carom_walker_result play(hero *h, const carom_walker_desc *body, const carom_scene *scene, float direction,
                                bool pressed, float dt) {
    carom_vec2 *v = &h->walker.velocity;
    if (h->walker.grounded) h->carried = carom_scene_velocity(scene, h->walker.ground.owner).x;
    v->x = direction * 120 + (h->walker.grounded ? 0 : h->carried); // units a second
    v->y += 900 * dt;                                               // gravity
    if (v->y > 500) v->y = 500;
    if (carom_jump_now(&h->jump, &forgiving, pressed, h->walker.grounded, dt)) v->y = -300;
    return carom_walker_step(&h->walker, body, scene, dt);
}

static void report(int frame, const hero *h, const carom_walker_result *result) {
    if (!result->landed && !result->left && !result->climbed) return;
    const char *what = result->climbed ? "climbs" : result->landed ? "lands" : "leaves the ground";
    const char *where = h->walker.ground.owner ? " on the lift" : "";
    printf("%4d %s%s at (%.0f, %.0f)\n", frame, what, where, (double)h->walker.position.x,
           (double)h->walker.position.y);
}

static carom_level *load(const char *path) {
    carom_map *map;
    carom_level *level = NULL;
    carom_error error;
    if (carom_map_load(path, NULL, &map, &error) != CAROM_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        return NULL;
    }
    carom_level_desc drawn = *carom_map_level(map);
    if (carom_level_make(&drawn, &level, &error) != CAROM_STATUS_OK) fprintf(stderr, "%s: %s\n", path, error.message);
    carom_map_free(map);
    return level;
}

int main(int argc, char **argv) {
    carom_level *level = load(argc > 1 ? argv[1] : "levels/tricks.tmx");
    if (!level) return 1;
    carom_scene base = carom_scene_of_level(level);

    // A lift before the first hill.
    carom_platform lift = {.position = {104, 392}, .owner = 1};
    carom_make_box((carom_vec2){0, 0}, (carom_vec2){40, 8}, &lift.shape);
    carom_platforms lifts = {.base = &base, .list = &lift, .count = 1};
    carom_scene scene = carom_scene_of_platforms(&lifts);

    carom_walker_desc body = {.up = {0, -1}, .step = 8};
    carom_make_capsule((carom_vec2){0, -5}, (carom_vec2){0, 5}, 5, &body.shape);
    hero h = {.walker = {.position = {40, 380}}};
    const float dt = 1.0f / 60;
    for (int frame = 0; frame < 900; frame++) {
        bool rides = h.walker.ground.owner == lift.owner && lift.position.y > 300;
        lift.velocity.y = rides ? -40 : 0;
        bool stands = rides && h.walker.position.x > 120; // in its middle, until it has arrived
        carom_walker_result result = play(&h, &body, &scene, stands ? 0 : 1, h.blocked, dt);
        carom_platforms_move(&lift, 1, dt);
        h.blocked = result.blocked;
        report(frame, &h, &result);
    }
    printf("after 15 seconds it is at (%.0f, %.0f)\n", (double)h.walker.position.x, (double)h.walker.position.y);
    carom_level_free(level);
    return 0;
}
