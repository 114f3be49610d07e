// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Random boxes, at integers or anywhere, up to 2^20 from the origin, as shapes and as a level; and shapes to move among
// them.
#pragma once

#include "carom/level.h"
#include "motion/scene.h"

static inline float random_coordinate(random_source *r, bool lattice) {
    return lattice ? (float)random_below(r, 17) - 8 : random_range(r, -8, 8);
}

static inline carom_vec2 random_offset(random_source *r) {
    static const float sizes[] = {0, 16, 1000, 0x1p20f};
    float size = sizes[random_below(r, 4)];
    carom_vec2 offset = {floorf(random_range(r, -size, size)), floorf(random_range(r, -size, size))};
    return offset;
}

static inline fixture random_boxes(random_source *r, bool lattice, carom_vec2 offset) {
    fixture s = {0};
    int count = 1 + random_below(r, 8);
    for (int i = 0; i < count; ++i) {
        float x = offset.x + random_coordinate(r, lattice), y = offset.y + random_coordinate(r, lattice);
        float width = lattice ? (float)(1 + random_below(r, 6)) : random_range(r, 0.25f, 6);
        float height = lattice ? (float)(1 + random_below(r, 6)) : random_range(r, 0.25f, 6);
        add_box(&s, x, y, x + width, y + height);
    }
    return s;
}

/// No shape of this size is thin at 2^20.
static inline float random_size(random_source *r, bool lattice) {
    return lattice ? (float)(2 + random_below(r, 3)) / 2 : random_range(r, 1, 2);
}

static inline carom_shape random_mover(random_source *r, bool lattice) {
    float a = random_size(r, lattice), b = random_size(r, lattice);
    carom_shape shape;
    const carom_vec2 kite[4] = {{-a, 0}, {0, -b}, {a, 0}, {0, b}}, square[4] = {{-a, -b}, {a, -b}, {a, b}, {-a, b}};
    switch (random_below(r, 6)) {
    case 0: return centred_box(a, b);
    case 1: return centred_capsule((carom_vec2){a, 0}, b);
    case 2: return centred_capsule((carom_vec2){0, b}, a);
    case 3: assert_int_equal(carom_make_polygon(kite, 4, &shape), CAROM_STATUS_OK); return shape;
    case 4: assert_int_equal(carom_make_polygon(square, 4, &shape), CAROM_STATUS_OK); return shape;
    default: return circle(a);
    }
}

/// Null if the boxes make no level.
static inline carom_level *level_of_boxes(const fixture *s) {
    carom_outline outlines[SCENE_SHAPES];
    carom_vec2 points[SCENE_SHAPES][4];
    for (int i = 0; i < s->count; ++i) {
        carom_box box = s->shape[i].box;
        points[i][0] = box.min;
        points[i][1] = (carom_vec2){box.max.x, box.min.y};
        points[i][2] = box.max;
        points[i][3] = (carom_vec2){box.min.x, box.max.y};
        outlines[i] = (carom_outline){.points = points[i], .count = 4};
    }
    carom_level *level;
    const carom_level_desc desc = {.outlines = outlines, .outlines_count = s->count};
    return carom_level_make(&desc, &level, NULL) == CAROM_STATUS_OK ? level : NULL;
}

/// Two walls that meet in a corner, in one of the ways to lay a scene. A shape of this size that moves from `from` to
/// `to` meets both at once.
static inline fixture random_corner(random_source *r, float size, carom_vec2 *from, carom_vec2 *to) {
    carom_vec2 go = {(float)(1 + random_below(r, 9)), (float)(1 + random_below(r, 9))};
    int way = random_below(r, WAYS);
    float far = 64;
    fixture s = {0};
    *from = random_offset(r);
    carom_vec2 move = turned(go, way);
    *to = (carom_vec2){from->x + move.x, from->y + move.y};
    carom_shape walls[2];
    assert_int_equal(carom_make_box((carom_vec2){go.x + size, -far}, (carom_vec2){go.x + size + 4, far}, &walls[0]),
                     CAROM_STATUS_OK);
    assert_int_equal(carom_make_box((carom_vec2){-far, go.y + size}, (carom_vec2){far, go.y + size + 4}, &walls[1]),
                     CAROM_STATUS_OK);
    for (int i = 0; i < 2; ++i) {
        carom_shape wall = turned_shape(&walls[i], way);
        s.shape[s.count++] = carom_shape_at(&wall, *from);
    }
    return s;
}
