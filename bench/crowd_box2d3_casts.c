// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Box2D 3 and later: the edges of the level as static segments, and one b2World_CastShape for each circle and step. A
// circle moves up to the hit and turns round; the rest of its step is dropped. This is the minimum for a bullet, and
// less than Carom does.
#include "bench/crowd.h"

#include <box2d/box2d.h>

#include <stdlib.h>

typedef struct engine {
    crowd movers;
    b2WorldId world;
} engine;

static void release(void *self) {
    engine *e = self;
    if (b2World_IsValid(e->world)) b2DestroyWorld(e->world);
    crowd_free(&e->movers);
    free(e);
}

static void restart(void *self, const crowd *scene) {
    crowd_copy(&((engine *)self)->movers, scene);
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

static void *make(const crowd *scene) {
    engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    if (!crowd_allocate(&e->movers, scene->count)) {
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

static long long step(void *self) {
    engine *e = self;
    crowd *m = &e->movers;
    for (int i = 0; i < m->count; ++i) {
        nearest hit = {1, {0, 0}};
        b2ShapeProxy proxy = b2MakeProxy(&(b2Vec2){0, 0}, 1, m->radius[i]);
        b2World_CastShape(e->world, (b2Vec2){m->x[i], m->y[i]}, &proxy, (b2Vec2){m->vx[i], m->vy[i]},
                          b2DefaultQueryFilter(), keep, &hit);
        m->x[i] += hit.fraction * m->vx[i];
        m->y[i] += hit.fraction * m->vy[i];
        float speed = hit.normal.x * m->vx[i] + hit.normal.y * m->vy[i];
        if (hit.fraction >= 1 || speed >= 0) continue;
        m->vx[i] -= 2 * speed * hit.normal.x;
        m->vy[i] -= 2 * speed * hit.normal.y;
    }
    return 0;
}

static carom_vec2 place(const void *self, int index) {
    const crowd *m = &((const engine *)self)->movers;
    return (carom_vec2){m->x[index], m->y[index]};
}

const crowd_engine crowd_box2d3_casts = {"b2World_CastShape", make, restart, step, place, release};
