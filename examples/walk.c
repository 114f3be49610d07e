// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A hero who runs through levels/tricks.tmx on a lift and over hills, jumps what stops it, and tells about it: the
// whole of a platformer but for the pictures. docs/walker.md explains it line by line.
#include <carom.h>
#include <stdio.h>

typedef struct hero {
    carom_walker legs;
    carom_jump jump;
    bool blocked; // in the frame before
} hero;

static const carom_jump_rules forgiving = {.coyote = 0.1f, .buffer = 0.1f}; // seconds

/// One frame: what the player wants, and what comes of it.
static carom_stride play(hero *h, const carom_walker_desc *body, const carom_space *space, float way, bool pressed,
                         float dt) {
    carom_vec2 *v = &h->legs.velocity;
    v->x = way * 120; // units a second
    v->y += 900 * dt; // gravity
    if (v->y > 500) v->y = 500;
    if (carom_jump_now(&h->jump, &forgiving, pressed, h->legs.grounded, dt)) v->y = -300;
    return carom_walker_step(&h->legs, body, space, dt);
}

static void tell(int frame, const hero *h, const carom_stride *done) {
    if (!done->landed && !done->left && !done->climbed) return;
    const char *what = done->climbed ? "climbs" : done->landed ? "lands" : "leaves the ground";
    const char *where = h->legs.ground.owner ? " on the lift" : "";
    printf("%4d %s%s at (%.0f, %.0f)\n", frame, what, where, (double)h->legs.position.x, (double)h->legs.position.y);
}

static carom_level *load(const char *path) {
    carom_map *map;
    carom_level *level = NULL;
    carom_error error;
    if (carom_map_load(path, NULL, &map, &error) != CAROM_OK) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        return NULL;
    }
    carom_level_desc drawn = carom_map_level(map);
    if (carom_level_make(&drawn, &level, &error) != CAROM_OK) fprintf(stderr, "%s: %s\n", path, error.message);
    carom_map_free(map);
    return level;
}

int main(int argc, char **argv) {
    carom_level *level = load(argc > 1 ? argv[1] : "levels/tricks.tmx");
    if (!level) return 1;
    carom_space still = carom_space_of_level(level);

    // A lift waits before the first hill.
    carom_platform lift = {.position = {104, 392}, .owner = 1};
    carom_make_box((carom_vec2){0, 0}, (carom_vec2){40, 8}, &lift.shape);
    carom_platforms lifts = {.base = &still, .list = &lift, .count = 1};
    carom_space space = carom_space_of_platforms(&lifts);

    carom_walker_desc body = {.up = {0, -1}, .step = 8};
    carom_make_capsule((carom_vec2){0, -5}, (carom_vec2){0, 5}, 5, &body.shape);
    hero h = {.legs = {.position = {40, 380}}};
    const float dt = 1.0f / 60;
    for (int frame = 0; frame < 900; frame++) {
        bool rides = h.legs.ground.owner == lift.owner && lift.position.y > 300;
        lift.velocity.y = rides ? -40 : 0;
        bool stands = rides && h.legs.position.x > 120; // in the middle, until it is up
        carom_stride done = play(&h, &body, &space, stands ? 0 : 1, h.blocked, dt);
        carom_platforms_move(&lift, 1, dt);
        h.blocked = done.blocked;
        tell(frame, &h, &done);
    }
    printf("after 15 seconds it is at (%.0f, %.0f)\n", (double)h.legs.position.x, (double)h.legs.position.y);
    carom_level_free(level);
    return 0;
}
