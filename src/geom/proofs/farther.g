# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: FARTHER in src/geom/turning_curves.c
#
# An edge is left out if the computed distance of one vertex from its line is below the best gap, times its length (try_edges_of).
# Its own gap is at most the quotient of the two, which is rounded (d1), since it is found by the same operations. The
# factor 1 - F, its product with the best gap, and that with the length are rounded (d2, d3, d4). So a gap that is at
# least the best one is not left out; below zero, the factor is 1 + F. That of find_vertices is covered by the noise.
above = (1 - @K@ * 1b-53) * ((1 + d2) * (1 + d3) * (1 + d4) * (1 + d1));
below = (1 + @K@ * 1b-53) * ((1 + d2) * (1 + d3) * (1 + d4) * (1 + d1));
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53]
  -> above - 1 <= 0 /\ below - 1 >= 0 }
