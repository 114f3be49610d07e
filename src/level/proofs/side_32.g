# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: SIDE_ERROR in src/level/query/overlap.c
#
# Twice the distance of the centre of a box to the left of an edge, times its length, plus or minus half of the extent of
# the box (compare_with_box). In units of length (length + size), the exact products are at most 2 in sum, because box
# and edge overlap along both axes: w is the share of the first, s and r are the coordinates. They carry the rounding of
# the edge (d1, d2), of two differences and their sum (d3, d4: two), of the product (d5, d6) and of the difference (d7).
# The extent is at most 1/2; it carries the roundings of edge, side, product and sum (d8: four). Then both are added
# (d9), and the bound to the extent (d10). The bound itself carries at most seven roundings.
first = (1 + d1) * (1 + 2 * d3) * (1 + d5) * (1 + d7);
second = (1 + d2) * (1 + 2 * d4) * (1 + d6) * (1 + d7);
off = 2 * (w * (s * (first * (1 + d9) - 1)) - (1 - w) * (r * (second * (1 + d9) - 1))) + half * ((1 + 4.01 * d8) * (1 + d9) - 1);
extent = half * ((1 + 4.01 * d8) * (1 + d10) - 1) + @K@ * 1b-24 * d10;
error = off - extent;
bound = @K@ * 1b-24 * (1 - 8b-24);
{ w in [0, 1] /\ s in [-1, 1] /\ r in [-1, 1] /\ half in [0, 0.5]
  /\ d1 in [-1b-24, 1b-24] /\ d2 in [-1b-24, 1b-24] /\ d3 in [-16945000b-48, 16945000b-48] /\ d4 in [-16945000b-48, 16945000b-48]
  /\ d5 in [-1b-24, 1b-24] /\ d6 in [-1b-24, 1b-24] /\ d7 in [-1b-24, 1b-24] /\ d8 in [-1b-24, 1b-24] /\ d9 in [-1b-24, 1b-24]
  /\ d10 in [-1b-24, 1b-24]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 64;
