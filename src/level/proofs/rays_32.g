# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: FLOAT_ROUNDING in src/level/query/rays.c
#
# The float test of a ray and an edge (sort_four). a and b, the sides of the ends of an edge, are cross products of the
# motion and an end relative to the start, which carries one rounding (d1, d2): three roundings. The bound is relative
# to (|move.x| + |move.y|) times the reach, taken as 1, and rounded to float once. T is the exact a - b, g and h are the
# errors of a and b. The computed speed, with twice the bound, must not be below T: turn is their difference. The distance is a cross product of
# both ends: w and s are the shares of its terms; its bound carries three roundings. The limit is widened by K as well: that is
# rounded to float (d10), the product of speed and limit (d11), and the distance less its bound (d12), which must not exceed
# the product.
side = w * ((1 + d1) * (1 + d3) * (1 + d5) - 1) - s * ((1 - w) * ((1 + d2) * (1 + d4) * (1 + d5) - 1));
turn = T * ((1 + d6) * (1 + d7) - 1) + (g - h) * ((1 + d6) * (1 + d7)) + 2 * @K@ * 1b-24 * ((1 - 1b-23) * (1 + d7));
distance = w * ((1 + d1) * (1 + d8) * (1 + d3) * (1 + d5) - 1) - s * ((1 - w) * ((1 + d2) * (1 + d9) * (1 + d4) * (1 + d5) - 1));
bound = @K@ * 1b-24 * (1 - 1b-21);
limit = (1 + @K@ * 1b-24) * (1 + d10) * (1 + d11) - (1 + d12);
{ w in [0, 1] /\ s in [-1, 1] /\ T in [0, 2] /\ g in [-51100000b-48, 51100000b-48] /\ h in [-51100000b-48, 51100000b-48]
  /\ d1 in [-1b-24, 1b-24] /\ d2 in [-1b-24, 1b-24] /\ d3 in [-1b-24, 1b-24] /\ d4 in [-1b-24, 1b-24] /\ d5 in [-1b-24, 1b-24]
  /\ d6 in [-1b-24, 1b-24] /\ d7 in [-1b-24, 1b-24] /\ d8 in [-1b-24, 1b-24] /\ d9 in [-1b-24, 1b-24]
  /\ d10 in [-1b-24, 1b-24] /\ d11 in [-1b-24, 1b-24] /\ d12 in [-1b-24, 1b-24]
  -> side in [-51100000b-48, 51100000b-48] /\ side - bound <= 0 /\ side + bound >= 0 /\ turn >= 0
  /\ distance - bound <= 0 /\ distance + bound >= 0 /\ limit >= 0 }
$ w in 256;
