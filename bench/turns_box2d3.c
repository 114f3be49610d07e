// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Times of impact by Box2D 3: b2TimeOfImpact, which iterates along separating axes.
#include "bench/turns.h"

#include <box2d/box2d.h>

#include <math.h>

static b2TOIInput inputs[TURNS_PAIRS];

static b2ShapeProxy proxy_of(const carom_shape *s) {
    b2Vec2 points[CAROM_MAX_POLYGON_VERTICES];
    switch (s->kind) {
    case CAROM_SHAPE_CIRCLE:
        points[0] = (b2Vec2){s->circle.center.x, s->circle.center.y};
        return b2MakeProxy(points, 1, s->circle.radius);
    case CAROM_SHAPE_SEGMENT:
        points[0] = (b2Vec2){s->segment.a.x, s->segment.a.y};
        points[1] = (b2Vec2){s->segment.b.x, s->segment.b.y};
        return b2MakeProxy(points, 2, 0);
    case CAROM_SHAPE_CAPSULE:
        points[0] = (b2Vec2){s->capsule.a.x, s->capsule.a.y};
        points[1] = (b2Vec2){s->capsule.b.x, s->capsule.b.y};
        return b2MakeProxy(points, 2, s->capsule.radius);
    case CAROM_SHAPE_BOX: {
        carom_vec2 min = s->box.min, max = s->box.max;
        points[0] = (b2Vec2){min.x, min.y};
        points[1] = (b2Vec2){max.x, min.y};
        points[2] = (b2Vec2){max.x, max.y};
        points[3] = (b2Vec2){min.x, max.y};
        return b2MakeProxy(points, 4, 0);
    }
    default:
        for (int i = 0; i < s->polygon.count; ++i) points[i] = (b2Vec2){s->polygon.v[i].x, s->polygon.v[i].y};
        return b2MakeProxy(points, s->polygon.count, 0);
    }
}

static b2Sweep sweep_of(const carom_turning *m) {
    return (b2Sweep){.c1 = {m->pose.position.x, m->pose.position.y},
                     .c2 = {m->pose.position.x + m->move.x, m->pose.position.y + m->move.y},
                     .q1 = {m->pose.rotation.cosine, m->pose.rotation.sine},
                     .q2 = {cosf(m->angle), sinf(m->angle)}};
}

static void prepare(const turns_scene *s) {
    for (int i = 0; i < TURNS_PAIRS; ++i)
        inputs[i] = (b2TOIInput){proxy_of(&s->a[i]), proxy_of(&s->b[i]), sweep_of(&s->a_motion[i]),
                                 sweep_of(&s->b_motion[i]), 1};
}

static long long sweep(void *scene) {
    (void)scene;
    long long hits = 0;
    for (int i = 0; i < TURNS_PAIRS; ++i) {
        b2TOIState state = b2TimeOfImpact(&inputs[i]).state;
        hits += state == b2_toiStateHit || state == b2_toiStateOverlapped;
    }
    return hits;
}

extern const turns_peer turns_box2d3;
const turns_peer turns_box2d3 = {"b2TimeOfImpact", prepare, sweep};
