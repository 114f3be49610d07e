// SPDX-FileCopyrightText: 2026 The Carom authors
// SPDX-License-Identifier: MIT
//
// What exact arithmetic answers, for the tests: every question of carom/geom.h decided on GMP integers, slowly and by
// another road than the library's own.
//
// Two shapes a and b, each the convex hull of a few corners grown by a radius, meet when a is shifted by w exactly if
// w lies in C = hull(b's corners - a's corners) grown by the sum R of the radii. So:
// - a and b are apart, touching or inside each other as the origin lies outside, on the boundary or inside of C;
// - a sweep by m has entered by the time t when the origin is inside of the hull swept by t * m, grown by R. That is
//   monotone in t, so a time is checked by two such tests, one at the float that was answered and one at the next.
// There is no square root and no rounding anywhere but in the checks of lengths and directions, which have a bound.
//
// Ends that are switched off are decided against discs and points only: what "that end alone" means for a box is not
// crisp (oracle_knows).
#pragma once

#include "carom/geom.h"

typedef enum { ORACLE_INSIDE = -1, ORACLE_TOUCHING = 0, ORACLE_APART = 1 } oracle_relation;

/// Can the oracle decide this pair? All but ends switched off against something that is not a point or a circle.
bool oracle_knows(const carom_shape *a, const carom_shape *b);

/// At least three vertices, each a strict left turn, and once round.
bool oracle_is_convex(const carom_polygon *polygon);

/// How a and b lie, sides and switched-off ends ignored. Of compounds the closest parts count.
oracle_relation oracle_relate(const carom_shape *a, const carom_shape *b);

bool oracle_overlap(const carom_shape *a, const carom_shape *b);

/// The exact answer of a sweep; of several parts the first at the earliest float time, one it is inside of before
/// others.
typedef struct oracle_hit {
    bool hit, inside;
    float t;
    int part_a, part_b;
} oracle_hit;

/// Finds t by bisection: for messages and for comparing other routines. The checks below are much faster.
oracle_hit oracle_sweep(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move);

/// Each says in a few words what is wrong with an answer of the library, or null if it is right.
const char *oracle_fault_of_distance(const carom_shape *a, const carom_shape *b, const carom_gap *answer);
const char *oracle_fault_of_contact(const carom_shape *a, const carom_shape *b, const carom_contact_points *answer);
const char *oracle_fault_of_sweep(const carom_shape *a, carom_vec2 a_move, const carom_shape *b, carom_vec2 b_move,
                                  const carom_sweep_hit *answer);
const char *oracle_fault_of_ray(carom_vec2 from, carom_vec2 move, const carom_shape *b, const carom_ray_hit *answer);

const char *oracle_fault_of_ray_sphere(carom_vec3 from, carom_vec3 move, carom_vec3 center, float radius,
                                       const carom_hit3 *answer);
const char *oracle_fault_of_sphere_segment(carom_vec3 center, float radius, carom_vec3 move, carom_vec3 a, carom_vec3 b,
                                           const carom_hit3 *answer);
