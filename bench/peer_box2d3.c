// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Box2D 3 and later, with a C interface: a world with one static body, one segment shape for each edge.
#include "bench/box2d3_level.h"
#include "bench/level_peers.h"

#include <stdlib.h>

struct peer_level {
    b2WorldId world;
};

static peer_level *make(const carom_vec2 *a, const carom_vec2 *b, int count) {
    peer_level *level = malloc(sizeof *level);
    if (!level) return NULL;
    level->world = box2d3_level(a, b, count);
    return level;
}

static void release(peer_level *level) {
    b2DestroyWorld(level->world);
    free(level);
}

static bool ray(peer_level *level, carom_vec2 from, carom_vec2 move) {
    b2Vec2 motion = {move.x, move.y};
    return b2World_CastRayClosest(level->world, (b2Pos){from.x, from.y}, motion, b2DefaultQueryFilter()).hit;
}

static float keep_closest(b2ShapeId shape, b2Pos point, b2Vec2 normal, float fraction, void *context) {
    (void)shape;
    (void)point;
    (void)normal;
    *(bool *)context = true;
    return fraction;
}

static bool cast(peer_level *level, carom_vec2 from, float radius, carom_vec2 move) {
    bool hit = false;
    b2ShapeProxy circle = {.points = {{0, 0}}, .count = 1, .radius = radius};
    b2World_CastShape(level->world, (b2Pos){from.x, from.y}, &circle, (b2Vec2){move.x, move.y}, b2DefaultQueryFilter(),
                      keep_closest, &hit);
    return hit;
}

static bool count_shape(b2ShapeId shape, void *context) {
    (void)shape;
    ++*(int *)context;
    return true;
}

static int box(peer_level *level, carom_box box) {
    int found = 0;
    b2AABB bounds = {{box.min.x, box.min.y}, {box.max.x, box.max.y}};
    b2World_OverlapAABB(level->world, (b2Pos){0, 0}, bounds, b2DefaultQueryFilter(), count_shape, &found);
    return found;
}

extern const level_peer level_peer_box2d3;
const level_peer level_peer_box2d3 = {"box2d 3 (world)", false, make, release, ray, cast, box};
