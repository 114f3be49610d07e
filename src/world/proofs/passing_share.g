# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: PATH_SHARE in src/world/free_motion.c
# uses: SQUARE_ERROR in src/world/free_motion.c
#
# As passing_path.g, in units of the relative path: the difference of two differences rounds once (d2).
far = 0.5 * (1 + 2.00001 * d1);
near = (1 + d5) * (1 + d6) * sqrt(1 + @SQUARE_ERROR@ * 1b-24 + d8);
slack = 2 * @K@ * (1 + d2) * (1 + 5.00001 * d3) * near;
{ d1 in [-1b-24, 1b-24] /\ d2 in [-1b-24, 1b-24] /\ d3 in [-1b-24, 1b-24] /\ d5 in [-1b-24, 1b-24] /\ d6 in [-1b-24, 1b-24]
  /\ d8 in [-1b-24, 1b-24] -> slack - far >= 0 }
