# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: FRONT_ERROR in src/level/query/clear_position.c
#
# How far a placed vertex is to the left of an edge, plus a radius: e.x p.y - e.y p.x + r |e| (cr_is_in_front). An edge
# carries one rounding a component (d1, d2). A coordinate p = v + d - a has that of the displacement d, a sum and a
# difference: at most three of |v| + |d| + |a| (d3, d4). The products round (d5, d6), their difference (d7), and the sum
# with r |e| (d8). r |e| carries those of the edge, a square, a sum, a root and its product: at most five (d9). Exact
# values with |e.x| (..) + |e.y| (..) + r |e| = 1: z the share of r |e|, w that of the first product in the rest, s3 and
# s4 the coordinates relative to theirs. The bound carries at most ten roundings.
first = (1 + d1) * (1 + d5) * (1 + d7) * (1 + d8);
second = (1 + d2) * (1 + d6) * (1 + d7) * (1 + d8);
left = w * (s3 * (first - 1) + 3 * d3 * first);
right = (1 - w) * (s4 * (second - 1) + 3 * d4 * second);
reach = (1 + d8) * (1 + 5 * d9) - 1;
error = (1 - z) * (left - right) + z * reach;
bound = @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1] /\ z in [0, 1] /\ s3 in [-1, 1] /\ s4 in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53] /\ d9 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 64, z in 4;
