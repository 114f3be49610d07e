// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Box2D 3 and later: editing a tile destroys and creates the shapes of its four sides.
#include "bench/edit_peers.h"

#include <box2d/box2d.h>
#include <stdlib.h>
#include <string.h>

/// Side 0 of a cell is its top, 1 its left; both belong to the cell below or on the right.
struct edit_level {
    b2WorldId world;
    b2BodyId ground;
    int n;
    uint8_t *solid;
    b2ShapeId *sides; // [(row * (n + 1) + column) * 2 + side]
};

static bool is_solid(const edit_level *level, int column, int row) {
    bool in = column >= 0 && row >= 0 && column < level->n && row < level->n;
    return in && level->solid[row * level->n + column];
}

static void set_side(edit_level *level, int column, int row, int side) {
    b2ShapeId *shape = &level->sides[(row * (level->n + 1) + column) * 2 + side];
    bool here = is_solid(level, column, row), there = is_solid(level, column - side, row - !side);
    if (here == there && B2_IS_NON_NULL(*shape)) {
        b2DestroyShape(*shape, false);
        *shape = b2_nullShapeId;
    }
    if (here == there || B2_IS_NON_NULL(*shape)) return;
    b2ShapeDef def = b2DefaultShapeDef();
    def.updateBodyMass = false;
    def.invokeContactCreation =
        false; // nothing moves here; otherwise each new shape waits in a list with linear search
    b2Vec2 a = {(float)column, (float)row}, b = {(float)(column + !side), (float)(row + side)};
    b2Segment segment = here == (side == 0) ? (b2Segment){a, b} : (b2Segment){b, a};
    *shape = b2CreateSegmentShape(level->ground, &def, &segment);
}

static void release(edit_level *level) {
    b2DestroyWorld(level->world);
    free(level->solid);
    free(level->sides);
    free(level);
}

static edit_level *make(const uint8_t *solid, int n) {
    edit_level *level = calloc(1, sizeof *level);
    if (!level) return NULL;
    level->n = n;
    level->solid = malloc((size_t)n * (size_t)n);
    level->sides = calloc((size_t)(n + 1) * (size_t)(n + 1) * 2, sizeof *level->sides);
    b2WorldDef world = b2DefaultWorldDef();
    level->world = b2CreateWorld(&world);
    b2BodyDef body = b2DefaultBodyDef();
    level->ground = b2CreateBody(level->world, &body);
    if (!level->solid || !level->sides) {
        release(level);
        return NULL;
    }
    memcpy(level->solid, solid, (size_t)n * (size_t)n);
    for (int i = 0; i < (n + 1) * (n + 1) * 2; ++i) set_side(level, i / 2 % (n + 1), i / 2 / (n + 1), i % 2);
    return level;
}

static void toggle(edit_level *level, int column, int row) {
    level->solid[row * level->n + column] ^= 1;
    set_side(level, column, row, 0);
    set_side(level, column, row, 1);
    set_side(level, column, row + 1, 0);
    set_side(level, column + 1, row, 1);
}

static bool ray(edit_level *level, carom_vec2 from, carom_vec2 move) {
    b2Vec2 motion = {move.x, move.y};
    return b2World_CastRayClosest(level->world, (b2Pos){from.x, from.y}, motion, b2DefaultQueryFilter()).hit;
}

extern const edit_peer edit_peer_box2d3;
const edit_peer edit_peer_box2d3 = {"box2d 3 (world)", make, release, toggle, ray};
