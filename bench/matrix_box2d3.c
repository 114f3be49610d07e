// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The matrix of pairs by Box2D 3 and later: GJK with radii, its shape cast, and its manifolds. It has no manifold of
// two segments; capsules without radius stand for them.
#include "bench/matrix.h"

#include <box2d/box2d.h>

/// A shape in each form that the queries take.
typedef struct shape {
    b2ShapeProxy proxy;
    carom_shape_kind kind;
    b2Circle circle;
    b2Capsule capsule; // also of a segment
    b2Segment segment;
    b2Polygon polygon; // also of a box
} shape;

static shape as[MATRIX_PAIRS], bs[MATRIX_PAIRS];

static b2Vec2 vec_of(carom_vec2 v) {
    return (b2Vec2){v.x, v.y};
}

static shape polygon_of(const b2Vec2 *points, int count) {
    b2Hull hull = b2ComputeHull(points, count);
    return (shape){.kind = CAROM_SHAPE_POLYGON,
                   .polygon = b2MakePolygon(&hull, 0),
                   .proxy = b2MakeProxy(hull.points, hull.count, 0)};
}

static shape capsule_of(carom_shape_kind kind, carom_vec2 a, carom_vec2 b, float radius) {
    b2Vec2 ends[2] = {vec_of(a), vec_of(b)};
    return (shape){.kind = kind,
                   .capsule = {ends[0], ends[1], radius},
                   .segment = {ends[0], ends[1]},
                   .proxy = b2MakeProxy(ends, 2, radius)};
}

static shape shape_of(const carom_shape *s) {
    switch (s->kind) {
    case CAROM_SHAPE_CIRCLE: {
        b2Vec2 center = vec_of(s->circle.center);
        return (shape){
            .kind = s->kind, .circle = {center, s->circle.radius}, .proxy = b2MakeProxy(&center, 1, s->circle.radius)};
    }
    case CAROM_SHAPE_SEGMENT: return capsule_of(s->kind, s->segment.a, s->segment.b, 0);
    case CAROM_SHAPE_CAPSULE: return capsule_of(s->kind, s->capsule.a, s->capsule.b, s->capsule.radius);
    case CAROM_SHAPE_BOX: {
        carom_vec2 min = s->box.min, max = s->box.max;
        return polygon_of((b2Vec2[]){{min.x, min.y}, {max.x, min.y}, {max.x, max.y}, {min.x, max.y}}, 4);
    }
    default: {
        b2Vec2 points[CAROM_MAX_POLYGON_VERTICES];
        for (int i = 0; i < s->polygon.count; ++i) points[i] = vec_of(s->polygon.v[i]);
        return polygon_of(points, s->polygon.count);
    }
    }
}

static void prepare(const matrix_scene *scene) {
    for (int i = 0; i < MATRIX_PAIRS; ++i) {
        as[i] = shape_of(&scene->a[i]);
        bs[i] = shape_of(&scene->b[i]);
    }
}

static long long distance(void *scene) {
    (void)scene;
    long long hits = 0;
    for (int i = 0; i < MATRIX_PAIRS; ++i) {
        b2DistanceInput input = {as[i].proxy, bs[i].proxy, b2Transform_identity, true};
        b2SimplexCache cache = {0};
        hits += b2ShapeDistance(&input, &cache, NULL, 0).distance <= 0;
    }
    return hits;
}

static long long sweep(void *context) {
    const matrix_scene *scene = context;
    long long hits = 0;
    for (int i = 0; i < MATRIX_PAIRS; ++i) {
        b2ShapeCastPairInput input = {bs[i].proxy, as[i].proxy, b2Transform_identity, vec_of(scene->move[i]), 1, false};
        hits += b2ShapeCast(&input).hit;
    }
    return hits;
}

/// The manifold of two shapes, a of the kind that Box2D takes first. Returns null for the other order.
static const b2LocalManifold *collide(const shape *a, const shape *b, b2LocalManifold *m) {
    b2Transform still = b2Transform_identity;
    bool round = b->kind == CAROM_SHAPE_CIRCLE, long_round = b->kind == CAROM_SHAPE_CAPSULE;
    switch (a->kind) {
    case CAROM_SHAPE_CIRCLE:
        if (!round) return NULL;
        *m = b2CollideCircles(&a->circle, &b->circle, still);
        return m;
    case CAROM_SHAPE_CAPSULE:
        if (!round && !long_round) return NULL;
        *m = round ? b2CollideCapsuleAndCircle(&a->capsule, &b->circle, still)
                   : b2CollideCapsules(&a->capsule, &b->capsule, still);
        return m;
    case CAROM_SHAPE_SEGMENT:
        *m = round                            ? b2CollideSegmentAndCircle(&a->segment, &b->circle, still)
             : long_round                     ? b2CollideSegmentAndCapsule(&a->segment, &b->capsule, still)
             : b->kind == CAROM_SHAPE_SEGMENT ? b2CollideCapsules(&a->capsule, &b->capsule, still)
                                              : b2CollideSegmentAndPolygon(&a->segment, &b->polygon, still);
        return m;
    default:
        if (b->kind == CAROM_SHAPE_SEGMENT) return NULL;
        *m = round        ? b2CollidePolygonAndCircle(&a->polygon, &b->circle, still)
             : long_round ? b2CollidePolygonAndCapsule(&a->polygon, &b->capsule, still)
                          : b2CollidePolygons(&a->polygon, &b->polygon, still);
        return m;
    }
}

static long long contact(void *scene) {
    (void)scene;
    long long hits = 0;
    b2LocalManifold m;
    for (int i = 0; i < MATRIX_PAIRS; ++i) {
        if (!collide(&as[i], &bs[i], &m)) collide(&bs[i], &as[i], &m);
        hits += m.pointCount > 0;
    }
    return hits;
}

extern const matrix_peer matrix_box2d3;
const matrix_peer matrix_box2d3 = {"box2d 3", prepare, distance, distance, contact, sweep};
