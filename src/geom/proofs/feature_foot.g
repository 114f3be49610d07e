# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# bound: FEATURE_ERROR in src/geom/pair_search.c
#
# The foot of the origin on an edge of the difference, e . v against e . e, in units of |e| times the extent (features.g):
# a coordinate of v and of e is at most twice the extent along its axis. Each is linear in its terms, so that one term
# shows the error. An edge has two roundings, the vertex, the product and the sum one each; e . e two a factor, a product
# and the sum.
foot = 2 * ((1 + 2.00001 * d1) * (1 + d4) * (1 + d5) * (1 + d6) - 1) - 2 * ((1 + 4.00001 * d7) * (1 + d8) * (1 + d9) - 1);
error = @K@ * 1b-53;
{ d1 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53] /\ d6 in [-1b-53, 1b-53] /\ d7 in [-1b-53, 1b-53]
  /\ d8 in [-1b-53, 1b-53] /\ d9 in [-1b-53, 1b-53]
  -> foot - error <= 0 /\ foot + error >= 0 }
