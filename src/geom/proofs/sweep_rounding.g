# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: SWEEP_ROUNDING in src/geom/closed_form.c
#
# The roundings of a time that are relative to it, of the circle, which has the most (strike_disc): of the gap, of the
# root and of the speed, which is the sum of two positive terms, of its reciprocal, of the product and of the end of the
# interval (cr_decide_toi). The bound carries one. The line of a segment has four (no root or sum), the side of a box and
# of a polygon at most four (a gap, a quotient, and the two of time * (1 - error)), of two boxes three.
factor = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d4) * (1 + d5) * (1 + d6);
bound = @K@ * 1b-53 * (1 - 1b-50);
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53]
  -> factor - 1 - bound <= 0 /\ factor - 1 + bound >= 0 }
