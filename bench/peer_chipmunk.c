// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Chipmunk 7: shapes on one static body, without a space. Its segment query with a radius is a circle's sweep.
#include "bench/peers.h"

#include <chipmunk/chipmunk.h>

static cpBody *static_body(void) {
    static cpBody *body;
    if (!body) body = cpBodyNewStatic();
    return body;
}

static cpVect vect(carom_vec2 v) {
    return cpv((cpFloat)v.x, (cpFloat)v.y);
}

static cpShape *shape_of(const carom_shape *s) {
    cpBody *body = static_body();
    switch (s->kind) {
    case CAROM_CIRCLE: return cpCircleShapeNew(body, (cpFloat)s->circle.radius, vect(s->circle.center));
    case CAROM_SEGMENT: return cpSegmentShapeNew(body, vect(s->segment.a), vect(s->segment.b), 0);
    case CAROM_CAPSULE:
        return cpSegmentShapeNew(body, vect(s->capsule.a), vect(s->capsule.b), (cpFloat)s->capsule.radius);
    case CAROM_BOX:
        return cpBoxShapeNew2(
            body, cpBBNew((cpFloat)s->box.min.x, (cpFloat)s->box.min.y, (cpFloat)s->box.max.x, (cpFloat)s->box.max.y),
            0);
    case CAROM_POLYGON: {
        cpVect v[CAROM_POLYGON_VERTICES];
        for (int i = 0; i < s->polygon.count; ++i) v[i] = vect(s->polygon.v[i]);
        return cpPolyShapeNewRaw(body, s->polygon.count, v, 0);
    }
    default: return NULL;
    }
}

static peer_shape *make(const carom_shape *s) {
    cpShape *shape = shape_of(s);
    if (shape) cpShapeUpdate(shape, cpTransformIdentity);
    return (peer_shape *)shape;
}

static void release(peer_shape *shape) {
    cpShapeFree((cpShape *)shape);
}

static bool overlap(const peer_shape *a, const peer_shape *b) {
    return cpShapesCollide((const cpShape *)a, (const cpShape *)b).count > 0;
}

static bool circle_sweep(carom_vec2 from, float radius, carom_vec2 move, const peer_shape *b) {
    cpSegmentQueryInfo info;
    cpVect start = vect(from);
    return cpShapeSegmentQuery((const cpShape *)b, start, cpvadd(start, vect(move)), (cpFloat)radius, &info);
}

static bool ray(carom_vec2 from, carom_vec2 move, const peer_shape *b) {
    return circle_sweep(from, 0, move, b);
}

extern const peer peer_chipmunk;
const peer peer_chipmunk = {"chipmunk 7 (Debian)", make, release, overlap, ray, circle_sweep};
