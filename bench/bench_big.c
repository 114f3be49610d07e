// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// big: a level of ten million segments, cave(10000, 1), compared with one of a hundred thousand, cave(1024, 1): the
// time to build them from tiles, a segment; and rays of 16 units, anywhere in each, and in a part of the large one of
// the size of the small one. Takes 3 GB and half a minute, so it runs only if it is named.
#include "bench/bench.h"
#include "bench/cave.h"

#include <stdlib.h>

enum { SMALL = 1024, BIG = 10000, RAYS = 300000 };

typedef struct scene {
    int n; // samples a side
    uint8_t *cave;
    carom_level *level;
    float *x, *y, *move_x, *move_y;
    carom_ray_hit *hits;
} scene;

static void scene_free(scene *s) {
    carom_level_free(s->level);
    void *const arrays[] = {s->cave, s->x, s->y, s->move_x, s->move_y, s->hits};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; ++i) free(arrays[i]);
}

static bool scene_make(scene *s, int n) {
    *s = (scene){.n = n, .cave = cave_make(n, 1)};
    float **const arrays[] = {&s->x, &s->y, &s->move_x, &s->move_y};
    bool made = s->cave;
    for (int i = 0; i < 4; ++i) made = (*arrays[i] = malloc(RAYS * sizeof(float))) && made;
    s->hits = malloc(RAYS * sizeof *s->hits);
    return made && s->hits;
}

static void draw_rays(scene *s, int part) {
    random_source r = {8};
    for (int i = 0; i < RAYS;) {
        int column = random_below(&r, part), row = random_below(&r, part);
        if (s->cave[row * s->n + column]) continue;
        carom_vec2 move = random_direction(&r, 16);
        s->x[i] = (float)column + random_range(&r, -0.2f, 0.2f);
        s->y[i] = (float)row + random_range(&r, -0.2f, 0.2f);
        s->move_x[i] = move.x;
        s->move_y[i++] = move.y;
    }
}

static long long build(void *context) {
    scene *s = context;
    s->level = cave_level(s->cave, s->n);
    return carom_level_edge_count(s->level);
}

static long long query_rays(void *context) {
    const scene *s = context;
    long long hits = 0;
    for (int i = 0; i < RAYS; ++i) {
        carom_vec2 from = {s->x[i], s->y[i]}, move = {s->move_x[i], s->move_y[i]};
        hits += carom_level_ray(s->level, from, move).hit;
    }
    return hits;
}

static long long query_rays_together(void *context) {
    const scene *s = context;
    carom_rays rays = {s->x, s->y, s->move_x, s->move_y, RAYS};
    return carom_level_ray_many(s->level, &rays, s->hits);
}

static void measure_builds(bench_report *report, scene *small, scene *big) {
    int rounds = report->rounds;
    report->rounds = 1;
    scene *const scenes[] = {small, big};
    for (int i = 0; i < 2; ++i) {
        double edges = i == 0 ? 103943 : 9972097;
        bench_subject subject = {i == 0 ? "carom, 10^5 segments" : "carom, 10^7 segments", build, scenes[i]};
        bench_measure(report, (bench_row){"build from tiles", "a segment; count: segments", edges, NULL}, &subject, 1);
    }
    report->rounds = rounds;
}

static void measure_rays(bench_report *report, const char *what, scene *small, scene *big) {
    const bench_subject one[] = {{"carom, 10^5 segments", query_rays, small},
                                 {"carom, 10^7 segments", query_rays, big}};
    const bench_subject many[] = {{"10^5, in batches", query_rays_together, small},
                                  {"10^7, in batches", query_rays_together, big}};
    bench_measure(report, (bench_row){what, "a ray; count: hits", RAYS, NULL}, one, 2);
    bench_measure(report, (bench_row){what, "a ray; count: hits", RAYS, NULL}, many, 2);
}

void bench_big(bench_report *report) {
    scene small, big;
    bool made = scene_make(&small, SMALL), both = scene_make(&big, BIG) && made;
    if (both) {
        measure_builds(report, &small, &big);
        draw_rays(&small, SMALL);
        draw_rays(&big, BIG);
        measure_rays(report, "ray-16, anywhere", &small, &big);
        draw_rays(&big, SMALL);
        measure_rays(report, "ray-16, in a hundredth", &small, &big);
    }
    scene_free(&small);
    scene_free(&big);
}
