// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Families of random pairs of shapes with their motions: plain ones, those of games, and those made to be hard.
#pragma once

#include "carom/geom.h"
#include "random.h"

typedef enum family {
    FAMILY_LATTICE,    ///< small whole numbers: touching, collinear and contained at every turn
    FAMILY_GRID,       ///< tile-game numbers, multiples of 1/16
    FAMILY_UNIFORM,    ///< full mantissas
    FAMILY_SCALES,     ///< a thousandth against a million
    FAMILY_TOUCH,      ///< in exact contact at the start, along Pythagorean triples; moving in, along, away
    FAMILY_TOUCH_ULP,  ///< the same, some numbers a few ulp off
    FAMILY_ARRIVE,     ///< in exact contact at the end of the motion or at a half, a quarter ... of it
    FAMILY_ARRIVE_ULP, ///< the same, some numbers a few ulp off
    FAMILY_PARALLEL,   ///< passing along a side, or all but
    FAMILY_LONG,       ///< sweeps of ten thousand radii
    FAMILY_STILL,      ///< no motion
    FAMILY_DEGENERATE, ///< segments without length, circles without radius, boxes without width
    FAMILY_DENORMAL,   ///< whole multiples of the least float
    FAMILY_OFFSET,     ///< a million away from the origin
    FAMILY_FAR_APART,  ///< a, b and the motions of very different exponents
    FAMILY_LAST_BITS,  ///< touching at the start or in passing to about the last bit of double, where filters give up
    FAMILY_COUNT
} family;

enum { SCENE_PARTS = 4 };

/// Compounds point into the scene: do not copy it.
typedef struct scene {
    carom_shape a, b;
    carom_vec2 a_move, b_move;
    carom_shape a_parts[SCENE_PARTS], b_parts[SCENE_PARTS];
} scene;

const char *family_name(family f);

/// Segments are one-sided now and then; ends are switched off only where the other shape is a point or a circle.
void make_scene(random_source *r, family f, carom_kind a, carom_kind b, scene *out);
