// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Box2D 3 in `carom bench bodies`: its world with four substeps, kinematic bodies, and the pre-solve callback as rule.
#include "bench/bodies.h"

#include <box2d/box2d.h>

#include <math.h>
#include <stdlib.h>

static int tag_of(b2ShapeId shape) {
    return (int)(intptr_t)b2Shape_GetUserData(shape);
}

static void decide(b2ShapeId a, b2ShapeId b, b2Manifold *manifold, void *context) {
    (void)context;
    if (tag_of(a) == tag_of(b)) manifold->pointCount = 0;
}

static b2BodyId add_body(b2WorldId world, b2BodyType type, carom_vec2 at, carom_vec2 velocity) {
    b2BodyDef def = b2DefaultBodyDef();
    def.type = type;
    def.position = (b2Vec2){at.x, at.y};
    def.linearVelocity = (b2Vec2){velocity.x, velocity.y};
    def.enableSleep = false;
    return b2CreateBody(world, &def);
}

static b2ShapeDef shape_of(const bodies_scene *s, int tag) {
    b2ShapeDef def = b2DefaultShapeDef();
    def.material.friction = 0;
    def.material.restitution = 1;
    def.enablePreSolveEvents = s->rule;
    def.enableContactEvents = true;
    def.userData = (void *)(intptr_t)tag;
    return def;
}

static void add_walls(b2WorldId world, const bodies_scene *s) {
    b2ShapeDef def = shape_of(s, BODIES_FIXED_TAG);
    b2BodyId body = add_body(world, b2_staticBody, (carom_vec2){0, 0}, (carom_vec2){0, 0});
    for (int i = 0; i < 4; ++i) {
        float off = (i % 2 ? 1 : -1) * (s->side / 2 + 5), half = s->side / 2 + 10;
        b2Polygon wall = i < 2 ? b2MakeOffsetBox(5, half, (b2Vec2){off, 0}, b2Rot_identity)
                               : b2MakeOffsetBox(half, 5, (b2Vec2){0, off}, b2Rot_identity);
        b2CreatePolygonShape(body, &def, &wall);
    }
}

long long bodies_run_box2d3(void *scene) {
    const bodies_scene *s = scene;
    b2WorldDef world_def = b2DefaultWorldDef();
    world_def.gravity = (b2Vec2){0, 0};
    b2WorldId world = b2CreateWorld(&world_def);
    b2BodyId *discs = malloc((size_t)s->movers * sizeof *discs);
    if (!discs) return -1;
    if (s->rule) b2World_SetPreSolveCallback(world, decide, NULL, NULL);
    b2Polygon box = b2MakeBox(0.5f, 0.5f);
    b2Circle circle = {{0, 0}, 1.0f / BODIES_RADIUS_INVERSE};
    for (int i = 0; i < s->movers; ++i) {
        b2ShapeDef def = shape_of(s, 1 + i % 2);
        discs[i] = add_body(world, b2_dynamicBody, s->at[i], s->velocity[i]);
        if (s->boxes) {
            b2CreatePolygonShape(discs[i], &def, &box);
            b2Body_SetAngularVelocity(discs[i], i % 2 ? s->spin : -s->spin);
        } else {
            b2CreateCircleShape(discs[i], &def, &circle);
        }
    }
    b2Polygon bar = b2MakeBox(0.1f, 0.1f);
    for (int i = 0; i < s->kinematics; ++i) {
        b2ShapeDef def = shape_of(s, BODIES_FIXED_TAG);
        b2CreatePolygonShape(add_body(world, b2_kinematicBody, s->bar_at[i], s->bar_velocity[i]), &def, &bar);
    }
    add_walls(world, s);
    for (int i = 0; i < BODIES_STEPS; ++i) b2World_Step(world, 1.0f / 60, 4);
    long long outside = 0;
    for (int i = 0; i < s->movers; ++i) {
        b2Vec2 at = b2Body_GetPosition(discs[i]);
        outside += fabsf(at.x) > s->side / 2 || fabsf(at.y) > s->side / 2;
    }
    free(discs);
    b2DestroyWorld(world);
    return outside;
}
