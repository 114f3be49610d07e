# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: ROOM_ERROR in src/geom/impact.c
#
# The discriminant of a path and the circle about a vertex, Q = |m|^2 R^2 - (m x v)^2 (vertex_time). The motion and the
# vertex carry one rounding in each component, R carries one. |m|^2 has two of each component, a product and a sum; R^2
# two and a product; their product one. The cross product has two and a product in each term, and its own, so its error
# is at most 4.04 u of its terms (side.g); its square has one, and the difference one. Relative to the exact
# |m|^2 R^2 + size^2 = 1, w the share of the first, c the cross product relative to its size. The bound carries ten
# roundings. The root may be off by 2/3 of its bound (quotient.g). Where Q is below its bound, the error of the root is at
# most that of sqrt(4/9), so that the error of Q must be within 4/9 of its bound. Above, the error of the root is below
# that of Q, divided by the root.
near = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d4) * (1 + d5) * (1 + d6) * (1 + d7) * (1 + d8);
far = (c + 4.04 * d9) * (c + 4.04 * d9) * ((1 + d10) * (1 + d11));
error = w * (near * (1 + d11) - 1) - (1 - w) * (far - c * c);
bound = 4 / 9 * (@K@ * 1b-53) * (1 - 1b-49);
{ w in [0, 1] /\ c in [-1, 1]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53] /\ d9 in [-1b-53, 1b-53] /\ d10 in [-1b-53, 1b-53]
  /\ d11 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
far - c * c -> c * c * ((1 + d10) * (1 + d11) - 1) + (8.08 * c * d9 + 4.04 * 4.04 * (d9 * d9)) * ((1 + d10) * (1 + d11));
$ w in 64, c in 4;
