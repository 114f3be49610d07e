// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// walk-actors: 10,000 walkers on the floors of cave(1024, 1), which turn round at walls, compared with the character
// mover of Box2D. The count is the number of steps on the ground; it differs because the two define "on the ground"
// differently.
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
    carom_scene scene;
    carom_walker_desc desc;
    carom_walker *walkers, *walkers_at_start;
    float *directions, *directions_at_start;
#ifdef WITH_BOX2D3
    walkers_box2d3 *box2d3;
    bench_walker *others, *others_at_start;
#endif
} scene;

static bool step(scene *s, int i) {
    carom_walker *w = &s->walkers[i];
    w->velocity.x = s->directions[i] * WALKER_SPEED;
    w->velocity.y += WALKER_GRAVITY;
    if (carom_walker_step(w, &s->desc, &s->scene, 1).blocked) s->directions[i] = -s->directions[i];
    return w->grounded;
}

static long long run(void *context) {
    scene *s = context;
    long long grounded = 0;
    memcpy(s->walkers, s->walkers_at_start, WALKERS * sizeof *s->walkers);
    memcpy(s->directions, s->directions_at_start, WALKERS * sizeof *s->directions);
    for (int k = 0; k < STEPS; ++k) {
        for (int i = 0; i < WALKERS; ++i) grounded += step(s, i);
    }
    return grounded;
}

/// Puts the walkers at clear positions, drops them to the ground, and lets them walk a few steps.
static void place_walkers(scene *s, const uint8_t *cave) {
    random_source r = {31};
    for (int i = 0; i < WALKERS; ++i) {
        carom_shape shape;
        do {
            s->walkers[i] = (carom_walker){.position = cave_start(cave, SAMPLES, &r, 0.05f)};
            shape = carom_shape_at(&s->desc.shape, s->walkers[i].position);
        } while (carom_level_overlap(s->level, &shape, NULL, 0) > 0);
        s->walkers[i].position = carom_level_sweep(s->level, &shape, (carom_vec2){0, SAMPLES}).at;
        s->walkers[i].position.y +=
            WALKER_HALF; // a sweep reports the position of the upper circle, which is the first end
        s->directions[i] = random_bits(&r) >> 63 ? 1.0f : -1.0f;
        for (int k = 0; k < SETTLING; ++k) step(s, i);
    }
    memcpy(s->walkers_at_start, s->walkers, WALKERS * sizeof *s->walkers);
    memcpy(s->directions_at_start, s->directions, WALKERS * sizeof *s->directions);
}

static bool scene_make(scene *s, const uint8_t *cave) {
    *s = (scene){.level = cave_level(cave, SAMPLES), .desc = {.up = {0, -1}}};
    carom_make_capsule((carom_vec2){0, -WALKER_HALF}, (carom_vec2){0, WALKER_HALF}, WALKER_RADIUS, &s->desc.shape);
    s->walkers = malloc(WALKERS * sizeof *s->walkers);
    s->walkers_at_start = malloc(WALKERS * sizeof *s->walkers);
    s->directions = malloc(WALKERS * sizeof *s->directions);
    s->directions_at_start = malloc(WALKERS * sizeof *s->directions);
    if (!s->level || !s->walkers || !s->walkers_at_start || !s->directions || !s->directions_at_start) return false;
    s->scene = carom_scene_of_level(s->level);
    place_walkers(s, cave);
    return true;
}

static void scene_free(scene *s) {
    carom_level_free(s->level);
    free(s->walkers);
    free(s->walkers_at_start);
    free(s->directions);
    free(s->directions_at_start);
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

/// The same walkers in the other engine, at their present positions.
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
            (bench_walker){.at = s->walkers_at_start[i].position, .way = s->directions_at_start[i], .grounded = true};
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
        bench_measure(report,
                      (bench_row){"10k walkers in a cave", "walker and step", (double)WALKERS * STEPS,
                                  "count: steps on the ground"},
                      subjects, count);
    }
#ifdef WITH_BOX2D3
    free_box2d3(&s);
#endif
    scene_free(&s);
    free(cave);
}
