// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Other libraries with a level of square tiles that are edited one by one: a static body with a segment for each side
// between a solid tile and an empty one, as their users do it.
#pragma once

#include "carom/base.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct edit_level edit_level;

typedef struct edit_peer {
    const char *name;
    edit_level *(*make)(const uint8_t *solid, int n); ///< n x n tiles of side 1
    void (*free)(edit_level *level);
    void (*toggle)(edit_level *level, int column, int row); ///< makes a solid tile empty, and an empty one solid
    bool (*ray)(edit_level *level, carom_vec2 from, carom_vec2 move);
} edit_peer;

#ifdef WITH_BOX2D3
extern const edit_peer edit_peer_box2d3;
#endif
