// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// The oracle of the tests: decides every query of carom/geom.h exactly, with GMP integers, slowly and by a different
// method than the library.
//
// Two shapes a and b are convex hulls of a few corners, grown by a radius. If a is translated by w, they overlap
// exactly if w lies in C = hull(b's corners - a's corners) grown by the sum R of the radii. So:
// - a and b are apart, touching or inside each other if the origin is outside, on the boundary or inside C;
// - a sweep by m has entered by the time t if the origin is inside the hull swept by t * m, grown by R. That is
//   monotone in t, so a time is checked by two such tests, one at the float that was returned and one at the next.
//   There is no square root and no rounding but in the checks of lengths and directions, which have a bound.
//
// Ends that are switched off are decided against circles and points only: for a box, "that end alone" is not
// well-defined (oracle_knows).
#pragma once

#include "carom/geom.h"

typedef enum { ORACLE_INSIDE = -1, ORACLE_TOUCHING = 0, ORACLE_APART = 1 } oracle_relation;

/// True if the oracle can decide this pair: not if ends are switched off and the other shape is no point or circle.
bool oracle_knows(const carom_shape *a, const carom_shape *b);

/// True for at least three vertices, each a strict left turn, and a single turn around.
bool oracle_is_convex(const carom_polygon *polygon);

/// The relation of a and b, ignoring one-sidedness and switched-off ends. Of compounds the closest parts count.
oracle_relation oracle_relate(const carom_shape *a, const carom_shape *b);

bool oracle_overlap(const carom_shape *a, const carom_shape *b);

/// The exact result of a sweep. Of several parts, the first at the earliest float time; one in penetration comes before
/// others.
typedef struct oracle_hit {
    bool hit, inside;
    float t;
    int part_a, part_b;
} oracle_hit;

/// Finds t by bisection, for messages and for comparing other routines. The checks below are much faster.
oracle_hit oracle_sweep(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move);

/// Each returns what is wrong with a result of the library, in a few words, or null if it is right.
const char *oracle_fault_of_distance(const carom_shape *a, const carom_shape *b, const carom_separation *answer);
const char *oracle_fault_of_contact(const carom_shape *a, const carom_shape *b, const carom_contact_points *answer);
const char *oracle_fault_of_sweep(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move,
                                  const carom_sweep_hit *answer);
const char *oracle_fault_of_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b, const carom_ray_hit *answer);

const char *oracle_fault_of_ray_sphere(carom_vec3 from, carom_vec3 move, carom_vec3 center, float radius,
                                       const carom_hit3 *answer);
const char *oracle_fault_of_sphere_segment(carom_vec3 center, float radius, carom_vec3 move, carom_vec3 a, carom_vec3 b,
                                           const carom_hit3 *answer);
