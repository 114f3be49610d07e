# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: CR_DEGREE_4 in src/geom/predicate.h
#
# Which end of an edge a contact is beyond, inward * start + (depth - R |e|) * along (cr_meets_beside). Cross and dot
# products of a merged edge (two roundings), a vertex or the motion (one), a product and a sum have five: their product
# has eleven (d1), R |e| six (edge_gap.g), less depth seven, times along thirteen (d2). The sum rounds once (d3). Relative to the
# sum of the terms = 1, w the share of the first; each cross and dot product is at most the product of the lengths, by
# Cauchy and Schwarz, so that |e|^2 |m| (|v| + |u| + R) is at least the sum. The bound carries at most twelve roundings.
error = w * (s1 * ((1 + 11.00001 * d1) * (1 + d3) - 1)) + (1 - w) * (s2 * ((1 + 13.00001 * d2) * (1 + d3) - 1));
bound = @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1] /\ s1 in [-1, 1] /\ s2 in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 16;
