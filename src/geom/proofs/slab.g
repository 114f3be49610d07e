# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: CR_DEGREE_2 in src/geom/predicate.h
#
# The order of two times of a box, enter > exit (1 + K) and enter < exit (1 - K) (cross_box), both positive: a difference and
# a quotient each, the product one, and 1 + K and 1 - K are rounded by at most 2^-53 (d6). The motion is exact.
above = (1 + d1) * (1 + d2) * ((1 + @K@ * 1b-53 + d6) * (1 + d3)) - (1 + d4) * (1 + d5);
below = (1 + d1) * (1 + d2) * ((1 - @K@ * 1b-53 + d6) * (1 + d3)) - (1 + d4) * (1 + d5);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53]
  -> above >= 0 /\ below <= 0 }
