# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: DOUBLED_ERROR in src/geom/turning_exact.c
#
# Half of the squared distance of two vertices, less half of the squared radius, in sums of two doubles (set_doubled_near),
# in units of half of the square of the lengths. For the errors of sums and products, and for half, arm, n, nn and u, see
# doubled_side.g.
#
#     uu       u twice; a product and two sums; nn; a product and two sums; eight sums
#     squares  a product and three sums; nn; a product, eight sums
#     uv       an arm and u; a product and two sums; n; a product and three sums; the product with 1, five sums
#     vw       two arms; a product and three sums; the product with 1, three sums
half = 1 + 4.844 * d1;
arm = half * half * (1 + 12.9 * d2) * (1 + 12.9 * d3);
n = half * half * (1 + 7 * d4) * (1 + 3 * d5);
nn = n * n * (1 + 7 * d4) * (1 + 6.00001 * d5);
u = (1 + 7 * d4) * (1 + 3 * d5);
uu = u * u * (1 + 7 * d4) * (1 + 6.00001 * d5) * nn * (1 + 7 * d4) * (1 + 6.00001 * d5) * (1 + 24.00001 * d6);
squares = (1 + 7 * d4) * (1 + 9.00001 * d5) * nn * (1 + 7 * d4) * (1 + 24.00001 * d6);
uv = arm * u * (1 + 7 * d4) * (1 + 6.00001 * d5) * n * (1 + 7 * d4) * (1 + 9.00001 * d5) * (1 + 7 * d4) * (1 + 15.00001 * d6);
vw = arm * arm * (1 + 7 * d4) * (1 + 9.00001 * d5) * (1 + 7 * d4) * (1 + 9.00001 * d6);
bound = 2 * @K@ * 1b-53 * (1 - 1b-21);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53]
  -> uu - 1 - bound <= 0 /\ uu - 1 + bound >= 0 /\ squares - 1 - bound <= 0 /\ squares - 1 + bound >= 0
  /\ uv - 1 - bound <= 0 /\ uv - 1 + bound >= 0 /\ vw - 1 - bound <= 0 /\ vw - 1 + bound >= 0 }
