// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The motions of `carom bench turns`, and the peer that finds the times of impact of the same motions.
#pragma once

#include "carom/geom.h"

enum { TURNS_PAIRS = 1024 };

/// Pairs of shapes; both move and turn.
typedef struct turns_scene {
    carom_shape a[TURNS_PAIRS], b[TURNS_PAIRS];
    carom_turning a_motion[TURNS_PAIRS], b_motion[TURNS_PAIRS];
} turns_scene;

/// A library that prepares its shapes and motions before the time is taken. `sweep` runs over all pairs and returns the
/// number of hits.
typedef struct turns_peer {
    const char *name;
    void (*prepare)(const turns_scene *scene);
    long long (*sweep)(void *scene);
} turns_peer;
