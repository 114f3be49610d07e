// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom bench bullets: discs bouncing in the cave of the workloads, half a sample a step. Counted is how many are in
// solid in the end, which the level tells, not what moved them.
#include "bench/bench.h"
#include "bench/bullets.h"
#include "bench/cave.h"
#include "carom/world.h"
#include "cli/pool.h"

#include <stdlib.h>

enum { CAVE = 1024, BULLETS = 100000, ENGINES = 3 };

// ---- Carom ---------------------------------------------------------------------------------------------------------

typedef struct engine {
    carom_world *world;
    pool *threads; ///< null: one
    carom_body_id *ids;
    int count;
} engine;

static void release(void *self) {
    engine *e = self;
    carom_world_free(e->world);
    pool_free(e->threads);
    free(e->ids);
    free(e);
}

static bool add(engine *e, const bullet *b) {
    carom_body_desc desc = {.shape = {.kind = CAROM_CIRCLE, .circle = {.radius = BULLET_RADIUS}},
                            .position = b->at,
                            .velocity = b->velocity,
                            .response = {.kind = CAROM_BOUNCE},
                            .filter = {.category = 1, .mask = 2}}; // not each other
    return carom_world_add(e->world, &desc, &e->ids[e->count++]) == CAROM_OK;
}

static void *make_on(const bullets *scene, int threads) {
    engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->ids = malloc((size_t)scene->count * sizeof *e->ids);
    if (threads > 1) e->threads = pool_make(threads);
    carom_world_desc desc = {.level = scene->level, .tasks = pool_tasks(e->threads)};
    bool whole = e->ids && !carom_world_make(&desc, &e->world);
    for (int i = 0; whole && i < scene->count; ++i) whole = add(e, &scene->all[i]);
    if (whole) return e;
    release(e);
    return NULL;
}

static void *make(const bullets *scene) {
    return make_on(scene, 1);
}

static void *make_two(const bullets *scene) {
    return make_on(scene, 2);
}

static void restart(void *self, const bullets *scene) {
    engine *e = self;
    for (int i = 0; i < e->count; ++i) {
        carom_world_set_position(e->world, e->ids[i], scene->all[i].at);
        carom_world_set_velocity(e->world, e->ids[i], scene->all[i].velocity);
    }
}

static void step(void *self) {
    carom_world_step(((engine *)self)->world, 1);
}

static carom_vec2 place(const void *self, int index) {
    const engine *e = self;
    return carom_world_position(e->world, e->ids[index]);
}

static const bullets_engine bullets_carom = {"carom", make, restart, step, place, release};
static const bullets_engine bullets_carom_two = {"carom, two threads", make_two, restart, step, place, release};

// ---- In turns ------------------------------------------------------------------------------------------------------

static const bullets_engine *const engines[] = {
    &bullets_carom,
    &bullets_carom_two,
#ifdef WITH_BOX2D3
    &bullets_box2d3,
#endif
};

typedef struct run {
    const bullets_engine *engine;
    const bullets *scene;
    int steps;
    void *self;
} run;

/// The first step after everyone was put somewhere else, which looks whether they are in solid, is not counted.
static void prepare(void *context) {
    run *r = context;
    r->engine->restart(r->self, r->scene);
    r->engine->step(r->self);
}

static long long work(void *context) {
    run *r = context;
    for (int i = 0; i < r->steps; ++i) r->engine->step(r->self);
    return 0;
}

static long long escapes(void *context) {
    run *r = context;
    long long count = 0;
    for (int i = 0; i < r->scene->count; ++i) count += carom_level_solid(r->scene->level, r->engine->place(r->self, i));
    return count;
}

static void measure(bench_report *report, const char *what, const bullets *scene, int steps) {
    run runs[ENGINES];
    bench_subject subjects[ENGINES];
    int count = 0;
    for (size_t i = 0; i < sizeof engines / sizeof *engines; ++i) {
        runs[count] = (run){engines[i], scene, steps, engines[i]->make(scene)};
        if (!runs[count].self) continue;
        subjects[count] = (bench_subject){engines[i]->name, work, &runs[count]};
        ++count;
    }
    bench_around around = {prepare, escapes};
    bench_measure_around(report, what, "a mover and step", (double)scene->count * steps, subjects, count,
                         "count: in solid after it", around);
    for (int i = 0; i < count; ++i) runs[i].engine->free(runs[i].self);
}

static void shoot(bench_report *report, const carom_level *level, const bullet *all) {
    static const struct {
        const char *name;
        int count, steps;
    } sizes[] = {{"bullets-1k", 1000, 1000}, {"bullets-10k", 10000, 100}, {"bullets-100k", 100000, 20}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        if (bench_wanted(report, sizes[i].name))
            measure(report, sizes[i].name, &(bullets){level, all, sizes[i].count}, sizes[i].steps);
    }
}

void bench_bullets(bench_report *report) {
    uint8_t *cave = cave_make(CAVE, 1);
    carom_level *level = cave ? cave_level(cave, CAVE) : NULL;
    bullet *all = malloc(BULLETS * sizeof *all);
    random_source r = {17};
    for (int i = 0; level && all && i < BULLETS; ++i) {
        all[i].at = cave_start(cave, CAVE, &r, 0.05f);
        all[i].velocity = random_direction(&r, 0.5f);
    }
    if (level && all) shoot(report, level, all);
    free(all);
    carom_level_free(level);
    free(cave);
}
