# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: CR_DEGREE_2 in src/geom/predicate.h
#
# The distance of a moving centre from the side of a box, low - t m (across_at): low carries one rounding, the product one,
# their difference one. The error of t has a term of its own. Relative to |low| + |high| + |t m| = 1: w the share of low.
# The bound carries four roundings.
error = w * (s1 * ((1 + d1) * (1 + d3) - 1)) - (1 - w) * (s2 * ((1 + d2) * (1 + d3) - 1));
bound = @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1] /\ s1 in [-1, 1] /\ s2 in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 16;
