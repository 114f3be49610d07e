// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Box2D 3 and later, twice: its tree alone, maintained as its world does it (boxes with a margin, enlarged when a
// circle leaves its own, and partial rebuilds); and its world, with bodies that pass through each other. The world
// counts contacts that begin at a distance of 0.02.
#include "bench/crowd.h"

#include <box2d/box2d.h>

#include <stdlib.h>

// ---- Tree ----------------------------------------------------------------------------------------------------------

typedef struct engine {
    crowd movers;
    b2DynamicTree tree;
    int *proxies;
    int asking;
    long long pairs;
} engine;

static const float margin = 0.1f;

static b2AABB box_of(const crowd *m, int i, float more) {
    float reach = m->radius[i] + more;
    return (b2AABB){{m->x[i] - reach, m->y[i] - reach}, {m->x[i] + reach, m->y[i] + reach}};
}

static bool contains(b2AABB outer, b2AABB inner) {
    return outer.lowerBound.x <= inner.lowerBound.x && outer.lowerBound.y <= inner.lowerBound.y &&
           inner.upperBound.x <= outer.upperBound.x && inner.upperBound.y <= outer.upperBound.y;
}

static void tree_free(void *self) {
    engine *e = self;
    if (e->tree.nodes) b2DynamicTree_Destroy(&e->tree);
    crowd_free(&e->movers);
    free(e->proxies);
    free(e);
}

static void *tree_make(const crowd *scene) {
    engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->proxies = malloc((size_t)scene->count * sizeof *e->proxies);
    if (!e->proxies || !crowd_allocate(&e->movers, scene->count)) {
        tree_free(e);
        return NULL;
    }
    e->tree = b2DynamicTree_Create(scene->count);
    for (int i = 0; i < scene->count; ++i)
        e->proxies[i] = b2DynamicTree_CreateProxy(&e->tree, box_of(scene, i, margin), 1, (uint64_t)i);
    return e;
}

static void tree_restart(void *self, const crowd *scene) {
    engine *e = self;
    crowd_copy(&e->movers, scene);
    for (int i = 0; i < scene->count; ++i)
        b2DynamicTree_MoveProxy(&e->tree, e->proxies[i], box_of(&e->movers, i, margin));
    b2DynamicTree_Rebuild(&e->tree, true);
}

static bool count(int proxy, uint64_t user_data, void *context) {
    (void)proxy;
    engine *e = context;
    int other = (int)user_data;
    if (other > e->asking) e->pairs += crowd_touch(&e->movers, e->asking, other);
    return true;
}

static long long tree_step(void *self) {
    engine *e = self;
    crowd_move(&e->movers);
    for (int i = 0; i < e->movers.count; ++i) {
        if (contains(b2DynamicTree_GetAABB(&e->tree, e->proxies[i]), box_of(&e->movers, i, 0))) continue;
        b2DynamicTree_EnlargeProxy(&e->tree, e->proxies[i], box_of(&e->movers, i, margin));
    }
    b2DynamicTree_Rebuild(&e->tree, false);
    e->pairs = 0;
    for (int i = 0; i < e->movers.count; ++i) {
        e->asking = i;
        b2DynamicTree_Query(&e->tree, box_of(&e->movers, i, 0), 1, count, e);
    }
    return e->pairs;
}

const crowd_engine crowd_box2d3 = {"box2d 3 tree", tree_make, tree_restart, tree_step, NULL, tree_free};

// ---- World ---------------------------------------------------------------------------------------------------------

typedef struct world_engine {
    crowd movers;
    b2WorldId world;
    b2BodyId *bodies;
    long long touching;
} world_engine;

/// Pre-solve callback: counts a contact and removes its points, so that the solver pushes no body.
static void pass(b2ShapeId a, b2ShapeId b, b2Manifold *manifold, void *context) {
    (void)a, (void)b;
    ((world_engine *)context)->touching += manifold->points[0].separation <= 0;
    manifold->pointCount = 0;
}

static void world_free(void *self) {
    world_engine *e = self;
    if (b2World_IsValid(e->world)) b2DestroyWorld(e->world);
    crowd_free(&e->movers);
    free(e->bodies);
    free(e);
}

