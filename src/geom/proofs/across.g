# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: SWEEP_ROUNDING in src/geom/closed_form.c
#
# The side of a box that a moving centre is on, the sign of low - t m (across_at). Of the time, the gap and the quotient
# round (d1, d2); its gap has an error of its own, which the bound has as well. The product rounds (d3), and the distance
# low of two floats (d4); the difference keeps the sign. Relative to |t m| = 1: near the side, low is at most slightly
# more. The bound carries two roundings.
error = (1 + d1) * (1 + d2) * (1 + d3) - 1 - low * d4;
bound = @K@ * 1b-53 * (1 - 1b-50);
{ low in [-1.001, 1.001]
  /\ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  -> error - bound <= 0 /\ error + bound >= 0 }
