// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Other libraries, asked the same questions. Those that are installed when the project is configured are compiled in.
// Debian builds both with their assertions on; say so beside any figure.
#pragma once

#include "carom/geom.h"

#include <stdbool.h>

typedef struct peer_shape peer_shape;

/// A library that answers questions about two shapes. A function it has no routine for is null.
typedef struct peer {
    const char *name;
    /// Null for a kind the library does not have.
    peer_shape *(*make)(const carom_shape *shape);
    void (*free)(peer_shape *shape);
    bool (*overlap)(const peer_shape *a, const peer_shape *b);
    bool (*ray)(carom_vec2 from, carom_vec2 move, const peer_shape *b);
    /// A circle of a radius, moving, against b.
    bool (*circle_sweep)(carom_vec2 from, float radius, carom_vec2 move, const peer_shape *b);
} peer;

/// The peers that are compiled in; *count of them.
const peer *const *peers(int *count);
