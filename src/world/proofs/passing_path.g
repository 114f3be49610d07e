# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: PATH_ERROR in src/world/free_motion.c
# uses: SQUARE_ERROR in src/world/free_motion.c
# uses: PATH_SHARE in src/world/free_motion.c
#
# Two circles that touch on their paths are at the start or the end within the radii and half of the relative path
# (test_passing_circles). What rounding takes from that, in units of the sum of all coordinates: an end position differs
# from that of the path by one rounding, of a kinematic body also by a remainder of at most four, on axes where both its
# positions are equal up to 2^-16: 5 of half, which displaces the end, and the path by as much, of which half counts. The
# differences of the positions round once, which shortens the path. Of the slack: a product and four sums (d3), the sum
# with the radii (d5), the root of the product of its square (d6; SQUARE_ERROR). Of the distance: the root of the square
# and the sum. The terms with the radii and the path are proved by passing_square.g and passing_share.g.
far = (1 + 2.00001 * d1);
near = (1 + d5) * (1 + d6) * sqrt(1 + @SQUARE_ERROR@ * 1b-24 + d8);
lost = 1.5 * (2.5001 * 1b-24) * far;
slack = (@K@ * 1b-24 - 2 * @PATH_SHARE@ * (1b-24 * 1.00001)) * (1 + 5.00001 * d3) * near;
{ d1 in [-1b-24, 1b-24] /\ d3 in [-1b-24, 1b-24] /\ d5 in [-1b-24, 1b-24] /\ d6 in [-1b-24, 1b-24] /\ d8 in [-1b-24, 1b-24]
  -> slack - lost >= 0 }
