// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Callbacks without structs by value: a scene of the caller, a test of cells, and a custom filter.
#include <carom_flat.h>
#include <stdio.h>

// A scene of one wall.
static void sweep_wall(void *wall, const carom_shape *shape, const carom_vec2 *move, carom_scene_hit *out) {
    const carom_vec2 still = {0, 0};
    *out = (carom_scene_hit){.owner = 5};
    carom_flat_sweep(shape, move, wall, &still, &out->sweep);
}
static int touch_wall(void *wall, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    carom_contact_points contact;
    carom_flat_contact(shape, wall, &contact);
    if (contact.hit && capacity > 0)
        *out = (carom_scene_contact){.contact = contact, .owner = 5, .shape = *(const carom_shape *)wall};
    return contact.hit;
}
static bool is_dark(void *context, const carom_cell *cell) {
    return cell->x == *(const int *)context;
}
static bool may_collide(const carom_world *world, uint64_t a, uint64_t b, void *user_data) {
    (void)world, (void)a, (void)b;
    return *(const bool *)user_data;
}

int main(void) {
    const carom_vec2 min = {50, 0}, max = {60, 100}, origin = {0, 0};
    carom_shape wall, ball;
    carom_flat_make_box(&min, &max, &wall);
    carom_flat_make_circle(&origin, 5, &ball);
    const carom_flat_scene own = {.self = &wall, .sweep = sweep_wall, .contacts = touch_wall};
    carom_scene scene;
    carom_flat_callback_scene(&own, &scene);
    carom_motion now = {.at = {20, 40}, .velocity = {100, 0}};
    carom_flat_move(&scene, &ball, &now, &(carom_response){.kind = CAROM_RESPONSE_STOP}, NULL, 0);
    printf("the ball stops at x = %g\n", now.at.x);

    int column = 7;
    const carom_flat_blocks dark = {.context = &column, .blocks = is_dark};
    carom_sight_map map = {0};
    carom_flat_callback_blocks(&dark, &map);
    const carom_cell a = {0, 0}, b = {20, 3};
    carom_sight_line sight;
    carom_flat_sight(&map, &a, &b, CAROM_CORNERS_OPEN, &sight);
    printf("blocked by (%d,%d)\n", sight.blocker.x, sight.blocker.y);

    bool enabled = false;
    carom_flat_filter filter = {.custom_filter = may_collide, .user_data = &enabled};
    carom_world_desc desc = {0};
    carom_flat_callback_filter(&filter, &desc);
    carom_world *world;
    if (carom_world_make(&desc, &world)) return 1;
    carom_body_desc body = {.shape = ball};
    if (carom_world_add(world, &body, NULL, NULL)) return 1;
    body.position.x = 8;
    if (carom_world_add(world, &body, NULL, NULL) || carom_world_step(world, 1)) return 1;
    int count;
    carom_world_pairs(world, &count);
    printf("%d pairs\n", count);
    carom_world_free(world);
}

// Prints:
// the ball stops at x = 45
// blocked by (7,1)
// 0 pairs
