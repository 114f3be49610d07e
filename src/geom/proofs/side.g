# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: CR_SIDE in src/geom/predicate.h
#
# cr_side and the convexity of polygons: V = L - R, L = (b - a).x (p - a).y, R = (b - a).y (p - a).x; two differences
# and a product each. Exact values with |l| + |r| = 1: l = w, r = s (1 - w). Each d is one rounding. The bound K u (|L| +
# |R|) carries five roundings, two of its own.
first = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d7);
second = (1 + d4) * (1 + d5) * (1 + d6) * (1 + d7);
error = w * (first - 1) - s * ((1 - w) * (second - 1));
bound = @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1] /\ s in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 256;
