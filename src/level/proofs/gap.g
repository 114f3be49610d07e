# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: ROUNDING in src/level/query/sweep.c
#
# The gap between a shape and the line of an edge, times the length of the edge: |a x b| - span - r |e| (face_to). The
# ends a and b are relative to the centre of the shape and carry one rounding a component; the products and their
# difference one each: |a| |b| terms of at most four (d1 to d4, and d5). A corner of the span carries one rounding in
# each of edge and corner, a product and a difference: at most four of |e| times its distance from the centre (d6); the
# radius times the length those of the edge, a square, a sum, a root and a product: at most five (d7). Two differences
# remain (d8, d9). Exact values with |left| + |right| + size |e| = 1: z the share of the cross product, w that of left in
# it; the size is the sum of the greatest distance of a corner and the radius, y the share of the first. The bound carries
# at most ten roundings. The speed toward the edge has less: three roundings.
cross = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d5);
crossed = (1 + d1) * (1 + d2) * (1 + d4) * (1 + d5);
rest = (1 + d8) * (1 + d9);
side = z * (w * (cross * rest - 1) + s2 * ((1 - w) * (crossed * rest - 1)));
span = y * (s * ((1 + 4.00001 * d6) * rest - 1));
round = (1 - y) * ((1 + 5.00001 * d7) * (1 + d9) - 1);
error = side - (1 - z) * (span + round);
bound = @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1] /\ z in [0, 1] /\ y in [0, 1] /\ s in [-1, 1] /\ s2 in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53] /\ d9 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 4, z in 4, y in 4;
