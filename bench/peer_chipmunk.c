// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Chipmunk 7: shapes on one static body, without a space. Its segment query with a radius is a circle sweep.
#include "bench/level_peers.h"
#include "bench/peers.h"

#include <chipmunk/chipmunk.h>
#include <stdlib.h>

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
    case CAROM_SHAPE_CIRCLE: return cpCircleShapeNew(body, (cpFloat)s->circle.radius, vect(s->circle.center));
    case CAROM_SHAPE_SEGMENT: return cpSegmentShapeNew(body, vect(s->segment.a), vect(s->segment.b), 0);
    case CAROM_SHAPE_CAPSULE:
        return cpSegmentShapeNew(body, vect(s->capsule.a), vect(s->capsule.b), (cpFloat)s->capsule.radius);
    case CAROM_SHAPE_BOX:
        return cpBoxShapeNew2(
            body, cpBBNew((cpFloat)s->box.min.x, (cpFloat)s->box.min.y, (cpFloat)s->box.max.x, (cpFloat)s->box.max.y),
            0);
    case CAROM_SHAPE_POLYGON: {
        cpVect v[CAROM_MAX_POLYGON_VERTICES];
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

// ---- Level --------------------------------------------------------------------------------------------------------

struct peer_level {
    cpSpace *scene;
    cpShape **shapes;
    int count;
};

static peer_level *level_make(const carom_vec2 *a, const carom_vec2 *b, int count) {
    peer_level *level = malloc(sizeof *level);
    cpShape **shapes = malloc((size_t)count * sizeof *shapes);
    if (!level || !shapes) return NULL;
    *level = (peer_level){cpSpaceNew(), shapes, count};
    cpBody *body = cpSpaceGetStaticBody(level->scene);
    for (int i = 0; i < count; ++i) {
        shapes[i] = cpSpaceAddShape(level->scene, cpSegmentShapeNew(body, vect(a[i]), vect(b[i]), 0));
    }
    return level;
}

static void level_free(peer_level *level) {
    for (int i = 0; i < level->count; ++i) {
        cpSpaceRemoveShape(level->scene, level->shapes[i]);
        cpShapeFree(level->shapes[i]);
    }
    cpSpaceFree(level->scene);
    free(level->shapes);
    free(level);
}

static bool level_cast(peer_level *level, carom_vec2 from, float radius, carom_vec2 move) {
    cpSegmentQueryInfo info;
    cpVect start = vect(from);
    return cpSpaceSegmentQueryFirst(level->scene, start, cpvadd(start, vect(move)), (cpFloat)radius,
                                    CP_SHAPE_FILTER_ALL, &info) != NULL;
}

static bool level_ray(peer_level *level, carom_vec2 from, carom_vec2 move) {
    return level_cast(level, from, 0, move);
}

static void count_shape(cpShape *shape, void *context) {
    (void)shape;
    ++*(int *)context;
}

static int level_box(peer_level *level, carom_box box) {
    int found = 0;
    cpBB bounds = cpBBNew((cpFloat)box.min.x, (cpFloat)box.min.y, (cpFloat)box.max.x, (cpFloat)box.max.y);
    cpSpaceBBQuery(level->scene, bounds, CP_SHAPE_FILTER_ALL, count_shape, &found);
    return found;
}

extern const level_peer level_peer_chipmunk;
const level_peer level_peer_chipmunk = {
    "chipmunk 7 (Debian)", true, level_make, level_free, level_ray, level_cast, level_box};
