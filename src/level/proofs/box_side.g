# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: CR_DEGREE_2 in src/geom/predicate.h
#
# A box against the line of an edge (box_meets): e x (c - a) against |e| half. Half of the extent carries one rounding; the centre c
# is its sum with a side, and rounds once; c - a rounds once: two of |c| + |a| (d4), and the rounding of half (d5). The
# edge (d1), the product (d2) and the difference (d3) round once. |e| half has the edge, half, a product, a sum and the
# sum with the bound: five (d6). Relative to the terms and |e| half = 1: w the share of the terms, s the cross product
# relative to them. The bound carries at most eight roundings.
error = w * (s * ((1 + d1) * (1 + d2) * (1 + d3) - 1) + 2.00001 * d4 * ((1 + d1) * (1 + d2) * (1 + d3))) + (1 - w) * (1.00001 * d5 + 5.00001 * d6);
bound = @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1] /\ s in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 64;
