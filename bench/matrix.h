// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The matrix of pairs: every query on every pair of convex kinds, and the peer that answers the same queries.
#pragma once

#include "carom/geom.h"

#include "random.h"

enum { MATRIX_PAIRS = 2048, MATRIX_KINDS = 6 };

extern const char *const matrix_kinds[MATRIX_KINDS];

/// Makes a shape of the kind, of size 0.5..2, with its centre within -2..2.
void matrix_make_shape(random_source *r, int kind, carom_shape *out);

/// The pairs of one combination of kinds; a moves.
typedef struct matrix_scene {
    carom_shape a[MATRIX_PAIRS], b[MATRIX_PAIRS];
    carom_vec2 move[MATRIX_PAIRS];
} matrix_scene;

/// A library that prepares its shapes before the time is taken. Each query runs over all pairs and returns the
/// number of hits.
typedef struct matrix_peer {
    const char *name;
    void (*prepare)(const matrix_scene *scene);
    long long (*overlap)(void *scene);
    long long (*distance)(void *scene);
    long long (*contact)(void *scene);
    long long (*sweep)(void *scene);
} matrix_peer;
