# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: CR_DEGREE_2 in src/geom/predicate.h
#
# Two circles at rest, R^2 - (x^2 + y^2) (relate_points, cr_circle_pair_relate, circle_circles, strike_disc,
# relate_circle_box): a coordinate and the sum of the radii carry one rounding each, a square one, the sum one, the difference one.
# Exact values with R^2 + x^2 + y^2 = 1, w the share of R^2. The bound carries six roundings.
near = (1 + d1) * (1 + d1) * (1 + d2);
far = (1 + d3) * (1 + d3) * (1 + d4) * (1 + d5);
error = w * (near * (1 + d6) - 1) - (1 - w) * (far * (1 + d6) - 1);
bound = @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 64;
