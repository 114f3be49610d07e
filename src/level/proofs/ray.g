# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: CR_DEGREE_2 in src/geom/predicate.h
#
# The test of a ray and an edge in double (may_hit). a and b, the sides of the ends of an edge, are cross products of the
# motion, which is exact, and an end relative to the start, which carries one rounding: three roundings, relative to (|move.x| +
# |move.y|) times the reach, taken as 1. T is the exact a - b, g and h are the errors of a and b. The computed speed, with
# one bound, must not be below T by more than two roundings of T. The distance is a cross product of both ends; less its
# bound, it must be below the exact one by two roundings of its terms, which are no less than the distance. Then the
# computed time is no later than the exact one, and the difference and the product with the limit round in the same order.
# w and s are the shares of the terms.
side = w * ((1 + d1) * (1 + d3) * (1 + d5) - 1) - s * ((1 - w) * ((1 + d2) * (1 + d4) * (1 + d5) - 1));
turn = T * ((1 + d6) * (1 + d7) - 1) + (g - h) * ((1 + d6) * (1 + d7)) + @K@ * 1b-53 * ((1 - 1b-50) * (1 + d7)) + T * 2b-53;
distance = w * ((1 + d1) * (1 + d8) * (1 + d3) * (1 + d5) - 1) - s * ((1 - w) * ((1 + d2) * (1 + d9) * (1 + d4) * (1 + d5) - 1));
bound = @K@ * 1b-53 * (1 - 1b-49);
{ w in [0, 1] /\ s in [-1, 1] /\ T in [0, 2] /\ g in [-49b-57, 49b-57] /\ h in [-49b-57, 49b-57]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53]
  /\ d9 in [-1b-53, 1b-53]
  -> side in [-49b-57, 49b-57] /\ side - bound <= 0 /\ side + bound >= 0 /\ turn >= 0
  /\ distance + 2b-53 - bound <= 0 /\ distance - 2b-53 + bound >= 0 }
$ w in 256;
