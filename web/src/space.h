// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What is moved through and asked. Written by carom.js, by space_set and platforms_space.
#pragma once

#include "carom/walker.h"

typedef struct web_space {
    const carom_platforms *platforms; ///< null: a level
    const carom_level *level;         ///< and without one, a world as someone sees it
    carom_world_view view;
} web_space;
