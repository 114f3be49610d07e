// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A shaft exactly as wide as what falls into it: a ledge that ends at x = 64, a wall at x = 80 that goes on downwards;
// and a pit between two ledges, exactly as wide as the shape above it. Out by an offset, mirrored and turned, as shapes
// and as a level.
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

/// A pit between two ledges, and a shape of exactly its width above it, or an ulp beside that position.
typedef struct pit {
    fixture ledges;
    carom_shape mover;
    carom_vec2 at;
    int way;
    float depth; ///< of a position at which the whole shape is below the top of the ledges
} pit;

/// A polygon with whole coordinates, its bounds at least 4 wide and high.
static inline carom_shape random_hull(random_source *r) {
    carom_vec2 points[6];
    carom_shape hull;
    carom_box bounds;
    do {
        for (int i = 0; i < 6; ++i) {
            points[i].x = (float)(random_below(r, 17) - 8);
            points[i].y = (float)(random_below(r, 17) - 8);
        }
        bounds = carom_make_hull(points, 6, &hull) == CAROM_STATUS_OK ? carom_shape_bounds(&hull) : (carom_box){0};
    } while (bounds.max.x - bounds.min.x < 4 || bounds.max.y - bounds.min.y < 4);
    return hull;
}

static inline float random_quarters(random_source *r, int most) {
    return (float)(1 + random_below(r, most)) / 4;
}

/// A polygon about its own origin or far from it, a box, a capsule or a circle.
static inline carom_shape random_pit_mover(random_source *r) {
    carom_shape hull = random_hull(r);
    switch (random_below(r, 6)) {
    case 0: return centred_box(random_quarters(r, 32), random_quarters(r, 32));
    case 1:
        return centred_capsule((carom_vec2){random_quarters(r, 16), random_quarters(r, 16) - 2},
                               random_quarters(r, 12));
    case 2: return circle(random_quarters(r, 32));
    case 3: return carom_shape_at(&hull, (carom_vec2){1000.0f * (float)(random_below(r, 3) - 1), 1000});
    default: return hull;
    }
}

static inline pit random_pit(random_source *r) {
    static const float offsets[] = {0, 0.5f, 3, 1000, 65536, 1048576, -1000, -1048576};
    float x = offsets[random_below(r, 8)], y = random_below(r, 2) ? x : offsets[random_below(r, 8)];
    pit p = {.ledges.count = 2, .way = random_below(r, WAYS)};
    carom_shape mover = random_pit_mover(r);
    carom_box bounds = carom_shape_bounds(&mover);
    float width = bounds.max.x - bounds.min.x;
    carom_shape ledges[] = {boxed(x - 200, y, 200, 200), boxed(x + width, y, 200, 200)};
    for (int k = 0; k < 2; ++k) p.ledges.shape[k] = turned_shape(&ledges[k], p.way);
    p.mover = turned_shape(&mover, p.way);
    p.at = (carom_vec2){x - bounds.min.x, y - bounds.max.y - (float)random_below(r, 10)};
    int beside = random_below(r, 3) - 1;
    if (beside) p.at.x = nextafterf(p.at.x, beside > 0 ? INFINITY : -INFINITY);
    p.at = turned(p.at, p.way);
    p.depth = y - bounds.min.y;
    return p;
}
