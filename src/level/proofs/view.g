# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: REACH_MARGIN in src/level/query/sweep.c
#
# The distance of the end of an edge to the left of the path, m x a, or along it, m . a (view_edge), divided by |m|. An end
# relative to the centre carries one rounding (d1, d2), the products and their sum one each. A coordinate of an edge is at
# most the reach of the index, taken as 1 (s1, s2); that of the centre has POSITION_MARGIN, which is 2^33 times as much. m =
# (c, sqrt(1 - c^2)) with |m| = 1. The bound carries at most eight roundings.
first = s1 * ((1 + d1) * (1 + d3) * (1 + d5) - 1);
second = s2 * ((1 + d2) * (1 + d4) * (1 + d5) - 1);
error = c * first - sqrt(1 - c * c) * second;
bound = @K@ * 1b-53 * (1 - 1b-49);
{ c in [0, 1] /\ s1 in [-1, 1] /\ s2 in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ c in 256;
