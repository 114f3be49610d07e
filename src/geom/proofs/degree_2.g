# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: CR_DEGREE_2 in src/geom/predicate.h
#
# The side of a displacement and an edge of the difference, e x (p - v) (cr_side_of_edge), the cross or dot product with
# the most roundings: a merged edge has two (its two terms do not cancel; d1, d2), the offset three of |p| + |v| (two of
# p, or one of v, and their difference; d3, d4), the product (d5, d6) and the final difference (d7) one each. Exact values
# with |e.x| (|p.y| + |v.y|) + |e.y| (|p.x| + |v.x|) = 1, w the share of the first, s1 and s2 the offset relative to its
# terms. The bound carries nine roundings. near_vertex.g is tight; degree_4.g uses that the error is below 7.05 u.
first = (1 + 2.00001 * d1) * (1 + d5) * (1 + d7);
second = (1 + 2.00001 * d2) * (1 + d6) * (1 + d7);
error = w * (s1 * (first - 1) + 3.00001 * d3 * first) - (1 - w) * (s2 * (second - 1) + 3.00001 * d4 * second);
bound = @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1] /\ s1 in [-1, 1] /\ s2 in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53]
  /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 /\ error - 7.05 * 1b-53 <= 0 /\ error + 7.05 * 1b-53 >= 0 }
$ w in 256;
