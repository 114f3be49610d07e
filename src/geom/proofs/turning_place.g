# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: TURNING_ERROR in src/geom/turning_curves.c
#
# A distance of turning shapes at one time (place_vertices, distance_of, distance_to_edge), in units of |u| + |v| + |w| +
# R: u between the pivots, v a vertex of one shape, w the farthest vertex of the other. Half of the bound covers it
# (stays_in_noise). An edge is at most 2 |w| long.
#
#     rotation  the direction of a half vector, twice (turning_far.g); its cosine and sine have at most s^2 + 4 |c| and 5 |s|
#               roundings, 5.23 in length
#     arm       a vertex or an edge: its own rounding, the rotation, 2 sqrt(2) of products and differences
#     of_u      motion, time and sum, and the sum with the arm
#     of_v      an arm, and the sum with u; past: the distance from the end of an edge, e . d / |e| - |e|: the difference d,
#               the arm e, a product and a sum, three of the length, the quotient, the difference
#     of_w      two lengths of e have three roundings each, and the difference
#     on_edge   the distance of v from w + e s: two arms, of which e is at most twice as long; a product, two differences,
#               two of the length
rotation = (1 + 2 * 1.527001 * d1) * (1 + 5.23 * d2);
arm = rotation * (1 + d3) * (1 + 2.82843 * d4);
past = (1 + d5) * arm * (1 + 2.00001 * d6) * (1 + 5.00001 * d7);
of_u = (1 + 4.00001 * d8) * past;
of_v = arm * (1 + d8) * past;
of_w = (arm * past - 1) + 2 * ((1 + 4.00001 * d7) - 1);
on_edge = (arm - 1) + 2 * (arm * (1 + d5) - 1) + ((1 + 4.00001 * d6) - 1);
bound = 1 / 2 * @K@ * 1b-53 * (1 - 1b-21);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53]
  -> of_u - 1 - bound <= 0 /\ of_u - 1 + bound >= 0 /\ of_v - 1 - bound <= 0 /\ of_v - 1 + bound >= 0
  /\ of_w - bound <= 0 /\ of_w + bound >= 0 /\ on_edge - bound <= 0 /\ on_edge + bound >= 0 }
