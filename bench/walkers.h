// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The walkers of `carom bench walk-actors`, and the peer.
#pragma once

#include "carom/base.h"

/// An upright capsule: two circles of this radius, centred `HALF` above and below its position.
static const float WALKER_RADIUS = 0.25f, WALKER_HALF = 0.25f;
static const float WALKER_SPEED = 0.1f, WALKER_GRAVITY = 0.01f; ///< a step

typedef struct bench_walker {
    carom_vec2 at, velocity; ///< up is -y
    float way;               ///< 1 to the right, -1 to the left
    bool grounded;
} bench_walker;

#ifdef WITH_BOX2D3
/// The character mover of Box2D 3 and later, used as its documentation describes. Null: out of memory.
typedef struct walkers_box2d3 walkers_box2d3;
walkers_box2d3 *walkers_box2d3_make(const carom_vec2 *a, const carom_vec2 *b, int count);
void walkers_box2d3_free(walkers_box2d3 *level);
void walkers_box2d3_step(walkers_box2d3 *level, bench_walker *walker);
#endif
