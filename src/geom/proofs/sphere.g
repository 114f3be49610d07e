# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: BOUND in src/geom/sphere3.c
#
# Squares of distances in three dimensions against R^2, for a cylinder times e^2 (near_at, passes). The most roundings
# relative to the sizes: seven in what is squared (the triple product (s x m) . e: a difference, a product and a
# difference; the edge, a product and two sums), then a square and two sums (d10: three); thirteen in R^2 times a square
# (R, its square and the product: four; a cross product: three, twice; its square and two sums: three). The difference
# rounds once. Exact values with R^2 M^2 + size^2 = 1: w the share of the first, c what is squared relative to its size.
# The bound carries at most twenty roundings.
# The sign of meets_beside has at most 21 roundings beside that of its root, which has a bound of its own.
# The sizes are lengths, which exceed what the terms sum up to, by Cauchy and Schwarz.
# The foot of the start from an end (first_end) has five: two differences, a product and two sums.
# The time of impact needs the most: the root of the discriminant may be off by 2/3 of its bound (quotient.g), so that the
# error of the discriminant must be within 4/9 of its bound, as in room.g.
near = (1 + 13.01 * d1) * (1 + d11);
far = (c + 7.01 * d9) * (c + 7.01 * d9) * ((1 + 3.01 * d10) * (1 + d11));
error = w * (near - 1) - (1 - w) * (far - c * c);
bound = 4 / 9 * (@K@ * 1b-53) * (1 - 1b-48);
{ w in [0, 1] /\ c in [-1, 1] /\ d1 in [-1b-53, 1b-53] /\ d9 in [-1b-53, 1b-53] /\ d10 in [-1b-53, 1b-53]
  /\ d11 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
far - c * c -> c * c * ((1 + 3.01 * d10) * (1 + d11) - 1) + (14.02 * c * d9 + 7.01 * 7.01 * (d9 * d9)) * ((1 + 3.01 * d10) * (1 + d11));
$ w in 16, c in 4;
