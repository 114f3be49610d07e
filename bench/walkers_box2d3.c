// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// A walker of Box2D 3 and later: a ray down decides whether it is on the ground. Then, up to five times, it gathers
// planes, solves for a motion, and casts itself along it, until no motion remains.
#define WITH_BOX2D3
#include "bench/box2d3_level.h"
#include "bench/walkers.h"

#include <float.h>
#include <stdlib.h>

enum { PLANES = 8, ROUNDS = 5 };

struct walkers_box2d3 {
    b2WorldId world;
};

typedef struct planes {
    b2CollisionPlane plane[PLANES];
    int count;
} planes;

walkers_box2d3 *walkers_box2d3_make(const carom_vec2 *a, const carom_vec2 *b, int count) {
    walkers_box2d3 *level = malloc(sizeof *level);
    if (!level) return NULL;
    level->world = box2d3_level(a, b, count);
    return level;
}

void walkers_box2d3_free(walkers_box2d3 *level) {
    if (!level) return;
    b2DestroyWorld(level->world);
    free(level);
}

static bool take_plane(b2ShapeId shape, const b2PlaneResult *result, void *context) {
    (void)shape;
    planes *p = context;
    if (result->hit && p->count < PLANES) {
        p->plane[p->count++] = (b2CollisionPlane){result->plane, FLT_MAX, 0, true};
    }
    return p->count < PLANES;
}

static bool stands(const walkers_box2d3 *level, carom_vec2 at) {
    b2Vec2 down = {0, 1.25f * (WALKER_HALF + WALKER_RADIUS)};
    b2RayResult ray = b2World_CastRayClosest(level->world, (b2Pos){at.x, at.y}, down, b2DefaultQueryFilter());
    return ray.hit && ray.normal.y < -0.6f;
}

void walkers_box2d3_step(walkers_box2d3 *level, bench_walker *w) {
    const b2Capsule capsule = {{0, -WALKER_HALF}, {0, WALKER_HALF}, WALKER_RADIUS};
    b2QueryFilter filter = b2DefaultQueryFilter();
    w->grounded = stands(level, w->at);
    w->velocity.x = w->way * WALKER_SPEED;
    w->velocity.y += WALKER_GRAVITY;
    b2Vec2 target = {w->at.x + w->velocity.x, w->at.y + w->velocity.y};
    float start = w->at.x;
    planes p;
    for (int i = 0; i < ROUNDS; ++i) {
        p.count = 0;
        b2Pos origin = {w->at.x, w->at.y};
        b2World_CollideMover(level->world, origin, &capsule, filter, take_plane, &p);
        b2Vec2 left = {target.x - w->at.x, target.y - w->at.y};
        b2Vec2 way = b2SolvePlanes(left, p.plane, p.count).delta;
        float share = b2World_CastMover(level->world, origin, &capsule, way, filter);
        w->at.x += share * way.x;
        w->at.y += share * way.y;
        if (share * share * (way.x * way.x + way.y * way.y) < 1e-4f * WALKER_SPEED * WALKER_SPEED) break;
    }
    b2Vec2 velocity = b2ClipVector((b2Vec2){w->velocity.x, w->velocity.y}, p.plane, p.count);
    w->velocity = (carom_vec2){velocity.x, velocity.y};
    if ((w->at.x - start) * w->way < 0.1f * WALKER_SPEED) w->way = -w->way;
}
