# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: CORE_SIDE in src/geom/core.c
#
# The side of the sum of up to eight vertices, e x sum (v - a) (cr_core_side). Each difference rounds once, and seven sums:
# at most eight roundings of the sum of magnitudes (d3, d4), as sums of k terms by hand: a term passes at most k - 1 of the
# sums. The edge (d1, d2), the product (d5, d6) and the difference (d7) round once. Exact values with |e.x| size_y + |e.y|
# size_x = 1, w the share of the first. The bound carries at most twelve roundings.
first = (1 + d1) * (1 + d5) * (1 + d7);
second = (1 + d2) * (1 + d6) * (1 + d7);
error = w * (s1 * (first - 1) + 8.00001 * d3 * first) - (1 - w) * (s2 * (second - 1) + 8.00001 * d4 * second);
bound = @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1] /\ s1 in [-1, 1] /\ s2 in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 256;
