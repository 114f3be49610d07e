// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom bench pairs: movers(m, 5) of the workloads, and the same crowds of mixed sizes, in clusters, on a line, piled
// up and far from the origin. Every engine is to count the pairs that touch after each step; what is printed is their
// sum. Engines that decide in floats may differ from the exact count by a few.
#include "bench/bench.h"
#include "bench/crowd.h"
#include "carom/world.h"
#include "cli/pool.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>

enum { ENGINES = 7 };

// ---- Carom ---------------------------------------------------------------------------------------------------------
//
// The whole of a world: continuous, with events, pairs and filters. Everyone crosses, so that all go straight on.

typedef struct engine {
    carom_world *world;
    pool *threads; ///< null: one
    carom_body_id *ids;
    int count;
    float low, high;
} engine;

static void release(void *self) {
    engine *e = self;
    carom_world_free(e->world);
    pool_free(e->threads);
    free(e->ids);
    free(e);
}

static bool add(engine *e, const crowd *scene, int i) {
    carom_body_desc desc = {.shape = {.kind = CAROM_CIRCLE, .circle = {.radius = scene->radius[i]}},
                            .position = {scene->x[i], scene->y[i]},
                            .velocity = {scene->vx[i], scene->vy[i]},
                            .response = {.kind = CAROM_CROSS}};
    return carom_world_add(e->world, &desc, &e->ids[i]) == CAROM_OK;
}

static void *make_on(const crowd *scene, int threads) {
    engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    *e = (engine){.ids = malloc((size_t)scene->count * sizeof *e->ids), .count = scene->count};
    if (threads > 1) e->threads = pool_make(threads);
    carom_world_desc desc = {.tasks = pool_tasks(e->threads)};
    bool whole = e->ids && carom_world_make(&desc, &e->world) == CAROM_OK;
    for (int i = 0; whole && i < scene->count; ++i) whole = add(e, scene, i);
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
    e->low = scene->low;
    e->high = scene->high;
    for (int i = 0; i < e->count; ++i) {
        carom_world_set_position(e->world, e->ids[i], (carom_vec2){scene->x[i], scene->y[i]});
        carom_world_set_velocity(e->world, e->ids[i], (carom_vec2){scene->vx[i], scene->vy[i]});
    }
}

static void turn_round(engine *e, carom_body_id id, carom_vec2 at) {
    carom_vec2 v = carom_world_velocity(e->world, id);
    if (at.x < e->low || at.x > e->high) v.x = -v.x;
    if (at.y < e->low || at.y > e->high) v.y = -v.y;
    carom_world_set_velocity(e->world, id, v);
}

static long long step(void *self) {
    engine *e = self;
    carom_world_step(e->world, 1);
    int places;
    const carom_vec2 *positions = carom_world_positions(e->world, &places);
    for (int i = 0; i < e->count; ++i) { // in a new world the index of an id is its number
        carom_vec2 at = positions[i];
        bool outside = (at.x < e->low) | (at.x > e->high) | (at.y < e->low) | (at.y > e->high);
        if (outside) turn_round(e, e->ids[i], at);
    }
    int pairs;
    carom_world_pairs(e->world, &pairs);
    return pairs;
}

static const crowd_engine crowd_carom = {"carom", make, restart, step, release};
static const crowd_engine crowd_carom_two = {"carom, two threads", make_two, restart, step, release};

// ---- The scenes ----------------------------------------------------------------------------------------------------

typedef enum arrangement {
    EVEN,
    MIXED,     ///< radii 0.05 to 5, log-uniform, covering as much of the square as the others do
    CLUSTERED, ///< in 64 squares of a sixteenth of the side
    LINE,      ///< all on one line
    PILE,      ///< all within ten units
    FAR,       ///< 65536 units off on both axes
} arrangement;

