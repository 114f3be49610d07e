// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Box2D 3 and later: the edges of the level as static segments, and one b2World_CastShape for each disc and step. A
// disc goes as far as the cast says and is turned round there; what is left of its step is given up. That is the least
// an engine can do for a bullet, and less than Carom does.
#include "bench/bullets.h"

#include <box2d/box2d.h>

#include <stdlib.h>

typedef struct engine {
    b2WorldId world;
    bullet *all;
    int count;
} engine;

static void release(void *self) {
    engine *e = self;
    if (b2World_IsValid(e->world)) b2DestroyWorld(e->world);
    free(e->all);
    free(e);
}

static void restart(void *self, const bullets *scene) {
    engine *e = self;
    for (int i = 0; i < e->count; ++i) e->all[i] = scene->all[i];
}

static void add_level(engine *e, const carom_level *level) {
    b2BodyDef def = b2DefaultBodyDef();
    b2BodyId ground = b2CreateBody(e->world, &def);
    b2ShapeDef shape = b2DefaultShapeDef();
    for (int i = 0; i < carom_level_edge_count(level); ++i) {
        carom_level_edge edge = carom_level_edge_at(level, i);
        b2CreateSegmentShape(ground, &shape, &(b2Segment){{edge.a.x, edge.a.y}, {edge.b.x, edge.b.y}});
    }
    b2World_RebuildStaticTree(e->world);
}

static void *make(const bullets *scene) {
    engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->count = scene->count;
    e->all = malloc((size_t)scene->count * sizeof *e->all);
    if (!e->all) {
        release(e);
        return NULL;
    }
    b2WorldDef def = b2DefaultWorldDef();
    e->world = b2CreateWorld(&def);
    add_level(e, scene->level);
    return e;
}

typedef struct nearest {
    float fraction;
    b2Vec2 normal;
} nearest;

static float keep(b2ShapeId shape, b2Pos point, b2Vec2 normal, float fraction, void *context) {
    (void)shape, (void)point;
    *(nearest *)context = (nearest){fraction, normal};
    return fraction;
}

static void step(void *self) {
    engine *e = self;
    for (int i = 0; i < e->count; ++i) {
        bullet *b = &e->all[i];
        nearest hit = {1, {0, 0}};
        b2ShapeProxy proxy = b2MakeProxy(&(b2Vec2){0, 0}, 1, BULLET_RADIUS);
        b2World_CastShape(e->world, (b2Vec2){b->at.x, b->at.y}, &proxy, (b2Vec2){b->velocity.x, b->velocity.y},
                          b2DefaultQueryFilter(), keep, &hit);
        b->at.x += hit.fraction * b->velocity.x;
        b->at.y += hit.fraction * b->velocity.y;
        float speed = hit.normal.x * b->velocity.x + hit.normal.y * b->velocity.y;
        if (hit.fraction >= 1 || speed >= 0) continue;
        b->velocity.x -= 2 * speed * hit.normal.x;
        b->velocity.y -= 2 * speed * hit.normal.y;
    }
}

static carom_vec2 place(const void *self, int index) {
    return ((const engine *)self)->all[index].at;
}

const bullets_engine bullets_box2d3 = {"b2World_CastShape", make, restart, step, place, release};
