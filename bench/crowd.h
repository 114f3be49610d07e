// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Crowds of discs for `carom bench pairs`: the scenes, and the engines that are to find every touching pair in them at
// each step. A new engine: a file crowd_x.c with a `const crowd_engine crowd_x`, and a line in bench/bench_pairs.c.
#pragma once

#include <stdbool.h>

/// Discs that move in the square from `low` to `high` on both axes.
typedef struct crowd {
    int count;
    float low, high;
    float largest; ///< radius
    float *x, *y, *vx, *vy, *radius;
} crowd;

bool crowd_allocate(crowd *c, int count);
void crowd_free(crowd *c);
/// movers(m, 5) of the workloads, in a square from 0 to `side`.
void crowd_draw(crowd *c, float side);
/// The same places and velocities again; both have the same count.
void crowd_copy(crowd *to, const crowd *from);
/// Adds the velocities, and turns round whoever is outside. For engines that do not move anything themselves.
void crowd_move(crowd *c);

static inline bool crowd_touch(const crowd *c, int i, int k) {
    float dx = c->x[i] - c->x[k], dy = c->y[i] - c->y[k], reach = c->radius[i] + c->radius[k];
    return dx * dx + dy * dy <= reach * reach;
}

typedef struct crowd_engine {
    const char *name;
    void *(*make)(const crowd *scene);               ///< null without memory
    void (*restart)(void *self, const crowd *scene); ///< everyone back to where the scene has them
    long long (*step)(void *self);                   ///< moves everyone, and tells how many pairs touch then
    void (*free)(void *self);
} crowd_engine;

/// How many of the rays, x and y each, hit something in crowd_box2d3_world.
long long crowd_box2d3_rays(void *self, const float *from, const float *move, int count);

extern const crowd_engine crowd_grid, crowd_chipmunk, crowd_box2d, crowd_box2d3, crowd_box2d3_world;
