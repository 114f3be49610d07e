// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The scene that a motion uses, and the view that queries of a world use. carom.js fills it in with scene_set and
// platforms_scene.
#pragma once

#include "carom/walker.h"

typedef struct web_scene {
    carom_scene scene;     ///< the first member, because carom.js passes the address of the whole
    carom_world_view view; ///< of a scene of a world; otherwise its world is null
} web_scene;
