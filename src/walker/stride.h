// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// One walker through one step: what its parts share. walker.c begins and ends the step, surface.c tells ground from
// wall, ground.c goes along the ground, air.c through the air.
#pragma once

#include "base/float.h"
#include "carom/walker.h"
#include "walker/moment.h"

typedef struct cr_vector2 {
    double x, y;
} cr_vector2;

typedef struct cr_stride {
    const carom_walker_desc *desc;
    const carom_space *space; // of the moment, where there are platforms
    cr_moment moment;
    cr_vector2 up, right;     // of unit length, at right angles
    double size;              // of the shape: the lesser of width and height
    double slope, step, snap; // of the desc, defaults filled in
    carom_vec2 at;
    cr_vector2 velocity; // in the air, and relative to ground that moves
    cr_vector2 slip;     // how it slid down too steep ground at the end of the last step
    double walked;       // over the ground in this step: 1 towards `right`, -1 away from it, or 0
    double left;         // of the slice
    double until;        // the time when the slice ends
    double owed;         // over the ground, towards `right`
    bool grounded;
    carom_ground ground;
    carom_stride told;
} cr_stride;

static inline double cr_dot2(cr_vector2 a, cr_vector2 b) {
    return a.x * b.x + a.y * b.y;
}
static inline cr_vector2 cr_widen2(carom_vec2 v) {
    return (cr_vector2){(double)v.x, (double)v.y};
}
static inline carom_vec2 cr_narrow2(cr_vector2 v) {
    return (carom_vec2){(float)v.x + 0.0f, (float)v.y + 0.0f};
}
static inline cr_vector2 cr_times2(cr_vector2 v, double factor) {
    return (cr_vector2){v.x * factor, v.y * factor};
}
static inline cr_vector2 cr_plus2(cr_vector2 a, cr_vector2 b) {
    return (cr_vector2){a.x + b.x, a.y + b.y};
}
static inline cr_vector2 cr_minus2(cr_vector2 a, cr_vector2 b) {
    return (cr_vector2){a.x - b.x, a.y - b.y};
}

// ---- walker.c: looking and going ------------------------------------------------------------------------------------

/// What is met on the way, in the time of the moment; counted. The moment is over then.
carom_space_hit cr_stride_look(cr_stride *w, carom_vec2 move);
/// Goes to what was met, or to the end of a way that met nothing. Tells how far it went.
cr_vector2 cr_stride_go(cr_stride *w, carom_vec2 move, const carom_space_hit *hit);
/// Deeper than touch in something: out of it, or crushed, which is told and answered false.
bool cr_stride_push_out(cr_stride *w);
/// How far a place of this step can be off by the rounding of its coordinates.
double cr_stride_grain(const cr_stride *w);

// ---- surface.c: ground or wall --------------------------------------------------------------------------------------

/// Is a surface of this normal flat enough to stand on?
bool cr_stride_is_flat(const cr_stride *w, carom_vec2 normal);
/// Does what was met carry a walker that is on the ground already? A corner does as well, if it is no higher than a
/// step, and what it is a corner of can be stood on.
bool cr_stride_carries(cr_stride *w, const carom_space_hit *hit);
/// How high a point is above the lowest one of the shape.
double cr_stride_height(const cr_stride *w, carom_vec2 point);
/// Stands on what was met.
void cr_stride_stand(cr_stride *w, const carom_space_hit *hit);

// ---- ground.c, air.c ------------------------------------------------------------------------------------------------

/// Goes over the ground for what is left of the step, or until the ground ends; then it is in the air.
void cr_stride_ground(cr_stride *w);
/// Flies for what is left of the step, or until it lands.
void cr_stride_air(cr_stride *w);
