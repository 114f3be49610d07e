# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: CR_DEGREE_4 in src/geom/predicate.h
#
# The distance from a line: R^2 e^2 - (e x (p - v))^2 (cr_near_line). The cross product has an error of at most 7.05 u
# of the sum of its products (degree_2.g); its square is relative to the square of that sum, c its exact value.
# R^2 carries two roundings of R and a product, e^2 two of each factor, a product and a sum. Relative to R^2 e^2 + size^2
# = 1, w the share of the first. The bound carries twenty roundings.
#
# The other uses have fewer: the path and a vertex (cr_passes_vertex, strike_vertex) 10.1, as in room.g; a circle and a
# segment at rest (relate_circle_segment) ten; sweep_room.g and meets_beside.g.
near = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d4) * (1 + d5) * (1 + d6) * (1 + d7) * (1 + d8) * (1 + d9) * (1 + d13) * (1 + d14);
far = (c + 7.05 * d11) * (c + 7.05 * d11) * ((1 + d12) * (1 + d10));
error = w * (near * (1 + d10) - 1) - (1 - w) * (far - c * c);
bound = @K@ * 1b-53 * (1 - 1b-48);
{ w in [0, 1] /\ c in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53] /\ d9 in [-1b-53, 1b-53] /\ d10 in [-1b-53, 1b-53]
  /\ d11 in [-1b-53, 1b-53] /\ d12 in [-1b-53, 1b-53] /\ d13 in [-1b-53, 1b-53] /\ d14 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
far - c * c -> c * c * ((1 + d12) * (1 + d10) - 1) + (14.1 * c * d11 + 7.05 * 7.05 * (d11 * d11)) * ((1 + d12) * (1 + d10));
$ w in 64, c in 4;
