# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# generous bound: CR_DEGREE_2 in src/geom/predicate.h
#
# The side of a displacement and an edge of the difference, e x (p - v) (cr_side_of_edge), the signs of degree 2 with the
# most roundings: a merged edge has two (its two terms do not cancel), p two, v one, their difference one, the product
# and the final difference one each. Exact values with |e.x| (|p.y| + |v.y|) + |e.y| (|p.x| + |v.x|) = 1, w the share of
# the first, and t the share of p in it. The bound carries nine roundings.
edge_x = (1 + d1) * (1 + d2);
edge_y = (1 + d3) * (1 + d4);
p1 = t * (s1 * (edge_x * ((1 + d5) * (1 + d6) * (1 + d8) * (1 + d9) * (1 + d15)) - 1)) + (1 - t) * (s2 * (edge_x * ((1 + d7) * (1 + d8) * (1 + d9) * (1 + d15)) - 1));
p2 = t * (s3 * (edge_y * ((1 + d10) * (1 + d11) * (1 + d13) * (1 + d14) * (1 + d15)) - 1)) + (1 - t) * (s4 * (edge_y * ((1 + d12) * (1 + d13) * (1 + d14) * (1 + d15)) - 1));
error = w * p1 - (1 - w) * p2;
bound = @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1] /\ t in [0, 1] /\ s1 in [-1, 1] /\ s2 in [-1, 1] /\ s3 in [-1, 1] /\ s4 in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53] /\ d9 in [-1b-53, 1b-53] /\ d10 in [-1b-53, 1b-53]
  /\ d11 in [-1b-53, 1b-53] /\ d12 in [-1b-53, 1b-53] /\ d13 in [-1b-53, 1b-53] /\ d14 in [-1b-53, 1b-53] /\ d15 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 16, t in 16;