static void create_shape(b2BodyId body, const b2ShapeDef *def, const carom_shape *s) {
    b2Vec2 points[CAROM_MAX_POLYGON_VERTICES];
    switch (s->kind) {
    case CAROM_SHAPE_CIRCLE: b2CreateCircleShape(body, def, &(b2Circle){{0, 0}, s->circle.radius}); return;
    case CAROM_SHAPE_CAPSULE: {
        b2Capsule capsule = {{s->capsule.a.x, s->capsule.a.y}, {s->capsule.b.x, s->capsule.b.y}, s->capsule.radius};
        b2CreateCapsuleShape(body, def, &capsule);
        return;
    }
    case CAROM_SHAPE_BOX: {
        b2Polygon box = b2MakeBox(s->box.max.x, s->box.max.y);
        b2CreatePolygonShape(body, def, &box);
        return;
    }
    default: {
        for (int i = 0; i < s->polygon.count; ++i) points[i] = (b2Vec2){s->polygon.v[i].x, s->polygon.v[i].y};
        b2Hull hull = b2ComputeHull(points, s->polygon.count);
        b2Polygon polygon = b2MakePolygon(&hull, 0);
        b2CreatePolygonShape(body, def, &polygon);
    }
    }
}

static void add_body(world_engine *e, const crowd *scene, int i) {
    b2BodyDef def = b2DefaultBodyDef();
    def.type = b2_dynamicBody;
    def.position = (b2Vec2){scene->x[i], scene->y[i]};
    def.linearVelocity = (b2Vec2){scene->vx[i], scene->vy[i]};
    def.enableSleep = false;
    e->bodies[i] = b2CreateBody(e->world, &def);
    b2ShapeDef shape = b2DefaultShapeDef();
    shape.enableContactEvents = true;
    shape.enablePreSolveEvents = true;
    carom_shape form = crowd_shape(scene, i);
    create_shape(e->bodies[i], &shape, &form);
}

static void *world_make(const crowd *scene) {
    world_engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->bodies = malloc((size_t)scene->count * sizeof *e->bodies);
    if (!e->bodies || !crowd_allocate(&e->movers, scene->count)) {
        world_free(e);
        return NULL;
    }
    b2WorldDef def = b2DefaultWorldDef();
    def.gravity = (b2Vec2){0, 0};
    def.enableContinuous = false;
    e->world = b2CreateWorld(&def);
    b2World_SetPreSolveCallback(e->world, pass, NULL, e);
    for (int i = 0; i < scene->count; ++i) add_body(e, scene, i);
    return e;
}

static void world_restart(void *self, const crowd *scene) {
    world_engine *e = self;
    crowd_copy(&e->movers, scene);
    for (int i = 0; i < scene->count; ++i) {
        b2Body_SetTransform(e->bodies[i], (b2Vec2){scene->x[i], scene->y[i]}, b2Rot_identity);
        b2Body_SetLinearVelocity(e->bodies[i], (b2Vec2){scene->vx[i], scene->vy[i]});
    }
}

/// The copy moves as the bodies do, and says which bodies must turn round.
static void turn_round(world_engine *e) {
    crowd *m = &e->movers;
    for (int i = 0; i < m->count; ++i) {
        m->x[i] += m->vx[i];
        m->y[i] += m->vy[i];
        bool x_out = m->x[i] < m->low || m->x[i] > m->high, y_out = m->y[i] < m->low || m->y[i] > m->high;
        if (!x_out && !y_out) continue;
        if (x_out) m->vx[i] = -m->vx[i];
        if (y_out) m->vy[i] = -m->vy[i];
        b2Body_SetLinearVelocity(e->bodies[i], (b2Vec2){m->vx[i], m->vy[i]});
    }
}

static long long world_step(void *self) {
    world_engine *e = self;
    e->touching = 0;
    b2World_Step(e->world, 1, 1);
    turn_round(e);
    return e->touching;
}

long long crowd_box2d3_rays(void *self, const float *from, const float *move, int count) {
    const world_engine *e = self;
    long long hits = 0;
    for (int i = 0; i < count; ++i) {
        b2Vec2 start = {from[2 * i], from[2 * i + 1]}, way = {move[2 * i], move[2 * i + 1]};
        hits += b2World_CastRayClosest(e->world, start, way, b2DefaultQueryFilter()).hit;
    }
    return hits;
}

const crowd_engine crowd_box2d3_world = {"box2d 3 world", world_make, world_restart, world_step, NULL, world_free};
