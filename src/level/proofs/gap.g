# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# generous bound: ROUNDING in src/level/query/sweep.c
#
# The gap between a shape and the line of an edge, times the length of the edge: |a x b| - span - r |e| (face_to). The
# ends a and b are relative to the centre of the shape and carry one rounding a component; the products and their
# difference one each: |a| |b| terms of at most four (d1 to d4, and d5). A corner of the span carries one rounding in
# each of edge and corner, a product and a difference: at most four of |e| times its distance from the centre (d6); the
# radius times the length those of the edge, a square, a sum, a root and a product: at most five (d7). Two differences
# remain (d8, d9). Exact values with |left| + |right| + size |e| = 1: w the share of left, v that of right, the rest that
# of the span and the radius (s, q), which are at most the size. The bound carries at most ten roundings.
cross = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d5);
crossed = (1 + d1) * (1 + d2) * (1 + d4) * (1 + d5);
rest = (1 + d8) * (1 + d9);
side = w * (cross * rest - 1) + s2 * (v * (crossed * rest - 1));
span = s * ((1 + 4 * d6) * rest - 1);
round = q * ((1 + 5 * d7) * (1 + d9) - 1);
error = side - span - round;
bound = @K@ * (1 - 1b-49);
{ w in [0, 1] /\ v in [0, 1] /\ s in [-1, 1] /\ q in [0, 1] /\ s2 in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53] /\ d9 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
