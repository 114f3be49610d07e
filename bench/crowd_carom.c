// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A complete world: continuous, with events, pairs and filters, on one thread and on two. In a square the response is
// pass, so that all circles move straight; in a level they bounce, and are filtered from each other.
#include "bench/crowd.h"
#include "carom/world.h"
#include "cli/pool.h"

#include <stdlib.h>

typedef struct engine {
    const crowd *scene;
    carom_world *world;
    pool *threads; ///< null: one thread
    carom_body_id *ids;
} engine;

static void release(void *self) {
    engine *e = self;
    carom_world_free(e->world);
    pool_free(e->threads);
    free(e->ids);
    free(e);
}

static bool add(engine *e, int i) {
    const crowd *c = e->scene;
    carom_body_desc desc = {
        .shape = crowd_shape(c, i),
        .position = {c->x[i], c->y[i]},
        .velocity = {c->vx[i], c->vy[i]},
        .response = {.kind = c->level ? CAROM_RESPONSE_BOUNCE : CAROM_RESPONSE_PASS, .restitution = 1}};
    if (c->level) desc.filter = (carom_filter){.category = 1, .ignore = ~2u};
    return carom_world_add(e->world, &desc, &e->ids[i], NULL) == CAROM_STATUS_OK;
}

static void *make_on(const crowd *scene, int threads) {
    engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    *e = (engine){.scene = scene, .ids = malloc((size_t)scene->count * sizeof *e->ids)};
    if (threads > 1) e->threads = pool_make(threads);
    carom_world_desc desc = {.level = scene->level, .tasks = pool_tasks(e->threads)};
    bool whole = e->ids && carom_world_make(&desc, &e->world) == CAROM_STATUS_OK;
    for (int i = 0; whole && i < scene->count; ++i) whole = add(e, i);
    if (whole) return e;
    release(e);
    return NULL;
}

static void *make(const crowd *scene) {
    return make_on(scene, 1);
}

static void *make_two(const crowd *scene) {
    return make_on(scene, 2);
}

static void restart(void *self, const crowd *scene) {
    engine *e = self;
    for (int i = 0; i < scene->count; ++i) {
        carom_world_set_position(e->world, e->ids[i], (carom_vec2){scene->x[i], scene->y[i]});
        carom_world_set_velocity(e->world, e->ids[i], (carom_vec2){scene->vx[i], scene->vy[i]});
    }
}

static void turn_round(engine *e, carom_body_id id, carom_vec2 at) {
    float low = e->scene->low, high = e->scene->high;
    carom_vec2 v = carom_world_velocity(e->world, id);
    if (at.x < low || at.x > high) v.x = -v.x;
    if (at.y < low || at.y > high) v.y = -v.y;
    carom_world_set_velocity(e->world, id, v);
}

static long long step(void *self) {
    engine *e = self;
    carom_world_step(e->world, 1);
    int count;
    const carom_vec2 *positions = carom_world_positions(e->world, &count);
    float low = e->scene->low, high = e->scene->high;
    for (int i = 0; i < e->scene->count && !e->scene->level;
         ++i) { // in a new world, the index of an id is the number of its body
        carom_vec2 at = positions[i];
        bool outside = (at.x < low) | (at.x > high) | (at.y < low) | (at.y > high);
        if (outside) turn_round(e, e->ids[i], at);
    }
    carom_world_pairs(e->world, &count);
    return count;
}

static carom_vec2 place(const void *self, int index) {
    const engine *e = self;
    return carom_world_position(e->world, e->ids[index]);
}

const crowd_engine crowd_carom = {"carom", make, restart, step, place, release};
const crowd_engine crowd_carom_two = {"carom, two threads", make_two, restart, step, place, release};
