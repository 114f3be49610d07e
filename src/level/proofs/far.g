# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: ROUNDING in src/level/query/sweep.c
#
# The distance of a displaced centre from the line of an edge, times its length, a x b (is_far). The ends a and b are
# relative to the centre, and then to the displacement d: two differences, two roundings of |a| + |d|; a product of both
# and the difference. Exact values with the sum of the terms (|a.x| + |d.x|) (|b.y| + |d.y|) and (|a.y| + |d.y|) (|b.x| +
# |d.x|) = 1: w the share of the first, s1 and s2 the coordinates relative to their terms. The bound carries eight roundings.
first = (s1 + 2.00001 * d1) * (s2 + 2.00001 * d2) * ((1 + d5) * (1 + d7));
second = (s3 + 2.00001 * d3) * (s4 + 2.00001 * d4) * ((1 + d6) * (1 + d7));
error = w * (first - s1 * s2) - (1 - w) * (second - s3 * s4);
bound = @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1] /\ s1 in [-1, 1] /\ s2 in [-1, 1] /\ s3 in [-1, 1] /\ s4 in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
first - s1 * s2 -> s1 * s2 * ((1 + d5) * (1 + d7) - 1) + (2.00001 * (s1 * d2 + s2 * d1) + 2.00001 * 2.00001 * (d1 * d2)) * ((1 + d5) * (1 + d7));
second - s3 * s4 -> s3 * s4 * ((1 + d6) * (1 + d7) - 1) + (2.00001 * (s3 * d4 + s4 * d3) + 2.00001 * 2.00001 * (d3 * d4)) * ((1 + d6) * (1 + d7));
$ w in 16;
