# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: SQUARE_ERROR in src/world/free_motion.c
#
# The squared distance of two circles in float against that of the radii (test_passing_circles). A difference of floats
# rounds once, its square, the sum of two squares; the sum of the radii rounds once, of the first two lanes that with the
# slack (d5), the square, the product with 1 + E, which is rounded to float (d8). The radii alone must be found near,
# and of the last lane, with 1 - E and without a slack, found touching only if they are. Slacks, and squares that
# underflow, have bounds of their own: the square of the radii is above 2^-80.
far = (1 + d1) * (1 + d1) * (1 + d2) * (1 + d3);
root = (1 + d4) * (1 + d5);
near = root * root * (1 + d6) * (1 + d7) * (1 + @K@ * 1b-24 + d8);
touching = (1 + d4) * (1 + d4) * (1 + d6) * (1 + d7) * (1 - @K@ * 1b-24 + d8);
{ d1 in [-1b-24, 1b-24] /\ d2 in [-1b-24, 1b-24] /\ d3 in [-1b-24, 1b-24] /\ d4 in [-1b-24, 1b-24] /\ d5 in [-1b-24, 1b-24]
  /\ d6 in [-1b-24, 1b-24] /\ d7 in [-1b-24, 1b-24] /\ d8 in [-1b-24, 1b-24]
  -> near - far >= 0 /\ far - touching >= 0 }
