// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Crowds as arrays, and alternating runs of the engines.
#include "bench/crowd.h"

#include "random.h"

#include <stdlib.h>
#include <string.h>

bool crowd_allocate(crowd *c, int count) {
    *c = (crowd){.count = count};
    float *numbers = malloc((size_t)count * 5 * sizeof *numbers);
    if (!numbers) return false;
    c->x = numbers;
    c->y = c->x + count;
    c->vx = c->y + count;
    c->vy = c->vx + count;
    c->radius = c->vy + count;
    return true;
}

void crowd_free(crowd *c) {
    free(c->x);
    *c = (crowd){0};
}

void crowd_draw(crowd *c, float side) {
    random_source r = {5};
    c->low = 0;
    c->high = side;
    c->largest = 0.5f;
    for (int i = 0; i < c->count; ++i) {
        c->x[i] = random_range(&r, 0, side);
        c->y[i] = random_range(&r, 0, side);
        c->vx[i] = random_range(&r, -0.1f, 0.1f);
        c->vy[i] = random_range(&r, -0.1f, 0.1f);
        c->radius[i] = random_range(&r, 0.25f, 0.5f);
    }
}

carom_shape crowd_shape(const crowd *c, int index) {
    static const float x[8] = {1, 0.75f, 0, -0.75f, -1, -0.75f, 0, 0.75f},
                       y[8] = {0, 0.75f, 1, 0.75f, 0, -0.75f, -1, -0.75f};
    float r = c->radius[index];
    carom_shape shape = {.kind = CAROM_SHAPE_CIRCLE, .circle = {.radius = r}};
    int form = c->forms == CROWD_TURNS ? index % 4 : c->forms == CROWD_BOXES;
    carom_vec2 v[8];
    for (int i = 0; i < 8; ++i) v[i] = (carom_vec2){r * x[i], r * y[i]};
    if (form == 1) carom_make_box((carom_vec2){-r, -r}, (carom_vec2){r, r}, &shape);
    if (form == 2) carom_make_capsule((carom_vec2){-r / 2, 0}, (carom_vec2){r / 2, 0}, r / 2, &shape);
    if (form == 3) carom_make_polygon(v, 8, &shape);
    return shape;
}

void crowd_copy(crowd *to, const crowd *from) {
    to->low = from->low;
    to->high = from->high;
    to->largest = from->largest;
    memcpy(to->x, from->x, (size_t)from->count * 5 * sizeof *from->x);
}

void crowd_move(crowd *c) {
    for (int i = 0; i < c->count; ++i) {
        c->x[i] += c->vx[i];
        c->y[i] += c->vy[i];
        if (c->x[i] < c->low || c->x[i] > c->high) c->vx[i] = -c->vx[i];
        if (c->y[i] < c->low || c->y[i] > c->high) c->vy[i] = -c->vy[i];
    }
}

// ---- Runs ----------------------------------------------------------------------------------------------------------

enum { ENGINES = 8 };

typedef struct run {
    const crowd_engine *engine;
    const crowd *scene;
    int steps;
    void *self;
} run;

static void prepare(void *context) {
    run *r = context;
    r->engine->restart(r->self, r->scene);
    if (r->scene->level) r->engine->step(r->self);
}

static long long work(void *context) {
    run *r = context;
    long long pairs = 0;
    for (int i = 0; i < r->steps; ++i) pairs += r->engine->step(r->self);
    return pairs;
}

static long long escapes(void *context) {
    run *r = context;
    long long count = 0;
    for (int i = 0; i < r->scene->count; ++i) count += carom_level_solid(r->scene->level, r->engine->place(r->self, i));
    return count;
}

void crowd_measure(bench_report *report, const char *what, const crowd *scene, int steps,
                   const crowd_engine *const *engines, size_t count) {
    run runs[ENGINES];
    bench_subject subjects[ENGINES] = {0};
    int made = 0;
    for (size_t i = 0; i < count && made < ENGINES; ++i) {
        runs[made] = (run){engines[i], scene, steps, engines[i]->make(scene)};
        if (!runs[made].self) continue;
        subjects[made] = (bench_subject){engines[i]->name, work, &runs[made]};
        ++made;
    }
    bench_measure_around(report,
                         (bench_row){what, "a mover and step", (double)scene->count * steps,
                                     scene->level ? "count: in solid at the end" : "count: pairs of all steps"},
                         subjects, made, (bench_around){prepare, scene->level ? escapes : NULL});
    for (int i = 0; i < made; ++i) runs[i].engine->free(runs[i].self);
}
