// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Crowds, mostly of circles, for `carom bench pairs` and `bullets`: the scenes, and the engines that move them. In a
// square an engine must find every touching pair at each step; in a level every circle must stay out of solid. To add
// an engine: a file crowd_x.c with a `const crowd_engine crowd_x`, and a line in bench_pairs.c or bench_bullets.c.
#pragma once

#include "bench/bench.h"
#include "carom/level.h"

typedef enum crowd_forms {
    CROWD_CIRCLES,
    CROWD_BOXES, ///< of half width `radius`
    CROWD_TURNS, ///< circle, box, capsule and octagon in turns
} crowd_forms;

/// Circles that move in the square from `low` to `high` on both axes, or bounce in a level and pass through each other.
typedef struct crowd {
    int count;
    crowd_forms forms;
    const carom_level *level; ///< null: the square
    float low, high;
    float largest; ///< radius
    float *x, *y, *vx, *vy, *radius;
} crowd;

bool crowd_allocate(crowd *c, int count);
void crowd_free(crowd *c);
/// movers(m, 5) of the workloads, in a square from 0 to `side`.
void crowd_draw(crowd *c, float side);
/// The shape of a mover about its position.
carom_shape crowd_shape(const crowd *c, int index);
/// Copies the positions and velocities; both scenes must have the same count.
void crowd_copy(crowd *to, const crowd *from);
/// Adds the velocities, and reverses those of circles outside. For engines that do not move bodies.
void crowd_move(crowd *c);

static inline bool crowd_touch(const crowd *c, int i, int k) {
    float dx = c->x[i] - c->x[k], dy = c->y[i] - c->y[k], reach = c->radius[i] + c->radius[k];
    return dx * dx + dy * dy <= reach * reach;
}

typedef struct crowd_engine {
    const char *name;
    void *(*make)(const crowd *scene);               ///< null: out of memory
    void (*restart)(void *self, const crowd *scene); ///< moves all circles back to the positions of the scene
    long long (*step)(void *self); ///< moves all circles; returns the number of touching pairs after it
    carom_vec2 (*place)(const void *self, int index); ///< the position of a circle; null in engines without levels
    void (*free)(void *self);
} crowd_engine;

/// Runs the engines alternately, `steps` steps each. The count is that of the pairs of all steps; in a level, that of
/// the circles in solid at the end, according to the level. One step before each run is not
/// timed there.
void crowd_measure(bench_report *report, const char *what, const crowd *scene, int steps,
                   const crowd_engine *const *engines, size_t count);

/// Returns how many of the rays, x and y each, hit something in crowd_box2d3_world.
long long crowd_box2d3_rays(void *self, const float *from, const float *move, int count);

extern const crowd_engine crowd_carom, crowd_carom_two, crowd_grid, crowd_chipmunk, crowd_box2d, crowd_box2d3,
    crowd_box2d3_world, crowd_box2d3_casts;
