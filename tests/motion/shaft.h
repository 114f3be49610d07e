// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A shaft exactly as wide as what falls into it: a ledge that ends at x = 64, a wall at x = 80 that goes on downwards.
// Out by an offset, mirrored and turned, as shapes and as a level.
#pragma once

#include "motion/scene.h"

enum { SHAFT_WIDTH = 16, SHAFT_LEDGE = 48 };

static const float shaft_offsets[] = {0, 1000, 65536, 1048576};

static inline fixture shaft_scene(float offset, int way) {
    fixture s = {0}, out = {.count = 2};
    add_box(&s, offset - 200, offset + 48, offset + 64, offset + 300);
    add_box(&s, offset + 80, offset - 200, offset + 120, offset + 300);
    for (int i = 0; i < s.count; ++i) out.shape[i] = turned_shape(&s.shape[i], way);
    return out;
}

/// A level with the boxes and polygons of a fixture as its solids.
static inline carom_level *level_of_scene(const fixture *s) {
    carom_vec2 points[SCENE_SHAPES][CAROM_MAX_POLYGON_VERTICES];
    carom_outline outlines[SCENE_SHAPES];
    for (int i = 0; i < s->count; ++i) {
        const carom_shape *shape = &s->shape[i];
        int count = shape->kind == CAROM_SHAPE_BOX ? 4 : shape->polygon.count;
        carom_box b = shape->box;
        carom_vec2 corners[] = {b.min, {b.max.x, b.min.y}, b.max, {b.min.x, b.max.y}};
        for (int k = 0; k < count; ++k)
            points[i][k] = shape->kind == CAROM_SHAPE_BOX ? corners[k] : shape->polygon.v[k];
        outlines[i] = (carom_outline){.points = points[i], .count = count};
    }
    carom_level *level;
    carom_level_desc desc = {.outlines = outlines, .outlines_count = s->count};
    assert_int_equal(carom_level_make(&desc, &level, NULL), CAROM_STATUS_OK);
    return level;
}

/// How far down a position is, from the top of the world before it was turned; and a velocity likewise.
static inline float depth_in(carom_vec2 v, int way) {
    carom_vec2 down = turned((carom_vec2){0, 1}, way);
    return v.x * down.x + v.y * down.y;
}
