# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: EDGE_GAP in src/geom/impact.c
#
# The gap to an edge of the difference, e x v - R |e| (edge_time). An edge carries two roundings (d1, d2), a vertex one, a
# product and their difference one each: e x v has five. |e| has six of its square, which a root halves, and its own
# rounding; R has one and their product one: six (d3). The rounding of the gap itself is part of QUOTIENT_ROUNDING. The
# error must be within 3/4 of the bound (quotient.g). Exact values with |e.x v.y| + |e.y v.x| + R |e| = 1: z the share of R
# |e|, w that of the first product in the rest. The bound carries eight roundings.
first = (1 + 2.00001 * d1) * (1 + d4) * (1 + d5) * (1 + d6);
second = (1 + 2.00001 * d2) * (1 + d7) * (1 + d8) * (1 + d6);
error = (1 - z) * (w * (first - 1) - s * ((1 - w) * (second - 1))) - z * (6.00001 * d3);
bound = 3 / 4 * (@K@ * 1b-53 * (1 - 1b-49));
{ w in [0, 1] /\ z in [0, 1] /\ s in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 64, z in 64;
