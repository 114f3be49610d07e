# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: CR_TURN_32 in src/geom/predicate.h
#
# As side.g, in float: the turns of a polygon, and the speed of a path toward an edge, e x m. The path m is rounded from
# a double with a rounding of its own (d3, d6). The bound carries seven roundings; underflow of the products is below
# the FLT_MIN that is added.
first = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d7);
second = (1 + d4) * (1 + d5) * (1 + d6) * (1 + d7);
error = w * (first - 1) - s * ((1 - w) * (second - 1));
bound = @K@ * 1b-24 * (1 - 1b-21);
{ w in [0, 1] /\ s in [-1, 1]
  /\ d1 in [-1b-24, 1b-24] /\ d2 in [-1b-24, 1b-24] /\ d4 in [-1b-24, 1b-24] /\ d5 in [-1b-24, 1b-24] /\ d7 in [-1b-24, 1b-24]
  /\ d3 in [-16777217b-48, 16777217b-48] /\ d6 in [-16777217b-48, 16777217b-48]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 256;
