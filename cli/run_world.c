// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A run without its files: the start of the actors, and the tests after each step. The npm package uses it too.
#include <stdlib.h>

#include "cli/run_walk.h"

carom_vec2 run_center(const run *r, int actor) {
    carom_vec2 at =
        r->walkers ? r->walkers->all[actor].is.position : carom_world_position(r->world, r->actors[actor].id);
    return (carom_vec2){at.x + r->middle.x, at.y + r->middle.y};
}

void run_choose_sizes(run_options *o, const loaded *l) {
    carom_vec2 cell = carom_map_about(l->map).cell;
    float size = cell.x < cell.y ? cell.x : cell.y;
    if (!(size > 0)) {
        float width = l->bounds.max.x - l->bounds.min.x, height = l->bounds.max.y - l->bounds.min.y;
        size = (width < height ? width : height) / 64;
    }
    if (o->radius < 0) o->radius = 0.3f * size;
    if (o->speed < 0) o->speed = (o->response == RUN_WALK ? 0.125f : 0.25f) * size;
}

static carom_status make_shape(run *r) {
    float radius = r->options->radius;
    if (r->options->shape == RUN_CIRCLE) return carom_make_circle((carom_vec2){0, 0}, radius, &r->shape);
    if (r->options->spin != 0) // a body turns about its reference point
        return carom_make_box((carom_vec2){-radius, -radius}, (carom_vec2){radius, radius}, &r->shape);
    r->middle = (carom_vec2){radius, radius};
    return carom_make_box((carom_vec2){0, 0}, (carom_vec2){2 * radius, 2 * radius}, &r->shape);
}

static carom_status add_actors(run *r, run_random *random, const carom_vec2 *places) {
    carom_status status = carom_world_make(&(carom_world_desc){.level = r->walls, .tasks = r->tasks}, &r->world);
    for (int i = 0; status == CAROM_STATUS_OK && i < r->count; i++) {
        carom_body_desc desc = {.shape = r->shape,
                                .position = places[i],
                                .velocity = random_direction(random, r->options->speed),
                                .spin = i % 2 == 0 ? r->options->spin : -r->options->spin,
                                .response = {.kind = (carom_response_kind)r->options->response, .restitution = 1},
                                .tag = (uint64_t)i};
        status = carom_world_add(r->world, &desc, &r->actors[i].id, NULL);
    }
    return status;
}

carom_status run_start(run *r, run_random *random, int *found) {
    r->count = (int)r->options->actors;
    r->actors = calloc((size_t)r->count, sizeof *r->actors);
    carom_vec2 *places = malloc((size_t)r->count * sizeof *places);
    r->walls = framed_level(r->loaded.map, r->loaded.format[0] ? r->loaded.level : NULL, r->loaded.bounds);
    *found = r->actors && places && r->walls && make_shape(r) == CAROM_STATUS_OK
                 ? find_start_positions(r, random, places)
                 : -1;
    carom_status status = *found < 0          ? CAROM_STATUS_NO_MEMORY
                          : *found < r->count ? CAROM_STATUS_FULL
                                              : add_actors(r, random, places);
    free(places);
    return status;
}

void run_free(run *r) {
    carom_world_free(r->world);
    carom_level_free(r->walls);
    free(r->actors);
}

// ---- After a step ---------------------------------------------------------------------------------------------------

static void count_events(run *r) {
    int count;
    const carom_event *events = carom_world_events(r->world, &count);
    for (int i = 0; i < count; i++)
        if (events[i].kind == CAROM_EVENT_BEGIN) ++*(events[i].level < 0 ? &r->pairs : &r->hits);
}

bool run_is_outside(const run *r, carom_vec2 point) {
    carom_box b = r->loaded.bounds;
    bool within = point.x >= b.min.x && point.x <= b.max.x && point.y >= b.min.y && point.y <= b.max.y;
    return !within || carom_level_solid(r->loaded.level, point);
}

void run_find_escapes(run *r) {
    for (int i = 0; i < r->count; i++) {
        if (r->actors[i].escaped) continue;
        r->actors[i].escaped = run_is_outside(r, run_center(r, i));
        r->escapes += r->actors[i].escaped;
    }
}

/// Stopping and sliding reduce the speed for good: actors that have stopped get a new random direction.
static void restart_stopped(run *r, run_random *random) {
    float least = 0.01f * r->options->speed;
    for (int i = 0; i < r->count; i++) {
        carom_vec2 v = carom_world_velocity(r->world, r->actors[i].id);
        if (v.x * v.x + v.y * v.y >= least * least) continue;
        carom_world_set_velocity(r->world, r->actors[i].id, random_direction(random, r->options->speed));
    }
}

void run_after_step(run *r, run_random *random) {
    count_events(r);
    run_find_escapes(r);
    if (r->options->response == CAROM_RESPONSE_STOP || r->options->response == CAROM_RESPONSE_SLIDE)
        restart_stopped(r, random);
}
