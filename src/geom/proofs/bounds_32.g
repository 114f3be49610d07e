# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: CR_BOUNDS_32 in src/geom/predicate.h
#
# Two bounds at a gap g, radii R and S, and a motion M that may close the gap (cr_stay_apart): if fl(g) > fl((R + S) + M)
# (1 + K), then g > R + S + M. Of the gap, the sum of the radii, the motion, their sum, and its product with 1 + K, each
# carries one rounding; 1 + K is rounded to a float, by at most 2^-24 (d6). Exact values with R + S + M = 1, w the share of
# the radii, and g <= 1: then the test must fail. Sums of floats do not underflow; a product that does is not below its
# first factor. cr_are_apart has the same form without a motion.
gap = g * (1 + d1);
reach = (1 + (w * d2 + (1 - w) * d3)) * (1 + d4) * ((1 + @K@ * 1b-24 + d6) * (1 + d5));
{ w in [0, 1] /\ g in [0, 1]
  /\ d1 in [-1b-24, 1b-24] /\ d2 in [-1b-24, 1b-24] /\ d3 in [-1b-24, 1b-24] /\ d4 in [-1b-24, 1b-24] /\ d5 in [-1b-24, 1b-24]
  /\ d6 in [-1b-24, 1b-24]
  -> gap - reach <= 0 }
