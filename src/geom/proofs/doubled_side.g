# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: DOUBLED_ERROR in src/geom/turning_exact.c
#
# The conditions of an edge and a vertex in sums of two doubles (set_doubled_side), in units of |e| (|u| + |v| + |w| + R),
# times the binomial. As turning_edge.g, but differences of floats are exact, a sum has an error of at most 3 u^2, and a
# product of 7 u^2 (M. Joldes, J.-M. Muller, V. Popescu, Tight and Rigorous Error Bounds for Basic Building Blocks of
# Double-Word Arithmetic, 2017, algorithms 6 and 10). K is in units of u^2. The proof has u in the place of u^2, which
# enlarges only the terms of second order.
#
#     half   the product with the share, of a part of at most 0.2634 (turning_far.g), and the sum: 0.2634 * 7 + 3 < 4.844
#     turn   two half vectors; products of at most sqrt(2) in length, and their sum: 7 sqrt(2) + 3 < 12.9
#     arm    a turn; the same again for the turned vector
#     n, nn  two half vectors, a product and a sum; two of n, a product and two sums
#     u      the product with the time, the sum
#     of_u   n, u, their product and a sum of two; arms added twice; the arm of the edge; a product and three sums; two sums
#     of_v   an arm, its product with 1, two sums; the arm of the edge and the rest as of_u
#     of_w   e x w: a product and two sums; times nn: a product, two sums
#     of_r   the length: half of a product and a sum, and 4 of the root; the product with R and the sum; the rest as of_w
half = 1 + 4.844 * d1;
turn = half * half * (1 + 12.9 * d2);
arm = turn * (1 + 12.9 * d3);
n = half * half * (1 + 7 * d4) * (1 + 3 * d5);
nn = n * n * (1 + 7 * d4) * (1 + 6.00001 * d5);
u = (1 + 7 * d4) * (1 + 3 * d5);
rest = arm * (1 + 7 * d4) * (1 + 9.00001 * d5) * (1 + 6.00001 * d6);
of_u = n * u * (1 + 7 * d4) * (1 + 3 * d5) * (1 + 6.00001 * d6) * rest;
of_v = arm * (1 + 7 * d4) * (1 + 6.00001 * d5) * rest;
of_w = (1 + 7 * d4) * (1 + 6.00001 * d5) * nn * (1 + 7 * d4) * (1 + 6.00001 * d6);
of_r = (1 + 3.5 * d4) * (1 + 1.5 * d5) * (1 + 4 * d6) * (1 + 7 * d4) * (1 + 3 * d5) * nn * (1 + 7 * d4) * (1 + 6.00001 * d6);
bound = @K@ * 1b-53 * (1 - 1b-21);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53]
  -> of_u - 1 - bound <= 0 /\ of_u - 1 + bound >= 0 /\ of_v - 1 - bound <= 0 /\ of_v - 1 + bound >= 0
  /\ of_w - 1 - bound <= 0 /\ of_w - 1 + bound >= 0 /\ of_r - 1 - bound <= 0 /\ of_r - 1 + bound >= 0 }
