# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: CR_REACH_32 in src/geom/predicate.h
#
# A gap moved out by a radius, g = gap - reach, reach = R sqrt(e . e): the radius, the square root of a value with four
# roundings, which halves them, its own rounding, the product, and the difference (d6). Relative to |gap| + reach = 1,
# w the share of the gap, whose own error has a bound of its own. The bound carries nine roundings.
reach = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d4) * (1 + d5);
error = w * ((1 + d6) - 1) * s - (1 - w) * (reach * (1 + d6) - 1);
bound = @K@ * 1b-24 * (1 - 1b-20);
{ w in [0, 1] /\ s in [-1, 1]
  /\ d1 in [-16777217b-48, 16777217b-48] /\ d2 in [-1b-24, 1b-24] /\ d3 in [-1b-24, 1b-24] /\ d4 in [-1b-24, 1b-24] /\ d5 in [-1b-24, 1b-24] /\ d6 in [-1b-24, 1b-24]
  -> error - bound <= 0 /\ error + bound >= 0 }
$ w in 256;
