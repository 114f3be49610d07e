# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: VERTEX_SPEED in src/geom/impact.c
#
# The approach of a path to a vertex, v . m (vertex_time): one rounding of each, of the products and of the sum. The root
# that is added has a bound of its own (room.g); the roundings of the root and of the sum are part of QUOTIENT_ROUNDING,
# as both are positive. The error must be within 2/3 of the bound (quotient.g). Exact values with |v.x m.x| + |v.y m.y| =
# 1, w the share of the first. The bound carries six roundings.
first = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d7);
second = (1 + d4) * (1 + d5) * (1 + d6) * (1 + d7);
error = w * (first - 1) + s * ((1 - w) * (second - 1));
bound = 2 / 3 * (@K@ * 1b-53 * (1 - 1b-49));
{ w in [0, 1] /\ s in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 256;
