// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Random bodies of every shape, with coordinates on a lattice (contacts and equal times are common) or with full
// mantissas.
#pragma once

#include "motion/compound.h"
#include "random.h"
#include "world/scene.h"

typedef struct numbers {
    random_source r;
    bool lattice; ///< multiples of 1/4
} numbers;

static inline float number(numbers *n, float low, float high) {
    float value = random_range(&n->r, low, high);
    return n->lattice ? floorf(value * 4) * 0.25f : value;
}

static inline carom_vec2 place(numbers *n, float range) {
    float x = number(n, -range, range);
    return (carom_vec2){x, number(n, -range, range)};
}

/// Returns a convex shape of about the given size with its reference point at the origin.
static inline carom_shape random_shape(numbers *n, float size) {
    carom_shape shape = {.kind = CAROM_SHAPE_NONE};
    carom_vec2 zero = {0, 0};
    while (shape.kind == CAROM_SHAPE_NONE) {
        carom_vec2 v[4] = {zero, place(n, size), place(n, size), place(n, size)};
        float radius = number(n, 0, size);
        switch (random_below(&n->r, 7)) {
        case 0: carom_make_point(zero, &shape); break;
        case 1: carom_make_segment(zero, v[1], &shape); break;
        case 2: carom_make_one_sided(zero, v[1], &shape); break;
        case 3: carom_make_circle(zero, radius, &shape); break;
        case 4: carom_make_box(zero, (carom_vec2){fabsf(v[1].x), fabsf(v[1].y)}, &shape); break;
        case 5: carom_make_capsule(zero, v[1], radius, &shape); break;
        default: carom_make_polygon(v, 3 + random_below(&n->r, 2), &shape); break;
        }
        if (shape.kind == CAROM_SHAPE_POLYGON && (shape.polygon.v[0].x != 0 || shape.polygon.v[0].y != 0))
            shape.kind = CAROM_SHAPE_NONE; // the first point was on a side
    }
    return shape;
}

enum { POOL = 8192 };

/// Sometimes returns a compound. Its parts are valid until a few thousand others have been made.
static inline carom_shape random_body_shape(numbers *n, float size) {
    static carom_shape kept[POOL][3];
    static int next;
    carom_shape shape = random_shape(n, size);
    if (random_below(&n->r, 5)) return shape;
    carom_shape *parts = kept[next++ % POOL];
    parts[0] = shape;
    for (int i = 1; i < 3; ++i) {
        carom_shape part = random_shape(n, size);
        parts[i] = carom_shape_at(&part, place(n, size));
    }
    assert_int_equal(carom_make_compound(parts, 1 + random_below(&n->r, 3), &shape), CAROM_STATUS_OK);
    return shape;
}

/// Returns a part of a body at its position.
static inline const carom_shape *shape_of_body(const carom_world *world, carom_body_id id, cr_placed *out) {
    int count = 0;
    while (count < CAROM_MAX_MOVING_PARTS &&
           (out->parts[count] = carom_world_part(world, id, count)).kind != CAROM_SHAPE_NONE)
        ++count;
    out->shape = carom_world_shape(world, id);
    if (out->shape.kind == CAROM_SHAPE_NONE)
        out->shape = (carom_shape){.kind = CAROM_SHAPE_COMPOUND, .compound = {out->parts, count}};
    return &out->shape;
}

static inline carom_filter random_filter(random_source *r) {
    uint32_t category = (uint32_t)random_below(r, 4), met = (uint32_t)random_below(r, 8);
    carom_filter filter = {category, met ? ~met : 0, 0};
    if (random_below(r, 8) == 0) filter.group = random_below(r, 5) - 2;
    return filter;
}

static inline bool same_body(carom_body_id a, carom_body_id b) {
    return a.index == b.index && a.generation == b.generation;
}
