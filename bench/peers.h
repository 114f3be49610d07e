// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Other libraries with the same queries. The installed ones are compiled in. Debian builds both
// with assertions: state this with every figure.
#pragma once

#include "carom/geom.h"

#include <stdbool.h>

typedef struct peer_shape peer_shape;

/// A library with queries on two shapes. A query that it does not support is null.
typedef struct peer {
    const char *name;
    /// Returns null for a kind that the library does not support.
    peer_shape *(*make)(const carom_shape *shape);
    void (*free)(peer_shape *shape);
    bool (*overlap)(const peer_shape *a, const peer_shape *b);
    bool (*ray)(carom_vec2 from, carom_vec2 move, const peer_shape *b);
    /// Sweeps a circle against b.
    bool (*circle_sweep)(carom_vec2 from, float radius, carom_vec2 move, const peer_shape *b);
} peer;

/// Returns the peers that are compiled in, and writes their number to *count.
const peer *const *peers(int *count);
