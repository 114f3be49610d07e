// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// walk-actors: 10,000 walkers on the floors of cave(1024, 1), who turn round at walls, beside the character mover of an
// engine that has one. What counts as standing differs, and so the counts do, which are of steps on the ground.
#include "bench/bench.h"
#include "bench/cave.h"
#include "bench/cave_outline.h"
#include "bench/walkers.h"
#include "random.h"

#include "carom/walker.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 1024, WALKERS = 10000, SETTLING = 10, STEPS = 20 };

typedef struct scene {
    carom_level *level;
    carom_space space;
    carom_walker_desc legs;
    carom_walker *walkers, *walkers_at_start;
    float *ways, *ways_at_start;
#ifdef WITH_BOX2D3
    walkers_box2d3 *box2d3;
    bench_walker *others, *others_at_start;
#endif
} scene;

static bool step(scene *s, int i) {
    carom_walker *w = &s->walkers[i];
    w->velocity.x = s->ways[i] * WALKER_SPEED;
    w->velocity.y += WALKER_GRAVITY;
    if (carom_walker_step(w, &s->legs, &s->space, 1).blocked) s->ways[i] = -s->ways[i];
    return w->grounded;
}

static long long run(void *context) {
    scene *s = context;
    long long grounded = 0;
    memcpy(s->walkers, s->walkers_at_start, WALKERS * sizeof *s->walkers);
    memcpy(s->ways, s->ways_at_start, WALKERS * sizeof *s->ways);
    for (int k = 0; k < STEPS; ++k) {
        for (int i = 0; i < WALKERS; ++i) grounded += step(s, i);
    }
    return grounded;
}

/// Where there is room, and then down to the ground, and about a little.
static void set_out(scene *s, const uint8_t *cave) {
    random_source r = {31};
    for (int i = 0; i < WALKERS; ++i) {
        carom_shape there;
        do {
            s->walkers[i] = (carom_walker){.position = cave_start(cave, SAMPLES, &r, 0.05f)};
            there = carom_shape_at(&s->legs.shape, s->walkers[i].position);
        } while (carom_level_overlap(s->level, &there, NULL, 0) > 0);
        s->walkers[i].position = carom_level_sweep(s->level, &there, (carom_vec2){0, SAMPLES}).at;
        s->walkers[i].position.y += WALKER_HALF; // a sweep tells of the upper disc, where the first end is
        s->ways[i] = random_bits(&r) >> 63 ? 1.0f : -1.0f;
        for (int k = 0; k < SETTLING; ++k) step(s, i);
    }
    memcpy(s->walkers_at_start, s->walkers, WALKERS * sizeof *s->walkers);
    memcpy(s->ways_at_start, s->ways, WALKERS * sizeof *s->ways);
}

static bool scene_make(scene *s, const uint8_t *cave) {
    *s = (scene){.level = cave_level(cave, SAMPLES), .legs = {.up = {0, -1}}};
    carom_make_capsule((carom_vec2){0, -WALKER_HALF}, (carom_vec2){0, WALKER_HALF}, WALKER_RADIUS, &s->legs.shape);
    s->walkers = malloc(WALKERS * sizeof *s->walkers);
    s->walkers_at_start = malloc(WALKERS * sizeof *s->walkers);
    s->ways = malloc(WALKERS * sizeof *s->ways);
    s->ways_at_start = malloc(WALKERS * sizeof *s->ways);
    if (!s->level || !s->walkers || !s->walkers_at_start || !s->ways || !s->ways_at_start) return false;
    s->space = carom_space_of_level(s->level);
    set_out(s, cave);
    return true;
}

static void scene_free(scene *s) {
    carom_level_free(s->level);
    free(s->walkers);
    free(s->walkers_at_start);
    free(s->ways);
    free(s->ways_at_start);
}

#ifdef WITH_BOX2D3
static long long run_box2d3(void *context) {
    scene *s = context;
    long long grounded = 0;
    memcpy(s->others, s->others_at_start, WALKERS * sizeof *s->others);
    for (int k = 0; k < STEPS; ++k) {
        for (int i = 0; i < WALKERS; ++i) {
            walkers_box2d3_step(s->box2d3, &s->others[i]);
            grounded += s->others[i].grounded;
        }
    }
    return grounded;
}

/// The same walkers in the other engine, from where they stand.
static bool make_box2d3(scene *s, const uint8_t *cave) {
    cave_segments outline = cave_outline(cave, SAMPLES);
    s->others = malloc(WALKERS * sizeof *s->others);
    s->others_at_start = malloc(WALKERS * sizeof *s->others);
    if (outline.a && s->others && s->others_at_start) {
        s->box2d3 = walkers_box2d3_make(outline.a, outline.b, outline.count);
    }
    cave_outline_free(&outline);
    for (int i = 0; s->box2d3 && i < WALKERS; ++i) {
        s->others_at_start[i] =
            (bench_walker){.at = s->walkers_at_start[i].position, .way = s->ways_at_start[i], .grounded = true};
    }
    return s->box2d3 != NULL;
}

static void free_box2d3(scene *s) {
    walkers_box2d3_free(s->box2d3);
    free(s->others);
    free(s->others_at_start);
}
#endif

void bench_walkers(bench_report *report) {
    uint8_t *cave = cave_make(SAMPLES, 1);
    scene s = {0};
    if (cave && scene_make(&s, cave)) {
        bench_subject subjects[2] = {{"carom", run, &s}};
        int count = 1;
#ifdef WITH_BOX2D3
        if (make_box2d3(&s, cave)) subjects[count++] = (bench_subject){"box2d 3 (mover)", run_box2d3, &s};
#endif
        bench_measure(report, "10k walkers in a cave", "walker and step", (double)WALKERS * STEPS, subjects, count,
                      "count: steps on the ground");
    }
#ifdef WITH_BOX2D3
    free_box2d3(&s);
#endif
    scene_free(&s);
    free(cave);
}
