// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom bench pairs: movers(m, 5) of the workloads, and such crowds of mixed sizes, in clusters, on a line, piled up
// and far from the origin; and crowds of boxes, and of four kinds of shape in turns. Every engine must count the
// touching pairs after each step; the printed count is their sum. Engines that decide in floats may differ from the
// exact count by a few.
#include "bench/bench.h"
#include "bench/crowd.h"
#include "random.h"

#include <math.h>

// ---- Scenes --------------------------------------------------------------------------------------------------------

typedef enum arrangement {
    EVEN,
    MIXED,     ///< radii 0.05 to 5, log-uniform, with the same density as the others
    CLUSTERED, ///< in 64 squares of a sixteenth of the side
    LINE,      ///< all on one line
    PILE,      ///< all within ten units
    FAR,       ///< 65536 units from the origin on both axes
    BOXES,     ///< EVEN, of boxes
    TURNS,     ///< EVEN, of four kinds of shape in turns
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
    {"pairs-1k", EVEN, 1000, 200},
    {"pairs-10k", EVEN, 10000, 200},
    {"pairs-100k", EVEN, 100000, 30},
    {"pairs-1M", EVEN, 1000000, 5},
    {"pairs-mixed", MIXED, 100000, 30},
    {"pairs-clustered", CLUSTERED, 100000, 30},
    {"pairs-far", FAR, 100000, 30},
    {"pairs-line", LINE, 2000, 200},
    {"pairs-pile", PILE, 1000, 200},
    {"pairs-boxes-10k", BOXES, 10000, 200},
    {"pairs-mixed-shapes-10k", TURNS, 10000, 200},
};

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

/// Engines with other shapes than circles.
static const crowd_engine *const shape_engines[] = {
    &crowd_carom,
    &crowd_carom_two,
#ifdef WITH_BOX2D3
    &crowd_box2d3_world,
#endif
};

static void measure(bench_report *report, const struct scene *scene) {
    crowd c;
    if (!crowd_allocate(&c, scene->count)) return;
    draw(&c, scene->kind);
    arrange(&c, scene->kind);
    c.forms = scene->kind == BOXES ? CROWD_BOXES : scene->kind == TURNS ? CROWD_TURNS : CROWD_CIRCLES;
    if (c.forms == CROWD_CIRCLES) {
        crowd_measure(report, scene->name, &c, scene->steps, engines, sizeof engines / sizeof *engines);
    } else {
        crowd_measure(report, scene->name, &c, scene->steps, shape_engines,
                      sizeof shape_engines / sizeof *shape_engines);
    }
    crowd_free(&c);
}

void bench_pairs(bench_report *report) {
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; ++i) {
        if (bench_wanted(report, scenes[i].name)) measure(report, &scenes[i]);
    }
}
