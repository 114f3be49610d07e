// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Other libraries, asked of a level the way their users ask. Those that are installed when the project is configured
// are compiled in. A new one: a file with a `const level_peer`, a CMake look-up, a line in level_peers.c.
#pragma once

#include "carom/geom.h"

#include <stdbool.h>

typedef struct peer_level peer_level;

typedef struct level_peer {
    const char *name;
    bool is_slow; ///< asked a tenth of the questions
    /// One static body with a segment shape each.
    peer_level *(*make)(const carom_vec2 *a, const carom_vec2 *b, int count);
    void (*free)(peer_level *level);
    /// Does the ray hit, does the moving circle? How many segments' boxes does the box meet? Null: no such routine.
    bool (*ray)(peer_level *level, carom_vec2 from, carom_vec2 move);
    bool (*cast)(peer_level *level, carom_vec2 from, float radius, carom_vec2 move);
    int (*box)(peer_level *level, carom_box box);
} level_peer;

/// The peers that are compiled in; *count of them.
const level_peer *const *level_peers(int *count);
