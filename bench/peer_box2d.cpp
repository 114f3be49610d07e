// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Box2D 2.4, with a C++ interface: its shapes without a world. Debian has this version; newer ones are not packaged.
#include <box2d/b2_distance.h>
#include <box2d/box2d.h>

extern "C" {
#include "bench/level_peers.h"
#include "bench/peers.h"
}

static b2Vec2 vec(carom_vec2 v) {
    return b2Vec2(v.x, v.y);
}

static b2Shape *shape_of(const carom_shape *s) {
    switch (s->kind) {
    case CAROM_SHAPE_CIRCLE: {
        b2CircleShape *circle = new b2CircleShape;
        circle->m_p = vec(s->circle.center);
        circle->m_radius = s->circle.radius;
        return circle;
    }
    case CAROM_SHAPE_SEGMENT: {
        b2EdgeShape *edge = new b2EdgeShape;
        edge->SetTwoSided(vec(s->segment.a), vec(s->segment.b));
        return edge;
    }
    case CAROM_SHAPE_BOX: {
        b2PolygonShape *box = new b2PolygonShape;
        b2Vec2 min = vec(s->box.min), max = vec(s->box.max);
        box->SetAsBox(0.5f * (max.x - min.x), 0.5f * (max.y - min.y), 0.5f * (min + max), 0.0f);
        return box;
    }
    case CAROM_SHAPE_POLYGON: {
        b2PolygonShape *polygon = new b2PolygonShape;
        b2Vec2 v[CAROM_MAX_POLYGON_VERTICES];
        for (int i = 0; i < s->polygon.count; ++i) v[i] = vec(s->polygon.v[i]);
        polygon->Set(v, s->polygon.count);
        return polygon;
    }
    default: return nullptr;
    }
}

static b2Transform at_rest() {
    b2Transform still;
    still.SetIdentity();
    return still;
}

static peer_shape *make(const carom_shape *s) {
    return reinterpret_cast<peer_shape *>(shape_of(s));
}

static void release(peer_shape *shape) {
    delete reinterpret_cast<b2Shape *>(shape);
}

static bool overlap(const peer_shape *a, const peer_shape *b) {
    return b2TestOverlap(reinterpret_cast<const b2Shape *>(a), 0, reinterpret_cast<const b2Shape *>(b), 0, at_rest(),
                         at_rest());
}

static bool ray(carom_vec2 from, carom_vec2 move, const peer_shape *b) {
    b2RayCastInput input;
    input.p1 = vec(from);
    input.p2 = vec(from) + vec(move);
    input.maxFraction = 1.0f;
    b2RayCastOutput output;
    return reinterpret_cast<const b2Shape *>(b)->RayCast(&output, input, at_rest(), 0);
}

static bool circle_sweep(carom_vec2 from, float radius, carom_vec2 move, const peer_shape *b) {
    b2CircleShape circle;
    circle.m_p = vec(from);
    circle.m_radius = radius;
    b2ShapeCastInput input;
    input.proxyA.Set(reinterpret_cast<const b2Shape *>(b), 0);
    input.proxyB.Set(&circle, 0);
    input.transformA = at_rest();
    input.transformB = at_rest();
    input.translationB = vec(move);
    b2ShapeCastOutput output;
    return b2ShapeCast(&output, &input);
}

extern "C" const peer peer_box2d;
const peer peer_box2d = {"box2d 2.4 (Debian)", make, release, overlap, ray, circle_sweep};

// ---- Level: one static body with one edge fixture for each edge ---------------------------------------------------

static peer_level *level_make(const carom_vec2 *a, const carom_vec2 *b, int count) {
    b2World *world = new b2World(b2Vec2(0, 0));
    b2BodyDef ground;
    b2Body *body = world->CreateBody(&ground);
    for (int i = 0; i < count; ++i) {
        b2EdgeShape edge;
        edge.SetTwoSided(vec(a[i]), vec(b[i]));
        body->CreateFixture(&edge, 0);
    }
    return reinterpret_cast<peer_level *>(world);
}

static void level_free(peer_level *level) {
    delete reinterpret_cast<b2World *>(level);
}

struct closest : b2RayCastCallback {
    bool hit = false;
    float ReportFixture(b2Fixture *, const b2Vec2 &, const b2Vec2 &, float fraction) override {
        hit = true;
        return fraction;
    }
};

static bool level_ray(peer_level *level, carom_vec2 from, carom_vec2 move) {
    closest callback;
    reinterpret_cast<b2World *>(level)->RayCast(&callback, vec(from), vec(from) + vec(move));
    return callback.hit;
}

struct counter : b2QueryCallback {
    int found = 0;
    bool ReportFixture(b2Fixture *) override {
        ++found;
        return true;
    }
};

static int level_box(peer_level *level, carom_box box) {
    counter callback;
    b2AABB bounds;
    bounds.lowerBound = vec(box.min);
    bounds.upperBound = vec(box.max);
    reinterpret_cast<b2World *>(level)->QueryAABB(&callback, bounds);
    return callback.found;
}

extern "C" const level_peer level_peer_box2d;
const level_peer level_peer_box2d = {"box2d 2.4 (Debian)", true, level_make, level_free, level_ray, nullptr, level_box};
