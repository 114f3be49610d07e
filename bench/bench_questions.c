// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom bench questions: rays through a crowd, movers(100000, 5) of the workloads at rest, and the nearest body. The
// count is the number of hits. It differs by the rays that start inside a circle: Carom reports them, Box2D's ray cast
// does not.
#include "bench/bench.h"
#include "bench/crowd.h"
#include "carom/world.h"
#include "random.h"

#include <math.h>

enum { CROWD = 100000, QUERIES = 50000 };

typedef struct asking {
    carom_world_view view;
    void *peer;
    carom_vec2 from[QUERIES], move[QUERIES];
} asking;

static long long query_first(void *context) {
    asking *a = context;
    long long hits = 0;
    for (int i = 0; i < QUERIES; ++i) hits += carom_world_ray(&a->view, a->from[i], a->move[i]).ray.hit;
    return hits;
}

static long long query_any(void *context) {
    asking *a = context;
    long long hits = 0;
    for (int i = 0; i < QUERIES; ++i) hits += carom_world_ray_any(&a->view, a->from[i], a->move[i]);
    return hits;
}

static long long query_all(void *context) {
    asking *a = context;
    carom_world_ray_hit all[256];
    long long hits = 0;
    for (int i = 0; i < QUERIES; ++i) hits += carom_world_ray_all(&a->view, a->from[i], a->move[i], all, 256);
    return hits;
}

static long long query_nearest(void *context) {
    asking *a = context;
    long long hits = 0;
    for (int i = 0; i < QUERIES; ++i) {
        carom_shape point = {.kind = CAROM_SHAPE_POINT, .point = a->from[i]};
        hits += carom_world_nearest(&a->view, &point, HUGE_VALF).separation.distance <= 0;
    }
    return hits;
}

#ifdef WITH_BOX2D3
static long long query_peer(void *context) {
    asking *a = context;
    return crowd_box2d3_rays(a->peer, &a->from[0].x, &a->move[0].x, QUERIES);
}
#endif

static void measure(bench_report *report, asking *a, float side) {
    static const struct {
        const char *name;
        float length;
    } rays[] = {{"questions-ray-4", 4}, {"questions-ray-16", 16}, {"questions-ray-256", 256}};
    bench_subject subjects[] = {
        {"carom, first", query_first, a},
        {"carom, anything", query_any, a},
        {"carom, all", query_all, a},
#ifdef WITH_BOX2D3
        {"box2d 3 world, first", query_peer, a},
#endif
    };
    for (int i = 0; i < 3; ++i) {
        random_source r = {7};
        for (int k = 0; k < QUERIES; ++k) {
            a->from[k].x = random_range(&r, 0, side);
            a->from[k].y = random_range(&r, 0, side);
            a->move[k] = random_direction(&r, rays[i].length);
        }
        bench_measure(report, (bench_row){rays[i].name, "a ray", QUERIES, NULL}, subjects,
                      (int)(sizeof subjects / sizeof *subjects));
    }
    bench_subject nearest = {"carom", query_nearest, a};
    bench_measure(report, (bench_row){"questions-nearest", "a point", QUERIES, "count: inside a circle"}, &nearest, 1);
}

static carom_world *world_of(const crowd *c) {
    carom_world *world;
    if (carom_world_make(&(carom_world_desc){0}, &world) != CAROM_STATUS_OK) return NULL;
    for (int i = 0; i < c->count; ++i) {
        carom_body_desc desc = {.shape = {.kind = CAROM_SHAPE_CIRCLE, .circle = {.radius = c->radius[i]}},
                                .position = {c->x[i], c->y[i]},
                                .response = {.kind = CAROM_RESPONSE_PASS}};
        if (carom_world_add(world, &desc, NULL, NULL) == CAROM_STATUS_OK) continue;
        carom_world_free(world);
        return NULL;
    }
    return world;
}

void bench_questions(bench_report *report) {
    static asking a;
    crowd c;
    if (!crowd_allocate(&c, CROWD)) return;
    crowd_draw(&c, sqrtf(CROWD) * 1.5f);
    carom_world *world = world_of(&c);
    if (world && carom_world_step(world, 1) == CAROM_STATUS_OK) {
        a = (asking){.view = {.world = world, .crossing = true}};
#ifdef WITH_BOX2D3
        a.peer = crowd_box2d3_world.make(&c);
#endif
        measure(report, &a, c.high);
#ifdef WITH_BOX2D3
        if (a.peer) crowd_box2d3_world.free(a.peer);
#endif
    }
    carom_world_free(world);
    crowd_free(&c);
}
