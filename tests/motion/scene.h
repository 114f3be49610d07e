// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A scene of a few shapes, each asked on its own; and the eight ways to lay a fixture: mirrored, and in quarter turns.
#pragma once

#include "carom/motion.h"

#include "check.h"
#include "geom/relation.h"
#include "random.h"

#include <math.h>

enum { SCENE_SHAPES = 64 };

typedef struct fixture {
    carom_shape shape[SCENE_SHAPES];
    int count;
} fixture;

// ---- The scene ------------------------------------------------------------------------------------------------------

static inline bool scene_one_way(const carom_shape *shape) {
    return shape->kind == CAROM_SHAPE_SEGMENT && shape->segment.one_sided;
}

static inline carom_scene_hit scene_sweep(const void *self, const carom_shape *shape, carom_vec2 move) {
    const fixture *s = self;
    carom_scene_hit best = {.sweep = {.t = 1}};
    for (int i = 0; i < s->count; ++i) {
        carom_sweep_hit hit = carom_sweep(shape, move, &s->shape[i], (carom_vec2){0, 0});
        if (!hit.hit || (best.sweep.hit && hit.t >= best.sweep.t)) continue;
        best = (carom_scene_hit){.sweep = hit, .owner = (uint64_t)i, .one_way = scene_one_way(&s->shape[i])};
    }
    return best;
}

static inline int scene_contacts(const void *self, const carom_shape *shape, carom_scene_contact *out, int capacity) {
    const fixture *s = self;
    int count = 0;
    for (int i = 0; i < s->count; ++i) {
        carom_contact_points contact = carom_contact(shape, &s->shape[i]);
        if (!contact.hit) continue;
        if (count < capacity) {
            out[count] = (carom_scene_contact){
                .contact = contact, .owner = (uint64_t)i, .one_way = scene_one_way(&s->shape[i]), .shape = s->shape[i]};
        }
        ++count;
    }
    return count;
}

static inline carom_scene space_of(const fixture *s) {
    return (carom_scene){.self = s, .sweep = scene_sweep, .contacts = scene_contacts};
}

/// Exactly: deeper than touch in nothing.
static inline bool is_free(const fixture *s, const carom_shape *shape, carom_vec2 at) {
    carom_shape there = carom_shape_at(shape, at);
    for (int i = 0; i < s->count; ++i) {
        if (cr_relate(&there, &s->shape[i]) == CR_INSIDE) return false;
    }
    return true;
}

// ---- What is in it --------------------------------------------------------------------------------------------------

static inline carom_shape *next_shape(fixture *s) {
    assert_true(s->count < SCENE_SHAPES);
    return &s->shape[s->count++];
}

static inline void add_segment(fixture *s, float ax, float ay, float bx, float by) {
    assert_int_equal(carom_make_segment((carom_vec2){ax, ay}, (carom_vec2){bx, by}, next_shape(s)), CAROM_STATUS_OK);
}

static inline void add_box(fixture *s, float x0, float y0, float x1, float y1) {
    assert_int_equal(carom_make_box((carom_vec2){x0, y0}, (carom_vec2){x1, y1}, next_shape(s)), CAROM_STATUS_OK);
}

static inline void add_circle(fixture *s, float x, float y, float radius) {
    assert_int_equal(carom_make_circle((carom_vec2){x, y}, radius, next_shape(s)), CAROM_STATUS_OK);
}

/// Its origin is in the middle, as that of a circle is: turned, it stays where it is.
static inline carom_shape centred_box(float half_width, float half_height) {
    carom_shape shape;
    carom_vec2 max = {half_width, half_height};
    assert_int_equal(carom_make_box((carom_vec2){-max.x, -max.y}, max, &shape), CAROM_STATUS_OK);
    return shape;
}

static inline carom_shape centred_capsule(carom_vec2 end, float radius) {
    carom_shape shape;
    assert_int_equal(carom_make_capsule((carom_vec2){-end.x, -end.y}, end, radius, &shape), CAROM_STATUS_OK);
    return shape;
}

// ---- Turned ---------------------------------------------------------------------------------------------------------

enum { WAYS = 8 };

/// Mirrored in x from way 4 on, then turned by so many quarters.
static inline carom_vec2 turned(carom_vec2 v, int way) {
    if (way & 4) v.x = -v.x;
    for (int i = 0; i < (way & 3); ++i) v = (carom_vec2){-v.y, v.x};
    return (carom_vec2){v.x + 0.0f, v.y + 0.0f};
}

static inline carom_shape turned_shape(const carom_shape *shape, int way) {
    carom_shape out = *shape;
    carom_vec2 p, q;
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: out.point = turned(shape->point, way); break;
    case CAROM_SHAPE_CIRCLE: out.circle.center = turned(shape->circle.center, way); break;
    case CAROM_SHAPE_SEGMENT:
        out.segment.a = turned(way & 4 ? shape->segment.b : shape->segment.a, way);
        out.segment.b = turned(way & 4 ? shape->segment.a : shape->segment.b, way);
        break;
    case CAROM_SHAPE_CAPSULE:
        out.capsule.a = turned(shape->capsule.a, way);
        out.capsule.b = turned(shape->capsule.b, way);
        break;
    case CAROM_SHAPE_BOX:
        p = turned(shape->box.min, way);
        q = turned(shape->box.max, way);
        out.box.min = (carom_vec2){p.x < q.x ? p.x : q.x, p.y < q.y ? p.y : q.y};
        out.box.max = (carom_vec2){p.x > q.x ? p.x : q.x, p.y > q.y ? p.y : q.y};
        break;
    case CAROM_SHAPE_POLYGON:
        for (int i = 0, last = shape->polygon.count - 1; i <= last; ++i)
            out.polygon.v[i] = turned(shape->polygon.v[way & 4 ? last - i : i], way);
        break;
    default: fail_msg("kind %d is not turned here", (int)shape->kind);
    }
    return out;
}

/// Turned, and its shapes in another order.
static inline fixture turned_scene(const fixture *s, int way, random_source *r) {
    fixture out = {.count = s->count};
    for (int i = 0; i < s->count; ++i) {
        int other = random_below(r, i + 1);
        out.shape[i] = out.shape[other];
        out.shape[other] = turned_shape(&s->shape[i], way);
    }
    return out;
}
