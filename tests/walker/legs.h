// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Walkers for the tests: three shapes of a size, and a step with gravity.
#pragma once

#include "carom/walker.h"

#include "level/maps.h"
#include "same_float.h"

#include <math.h>

enum { LEGS = 3 };

/// A ball, a capsule twice as high as wide, a box half as high again as wide; `size` is half their width.
static inline carom_walker_desc legs_of(int kind, float size) {
    carom_walker_desc desc = {.up = {0, -1}};
    switch (kind) {
    case 0: carom_make_circle((carom_vec2){0, 0}, size, &desc.shape); break;
    case 1: carom_make_capsule((carom_vec2){0, 0}, (carom_vec2){0, 2 * size}, size, &desc.shape); break;
    default: carom_make_box((carom_vec2){0, 0}, (carom_vec2){2 * size, 3 * size}, &desc.shape); break;
    }
    return desc;
}

/// A step of 1 with a speed over the ground, gravity an eighth of a unit, up being -y.
static inline carom_walker_result walk_on(carom_walker *walker, const carom_walker_desc *desc, const carom_scene *scene,
                                          float speed) {
    walker->velocity.x = speed;
    walker->velocity.y += 0.125f;
    return carom_walker_step(walker, desc, scene, 1);
}

/// Lets it fall from where it is until it stands.
static inline void let_land(carom_walker *walker, const carom_walker_desc *desc, const carom_scene *scene) {
    for (int i = 0; i < 2000 && !walker->grounded; ++i) walk_on(walker, desc, scene, 0);
    assert_true(walker->grounded);
}

static inline bool is_free_at(const carom_scene *scene, const carom_shape *shape, carom_vec2 at) {
    carom_shape there = carom_shape_at(shape, at);
    return !scene->sweep(scene->self, &there, (carom_vec2){0, 0}).sweep.hit;
}

/// Is there an edge of the level at this place, with this normal? `near` is how far it may be off.
static inline bool is_surface(const carom_level *level, carom_ground ground, double near) {
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge e = carom_level_edge_at(level, i);
        double x = (double)e.b.x - (double)e.a.x, y = (double)e.b.y - (double)e.a.y, length = hypot(x, y);
        if (hypot((double)ground.normal.x - y / length, (double)ground.normal.y + x / length) > 1e-5) continue;
        double px = (double)ground.point.x - (double)e.a.x, py = (double)ground.point.y - (double)e.a.y;
        double along = (px * x + py * y) / length, across = (px * y - py * x) / length;
        if (along > -near && along < length + near && fabs(across) < near) return true;
    }
    return false;
}
