# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: EDGE_SPEED in src/geom/impact.c
#
# The speed toward an edge of the difference, e x m (edge_time): two roundings of an edge (d1, d2), one of the motion, a
# product and the difference. The error must be within 2/3 of the bound (quotient.g). Exact values with |left| + |right| =
# 1, w the share of left. The bound carries seven roundings.
first = (1 + 2.00001 * d1) * (1 + d3) * (1 + d4) * (1 + d7);
second = (1 + 2.00001 * d2) * (1 + d5) * (1 + d6) * (1 + d7);
error = w * (first - 1) - s * ((1 - w) * (second - 1));
bound = 2 / 3 * (@K@ * 1b-53 * (1 - 1b-49));
{ w in [0, 1] /\ s in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 1024;
