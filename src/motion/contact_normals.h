// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// All surfaces that a shape touches at a position. A response to all of them together depends neither on the order of
// shapes nor on which of several simultaneous hits was reported.
#pragma once

#include "base/float.h"
#include "carom/motion.h"
#include "motion/clear_position.h"
#include "motion/response.h"

enum { CR_OBSTACLES = CR_RESPONSE_SURFACES - CAROM_MOVE_MAX_CASTS }; // obstacles considered at one position

/// Writes the obstacles closer to a placed shape than `margin`, and perhaps some a little farther; returns how many.
int cr_obstacles_near(const carom_scene *scene, const carom_shape *placed, double margin,
                      carom_scene_contact out[CR_OBSTACLES]);

/// Returns the largest coordinate of the bounds of a placed shape and of its position. Each bounds the rounding of a
/// placed vertex.
double cr_largest_coordinate(carom_box bounds, carom_vec2 at);

/// Returns true if two positions of a shape differ by a few ulp at most. `placed` is the shape at or near them.
bool cr_is_same_position(const carom_shape *placed, carom_vec2 a, carom_vec2 b);

/// Writes all surfaces that a shape at a position touches, within a few ulp, and the one that was hit. Where corners of
/// two shapes touch, writes the side that keeps more of the velocity, if it approaches both. `repeated` are normals to
/// add in any case: those hit at this position again after a response.
void cr_touched_surfaces(const cr_resting *r, const carom_scene_hit *hit, carom_vec2 velocity,
                         const carom_vec2 *repeated, int repeated_count, cr_surfaces *out);

/// The meaning of a hit near an end of the shape.
typedef struct cr_end_contact {
    bool passes;       ///< the shape is over the end of the surface by an ulp only, and its motion passes
    carom_vec2 beside; ///< if it passes: the position beside that end, to continue from without a response
    carom_vec2 normal; ///< otherwise: the normal of the surface that stops it, which is not always that of the hit
} cr_end_contact;

/// Returns whether a shape that a hit stops passes the end of the surface. Where it rests on a surface that the
/// obstacle continues, the corner of the obstacle does not stop it, but that surface does. Almost all hits are decided
/// without a query: they do not pass.
cr_end_contact cr_end_contact_of(const cr_resting *r, carom_vec2 move, const carom_sweep_hit *hit);
