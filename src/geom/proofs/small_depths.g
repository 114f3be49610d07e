# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: DEPTH_RATIO in src/geom/small_pair.c
# uses: SURE_SIDE in src/geom/small_pair.c
# uses: SMALL_ERROR in src/geom/small_pair.c
# uses: CR_ERRORS_IN_MARGIN in src/geom/predicate.h
#
# The least depth of a small difference (find_least_depth) is that of the general path. A side is computed from terms of
# which it is at least SURE_SIDE * SMALL_MARGIN, so that errors relative to the terms grow by the inverse of that. Relative to the depth:
#
#     own      side^2 / length^2: a side with an edge, an offset, a product and the difference, twice; its square; an edge
#              twice, products and the sum; the quotient
#     general  (n . d)^2: a component of the normal with an edge, 3 of its length and the quotient, an offset, a product and the
#              sum, twice; that the foot may be past an end adds a square, a sum and a root, twice
#
# An own square that is greater by the ratio (1 + R, its product) is greater in the general path as well, if own and
# general errors of both edges do not add up to R.
scale = 1 / (@SURE_SIDE@ * (@CR_ERRORS_IN_MARGIN@ * @SMALL_ERROR@ * 1b-53));
own = (1 + 4.00001 * (d1 * scale)) * (1 + 4.00001 * (d1 * scale)) * ((1 + d2) * (1 + 4.00001 * d3) * (1 + d4)) - 1;
general = (1 + 8.00001 * (d5 * scale)) * (1 + 8.00001 * (d5 * scale)) * (1 + 6.00001 * d6) - 1;
ratio = @K@ * 1b-53;
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53]
  -> 2.1 * own + 2.1 * general + 1b-52 - ratio <= 0 /\ 2.1 * own + 2.1 * general - 1b-52 + ratio >= 0 }
