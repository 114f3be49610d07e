// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// Families of random pairs of shapes with motions: uniform, as in games, and adverse.
#pragma once

#include "carom/geom.h"
#include "random.h"

typedef enum family {
    FAMILY_LATTICE,    ///< small integers: often touching, collinear and contained
    FAMILY_GRID,       ///< coordinates of tile games, multiples of 1/16
    FAMILY_UNIFORM,    ///< full mantissas
    FAMILY_SCALES,     ///< sizes of a thousandth and of a million
    FAMILY_TOUCH,      ///< in exact contact at the start, along Pythagorean triples; moving in, along, away
    FAMILY_TOUCH_ULP,  ///< the same, some numbers a few ulp off
    FAMILY_ARRIVE,     ///< in exact contact at the end of the motion or at a half, a quarter ... of it
    FAMILY_ARRIVE_ULP, ///< the same, some numbers a few ulp off
    FAMILY_PARALLEL,   ///< passing along a side, exactly or nearly
    FAMILY_LONG,       ///< sweeps of ten thousand radii
    FAMILY_STILL,      ///< no motion
    FAMILY_DEGENERATE, ///< segments without length, circles without radius, boxes without width
    FAMILY_DENORMAL,   ///< integer multiples of the least float
    FAMILY_OFFSET,     ///< a million units from the origin
    FAMILY_FAR_APART,  ///< a, b and the motions of very different exponents
    FAMILY_LAST_BITS,  ///< touching at the start or in passing to about the last bit of double, where filters are
                       ///< inconclusive
    FAMILY_NEAR,       ///< a gap or depth at the start of 2^-8 to 2^-56 of the shapes, and a motion about as long
    FAMILY_COUNT
} family;

enum { SCENE_PARTS = 4 };

/// Compounds refer to the scene: do not copy it.
typedef struct scene {
    carom_shape a, b;
    carom_vec2 a_move, b_move;
    carom_shape a_parts[SCENE_PARTS], b_parts[SCENE_PARTS];
} scene;

const char *family_name(family f);

/// Segments are sometimes one-sided; ends are switched off only if the other shape is a point or a circle.
void make_scene(random_source *r, family f, carom_shape_kind a, carom_shape_kind b, scene *out);
