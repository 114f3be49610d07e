# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: TURNING_ERROR in src/geom/turning_curves.c
#
# The distance of a vertex from the line of an edge of turning shapes, or of its foot from an end, times the length of
# the edge and the squared lengths of the half vectors: a coefficient of degree 5 (condition_at). In units of |e| (|u| +
# |v| + |w| + R), times the binomial; for half, nn, turned, mu and the part of the interval see turning_far.g.
#
#     f      the turned edge
#     of_u   f, mu, two products and a sum, two sums of degrees, four sums in condition_at
#     of_v   f and a rotation: two half vectors, 2 sqrt(2) of products and differences, and again for their product; two
#            sums, one more for the degree; the vertex, a product, four sums
#     of_w   e x w or e . w: one rounding each, a product and a difference, the difference with R; nn; a product, two sums
#     of_r   the sum of the radii, three roundings of the length, a product, the difference with e x w; nn; the same
half = 1 + 1.527001 * d1;
nn = half * half * half * half * (1 + 4.00001 * d2) * (1 + 3.00001 * d3);
u = 1 + 3.00001 * d4;
f = half * half * (1 + d5) * (1 + 5.65686 * d6);
mu = half * half * (1 + 2.00001 * d2) * u * (1 + 2.00001 * d3);
of_u = f * mu * (1 + 4.00001 * d7) * (1 + 4.00001 * d8);
of_v = f * half * half * (1 + 5.65686 * d6) * (1 + 3.00001 * d7) * (1 + 2.00001 * d5) * (1 + 4.00001 * d8);
of_w = (1 + 5.00001 * d5) * nn * (1 + 3.00001 * d8);
of_r = (1 + 6.00001 * d5) * nn * (1 + 3.00001 * d8);
divided = (1 + 16.00001 * d9) - 1 + 5 * 2 * 3.00001 * d9;
bound = @K@ * 1b-53 * (1 - 1b-21);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53] /\ d9 in [-1b-53, 1b-53]
  -> 2 * (of_u - 1) + divided - bound <= 0 /\ 2 * (of_u - 1) + divided + bound >= 0
  /\ 2 * (of_v - 1) + divided - bound <= 0 /\ 2 * (of_v - 1) + divided + bound >= 0
  /\ 2 * (of_w - 1) + divided - bound <= 0 /\ 2 * (of_w - 1) + divided + bound >= 0
  /\ 2 * (of_r - 1) + divided - bound <= 0 /\ 2 * (of_r - 1) + divided + bound >= 0 }
