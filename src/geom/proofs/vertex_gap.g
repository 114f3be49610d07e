# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: VERTEX_GAP in src/geom/impact.c
#
# The gap to the circle about a vertex, v^2 - R^2 (vertex_time): a vertex and R carry one rounding each, a square and the
# sum one: four of v^2, three of R^2. The rounding of the gap itself is part of QUOTIENT_ROUNDING. The error must be within
# 3/4 of the bound (quotient.g). Exact values with v^2 + R^2 = 1, w the share of v^2. The bound carries six roundings.
far = (1 + d1) * (1 + d1) * (1 + d2) * (1 + d3);
near = (1 + d4) * (1 + d4) * (1 + d5);
error = w * (far - 1) - (1 - w) * (near - 1);
bound = 3 / 4 * (@K@ * 1b-53 * (1 - 1b-49));
{ w in [0, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 256;
