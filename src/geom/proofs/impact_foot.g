# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: IMPACT_ERROR in src/geom/impact_search.c
#
# The foot on an edge at the time of impact, time e . m - e . v, in units of |e| times the motion and the extent: a
# coordinate of v is at most twice the extent (features.g). The edge has two roundings; the motion, the product and the
# sum one each, the product with the time and the difference too; the vertex two, the product and the sum one each. The
# terms may have any signs, so that the roundings of the difference (d4, d9) add up.
foot = ((1 + 2.00001 * d1) * (1 + d2) * (1 + 2.00001 * d3) * (1 + d5) * (1 + d4) - 1) - 2 * ((1 + 2.00001 * d6) * (1 + d7) * (1 + 2.00001 * d8) * (1 + d9) - 1);
error = @K@ * 1b-53;
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53] /\ d8 in [-1b-53, 1b-53] /\ d9 in [-1b-53, 1b-53]
  -> foot - error <= 0 /\ foot + error >= 0 }
