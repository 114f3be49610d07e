// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom bench bullets: circles bouncing in the cave of the workloads, half a sample a step. The count is the number of
// circles in solid at the end.
#include "bench/bench.h"
#include "bench/cave.h"
#include "bench/crowd.h"

#include <stdlib.h>

enum { CAVE = 1024 };

static const crowd_engine *const engines[] = {
    &crowd_carom,
    &crowd_carom_two,
#ifdef WITH_BOX2D3
    &crowd_box2d3_casts,
#endif
};

static void draw(crowd *c, const uint8_t *cave) {
    random_source r = {17};
    for (int i = 0; i < c->count; ++i) {
        carom_vec2 at = cave_start(cave, CAVE, &r, 0.05f), velocity = random_direction(&r, 0.5f);
        c->x[i] = at.x;
        c->y[i] = at.y;
        c->vx[i] = velocity.x;
        c->vy[i] = velocity.y;
        c->radius[i] = 0.25f;
    }
}

static void shoot(bench_report *report, const uint8_t *cave, const carom_level *level) {
    static const struct {
        const char *name;
        int count, steps;
    } sizes[] = {{"bullets-1k", 1000, 1000}, {"bullets-10k", 10000, 100}, {"bullets-100k", 100000, 20}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        crowd c;
        if (!bench_wanted(report, sizes[i].name) || !crowd_allocate(&c, sizes[i].count)) continue;
        draw(&c, cave);
        c.level = level;
        crowd_measure(report, sizes[i].name, &c, sizes[i].steps, engines, sizeof engines / sizeof *engines);
        crowd_free(&c);
    }
}

void bench_bullets(bench_report *report) {
    uint8_t *cave = cave_make(CAVE, 1);
    carom_level *level = cave ? cave_level(cave, CAVE) : NULL;
    if (level) shoot(report, cave, level);
    carom_level_free(level);
    free(cave);
}