static void draw(crowd *c, arrangement kind) {
    float side = sqrtf((float)c->count) * 1.5f;
    if (kind == MIXED) side *= sqrtf((25 - 0.0025f) / (2 * logf(100)) / ((0.125f - 0.015625f) / 0.75f));
    if (kind == LINE) side = (float)c->count * 1.5f;
    crowd_draw(c, side);
    if (kind != MIXED) return;
    c->largest = 5;
    for (int i = 0; i < c->count; ++i) c->radius[i] = 0.05f * powf(100, 4 * c->radius[i] - 1);
}

static void arrange(crowd *c, arrangement kind) {
    random_source r = {6};
    carom_vec2 centers[64];
    float side = c->high;
    for (int i = 0; i < 64; ++i) {
        centers[i].x = random_range(&r, 0, side * 15 / 16);
        centers[i].y = random_range(&r, 0, side * 15 / 16);
    }
    for (int i = 0; i < c->count; ++i) {
        if (kind == CLUSTERED) {
            c->x[i] = centers[i % 64].x + c->x[i] / 16;
            c->y[i] = centers[i % 64].y + c->y[i] / 16;
        }
        if (kind == PILE) {
            c->x[i] = side / 2 + c->x[i] / side * 10;
            c->y[i] = side / 2 + c->y[i] / side * 10;
        }
        if (kind == LINE) c->y[i] = side / 2, c->vy[i] = 0;
        if (kind == FAR) c->x[i] += 65536, c->y[i] += 65536;
    }
    if (kind == FAR) c->low += 65536, c->high += 65536;
}

static const struct scene {
    const char *name;
    arrangement kind;
    int count, steps;
} scenes[] = {
    {"pairs-1k", EVEN, 1000, 200},  {"pairs-10k", EVEN, 10000, 200},    {"pairs-100k", EVEN, 100000, 30},
    {"pairs-1M", EVEN, 1000000, 5}, {"pairs-mixed", MIXED, 100000, 30}, {"pairs-clustered", CLUSTERED, 100000, 30},
    {"pairs-far", FAR, 100000, 30}, {"pairs-line", LINE, 2000, 200},    {"pairs-pile", PILE, 1000, 200},
};

// ---- In turns ------------------------------------------------------------------------------------------------------

static const crowd_engine *const engines[] = {
    &crowd_carom,    &crowd_carom_two,    &crowd_grid,
#ifdef WITH_CHIPMUNK
    &crowd_chipmunk,
#endif
#ifdef WITH_BOX2D
    &crowd_box2d,
#endif
#ifdef WITH_BOX2D3
    &crowd_box2d3,   &crowd_box2d3_world,
#endif
};

typedef struct run {
    const crowd_engine *engine;
    const crowd *scene;
    int steps;
    void *self;
} run;

static void prepare(void *context) {
    run *r = context;
    r->engine->restart(r->self, r->scene);
}

static long long work(void *context) {
    run *r = context;
    long long pairs = 0;
    for (int i = 0; i < r->steps; ++i) pairs += r->engine->step(r->self);
    return pairs;
}

static void measure(bench_report *report, const struct scene *scene) {
    crowd c;
    run runs[ENGINES];
    bench_subject subjects[ENGINES];
    int count = 0;
    if (!crowd_allocate(&c, scene->count)) return;
    draw(&c, scene->kind);
    arrange(&c, scene->kind);
    for (size_t i = 0; i < sizeof engines / sizeof *engines; ++i) {
        runs[count] = (run){engines[i], &c, scene->steps, engines[i]->make(&c)};
        if (!runs[count].self) continue;
        subjects[count] = (bench_subject){engines[i]->name, work, &runs[count]};
        ++count;
    }
    bench_measure_around(report, scene->name, "a mover and step", (double)scene->count * scene->steps, subjects, count,
                         "count: pairs of all steps", (bench_around){.prepare = prepare});
    for (int i = 0; i < count; ++i) runs[i].engine->free(runs[i].self);
    crowd_free(&c);
}

void bench_pairs(bench_report *report) {
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; ++i) {
        if (bench_wanted(report, scenes[i].name)) measure(report, &scenes[i]);
    }
}
