// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Discs that bounce in a cave, for `carom bench bullets`, and the engines that move them. They do not meet each other.
#pragma once

#include "carom/level.h"

#define BULLET_RADIUS 0.25f

typedef struct bullet {
    carom_vec2 at, velocity;
} bullet;

typedef struct bullets {
    const carom_level *level;
    const bullet *all;
    int count;
} bullets;

typedef struct bullets_engine {
    const char *name;
    void *(*make)(const bullets *scene); ///< null without memory
    void (*restart)(void *self, const bullets *scene);
    void (*step)(void *self);
    carom_vec2 (*place)(const void *self, int index);
    void (*free)(void *self);
} bullets_engine;

extern const bullets_engine bullets_box2d3;
