// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The edges of a level in a world of Box2D.
#include "bench/box2d3_level.h"

b2WorldId box2d3_level(const carom_vec2 *a, const carom_vec2 *b, int count) {
    b2WorldDef def = b2DefaultWorldDef();
    b2WorldId world = b2CreateWorld(&def);
    b2BodyDef body = b2DefaultBodyDef();
    b2BodyId ground = b2CreateBody(world, &body);
    b2ShapeDef shape = b2DefaultShapeDef();
    shape.updateBodyMass = false;
    for (int i = 0; i < count; ++i) {
        b2Segment segment = {{a[i].x, a[i].y}, {b[i].x, b[i].y}};
        b2CreateSegmentShape(ground, &shape, &segment);
    }
    return world;
}
