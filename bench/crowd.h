// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Crowds of discs for `carom bench pairs` and `bullets`: the scenes, and the engines that move them. In a square they
// are to find every touching pair at each step; in a level everyone is to stay out of what is solid. A new engine: a
// file crowd_x.c with a `const crowd_engine crowd_x`, and a line in bench_pairs.c or bench_bullets.c.
#pragma once

#include "bench/bench.h"
#include "carom/level.h"

/// Discs that move in the square from `low` to `high` on both axes, or bounce in a level and pass through each other.
typedef struct crowd {
    int count;
    const carom_level *level; ///< null: the square
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
    void *(*make)(const crowd *scene);                ///< null without memory
    void (*restart)(void *self, const crowd *scene);  ///< everyone back to where the scene has them
    long long (*step)(void *self);                    ///< moves everyone, and tells how many pairs touch then
    carom_vec2 (*place)(const void *self, int index); ///< of a disc; null in engines that know no levels
    void (*free)(void *self);
} crowd_engine;

/// The engines in turns, `steps` steps each, counting the pairs of all steps; in a level who is in solid in the end,
/// which the level tells, not what moved them, and a first step that looks whether anyone is in solid is not timed.
void crowd_measure(bench_report *report, const char *what, const crowd *scene, int steps,
                   const crowd_engine *const *engines, size_t count);

/// How many of the rays, x and y each, hit something in crowd_box2d3_world.
long long crowd_box2d3_rays(void *self, const float *from, const float *move, int count);

extern const crowd_engine crowd_carom, crowd_carom_two, crowd_grid, crowd_chipmunk, crowd_box2d, crowd_box2d3,
    crowd_box2d3_world, crowd_box2d3_casts;
