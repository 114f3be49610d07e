# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: SMALL_ERROR in src/geom/small_pair.c
#
# The distance from an edge, side^2 against R^2 e^2 (relate_closest), in units of the side and its terms. The side, with an
# edge, an offset, a product and the difference, counts twice, and its square rounds; the radius twice and its square, e . e
# and the product.
beside = ((1 + 8.00001 * d1) * (1 + d2) - 1) - ((1 + 2.00001 * d3) * (1 + d4) * (1 + 4.00001 * d5) * (1 + d6) - 1);
error = @K@ * 1b-53;
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53]
  -> beside - error <= 0 /\ beside + error >= 0 }
