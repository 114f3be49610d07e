// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Callbacks with structs by value, which call those of the caller with addresses. Their context is the caller's struct.
#include "carom/flat.h"

// ---- Scenes -------------------------------------------------------------------------------------------------------

static carom_scene_hit call_sweep(const void *self, const carom_shape *shape, carom_vec2 move) {
    const carom_flat_scene *scene = self;
    carom_scene_hit hit = {.sweep = {.t = 1}};
    scene->sweep(scene->self, shape, &move, &hit);
    return hit;
}

static int call_contacts(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    const carom_flat_scene *scene = self;
    return scene->contacts(scene->self, shape, out, capacity);
}

static carom_vec2 call_velocity(const void *self, uint64_t owner) {
    const carom_flat_scene *scene = self;
    carom_vec2 velocity = {0, 0};
    scene->velocity(scene->self, owner, &velocity);
    return velocity;
}

static int call_obstacles(const void *self, carom_box box, carom_scene_obstacle *out, int capacity) {
    const carom_flat_scene *scene = self;
    return scene->obstacles(scene->self, &box, out, capacity);
}

static bool call_solid(const void *self, carom_vec2 point) {
    const carom_flat_scene *scene = self;
    return scene->solid(scene->self, &point);
}

static void call_surface(const void *self, const carom_scene_hit *hit, carom_surface *out) {
    const carom_flat_scene *scene = self;
    scene->surface(scene->self, hit, out);
}

static carom_scene_hit call_sweep_past(const void *self, const carom_shape *shape, carom_vec2 move,
                                       const uint64_t *owners, int count) {
    const carom_flat_scene *scene = self;
    carom_scene_hit hit = {.sweep = {.t = 1}};
    scene->sweep_past(scene->self, shape, &move, &(carom_flat_passed){owners, count}, &hit);
    return hit;
}

static carom_scene_turning_hit call_sweep_turning(const void *self, const carom_shape *shape,
                                                  const carom_turning *motion) {
    const carom_flat_scene *scene = self;
    carom_scene_turning_hit hit = {.turning = {.t = 1, .at = motion->pose}};
    scene->sweep_turning(scene->self, shape, motion, &hit);
    return hit;
}

void carom_flat_callback_scene(const carom_flat_scene *scene, carom_scene *out) {
    *out = (carom_scene){.self = scene,
                         .sweep = scene->sweep ? call_sweep : NULL,
                         .contacts = scene->contacts ? call_contacts : NULL,
                         .velocity = scene->velocity ? call_velocity : NULL,
                         .obstacles = scene->obstacles ? call_obstacles : NULL,
                         .solid = scene->solid ? call_solid : NULL,
                         .surface = scene->surface ? call_surface : NULL,
                         .sweep_past = scene->sweep_past ? call_sweep_past : NULL,
                         .sweep_turning = scene->sweep_turning ? call_sweep_turning : NULL};
}

// ---- Maps and filters ---------------------------------------------------------------------------------------------

static bool call_blocks(void *context, carom_cell cell) {
    const carom_flat_blocks *test = context;
    return test->blocks(test->context, &cell);
}

void carom_flat_callback_blocks(const carom_flat_blocks *test, carom_sight_map *map) {
    map->blocks = call_blocks;
    map->context = (void *)test;
}

static bool call_filter(const carom_world *world, carom_body_id a, carom_body_id b, void *user_data) {
    const carom_flat_filter *filter = user_data;
    return filter->custom_filter(world, carom_body_bits(a), carom_body_bits(b), filter->user_data);
}

void carom_flat_callback_filter(carom_flat_filter *filter, carom_world_desc *desc) {
    desc->custom_filter = call_filter;
    desc->user_data = filter;
}
