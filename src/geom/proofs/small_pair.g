# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: SMALL_ERROR in src/geom/small_pair.c
#
# What a small difference and the general path compare, in units of the terms of that comparison; small_beside.g is tight:
#
#     side     e x d and e . d: an edge and an offset, products and their sum
#     length   e . e: an edge twice, products and the sum
#     far      squares of two distances or of a distance and the radius: an offset twice, products and the sum; the radius
#              twice and its square; one sum, as the margin may be relative to both
#     gap      a distance less the radius: the side, in units of |d|, of sqrt(2) of its terms; 3 of the length, the quotient;
#              the radius and the difference
#     foot     of a point and a polygon, in units of the square of the extent, twice the greatest |x| + |y|: as side
side = (1 + d1) * (1 + d2) * (1 + d3) * (1 + d4) - 1;
length = (1 + 2.00001 * d1) * (1 + d3) * (1 + d4) - 1;
far = ((1 + 2.00001 * d1) * (1 + d2) * (1 + d3) * (1 + d4) - 1) - ((1 + 2.00001 * d5) * (1 + d6) * (1 + d7) - 1);
gap = 1.415 * ((1 + 4.00001 * d1) * (1 + 4.00001 * d2) * (1 + d3) - 1) - ((1 + d4) * (1 + d5) - 1);
error = @K@ * 1b-53;
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53]
  -> side - error <= 0 /\ side + error >= 0 /\ length - error <= 0 /\ length + error >= 0
  /\ far - error <= 0 /\ far + error >= 0 /\ gap - error <= 0 /\ gap + error >= 0 }
