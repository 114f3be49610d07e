# SPDX-FileCopyrightText: 2026 The Carom authors
# SPDX-License-Identifier: MIT
#
# covered bound: FEATURE_ERROR in src/geom/pair_search.c
#
# What the search and the general path compute of a feature, as in feature_foot.g, which is tight. The extent is that of
# both shapes along both axes. So a coordinate of the difference and of an edge is at most twice
# the extent along its axis, and sums of products with the components of a vector of length 1 are at most twice the extent. Each is
# linear in its terms, so that one term shows the error. In units of |e| times the extent, or of its square:
#
#     depth     n . v: 2 roundings of an edge, 4 of its length (edge_gap.g), the quotient, the vertex, a product, the sum
#     distance  (e x v) / |e|: an edge, the vertex, a product, the difference, the length, the quotient
#     along     d . e of two vertices: one rounding each, a product and the sum, of twice the extent each
#     squares   of the distances of two vertices, twice the extent
depth = 2 * ((1 + 2.00001 * d1) * (1 + 4.00001 * d2) * (1 + d3) * (1 + d4) * (1 + d5) * (1 + d6) - 1);
distance = 2 * ((1 + 2.00001 * d1) * (1 + d4) * (1 + d5) * (1 + d6) * (1 + 4.00001 * d2) * (1 + d3) - 1);
along = 4 * ((1 + d1) * (1 + d4) * (1 + d5) * (1 + d6) - 1);
squares = 4 * ((1 + 2.00001 * d1) * (1 + d5) * (1 + d6) - 1);
error = @K@ * 1b-53;
{ d1 in [-1b-53, 1b-53] /\ d2 in [-1b-53, 1b-53] /\ d3 in [-1b-53, 1b-53] /\ d4 in [-1b-53, 1b-53] /\ d5 in [-1b-53, 1b-53]
  /\ d6 in [-1b-53, 1b-53]
  -> depth - error <= 0 /\ depth + error >= 0 /\ distance - error <= 0 /\ distance + error >= 0
  /\ along - error <= 0 /\ along + error >= 0 /\ squares - error <= 0 /\ squares + error >= 0 }
