# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: TURNING_ERROR in src/geom/turning_curves.c
#
# The squared distance of two vertices of turning shapes, less that of the radius, times the squared lengths of the half
# vectors: a coefficient of degree 6 (far_curve), of all conditions the one with the most roundings. In units of the
# square of the lengths L = |u| + |v| + |w| + R, with u between the pivots, v and w the vertices; times its binomial. A
# product of two lengths has its own term, so that the term with the most roundings shows the error.
#
#     half     a half vector: a difference, its product with the share, the sum. The difference is at most 2 sin(7.5
#              degrees) = 0.2611 of a vector of at least cos(7.5 degrees) = 0.9914: 1 + 2 * 0.2611 / 0.9914 < 1.527
#     nn       four half vectors; a product and a sum of n, twice; their product, and two sums
#     u        1 of the motion, its product with the time, the sum
#     turned   a vertex: one rounding; two half vectors; products and differences, of a rotation and of the turned
#              vector: 2 sqrt(2) each of the length, as |c x| + |s y| and |s x| + |c y| are at most the length each
#     mu       n, and u: a product and a sum
#     uu       |u|^2 nn: u twice, a product and a sum; the product with nn; twelve sums
#     squares  (v^2 + w^2 - R^2) nn: a vertex twice, a product, three sums; the product with nn; ten sums
#     uv       u . v n: a product and three sums, and the other terms: seven sums
#     vw       v . w: a product and three sums, and three sums
#
# A half vector is longer than 1 by less than 2^-23. Coefficients over a part of the interval are found from those over
# the whole (cr_curves_hold_until): the quotient by the binomial, and three roundings in each of six steps. The share of the
# part has three roundings, which change the polynomial by six times the greatest difference of two coefficients, 2 L^2.
# Coefficients above two bounds after that must be above one bound if they are computed for the part: the bound exceeds
# both errors of coefficients and that of the division.
half = 1 + 1.527001 * d1;
nn = half * half * half * half * (1 + 4.00001 * d2) * (1 + 3.00001 * d3);
u = 1 + 3.00001 * d4;
turned = half * half * (1 + d5) * (1 + 5.65686 * d6);
mu = half * half * (1 + 2.00001 * d2) * u * (1 + 2.00001 * d3);
uu = u * u * (1 + 2.00001 * d5) * nn * (1 + d6) * (1 + 12.00001 * d7);
squares = (1 + 6.00001 * d4) * nn * (1 + d6) * (1 + 10.00001 * d7);
uv = turned * mu * (1 + 4.00001 * d8) * (1 + 7.00001 * d7);
vw = turned * turned * (1 + 4.00001 * d8) * (1 + 3.00001 * d7);
divided = (1 + 19.00001 * d9) - 1 + 6 * 2 * 3.00001 * d9;
bound = @K@ * 1b-53 * (1 - 1b-21);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53] /\ d9 in [-1b-53, 1b-53]
  -> 2 * (uu - 1) + divided - bound <= 0 /\ 2 * (uu - 1) + divided + bound >= 0
  /\ 2 * (squares - 1) + divided - bound <= 0 /\ 2 * (squares - 1) + divided + bound >= 0
  /\ 2 * (uv - 1) + divided - bound <= 0 /\ 2 * (uv - 1) + divided + bound >= 0
  /\ 2 * (vw - 1) + divided - bound <= 0 /\ 2 * (vw - 1) + divided + bound >= 0 }
