# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# generous bound: FLOAT_ROUNDING in src/level/query/rays.c
#
# The float test of a ray and an edge (sort_four). a and b, the sides of the ends of an edge, are cross products of the
# motion and an end relative to the start, which carries one rounding (d1, d2): three roundings. The bound is relative
# to (|move.x| + |move.y|) times the reach, taken as 1, and rounded to float once. T is the exact a - b, g and h are the
# errors of a and b. The computed speed, with twice the bound, must not be below T: turn is their difference. The distance is a cross product of
# both ends: w and s are the shares of its terms; its bound carries three roundings.
side = w * ((1 + d1) * (1 + d3) * (1 + d5) - 1) - s * ((1 - w) * ((1 + d2) * (1 + d4) * (1 + d5) - 1));
turn = T * ((1 + d6) * (1 + d7) - 1) + (g - h) * ((1 + d6) * (1 + d7)) + 2 * @K@ * ((1 - 1b-23) * (1 + d7));
distance = w * ((1 + d1) * (1 + d8) * (1 + d3) * (1 + d5) - 1) - s * ((1 - w) * ((1 + d2) * (1 + d9) * (1 + d4) * (1 + d5) - 1));
bound = @K@ * (1 - 1b-21);
{ w in [0, 1] /\ s in [-1, 1] /\ T in [0, 2] /\ g in [-51100000b-48, 51100000b-48] /\ h in [-51100000b-48, 51100000b-48]
  /\ d1 in [-1b-24, 1b-24] /\ d2 in [-1b-24, 1b-24] /\ d3 in [-1b-24, 1b-24] /\ d4 in [-1b-24, 1b-24] /\ d5 in [-1b-24, 1b-24]
  /\ d6 in [-1b-24, 1b-24] /\ d7 in [-1b-24, 1b-24] /\ d8 in [-1b-24, 1b-24] /\ d9 in [-1b-24, 1b-24]
  -> side in [-51100000b-48, 51100000b-48] /\ side - bound <= 0 /\ side + bound >= 0 /\ turn >= 0
  /\ distance - bound <= 0 /\ distance + bound >= 0 }
$ w in 256;
