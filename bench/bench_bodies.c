// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// carom bench bodies: kinematic bodies, contact rules and spin among 10,000 movers that collide. The count is the
// number of movers outside of the room at the end.
#include "bench/bench.h"
#include "bench/bodies.h"
#include "carom/world.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>

static const float dt = 1.0f / 60;

// ---- The scene -----------------------------------------------------------------------------------------------------

static void free_scene(bodies_scene *s) {
    free(s->at);
    free(s->velocity);
    free(s->bar_at);
    free(s->bar_velocity);
}

/// Discs on a grid of 1.5, and bars between some of them.
static bool draw_scene(bodies_scene *s) {
    random_source r = {21};
    int columns = (int)ceilf(sqrtf((float)s->movers));
    s->side = (float)columns * 1.5f + 2;
    s->at = malloc((size_t)s->movers * sizeof *s->at);
    s->velocity = malloc((size_t)s->movers * sizeof *s->velocity);
    s->bar_at = malloc((size_t)s->kinematics * sizeof *s->bar_at + 1);
    s->bar_velocity = malloc((size_t)s->kinematics * sizeof *s->bar_velocity + 1);
    if (!s->at || !s->velocity || !s->bar_at || !s->bar_velocity) return false;
    float first = -(float)(columns - 1) * 0.75f;
    for (int i = 0; i < s->movers; ++i) {
        s->at[i] = (carom_vec2){first + 1.5f * (float)(i % columns), first + 1.5f * (float)(i / columns)};
        s->velocity[i] = random_direction(&r, random_range(&r, 1, 6));
    }
    for (int i = 0; i < s->kinematics; ++i) {
        int disc = random_below(&r, s->movers);
        s->bar_at[i] = (carom_vec2){s->at[disc].x + 0.75f, s->at[disc].y};
        s->bar_velocity[i] = random_direction(&r, 3);
    }
    return true;
}

// ---- Carom ---------------------------------------------------------------------------------------------------------

static void decide(const carom_rule_contact *contact, carom_response *response, void *user_data) {
    (void)user_data;
    if (contact->mover_tag == contact->surface.tag) response->kind = CAROM_RESPONSE_PASS;
}

static void add_walls(carom_world *world, float side) {
    float half = side / 2, far = half + 10;
    const carom_box walls[] = {{{-far, -far}, {-half, far}},
                               {{half, -far}, {far, far}},
                               {{-half, -far}, {half, -half}},
                               {{-half, half}, {half, far}}};
    for (int i = 0; i < 4; ++i) {
        carom_body_desc desc = {
            .shape = {.kind = CAROM_SHAPE_BOX, .box = walls[i]}, .type = CAROM_BODY_STATIC, .tag = BODIES_FIXED_TAG};
        carom_world_add(world, &desc, NULL, NULL);
    }
}

static void add_bodies(carom_world *world, const bodies_scene *s) {
    carom_body_desc disc = {.shape = {.kind = CAROM_SHAPE_CIRCLE, .circle = {.radius = 1.0f / BODIES_RADIUS_INVERSE}},
                            .response = {CAROM_RESPONSE_BOUNCE, 1, 0, 0}};
    if (s->boxes) disc.shape = (carom_shape){.kind = CAROM_SHAPE_BOX, .box = {{-0.5f, -0.5f}, {0.5f, 0.5f}}};
    for (int i = 0; i < s->movers; ++i) {
        disc.spin = i % 2 ? s->spin : -s->spin;
        disc.position = s->at[i];
        disc.velocity = s->velocity[i];
        disc.tag = (uint64_t)(1 + i % 2);
        carom_world_add(world, &disc, NULL, NULL);
    }
    carom_body_desc bar = {.shape = {.kind = CAROM_SHAPE_BOX, .box = {{-0.1f, -0.1f}, {0.1f, 0.1f}}},
                           .type = CAROM_BODY_KINEMATIC,
                           .tag = BODIES_FIXED_TAG};
    for (int i = 0; i < s->kinematics; ++i) {
        bar.position = s->bar_at[i];
        bar.velocity = s->bar_velocity[i];
        carom_world_add(world, &bar, NULL, NULL);
    }
}

long long bodies_run_carom(void *scene) {
    const bodies_scene *s = scene;
    carom_world *world;
    const carom_world_desc desc = {.rule = s->rule ? decide : NULL};
    if (carom_world_make(&desc, &world)) return -1;
    add_bodies(world, s);
    add_walls(world, s->side);
    for (int i = 0; i < BODIES_STEPS; ++i) carom_world_step(world, dt);
    long long outside = 0;
    int count;
    const carom_vec2 *at = carom_world_positions(world, &count);
    for (int i = 0; i < s->movers; ++i) outside += fabsf(at[i].x) > s->side / 2 || fabsf(at[i].y) > s->side / 2;
    carom_world_free(world);
    return outside;
}

static void measure(bench_report *report, const char *name, bodies_scene scene) {
    if (!bench_wanted(report, name)) return;
    bench_subject subjects[] = {
        {"carom", bodies_run_carom, &scene},
#ifdef WITH_BOX2D3
        {"box2d 3 world", bodies_run_box2d3, &scene},
#endif
    };
    bench_row row = {name, "a mover-step", (double)scene.movers * BODIES_STEPS, "count: outside at the end"};
    if (draw_scene(&scene)) bench_measure(report, row, subjects, sizeof subjects / sizeof *subjects);
    free_scene(&scene);
}

void bench_bodies(bench_report *report) {
    measure(report, "bodies-10k", (bodies_scene){.movers = 10000});
    measure(report, "bodies-kinematic", (bodies_scene){.movers = 10000, .kinematics = 1000});
    measure(report, "bodies-rule", (bodies_scene){.movers = 10000, .rule = true});
    measure(report, "bodies-boxes", (bodies_scene){.movers = 10000, .boxes = true});
    measure(report, "bodies-spin", (bodies_scene){.movers = 10000, .boxes = true, .spin = 3});
}
