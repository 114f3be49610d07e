// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The oracle for shapes that turn: exact integers, and Sturm sequences (C. Sturm, 1829) of the polynomials of contact.
//
// Two convex shapes penetrate at time t if no edge of either separates their interiors (without radius), or if a vertex
// of one is nearer than the radius to an edge of the other. Each of these is a sign of a polynomial of t. An interval
// of times is free of penetration if the signs prove it throughout; a time in it penetrates if they say so at that
// time; otherwise the interval is halved.
#pragma once

#include "geom/turning.h"

/// A shape at the start of its motion, with the motion.
typedef struct turning_body {
    const carom_shape *shape; ///< convex, not one-sided, at the start pose
    carom_vec2 pivot, move;
    const cr_spin *spin;
} turning_body;

typedef enum { PENETRATES_NEVER, PENETRATES, PENETRATION_UNKNOWN } penetration;

/// Whether a and b penetrate at some time in from..to, ends excluded, 0 <= from < to <= 1. Unknown if contacts of
/// different features fall on one irrational time.
penetration oracle_penetration(const turning_body *a, const turning_body *b, double from, double to);

/// Whether a and b penetrate at a time in 0..1.
bool oracle_penetrates_at(const turning_body *a, const turning_body *b, double t);
