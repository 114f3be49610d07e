// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Other libraries with a level, queried as their users do it. The installed ones are
// compiled in. To add one: a file with a `const level_peer`, a CMake look-up, a line in level_peers.c.
#pragma once

#include "carom/geom.h"

#include <stdbool.h>

typedef struct peer_level peer_level;

typedef struct level_peer {
    const char *name;
    bool is_slow; ///< runs a tenth of the queries
    /// Makes one static body with one segment shape for each edge.
    peer_level *(*make)(const carom_vec2 *a, const carom_vec2 *b, int count);
    void (*free)(peer_level *level);
    /// Return whether the ray hits, whether the moving circle hits, and the number of segments with an AABB that
    /// overlaps the box. Null: not supported.
    bool (*ray)(peer_level *level, carom_vec2 from, carom_vec2 move);
    bool (*cast)(peer_level *level, carom_vec2 from, float radius, carom_vec2 move);
    int (*box)(peer_level *level, carom_box box);
} level_peer;

/// Returns the peers that are compiled in, and writes their number to *count.
const level_peer *const *level_peers(int *count);
